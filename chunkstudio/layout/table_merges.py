"""Cells that rules show to be one: where a table draws lines between cells, a missing line joins places."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.geometry import height, width
from chunkstudio.layout.model import Rect
from chunkstudio.layout.table_cells import Cell
from chunkstudio.layout.table_words import is_value

Extent = tuple[float, float]
_SLACK = 3.0


def merge_by_rules(
    table: Sequence[list[Cell]],
    heights: Sequence[Extent],
    extents: Sequence[Extent | None],
    rules: Sequence[Rect],
    header_rows: int,
) -> None:
    """Widen and deepen cells in place. ``heights`` are the rows' tops and bottoms, ``extents`` the columns' sides."""
    tall = [r for r in rules if height(r) > width(r)]
    flat = [r for r in rules if width(r) > height(r)]
    if tall:
        _widen(table, heights, extents, tall)
    if flat:
        _deepen(table, heights, extents, flat, header_rows)


def _widen(
    table: Sequence[list[Cell]], heights: Sequence[Extent], extents: Sequence[Extent | None], tall: Sequence[Rect]
) -> None:
    columns = len(extents)
    drawn = [[_upright_at(cut, row, extents, heights, tall) for cut in range(columns - 1)] for row in range(len(heights))]
    usual = [sum(row[cut] for row in drawn) >= 0.5 * len(drawn) for cut in range(columns - 1)]
    for number, row in enumerate(table):
        for place, cell in enumerate(row):
            if cell.rows > 1 or is_value(cell.text):
                continue
            low = row[place - 1].last + 1 if place else 0
            high = row[place + 1].first - 1 if place + 1 < len(row) else columns - 1
            while cell.last < high and usual[cell.last] and not drawn[number][cell.last]:
                cell.last += 1
            while cell.first > low and usual[cell.first - 1] and not drawn[number][cell.first - 1]:
                cell.first -= 1


def _upright_at(cut: int, row: int, extents: Sequence[Extent | None], heights: Sequence[Extent], tall: Sequence[Rect]) -> bool:
    """Whether an upright rule runs between two columns over most of a row's height."""
    left, right = extents[cut], extents[cut + 1]
    if left is None or right is None:
        return True
    low, high = min(left[1], right[0]) - _SLACK, max(left[1], right[0]) + _SLACK
    top, bottom = heights[row]
    return any(low <= (r[0] + r[2]) / 2 <= high and min(r[3], bottom) - max(r[1], top) > 0.5 * (bottom - top) for r in tall)


def _deepen(
    table: Sequence[list[Cell]],
    heights: Sequence[Extent],
    extents: Sequence[Extent | None],
    flat: Sequence[Rect],
    header_rows: int,
) -> None:
    held: dict[tuple[int, int], Cell] = {}
    for cells in table:
        for cell in cells:
            for r in range(cell.row, cell.row + cell.rows):
                for c in range(cell.first, cell.last + 1):
                    held[r, c] = cell
    parted = [_level_over(row, extents, heights, flat) for row in range(len(heights) - 1)]
    body = parted[header_rows:]
    if 2 * sum(any(row) for row in body) < len(body):
        return
    for column in range(len(extents)):
        if extents[column] is None or not any(row[column] for row in body):
            continue
        start = header_rows
        for row in range(header_rows + 1, len(heights) + 1):
            if row < len(heights) and any(parted[row - 1]) and not parted[row - 1][column]:
                continue
            if row - start > 1:
                _join_rows(table, held, column, start, row)
            start = row


def _level_over(row: int, extents: Sequence[Extent | None], heights: Sequence[Extent], flat: Sequence[Rect]) -> list[bool]:
    """For each column, whether a level rule parts a row from the next one there."""
    top = min(heights[row][1], heights[row + 1][0]) - _SLACK
    bottom = max(heights[row][1], heights[row + 1][0]) + _SLACK
    near = [r for r in flat if top <= (r[1] + r[3]) / 2 <= bottom]
    out: list[bool] = []
    for extent in extents:
        if extent is None:
            out.append(False)
            continue
        covered = sum(max(0.0, min(r[2], extent[1]) - max(r[0], extent[0])) for r in near)
        out.append(covered > 0.5 * (extent[1] - extent[0]))
    return out


def _join_rows(table: Sequence[list[Cell]], held: dict[tuple[int, int], Cell], column: int, start: int, stop: int) -> None:
    """Make the cells of one column in some rows one cell, if all but wrapped text is in one of them."""
    cells: list[Cell] = []
    for row in range(start, stop):
        cell = held.get((row, column))
        if cell is not None and cell not in cells:
            cells.append(cell)
    if not cells or any(c.first != column or c.last != column for c in cells) or cells[0].row < start:
        return
    if (len(cells) > 1 and any(is_value(c.text) for c in cells)) or len(cells) == stop - start:
        return
    first = cells[0]
    table[first.row].remove(first)
    for other in cells[1:]:
        first.words += other.words
        table[other.row].remove(other)
    first.row, first.rows = start, stop - start
    table[start].append(first)
    table[start].sort(key=lambda c: c.first)
    for row in range(start, stop):
        held[row, column] = first
