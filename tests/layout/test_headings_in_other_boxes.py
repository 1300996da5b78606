"""Headings that a parser takes for something else, and lines of a form's cover that it takes for headings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from chunkstudio.layout.model import BoxClass, Line, ParsedPage, Region, TableCell, TableGrid, union
from tests.layout.made_pages import BOLD, FILLER, block, body, document, headings, line, of_class, page, region

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


def _with_margin_names(title: str, style: dict[str, object]) -> ParsedPage:
    """A page with two sections, and a table of three rows whose middle one holds a title only."""
    opened = page([numbered("2 Gates", 60), ("text", body(72, 80, 3)), numbered("2.1 Locks", 130), ("text", body(72, 150, 3))])
    rows = [
        [line("upper", 30, 220), line("It opens at dawn.", 72, 220)],
        [line(title, 72, 250, 12, **style)],
        [line("lower", 30, 280), line("It is shut at night.", 72, 280)],
    ]
    cells = tuple(
        TableCell(r, 2 - len(row) + c, one.text, rect=one.rect) for r, row in enumerate(rows) for c, one in enumerate(row)
    )
    sides = union([one.rect for row in rows for one in row])
    rects = tuple((sides[0], row[0].rect[1], sides[2], row[0].rect[3]) for row in rows)
    grid = TableGrid(3, 2, cells, 0, rects)
    table = Region(sides, "table", grid, rule="made.table")
    lines = tuple(one for row in rows for one in row)
    after = body(72, 310)
    return replace(opened, lines=(*opened.lines, *lines, *after), regions=(*opened.regions, table, region(after)))


def test_that_a_row_that_is_the_next_numbered_heading_parts_the_table() -> None:
    layout = document(_with_margin_names("2.2 Piers", BOLD))
    assert [box.text for box in of_class(layout, "section-header")] == ["2 Gates", "2.1 Locks", "2.2 Piers"]
    tables = [box.table.grid() for box in of_class(layout, "table") if box.table is not None]
    assert tables == [[["upper", "It opens at dawn."]], [["lower", "It is shut at night."]]]
    order = [box.box_class for box in layout.boxes()]
    assert order[-4:] == ["table", "section-header", "table", "text"]


@pytest.mark.parametrize(("title", "style"), [("2.7 Piers", BOLD), ("2.2 Piers", {}), ("2.1 Locks", BOLD), ("Piers", BOLD)])
def test_that_other_rows_of_one_cell_stay_in_their_table(title: str, style: dict[str, object]) -> None:
    layout = document(_with_margin_names(title, style))
    assert [box.text for box in of_class(layout, "section-header")] == ["2 Gates", "2.1 Locks"]
    assert len(of_class(layout, "table")) == 1


def _plain_titled(title: str, below: float = 4.0) -> list[str]:
    """The headings of a page on which a line in the type of text stands between paragraphs."""
    parts = [numbered("2 Gates", 60), ("text", body(72, 80, 3)), ("text", [line(title, 72, 140)])]
    return [box.text for box in headings(page([*parts, ("text", body(72, 150 + below, 3))]))]


def test_that_a_number_of_several_parts_with_a_title_that_stands_apart_is_a_heading_in_the_type_of_text() -> None:
    assert _plain_titled("2.1 The upper gate") == ["2 Gates", "2.1 The upper gate"]
    assert _plain_titled("2.1. pH of the upper basin") == ["2 Gates", "2.1. pH of the upper basin"]


@pytest.mark.parametrize(
    "title", ["2.1 The gate is shut at night.", "2.1 metres of water", "2.4 The upper gate", "1 The upper gate", "3.1 Piers"]
)
def test_that_a_number_in_the_type_of_text_that_is_not_the_one_to_come_or_opens_a_sentence_is_none(title: str) -> None:
    assert _plain_titled(title) == ["2 Gates"]


def test_that_a_numbered_line_with_as_much_white_below_as_above_is_no_heading() -> None:
    assert _plain_titled("2.1 The upper gate", below=24.0) == ["2 Gates"]


def test_that_the_title_of_a_numbered_part_may_hold_a_sign_of_addresses() -> None:
    titles = ("2.1 Making of \\lock@open", "2.2 keeper@harbour.example")
    parts = [numbered("2 Gates", 60), ("text", body(72, 80, 3))]
    for n, title in enumerate(titles):
        parts += [numbered(title, 140 + 80 * n), ("text", body(72, 160 + 80 * n, 3))]
    assert [box.text for box in headings(page(parts))] == ["2 Gates", titles[0]]
