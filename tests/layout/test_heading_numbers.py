from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.page_numbers import digits_masked, is_page_number, page_counters, roman_value


@pytest.mark.parametrize(
    ("text", "scheme", "depth", "parts", "rest"),
    [
        ("1 Scope", "decimal", 1, (1,), "Scope"),
        ("1.2.3 Rowing boats", "decimal", 3, (1, 2, 3), "Rowing boats"),
        ("5.0 Impacts", "decimal", 1, (5,), "Impacts"),
        ("A.1 Tables", "annexed", 2, (1, 1), "Tables"),
        ("II.1. Tables", "annexed", 2, (2, 1), "Tables"),
        ("IV. Results", "roman", 1, (4,), "Results"),
        ("C. Drawing", "letter", 1, (3,), "Drawing"),
        ("(b) Duties", "paren", 1, (2,), "Duties"),
        ("PART II - OBLIGATIONS", "part", 1, (2,), "OBLIGATIONS"),
        ("Item 1A. Risk Factors", "item", 1, (1,), "Risk Factors"),
        ("NOTE 12. DEBT", "note", 1, (12,), "DEBT"),
        ("Annex A Forms", "annex", 1, (1,), "Forms"),
        ("Anhang B Formulare", "annex", 1, (2,), "Formulare"),
        ("§ 12 Gebühren", "paragraph", 1, (12,), "Gebühren"),
        ("3. Kapitel Fristen", "chapter", 1, (3,), "Fristen"),
        ("3. SECTION HEADINGS", "decimal", 1, (3,), "SECTION HEADINGS"),
        ("2 Part numbers", "decimal", 1, (2,), "Part numbers"),
        ("Chapitre IV : Eaux", "chapter", 1, (4,), "Eaux"),
        ("Capítulo 2 Puertos", "chapter", 1, (2,), "Puertos"),
        ("第三章 总则", "chapter", 1, (3,), "总则"),
        ("第十二条", "article", 1, (12,), ""),
        ("一、概述", "letter", 1, (1,), "概述"),
        ("Chapter 3", "chapter", 1, (3,), ""),
        ("TITRE PREMIER", "title", 1, (1,), ""),
        ("Chapitre Ier – Champ", "chapter", 1, (1,), "Champ"),
        ("Article 1er", "article", 1, (1,), ""),
        ("Article L. 121-3 Délais", "article", 1, (121, 3), "Délais"),
        ("Sous-section 2 : Recours", "subsection", 1, (2,), "Recours"),
        ("PREMIÈRE PARTIE", "part", 1, (1,), ""),
        ("CAPÍTULO PRIMERO", "chapter", 1, (1,), ""),
        ("Sección 1.ª Ámbito", "section", 1, (1,), "Ámbito"),
        ("Artículo 3.º Plazos", "article", 1, (3,), "Plazos"),
        ("TÍTULO PRELIMINAR", "title", 1, (0,), ""),
        ("Zweites Kapitel Fristen", "chapter", 1, (2,), "Fristen"),
        ("Erstes Buch", "book", 1, (1,), ""),
        ("Unterabschnitt 3 Fristen", "subsection", 1, (3,), "Fristen"),
        ("Art. 12a Zweck", "article", 1, (12,), "Zweck"),
        ("Libro II. De las naves", "book", 1, (2,), "De las naves"),
        ("제3장 선박", "chapter", 1, (3,), "선박"),
        ("附件二 收费表", "annex", 1, (2,), "收费表"),
        ("فصل ۲ بندر", "chapter", 1, (2,), "بندر"),
        ("٢-٢ -١ بندر", "decimal", 3, (2, 2, 1), "بندر"),
        ("Rozdział 4. Porty", "chapter", 1, (4,), "Porty"),
        ("（三）船舶", "paren", 1, (3,), "船舶"),
    ],
)
def test_that_a_heading_number_is_read(text: str, scheme: str, depth: int, parts: tuple[int, ...], rest: str) -> None:
    number = heading_number(text)
    assert number is not None
    assert (number.scheme, number.depth, number.parts, number.rest) == (scheme, depth, parts, rest)


@pytest.mark.parametrize(
    "text",
    [
        "Scope",
        "First results",
        "Part of the quay",
        "Second Street",
        "Book a berth",
        "2019 annual report",
        "Partial results",
        "items of value",
        "Article",
        "notes to",
        "",
    ],
)
def test_that_words_and_years_are_no_heading_numbers(text: str) -> None:
    assert heading_number(text) is None


@given(st.integers(1, 3999))
def test_that_roman_numbers_are_read_back(number: int) -> None:
    digits = [(1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl")]
    digits += [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")]
    text, rest = "", number
    for value, letters in digits:
        text += letters * (rest // value)
        rest %= value
    assert roman_value(text) == roman_value(text.upper()) == number


@pytest.mark.parametrize("text", ["iiii", "Iv", "abc", ""])
def test_that_ill_formed_roman_numbers_are_refused(text: str) -> None:
    assert roman_value(text) is None


def test_that_masking_makes_running_heads_equal() -> None:
    assert digits_masked("Page 3 of 12") == digits_masked("page  4 of 12")
    assert digits_masked("iv") == digits_masked("xii") == digits_masked("7")
    assert digits_masked("Tides 12") != digits_masked("Winds 12")


@pytest.mark.parametrize(
    ("text", "expected"), [("- iv -", True), ("Page 3 of 9", True), ("Seite 4", True), ("12", True), ("12 crates", False)]
)
def test_that_lone_page_numbers_are_known(text: str, expected: bool) -> None:
    assert is_page_number(text) is expected


def test_that_a_number_counts_pages_only_if_it_rises_with_them() -> None:
    rising = [(page, f"{page + 5}", "foot") for page in range(4)]
    fixed = [(page, "Form 2041", "head") for page in range(4)]
    assert page_counters(rising + fixed) == {0: "5", 1: "6", 2: "7", 3: "8"}


@pytest.mark.parametrize("text", ["Part İ", "Part İI. Terms"])
def test_that_letters_which_only_fold_to_latin_ones_end_no_document_pass(text: str) -> None:
    assert heading_number(text) is not None
