"""One table region becomes a grid of cells: words, a parser's lines if there are any, and ruled lines taken together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from chunkstudio.layout.geometry import Frame, height, main_frame, share_inside, to_frame, width
from chunkstudio.layout.model import Line, Rect, TableCell, TableGrid, union
from chunkstudio.layout.table_cells import Cell, cells_of, widen_labels
from chunkstudio.layout.table_columns import added_cuts, fitted_cuts, without_mark_columns
from chunkstudio.layout.table_headers import header_band_count
from chunkstudio.layout.table_merges import merge_by_rules
from chunkstudio.layout.table_rows import Row, rows_by_gaps, rows_by_lines
from chunkstudio.layout.table_splits import part_rect, side_by_side
from chunkstudio.layout.table_titles import Frame as HeaderFrame
from chunkstudio.layout.table_titles import header_cells
from chunkstudio.layout.table_trim import trimmed
from chunkstudio.layout.table_words import Band, bands_of, words_of

Source = Literal["html", "ruled", "aligned"]


def build_tables(
    lines: Sequence[Line],
    rect: Rect,
    rules: Sequence[Rect],
    row_lines: Sequence[float] | None = None,
    column_lines: Sequence[float] | None = None,
    source: Source = "html",
) -> list[tuple[Rect, TableGrid]]:
    """The tables in one box with their rectangles: usually one; parts that repeat their header side by side are several.

    Parameters as in :func:`build_table`. A rectangle leaves out what was in the box but isn't the table's.
    """
    grid = build_table(lines, rect, rules, row_lines, column_lines, source)
    return [(part_rect(part, rect), part) for part in side_by_side(grid)] if grid is not None else []


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
    bands = bands_of(words)
    sides = (min(w.x0 for w in words), max(w.x1 for w in words))
    box = to_frame(rect, frame)
    ruled = [r for r in (to_frame(rule, frame) for rule in rules) if box[1] - 4.0 <= r[3] and r[1] <= box[3] + 4.0]
    full = _full_width_rules(ruled, box, *sides)
    bands = trimmed(bands, full)
    cuts = fitted_cuts(bands, column_lines or (), *sides)
    cuts = without_mark_columns(bands, added_cuts(bands, cuts, *sides))
    count = header_band_count(bands, _rows(bands, cuts, row_lines, full), cuts, full)
    body = _rows(bands[count:], cuts, row_lines, full)
    table, heights, header_rows = _cells(bands[:count], body, cuts, joined_rules(ruled), row_lines)
    return _grid(table, heights, sides, len(cuts) + 1, header_rows, frame, source)


def _cells(
    header_bands: Sequence[Band],
    body: Sequence[Row],
    cuts: Sequence[float],
    rules: Sequence[Rect],
    row_lines: Sequence[float] | None,
) -> tuple[list[list[Cell]], list[tuple[float, float]], int]:
    """Cells by row, each row's top and bottom, and how many rows are header."""
    columns = len(cuts) + 1
    table = cells_of(body, cuts)
    widen_labels(table, _extents(table, columns))
    header, heights = header_cells(header_bands, HeaderFrame(cuts, _extents(table, columns), rules, row_lines))
    heights += [(row[0].y0, max(b.y1 for b in row)) for row in body]
    for cell in (cell for row in table for cell in row):
        cell.row += len(header)
    table = [*header, *table]
    merge_by_rules(table, heights, _extents(table, columns), rules, len(header))
    return table, heights, len(header)


def _rows(bands: Sequence[Band], cuts: Sequence[float], row_lines: Sequence[float] | None, full: Sequence[float]) -> list[Row]:
    return rows_by_lines(bands, cuts, row_lines, full) if row_lines is not None else rows_by_gaps(bands, cuts, full)


def joined_rules(rules: Sequence[Rect]) -> list[Rect]:
    """Rules of which pieces on one level that touch end to end are put together, as tables drawn cell by cell have them."""
    flat = [r for r in rules if width(r) > height(r)]
    out = [r for r in rules if width(r) <= height(r)]
    for rule in sorted(flat, key=lambda r: (round((r[1] + r[3]) / 2), r[0])):
        if (
            out
            and abs(out[-1][1] - rule[1]) <= 1.2
            and abs(out[-1][3] - rule[3]) <= 1.2
            and -2.0 <= rule[0] - out[-1][2] <= 1.5
        ):
            out[-1] = union([out[-1], rule])
        else:
            out.append(rule)
    return out


def _extents(table: Sequence[Sequence[Cell]], columns: int) -> list[tuple[float, float] | None]:
    """Where the text of each column begins and ends, by its cells of one column."""
    extents: list[tuple[float, float] | None] = [None] * columns
    for row in table:
        for cell in row:
            if cell.first == cell.last:
                x0, _, x1, _ = cell.rect
                old = extents[cell.first]
                extents[cell.first] = (x0, x1) if old is None else (min(old[0], x0), max(old[1], x1))
    return extents


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
    table: Sequence[Sequence[Cell]],
    heights: Sequence[tuple[float, float]],
    sides: tuple[float, float],
    columns: int,
    header_rows: int,
    frame: Frame,
    source: Source,
) -> TableGrid:
    cells = [
        TableCell(
            row=cell.row,
            column=cell.first,
            text=cell.text,
            row_span=cell.rows,
            column_span=cell.last - cell.first + 1,
            header=cell.row < header_rows,
            rect=from_frame(cell.rect, frame),
        )
        for row in table
        for cell in row
    ]
    cells.sort(key=lambda c: (c.row, c.column))
    rects = tuple(from_frame((sides[0], top, sides[1], bottom), frame) for top, bottom in heights)
    return TableGrid(len(heights), columns, tuple(cells), header_rows, rects, source)


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
