"""Headings that a parser takes for something else, and lines of a form's cover that it takes for headings."""

from __future__ import annotations

import pytest

from chunkstudio.layout.model import BoxClass, Line
from tests.layout.made_pages import BOLD, FILLER, block, body, headings, line, page

MONO: dict[str, object] = {"mono": True, "font": "Made-Mono"}


def numbered(text: str, y: float) -> tuple[BoxClass, list[Line]]:
    """A heading of the document's usual look."""
    return "section-header", [line(text, 72, y, 12, **BOLD)]


@pytest.mark.parametrize("box_class", ["code", "text", "list-item", "footnote"])
def test_that_a_numbered_heading_in_typewriter_is_one_in_whatever_box(box_class: BoxClass) -> None:
    name = [line("2.2 open_gate(force)", 72, 240, 12, **{**MONO, "bold": True})]
    listing = [line(text, 90, 262 + 12 * n, 10, **MONO) for n, text in enumerate(("open_gate(1);", "open_gate(2);"))]
    first = [numbered("2 Commands", 60), ("text", body(72, 80, 3)), numbered("2.1 Words", 130), ("text", body(72, 150, 3))]
    found = headings(page([*first, (box_class, name), ("code", listing), ("text", body(72, 310))]))
    assert [box.text for box in found] == ["2 Commands", "2.1 Words", "2.2 open_gate(force)"]


def test_that_a_heading_in_typewriter_is_not_joined_with_the_listing_below() -> None:
    name = line("2.2 open_gate", 72, 240, 12, **{**MONO, "bold": True})
    listing = [line(text, 72, 258 + 12 * n, 10, **MONO) for n, text in enumerate(("open_gate(1);", "open_gate(2);"))]
    first = [numbered("2 Commands", 60), ("text", body(72, 80, 3)), numbered("2.1 Words", 130), ("text", body(72, 150, 3))]
    found = headings(page([*first, ("code", [name]), ("code", listing), ("text", body(72, 310))]))
    assert [box.text for box in found] == ["2 Commands", "2.1 Words", "2.2 open_gate"]


def test_that_a_note_with_a_number_of_one_part_is_no_heading() -> None:
    note = [line("2 See the harbour rules", 72, 700, 12, **BOLD)]
    found = headings(page([numbered("1 Aim", 60), ("text", body(72, 80, 6)), ("footnote", note)]))
    assert [box.text for box in found] == ["1 Aim"]


def test_that_a_bold_number_and_title_at_the_head_of_a_paragraph_are_a_heading() -> None:
    title = line("2.1 The upper gate", 72, 150, 10, **BOLD)
    rest = line("It opens at dawn and is shut before the tide.", 180, 150, 10)
    parts = [numbered("2 Gates", 60), ("text", body(72, 80, 3)), ("text", [title, rest, *block([FILLER] * 2, 72, 162)])]
    assert [box.text for box in headings(page(parts))] == ["2 Gates", "2.1 The upper gate"]


def test_that_a_bold_number_and_words_that_the_sentence_goes_on_with_are_no_heading() -> None:
    title = line("2.1 The upper gate", 72, 150, 10, **BOLD)
    rest = line("opens at dawn and is shut before the tide.", 180, 150, 10)
    parts = [numbered("2 Gates", 60), ("text", body(72, 80, 3)), ("text", [title, rest, *block([FILLER] * 2, 72, 162)])]
    assert [box.text for box in headings(page(parts))] == ["2 Gates"]


def test_that_answers_on_the_cover_of_a_form_are_no_headings() -> None:
    cover: list[tuple[BoxClass, list[Line]]] = [
        ("section-header", [line("HARBOUR OFFICE", 200, 40, 14, **BOLD)]),
        ("section-header", [line("☒ YEARLY REPORT OF A BERTH", 200, 70, 10, **BOLD)]),
        ("section-header", [line("or", 280, 90, 10, **BOLD)]),
        ("section-header", [line("Berth register number 001-38932", 200, 110, 10, **BOLD)]),
        ("text", [line("From _________ to _________", 200, 124)]),
        ("title", [line("The Lower Quay", 200, 140, 20, **BOLD)]),
        ("text", [line("(Exact name of the berth as registered)", 200, 166)]),
        ("section-header", [line("Northshire", 100, 190, 10, **BOLD)]),
        ("text", [line("(Shire in which the berth lies)", 100, 204)]),
        ("section-header", [line("Notes on this form", 72, 240, 10, **BOLD)]),
        ("text", body(72, 260, 6)),
    ]
    inner = page([numbered("1 Aim", 60), ("text", body(72, 80, 8))], 2)
    found = [box.text for box in headings(page(cover), inner)]
    assert found == ["HARBOUR OFFICE", "The Lower Quay", "Notes on this form", "1 Aim"]


def test_that_headings_of_a_first_page_that_is_no_form_stay() -> None:
    first: list[tuple[BoxClass, list[Line]]] = [
        ("title", [line("The Lower Quay", 200, 40, 20, **BOLD)]),
        ("section-header", [line("Gates", 72, 80, 10, **BOLD)]),
        ("text", [line("(in crowns)", 72, 96)]),
        ("text", body(72, 120, 6)),
    ]
    inner = page([numbered("1 Aim", 60), ("text", body(72, 80, 8))], 2)
    assert [box.text for box in headings(page(first), inner)] == ["The Lower Quay", "Gates", "1 Aim"]
