"""One table region becomes a grid of cells: words, a parser's lines if there are any, and ruled lines taken together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from chunkstudio.layout.geometry import Frame, height, main_frame, share_inside, to_frame, width
from chunkstudio.layout.model import Line, Rect, TableCell, TableGrid
from chunkstudio.layout.table_cells import Cell, cells_of, deepen_titles, widen_titles
from chunkstudio.layout.table_columns import added_cuts, fitted_cuts, without_mark_columns
from chunkstudio.layout.table_headers import header_row_count
from chunkstudio.layout.table_rows import Row, rows_by_gaps, rows_by_lines
from chunkstudio.layout.table_words import bands_of, words_of

Source = Literal["html", "ruled", "aligned"]


def build_table(
    lines: Sequence[Line],
    rect: Rect,
    rules: Sequence[Rect],
    row_lines: Sequence[float] | None = None,
    column_lines: Sequence[float] | None = None,
    source: Source = "html",
) -> TableGrid | None:
    """The grid of the table in ``rect`` (points of the displayed page), or None where it has no text.

    ``lines`` are those of the table alone. ``row_lines`` and ``column_lines`` are a parser's guesses of where rows and
    columns part, in y and x; without them the gaps between words decide. Cell texts come from ``lines`` only.
    """
    frame = main_frame(lines) if lines else "upright"
    if frame in ("mirrored", "turned"):
        frame = "upright"
    words = words_of(lines, frame)
    if not words:
        return None
    if frame != "upright":
        row_lines = column_lines = None
    box, ruled = to_frame(rect, frame), [to_frame(r, frame) for r in rules]
    bands = bands_of(words)
    left, right = min(w.x0 for w in words), max(w.x1 for w in words)
    full = _full_width_rules(ruled, box, left, right)
    cuts = fitted_cuts(bands, column_lines or (), left, right)
    cuts = without_mark_columns(bands, added_cuts(bands, cuts, left, right))
    rows = rows_by_lines(bands, cuts, row_lines, full) if row_lines is not None else rows_by_gaps(bands, cuts, full)
    table = cells_of(rows, cuts)
    header_rows = header_row_count(table, len(cuts) + 1)
    across = [r for r in ruled if width(r) > height(r)]
    widen_titles(table, header_rows, across, len(cuts) + 1)
    deepen_titles(table, header_rows, len(cuts) + 1)
    return _grid(table, rows, len(cuts) + 1, header_rows, frame, source)


def lines_of_table(lines: Sequence[Line], rect: Rect) -> list[Line]:
    """The lines of which at least half lies in the table's rectangle."""
    return [line for line in lines if share_inside(line.rect, rect) >= 0.5]


def _full_width_rules(rules: Sequence[Rect], box: Rect, left: float, right: float) -> list[float]:
    """Heights at which horizontal rules cover at least 85 % of the text's width, in one piece or several."""
    flat = sorted((r for r in rules if width(r) > 2 * height(r) and box[1] - 3 <= r[1] <= box[3] + 3), key=lambda r: r[1])
    out: list[float] = []
    index = 0
    while index < len(flat):
        level = [r for r in flat[index:] if r[1] - flat[index][1] <= 1.5]
        covered, end = 0.0, left
        for r in sorted(level):
            start, stop = max(r[0], end), min(r[2], right)
            if stop > start:
                covered, end = covered + stop - start, stop
        if covered >= 0.85 * (right - left):
            out.append((level[0][1] + level[-1][3]) / 2)
        index += len(level)
    return out


def _grid(
    table: Sequence[Sequence[Cell]], rows: Sequence[Row], columns: int, header_rows: int, frame: Frame, source: Source
) -> TableGrid:
    cells: list[TableCell] = []
    for row in table:
        for cell in row:
            cells.append(
                TableCell(
                    row=cell.row,
                    column=cell.first,
                    text=cell.text,
                    row_span=cell.rows,
                    column_span=cell.last - cell.first + 1,
                    header=cell.row < header_rows,
                    rect=from_frame(cell.rect, frame),
                )
            )
    left = min(w.x0 for row in rows for band in row for w in band.words)
    right = max(w.x1 for row in rows for band in row for w in band.words)
    rects = tuple(from_frame((left, row[0].y0, right, max(b.y1 for b in row)), frame) for row in rows)
    cells.sort(key=lambda c: (c.row, c.column))
    return TableGrid(len(rows), columns, tuple(cells), header_rows, rects, source)


def from_frame(rect: Rect, frame: Frame) -> Rect:
    """A rectangle of a reading frame back in the displayed page."""
    x0, y0, x1, y1 = rect
    if frame == "down":
        return (-y1, x0, -y0, x1)
    if frame == "up":
        return (y0, -x1, y1, -x0)
    if frame == "turned":
        return (-x1, -y1, -x0, -y0)
    if frame == "mirrored":
        return (-x1, y0, -x0, y1)
    return rect


def is_degenerate(grid: TableGrid) -> bool:
    """True for what is no table: one row or column only, or hardly a cell filled."""
    if grid.rows < 2 or grid.columns < 2:
        return True
    filled = {(c.row, c.column) for c in grid.cells if c.text.strip()}
    return len(filled) < 3 or len({c for _, c in filled}) < 2 or len({r for r, _ in filled}) < 2
