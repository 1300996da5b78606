"""The one sanitiser: what may never be in a string, and what must survive."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.sanitise import clean_character, sanitise


def test_that_ligatures_are_spelt_out_and_superscripts_stay() -> None:
    assert sanitise("e\ufb03cient \ufb01nal \ufb02ow sta\ufb00") == "efficient final flow staff"
    assert sanitise("10 m² ½ ™ ①") == "10 m² ½ ™ ①"


def test_that_soft_hyphens_zero_width_signs_and_marks_of_byte_order_vanish() -> None:
    assert sanitise("\ufeffhar\u00adbour\u200b light\u2060") == "harbour light"


def test_that_control_characters_and_nul_vanish_and_blanks_become_one() -> None:
    assert sanitise("a\x00b\x07c \u00a0\t d\u2009e") == "abc d e"


def test_that_a_true_surrogate_pair_survives_and_a_lone_half_does_not() -> None:
    assert sanitise("x\ud83d\ude00y") == "x😀y"
    assert sanitise("x\ud83dy\ude00z") == "xyz"


def test_that_an_emoji_family_keeps_its_joiners() -> None:
    family = "👨\u200d👩\u200d👧"
    assert sanitise(f"A {family} B") == f"A {family} B"
    assert sanitise("one\u200dtwo") == "onetwo"


def test_that_line_breaks_stay_only_when_asked_for() -> None:
    assert sanitise("a\r\nb\u2028c") == "a b c"
    assert sanitise("a\r\n    b", keep_lines=True) == "a\n    b"


def test_that_bullets_of_symbol_fonts_become_the_signs_that_are_seen() -> None:
    assert sanitise("\uf0b7 first") == "• first"
    assert sanitise("\uf8eex\uf8f9") == "⎡x⎤"


def test_that_arabic_presentation_forms_become_letters() -> None:
    assert sanitise("\ufefb") == "لا"


@given(st.text(alphabet=st.characters(), max_size=60))
def test_that_sanitised_text_is_clean_stable_and_encodable(text: str) -> None:
    clean = sanitise(text)
    assert sanitise(clean) == clean
    assert clean.encode("utf-8").decode("utf-8") == clean
    assert not any(unicodedata.category(c) in ("Cc", "Cs") or c in "\ufffd\u00ad\ufeff" for c in clean)
    assert "  " not in clean
    assert clean == clean.strip()


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyzäöüß0123456789.,;:-()", max_size=40))
def test_that_plain_letters_are_never_touched(text: str) -> None:
    assert "".join(map(clean_character, text)) == text
