"""Tables of pages that are read from right to left: their first column is the rightmost one."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.layout.model import TableGrid


def mirrored(grid: TableGrid) -> TableGrid:
    """The grid with its columns in the opposite order; rows, spans, header rows and the cells' places on the page stay."""
    cells = [replace(cell, column=grid.columns - cell.column - cell.column_span) for cell in grid.cells]
    return replace(grid, cells=tuple(sorted(cells, key=lambda cell: (cell.row, cell.column))))
