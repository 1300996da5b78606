"""Footnotes that a parser called text or list are told by the raised marks that send the reader to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from chunkstudio.layout.model import BoxClass, LayoutBox, Line, TableCell, TableGrid
from tests.layout.made_pages import BOLD, WIDTH, block, body, document, line, page, region, rule_ids

NOTE = "1) The keeper's ledger of 1931."


def bearing(*marks: str, x: float = 72, y: float = 60, size: float = 10.0) -> list[Line]:
    """A paragraph of which each line bears one of the raised marks."""
    return [
        line("The gate is opened by the keeper at low tide.", x, y + 12 * i, size, raised=(m,)) for i, m in enumerate(marks)
    ]


def boxes(*parts: tuple[BoxClass, Sequence[Line]], **fields: object) -> list[LayoutBox]:
    """The boxes of one page in reading order."""
    return document(page([*parts], **fields)).boxes()


def notes(*parts: tuple[BoxClass, Sequence[Line]], **fields: object) -> list[str]:
    """The texts of its footnotes."""
    return [box.text for box in boxes(*parts, **fields) if box.box_class == "footnote"]


@pytest.mark.parametrize("mark", ["1)", "(1)", "1", "1."])
@pytest.mark.parametrize("box_class", ["text", "list-item"])
def test_that_small_text_with_a_raised_mark_of_the_page_is_a_footnote(mark: str, box_class: BoxClass) -> None:
    text = f"{mark} The keeper's ledger of 1931."
    assert notes(("text", bearing("1")), (box_class, [line(text, 72, 700, 8)])) == [text]


@pytest.mark.parametrize(
    ("mark", "text"), [("*", "* Until the flood."), ("a", "(a) Until the flood."), ("†", "†Until the flood.")]
)
def test_that_stars_daggers_and_letters_are_marks(mark: str, text: str) -> None:
    assert notes(("text", bearing(mark)), ("text", [line(text, 72, 700, 8)])) == [text]


def test_that_a_list_whose_numbers_nothing_bears_stays_a_list() -> None:
    assert notes(("text", body(72, 60)), ("list-item", [line(NOTE, 72, 700, 8)])) == []
    assert notes(("text", bearing("2")), ("list-item", [line(NOTE, 72, 700, 8)])) == []


def test_that_a_list_in_the_type_of_the_text_stays_a_list() -> None:
    assert notes(("text", bearing("1")), ("list-item", [line(NOTE, 72, 700, 10)])) == []


def test_that_a_number_of_the_sentence_is_no_mark() -> None:
    assert notes(("text", bearing("1")), ("text", [line("1.5 million crates were moved.", 72, 700, 8)])) == []


@pytest.mark.parametrize("words", ["120 m² of floor", "120 m2 and 4 km2", "the x² of it", "3 × 10² crates", "4 ft 2 of floor"])
def test_that_the_power_of_a_unit_sends_to_no_note(words: str) -> None:
    bearer = line(f"The keeper sees {words} on the pier.", 72, 60, 10, raised=("2",))
    items = [("list-item", [line(f"{n}. Wipe the lamp.", 72, 660 + 11 * n, 8)]) for n in (1, 2, 3)]
    assert notes(("text", [bearer]), *items) == []


@pytest.mark.parametrize("words", ["120 m² of floor² there", "the gate² there", "the year 1931 2 there", "the UK² of it"])
def test_that_a_mark_beside_a_power_still_sends_to_its_note(words: str) -> None:
    bearer = line(f"The keeper sees {words} on the pier.", 72, 60, 10, raised=("2",))
    note = "2. The keeper's ledger."
    assert notes(("text", [bearer]), ("text", [line(note, 72, 700, 8)])) == [note]


def test_that_a_piece_of_a_formula_is_no_note() -> None:
    assert notes(("text", bearing("3")), ("text", [line("3 sin 3x", 72, 700, 8)])) == []


def test_that_entries_below_the_heading_of_a_bibliography_are_no_notes() -> None:
    heading = ("section-header", [line("References", 72, 640, 12, **BOLD)])
    assert notes(("text", bearing("1", "2")), heading, ("list-item", [line("1. Ada, The Tides.", 72, 660, 8)])) == []  # type: ignore[arg-type]


def test_that_a_note_in_the_upper_half_needs_a_ruled_line() -> None:
    parts: list[tuple[BoxClass, Sequence[Line]]] = [
        ("text", bearing("1")),
        ("list-item", [line(NOTE, 72, 200, 8)]),
        ("text", body(72, 400)),
    ]
    assert notes(*parts) == []
    assert notes(*parts, rules=((72.0, 192.0, 200.0, 192.5),)) == [NOTE]


def test_that_text_right_below_a_note_in_its_type_belongs_to_it() -> None:
    below = [line("② By the tide mark.", 80, 712, 8)]
    found = boxes(("text", bearing("1")), ("list-item", [line(NOTE, 72, 700, 8)]), ("list-item", below))
    assert [box.box_class for box in found] == ["text", "footnote", "footnote"]
    assert "note.goes-on" in rule_ids(found[2])
    assert notes(
        ("text", bearing("1")), ("text", [line(NOTE, 72, 700, 8)]), ("text", [line("By the tide mark.", 72, 740, 8)])
    ) == [NOTE]


def test_that_several_notes_in_one_box_become_one_for_each() -> None:
    found = notes(
        ("text", bearing("1", "2")), ("list-item", block(["1 By the ledger.", "2 By the tide mark."], 72, 700, 8, 10))
    )
    assert found == ["1 By the ledger.", "2 By the tide mark."]


def test_that_a_mark_in_the_other_column_is_one_of_the_page() -> None:
    left, right = bearing("1", y=720), [line(NOTE, 330, 600, 8)]
    assert notes(("text", left), ("text", right)) == [NOTE]
    assert notes(("text", bearing("1", y=740)), ("text", [line(NOTE, 72, 600, 8)])) == []


def test_that_notes_right_below_a_table_follow_it() -> None:
    cells = [line("Upper gate", 72, 120, raised=("1",)), line("12", 300, 120)]
    rows = ((72.0, 120.0, 310.0, 130.0),)
    grid = TableGrid(1, 2, (TableCell(0, 0, "Upper gate1"), TableCell(0, 1, "12")), 0, rows)
    below = [("footnote", [line(f"{n}) The keeper's ledger.", 72, 128 + 12 * n, 8)]) for n in (1, 2, 3)]
    made = page([("table", cells), *below, ("text", body(72, 300, 6))])  # type: ignore[list-item]
    found = document(replace(made, regions=(region(cells, "table", grid), *made.regions[1:]))).boxes()
    assert [box.box_class for box in found] == ["table", "footnote", "footnote", "footnote", "text"]


def test_that_notes_which_close_a_part_of_the_page_come_before_the_next() -> None:
    heading = [line("5.2 Background", 72, 500, 12, **BOLD)]
    rule = (72.0, 440.0, 300.0, 440.5)
    found = boxes(
        ("text", bearing("1")),
        ("list-item", [line(NOTE, 72, 446, 8)]),
        ("section-header", heading),
        ("text", body(72, 520)),
        rules=(rule,),
    )
    assert [box.box_class for box in found] == ["text", "footnote", "section-header", "text"]


def test_that_notes_at_the_foot_of_a_column_come_after_the_next_column() -> None:
    right = WIDTH / 2 + 12
    found = boxes(("text", bearing("1")), ("list-item", [line(NOTE, 72, 700, 8)]), ("text", body(right, 60, 8)))
    assert [box.box_class for box in found] == ["text", "text", "footnote"]
