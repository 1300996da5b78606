"""Which fonts say what they print: judged by the text of a font over a page."""

from __future__ import annotations

import pytest

from chunkstudio.layout.font_maps import font_key, unreadable_fonts
from chunkstudio.layout.fragments import CHAR_FILLED, CHAR_NO_UNICODE, Fragment, Style
from chunkstudio.layout.symbol_fonts import printed_symbols

_TEXT = "The orchard crew moved signal lamps from lot at no extra cost to the members of the cooperative. " * 3
_GERMAN = "Die Fähre legt bei Sturm nicht ab, und der Pegel wird jede Stunde abgelesen, gemäß Satzung. " * 3
_POLISH = "Wszystkie statki muszą zgłosić swój ładunek przed wejściem do portu i zapłacić należną opłatę. " * 3


def _fragment(text: str, *, font: str = "Odd", unmapped: bool = False) -> Fragment:
    style = Style(font, 11.0, False, False, False, False, 0, 255, CHAR_FILLED | (CHAR_NO_UNICODE if unmapped else 0))
    return Fragment(0, False, 0, 100.0, 90.0, 102.0, [(c, 6.0 * i, 6.0 * i + 6) for i, c in enumerate(text)], [(0, style)])


def _shifted(text: str, shift: int = 29) -> str:
    return "".join(chr(ord(c) - shift) for c in text if ord(c) < 127)


def _names(*fragments: Fragment) -> set[str]:
    return {font for font, _ in unreadable_fonts(fragments)}


@pytest.mark.parametrize(
    "text", [_shifted(_TEXT), "\ufffd" * 40, "\ue001\ue002\ue003" * 9, "\x01\x02\x03\x04\x05\x06\x07\x0e" * 4]
)
def test_that_garbage_is_recognised(text: str) -> None:
    assert _names(_fragment(text)) == {"Odd"}


@pytest.mark.parametrize(
    "text",
    [
        _TEXT,
        _GERMAN,
        _POLISH,
        _TEXT.upper(),
        "港の灯台は毎晩六時に点灯する" * 9,
        "הספינה הגיעה בשעה " * 20,
        "1,204 48.1% (3,915) 2023-07-02 " * 20,
        "def calculate_hash(file_path): with open(file_path, 'r') as f: " * 6,
        "XQZ BRKFST NTWRK HTTP SSL TLS CPU GPU VRAM " * 8,
        "R1C1 R2C2 R3C3 R4C4 R5C5 " * 20,
        "∑ ∫ ∂ α β γ ≤ ≥ → ∞ " * 20,
    ],
)
def test_that_languages_numbers_code_and_signs_are_readable(text: str) -> None:
    assert unreadable_fonts([_fragment(text)]) == frozenset()


def test_that_a_font_without_a_map_counts_unless_it_reads_like_words() -> None:
    assert _names(_fragment("7KH", unmapped=True)) == {"Odd"}
    assert unreadable_fonts([_fragment(_TEXT, unmapped=True)]) == frozenset()


def test_that_fonts_are_judged_one_by_one() -> None:
    assert _names(_fragment(_shifted(_TEXT)), _fragment(_TEXT, font="Plain")) == {"Odd"}


def test_that_two_subsets_of_one_name_are_judged_apart() -> None:
    good, bad = _fragment(_TEXT), _fragment(_shifted(_TEXT), unmapped=True)
    fonts = unreadable_fonts([good, bad])
    assert font_key(bad) in fonts and font_key(good) not in fonts
    assert unreadable_fonts([good, _fragment("7KH", unmapped=True)]) == frozenset()


def test_that_symbol_fonts_give_the_signs_that_are_seen() -> None:
    assert printed_symbols("ZapfDingbats", "3n") == "✓■"
    assert printed_symbols("ABCDEF+Wingdings-Regular", "§") == "▪"
    assert printed_symbols("Helvetica", "3n") == "3n"
