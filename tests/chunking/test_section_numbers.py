"""The number printed in a heading, in many languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.number_words import cjk_number, roman_number
from chunkstudio.chunking.section_numbers import heading_label, heading_number, terminal_heading_number


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Chapter 3", 3),
        ("3.2 Fees", 2),
        ("Foreword", 0),
        ("Chapter IV", 4),
        ("Kapitel 12", 12),
        ("第三章", 3),
        ("Part Two", 2),
        ("Appendix B", 0),
        ("10 Appeals", 10),
        ("Annex A Forms", 0),
        ("Chapter Twenty-One", 21),
        ("Chapter the Third", 3),
        ("Third Part", 3),
        ("Zweiter Teil", 2),
        ("Chapitre premier", 1),
        ("Chapitre Ier", 1),
        ("Capítulo IV", 4),
        ("Глава третья", 3),
        ("Часть 2", 2),
        ("الفصل الثالث", 3),
        ("الفصل ٣", 3),
        ("अध्याय ३", 3),
        ("บทที่ ๓", 3),
        ("פרק ג", 3),
        ("第３章 概要", 3),
        ("第二十一節", 21),
        ("제3장 서론", 3),
        ("3. Bölüm", 3),
        ("三、结论", 3),
        ("Part II, Item 7. Discussion", 7),
        ("Item 7A. Market risk", 7),
        ("§ 5 Fees", 5),
        ("1.1.1 Rowing boats", 1),
        ("A.1 Scope", 1),
        ("3.0 Fees", 3),
        ("IV. Results", 4),
    ],
)
def test_that_a_heading_tells_its_own_number(title: str, number: int) -> None:
    assert terminal_heading_number(title) == number


@pytest.mark.parametrize(
    "title",
    [
        "",
        "   ",
        "I am legend",
        "2023 Annual report",
        "3,000 tonnes of fish",
        "50% off",
        "3M Company",
        "Mix",
        "Civil law",
        "Part of it",
    ],
)
def test_that_words_and_amounts_are_not_taken_for_numbers(title: str) -> None:
    assert heading_number(title) == (0, "")


@pytest.mark.parametrize(
    ("title", "label"),
    [
        ("Appendix B", "B"),
        ("Annex C Forms", "C"),
        ("3.2 Fees", "3.2"),
        ("Chapter IV", "IV"),
        ("(a) Scope", "a"),
        ("Section D", "D"),
    ],
)
def test_that_the_label_is_kept_as_printed(title: str, label: str) -> None:
    assert heading_label(title) == label


@given(st.integers(1, 3999))
def test_that_roman_numbers_read_back(value: int) -> None:
    signs = zip(
        (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1),
        ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"],
        strict=True,
    )
    text, rest = "", value
    for amount, sign in signs:
        text, rest = text + sign * (rest // amount), rest % amount
    assert roman_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"), [("十二", 12), ("二十", 20), ("一百零五", 105), ("二〇", 20), ("廿一", 21), ("两", 2)]
)
def test_that_chinese_numbers_are_read(text: str, value: int) -> None:
    assert cjk_number(text) == value


@given(st.text(max_size=60))
def test_that_any_text_gets_a_number_that_is_not_negative(title: str) -> None:
    assert heading_number(title).number >= 0
