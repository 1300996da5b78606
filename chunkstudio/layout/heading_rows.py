"""Numbered headings that a parser took for a row of a table: text with names in its margin looks like two columns.

Such a row holds nothing else, its number comes next in the document, and it looks as headings of that depth do.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import replace

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import HeadingNumber, heading_number
from chunkstudio.layout.heading_rules import HEADING_CLASSES, HeadingContext, HeadingView, not_a_heading
from chunkstudio.layout.model import Line, TableCell, TableGrid, union

_RULE = "heading.table-row"
_BLANKS = re.compile(r"\s+")


def split_tables(pages: Sequence[list[DraftBox]], context: HeadingContext) -> None:
    """Cut the tables of all pages at such rows, in place: what stands above and below stays a table."""
    numbered = [view for view in map(context.view, _headings(pages)) if view.number is not None]
    looks = {view.key for view in numbered if view.number is not None and view.number.scheme == "decimal"}
    known = {view.number.parts for view in numbered if view.number is not None and view.number.scheme == "decimal"}
    if not looks:
        return
    for page in pages:
        if any(box.table is not None for box in page):
            page[:] = [part for box in page for part in _cut(box, looks, known, context)]


def _headings(pages: Sequence[Sequence[DraftBox]]) -> list[DraftBox]:
    return [box for page in pages for box in page if box.box_class in HEADING_CLASSES]


def _cut(
    box: DraftBox, looks: Container[tuple[object, ...]], known: set[tuple[int, ...]], context: HeadingContext
) -> list[DraftBox]:
    grid = box.table
    if box.box_class != "table" or grid is None or len(grid.row_rects) != grid.rows:
        return [box]
    parts: list[DraftBox] = []
    first = 0
    for row, cell in _lone_cells(grid):
        view = _view(box, grid, cell, context)
        number = view.number if view is not None else None
        if view is None or number is None or view.key not in looks or not _comes_next(number.parts, known):
            continue
        if not _may_be_heading(view, number, context):
            continue
        known.add(number.parts)
        if row > first:
            parts.append(_rows(box, grid, first, row))
        parts.append(view.box)
        first = row + 1
    if not parts:
        return [box]
    return [*parts, _rows(box, grid, first, grid.rows)] if first < grid.rows else parts


def _lone_cells(grid: TableGrid) -> list[tuple[int, TableCell]]:
    """The rows that hold one cell only, which opens with a digit; top to bottom."""
    rows: dict[int, list[TableCell]] = {}
    for cell in grid.cells:
        if cell.text.strip():
            for row in range(cell.row, cell.row + cell.row_span):
                rows.setdefault(row, []).append(cell)
    return [(row, cells[0]) for row, cells in sorted(rows.items()) if len(cells) == 1 and cells[0].text.lstrip()[:1].isdigit()]


def _view(box: DraftBox, grid: TableGrid, cell: TableCell, context: HeadingContext) -> HeadingView | None:
    """The row as a heading box, if its words are a decimal number with a title and stand on lines of their own."""
    number = heading_number(cell.text)
    if number is None or number.scheme != "decimal" or not number.rest or cell.row_span != 1:
        return None
    rect = grid.row_rects[cell.row]
    lines = tuple(line for line in box.lines if rect[1] <= _middle(line) <= rect[3])
    if not lines or _letters(" ".join(line.text for line in lines)) != _letters(cell.text):
        return None
    piece = box.copy()
    piece.table = None
    piece.lines, piece.rect = lines, union([line.rect for line in lines])
    piece.turn_into("section-header", _RULE, number=number.printed, row=cell.row)
    return context.view(piece)


def _may_be_heading(view: HeadingView, number: HeadingNumber, context: HeadingContext) -> bool:
    """True unless rules speak against it. Rows and lines of listings are numbered with single numbers in the size of text."""
    single = number.depth < 2 and view.style.size < 1.08 * context.body.size
    return not single and not_a_heading(view, context, ()) is None


def _letters(text: str) -> str:
    return _BLANKS.sub("", text)


def _comes_next(parts: tuple[int, ...], known: Container[tuple[int, ...]]) -> bool:
    """True for a number that no heading has, and that is the first below a known one or the next beside it."""
    above, own = parts[:-1], parts[-1]
    return parts not in known and ((*above, own - 1) in known or (own == 1 and above in known))


def _rows(box: DraftBox, grid: TableGrid, start: int, stop: int) -> DraftBox:
    """The rows from ``start`` up to ``stop`` as a table box of its own."""
    rects = grid.row_rects[start:stop]
    cells = tuple(
        replace(cell, row=max(cell.row, start) - start, row_span=min(cell.row + cell.row_span, stop) - max(cell.row, start))
        for cell in grid.cells
        if cell.row < stop and cell.row + cell.row_span > start
    )
    top, bottom = rects[0][1], rects[-1][3]
    part = box.copy()
    part.table = TableGrid(
        stop - start, grid.columns, cells, min(grid.header_rows, stop) if start == 0 else 0, rects, grid.source
    )
    part.lines = tuple(line for line in box.lines if top <= _middle(line) <= bottom)
    part.rect = union(list(rects))
    part.note("split", _RULE, row=start)
    return part


def _middle(line: Line) -> float:
    return (line.rect[1] + line.rect[3]) / 2
