"""Lines of one box: rows, order within rows, and the typical line distance. Works in the box's reading frame."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from chunkstudio.layout.geometry import Frame, height, same_row, to_frame
from chunkstudio.layout.model import Line


def rows_of(lines: Sequence[Line], frame: Frame) -> list[list[Line]]:
    """Lines grouped into printed rows, top to bottom, each row from its reading start to its end."""
    placed = sorted(lines, key=lambda line: _key(line, frame))
    rows: list[list[Line]] = []
    for line in placed:
        row = rows[-1] if rows else None
        if row is not None and any(same_row(to_frame(line.rect, frame), to_frame(other.rect, frame)) for other in row):
            row.append(line)
        else:
            rows.append([line])
    for row in rows:
        row.sort(key=lambda line: to_frame(line.rect, frame)[0])
    return rows


def in_reading_order(lines: Sequence[Line], frame: Frame) -> tuple[Line, ...]:
    """Lines row by row."""
    return tuple(line for row in rows_of(lines, frame) for line in row)


def row_gaps(rows: Sequence[Sequence[Line]], frame: Frame) -> list[float]:
    """White space in points between each row and the next (negative where they overlap)."""
    bottoms = [max(to_frame(line.rect, frame)[3] for line in row) for row in rows]
    tops = [min(to_frame(line.rect, frame)[1] for line in row) for row in rows]
    return [tops[i + 1] - bottoms[i] for i in range(len(rows) - 1)]


def usual_height(lines: Sequence[Line], frame: Frame) -> float:
    """Median height of the lines in points (1.0 at least)."""
    return max(1.0, median([height(to_frame(line.rect, frame)) for line in lines])) if lines else 1.0


def _key(line: Line, frame: Frame) -> tuple[float, float]:
    x0, y0, _, y1 = to_frame(line.rect, frame)
    return ((y0 + y1) / 2, x0)
