"""Lines of one box: rows, order within rows, and the typical line distance. Works in the box's reading frame."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.geometry import Frame, height, same_row, to_frame
from chunkstudio.layout.model import Line, Rect

_LONG = 40
_ENOUGH = 6
_FLUSH = 3.0
_NEAR = 0.45
_FULL = 25
_STOP = re.compile(r"[.:;!?{}\\]\W*$|\*/\s*$")


def rows_of(lines: Sequence[Line], frame: Frame) -> list[list[Line]]:
    """Lines grouped into printed rows, top to bottom, each row from its reading start to its end."""
    if len(lines) < 2:
        return [[line] for line in lines]
    rects = [to_frame(line.rect, frame) for line in lines]
    placed = sorted([((rect[1] + rect[3]) / 2, rect[0], index) for index, rect in enumerate(rects)])
    rows: list[list[int]] = []
    row: list[int] = []
    for _, _, index in placed:
        rect = rects[index]
        for other in row:
            if same_row(rect, rects[other]):
                row.append(index)
                break
        else:
            row = [index]
            rows.append(row)
    return [
        [lines[index] for index in sorted(row, key=lambda i: rects[i][0])] if len(row) > 1 else [lines[row[0]]] for row in rows
    ]


def in_reading_order(lines: Sequence[Line], frame: Frame) -> tuple[Line, ...]:
    """Lines row by row."""
    return tuple(line for row in rows_of(lines, frame) for line in row)


def row_gaps(rows: Sequence[Sequence[Line]], frame: Frame) -> list[float]:
    """White space in points between each row and the next (negative where they overlap)."""
    bottoms = [max(to_frame(line.rect, frame)[3] for line in row) for row in rows]
    tops = [min(to_frame(line.rect, frame)[1] for line in row) for row in rows]
    return [tops[i + 1] - bottoms[i] for i in range(len(rows) - 1)]


def sentence_runs_on(above: Sequence[Line], below: Sequence[Line]) -> bool:
    """True if one sentence may go on over two rows of upright text: flush, close, the first one full and without a stop."""
    first, last = above[-1], below[0]
    flush = abs(above[0].rect[0] - last.rect[0]) <= _FLUSH
    near = last.rect[1] - first.rect[3] <= _NEAR * max(first.size, last.size)
    return flush and near and len(first.text) >= _FULL and _STOP.search(first.text) is None


def usual_white(placed: Sequence[tuple[Rect, Line]]) -> float:
    """White space in points between lines of running text on a page where most stand equally far apart, else 0.

    ``placed`` are lines with their rectangles in the reading frame; only long lines of one size right below each other at
    one left edge count. In double-spaced text (transcripts, drafts) it is as much as a line is high.
    """
    long = sorted(((rect, line) for rect, line in placed if len(line.text) >= _LONG), key=lambda item: (item[0][1], item[0][0]))
    gaps: list[float] = []
    for (above, upper), (below, lower) in pairwise(long):
        if abs(above[0] - below[0]) <= 3.0 and abs(upper.size - lower.size) <= 0.05 * upper.size and below[1] > above[1]:
            gaps.append(below[1] - above[3])
    if len(gaps) < _ENOUGH:
        return 0.0
    usual = median(gaps)
    alike = sum(abs(gap - usual) <= 0.12 * max(usual, 1.0) for gap in gaps)
    return usual if alike >= 0.6 * len(gaps) else 0.0


def usual_height(lines: Sequence[Line], frame: Frame) -> float:
    """Median height of the lines in points (1.0 at least)."""
    return max(1.0, median([height(to_frame(line.rect, frame)) for line in lines])) if lines else 1.0
