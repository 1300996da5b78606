"""Notes below a table are told from lists by the marks in its cells."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.layout.model import BoxClass, Line, TableCell, TableGrid
from tests.layout.made_pages import block, body, document, line, page

ROWS = [["Gate", "Opened", "Shut (1)"], ["Upper", "12", "14"], ["Lower*", "9", "(2)"]]


def printed(*items: tuple[BoxClass, list[Line]]) -> list[tuple[BoxClass, str]]:
    """Class and text of what stands below a table on a page with such boxes."""
    cells = tuple(TableCell(r, c, text, header=r == 0) for r, row in enumerate(ROWS) for c, text in enumerate(row))
    rects = tuple((72.0, 200.0 + 14 * r, 300.0, 210.0 + 14 * r) for r in range(len(ROWS)))
    lines = [line(text, 72 + 90 * c, 200 + 14 * r) for r, row in enumerate(ROWS) for c, text in enumerate(row)]
    parsed = page([("text", body(72, 100, 4)), ("table", lines), *items])
    grid = TableGrid(len(ROWS), len(ROWS[0]), cells, 1, rects)
    regions = tuple(replace(region, table=grid if region.box_class == "table" else None) for region in parsed.regions)
    boxes = document(replace(parsed, regions=regions)).boxes()
    assert [box.box_class for box in boxes[:2]] == ["text", "table"]
    return [(box.box_class, box.text) for box in boxes[2:]]


def notes(*texts: str, y: float = 250.0) -> list[str]:
    """Which of some texts below the table are notes of it."""
    items: list[tuple[BoxClass, list[Line]]] = [("list-item", [line(text, 72, y + 12 * n)]) for n, text in enumerate(texts)]
    return [text for box_class, text in printed(*items, ("text", body(72, 400, 4))) if box_class == "footnote"]


def test_that_texts_with_the_marks_of_a_tables_cells_are_its_notes() -> None:
    texts = ("(1) Counted at the tide mark.", "(2) By hand.")
    assert notes(*texts) == list(texts)
    assert notes("* Rebuilt in 1931.") == ["* Rebuilt in 1931."]


def test_that_a_list_below_a_table_without_its_marks_stays_a_list() -> None:
    assert notes("(3) Open the sluice.", "(4) Shut the gate.") == []
    assert notes("(2) Open the sluice.", "(3) Shut the gate.") == []


def test_that_a_list_further_down_is_no_note_of_the_table() -> None:
    assert notes("(1) Open the sluice.", y=310.0) == []


def test_that_the_text_below_the_notes_is_none() -> None:
    below = printed(("list-item", [line("(1) By the tide mark.", 72, 250)]), ("text", block(["It rose."] * 3, 72, 264)))
    assert [box_class for box_class, _ in below] == ["footnote", "text"]
