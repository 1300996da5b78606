"""Where sentences end, and where they do not."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.sentence_rules import sentence_spans
from tests.chunking.strategies import paragraphs, quick


def split(text: str) -> list[str]:
    return [text[a:b] for a, b in sentence_spans(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "Dr. A. Miller met Prof. J. R. Smith.",
        "The rate is 3.5 percent, i.e. 0.2 more than in No. 7.",
        "See Fig. 3 and Eq. 2 on pp. 4 and 5.",
        "Look at https://a.example/b.c?d=e. and go on",
        "He lives in the U.S. government quarter.",
        "It was shown (cf. Sec. 2.1) that all is well.",
        "Acme Inc. and Widget Ltd. agreed.",
        "Er kam z.B. am 3. Mai an.",
        "Wait... what is this?",
        "J. S. Bach et al. wrote it.",
        "Das gilt z. B. für Boote, u. a. am Kai, und d. h. immer.",
        "Er unterschrieb i. A. Meyer am Tor.",
        "Siehe Bd. 3, Abb. 4 und Kap. 5 der Ordnung.",
        "Die Fa. Meyer liefert bis Dez. 2031.",
        "Viven en la Avda. Central núm. 5 del puerto.",
    ],
)
def test_that_abbreviations_numbers_and_addresses_do_not_end_a_sentence(whole: str) -> None:
    assert split(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four.", ["One.", "Two!", "Three?", "Four."]),
        ('He said "Go." Then he went.', ['He said "Go."', "Then he went."]),
        ("It fell by 3.5. The rest rose.", ["It fell by 3.5.", "The rest rose."]),
        ("They work at Acme Inc. The firm is old.", ["They work at Acme Inc.", "The firm is old."]),
        ("It is proved.[12, 13] We go on.", ["It is proved.[12, 13]", "We go on."]),
        ("A note follows.4 The next begins.", ["A note follows.4", "The next begins."]),
        ("Done (see there). New one.", ["Done (see there).", "New one."]),
        ("Choose b. A boat comes.", ["Choose b.", "A boat comes."]),
        ("They left in 1999. Nobody came.", ["They left in 1999.", "Nobody came."]),
    ],
)
def test_that_marks_end_a_sentence(text: str, parts: list[str]) -> None:
    assert split(text) == parts


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("港の灯台は毎晩六時に点灯する。漁師は夜明け前に網を上げる。「嵐だ。」と言った。", 3),
        ("هل وصلت السفينة؟ نعم. غادر الجميع.", 3),
        ("नाव आई। पानी शांत था। सब गए।", 3),
        ("船来了！人们走了？是的。", 3),
        ("문장이다. 다음 문장이다.", 2),
    ],
)
def test_that_other_scripts_are_split_at_their_own_marks(text: str, count: int) -> None:
    assert len(split(text)) >= count - 1
    assert "".join("".join(split(text)).split()) == "".join(text.split())


def test_that_thai_is_split_at_blanks_once_enough_text_has_passed() -> None:
    phrase = "สวัสดีครับวันนี้อากาศดีมากและเราจะไปเที่ยวทะเลกันพรุ่งนี้กลับบ้านแล้วนะครับ"
    assert split(f"{phrase} {phrase}") == [phrase, phrase]
    assert len(split("สวัสดี ครับ")) == 1


@quick
@given(st.one_of(paragraphs(), st.text(max_size=80)))
def test_that_sentences_cover_all_but_white_space_in_order(text: str) -> None:
    spans = sentence_spans(text)
    assert all(a < b for a, b in spans)
    assert all(b <= c for (_, b), (c, _) in itertools.pairwise(spans))
    assert "".join("".join(text[a:b] for a, b in spans).split()) == "".join(text.split())
    assert all(text[a:b] == text[a:b].strip() for a, b in spans)
