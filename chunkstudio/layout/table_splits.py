"""One box, several tables: parts that stand side by side and repeat the same column titles."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.layout.model import Rect, TableGrid, union

_MOST_PARTS = 6


def side_by_side(grid: TableGrid) -> list[TableGrid]:
    """The parts of a table whose header repeats a run of two or more titles from left to right; else the table alone."""
    for parts in range(_MOST_PARTS, 1, -1):
        if grid.columns % parts or grid.columns // parts < 2:
            continue
        size = grid.columns // parts
        if _repeats(grid, parts, size):
            return [_part(grid, number * size, size) for number in range(parts)]
    return [grid]


def _repeats(grid: TableGrid, parts: int, size: int) -> bool:
    if grid.header_rows == 0 or any(c.column // size != (c.column + c.column_span - 1) // size for c in grid.cells):
        return False
    titles = [[text.casefold().strip() for text in row] for row in grid.grid()[: grid.header_rows]]
    first = [row[:size] for row in titles]
    if not all(any(row[column] for row in first) for column in range(size)):
        return False
    return all([row[n * size : (n + 1) * size] for row in titles] == first for n in range(1, parts))


def _part(grid: TableGrid, start: int, size: int) -> TableGrid:
    """The columns from ``start`` on as a table of its own; rows that are empty there are left out."""
    cells = [c for c in grid.cells if start <= c.column < start + size]
    used = sorted({row for c in cells for row in range(c.row, c.row + c.row_span)})
    place = {row: index for index, row in enumerate(used)}
    moved = tuple(replace(c, row=place[c.row], column=c.column - start) for c in cells)
    sides = union([c.rect for c in cells if c.rect is not None])
    rects = tuple(_within(grid.row_rects[row], sides) for row in used)
    header_rows = sum(row < grid.header_rows for row in used)
    return TableGrid(len(used), size, moved, header_rows, rects, grid.source)


def _within(row: Rect, sides: Rect) -> Rect:
    return (sides[0], row[1], sides[2], row[3])


def part_rect(grid: TableGrid, whole: Rect) -> Rect:
    """The rectangle of a table within its box: its rows, and the box's edges where the table reaches them to 12 points."""
    used = union(list(grid.row_rects))
    edges = [b if abs(a - b) <= 12.0 else a for a, b in zip(used, whole, strict=True)]
    return (min(edges[0], used[0]), min(edges[1], used[1]), max(edges[2], used[2]), max(edges[3], used[3]))
