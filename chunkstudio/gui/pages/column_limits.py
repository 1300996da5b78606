"""How wide the column is in which a box stands: pure geometry on one page.

A gap is evidence for columns where two boxes stand side by side; the gap then counts for the heights that such pairs
span, so that the last line of a column is as wide as the lines above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.model import Rect

Limits = tuple[float, float]
"""Left and right end of a column in points."""

_TOUCH = 2.0
_MERGE = 14.0
_MOST_BOXES = 600


@dataclass(slots=True)
class _Gap:
    x: float
    top: float
    bottom: float
    count: int = 1


def column_limits(rects: Sequence[Rect], width: float) -> list[Limits]:
    """For each box the left and right end of its column; (0, width) where nothing stands beside it.

    A page with more than 600 boxes counts as one column: it is a drawing or a form, and pairs would take too long.
    """
    if len(rects) > _MOST_BOXES:
        return [(0.0, width)] * len(rects)
    gaps = _gaps(rects)
    return [_limits(rect, gaps, width) for rect in rects]


def _gaps(rects: Sequence[Rect]) -> list[_Gap]:
    order = sorted(rects, key=lambda r: r[1])
    gaps: list[_Gap] = []
    for i, one in enumerate(order):
        for other in order[i + 1 :]:
            if other[1] >= one[3] - _TOUCH:
                break
            left, right = (one, other) if one[0] <= other[0] else (other, one)
            if left[2] <= right[0] + _TOUCH and not _between(left, right, order):
                _add(gaps, (left[2] + right[0]) / 2, min(left[1], right[1]), max(left[3], right[3]))
    return gaps


def _between(left: Rect, right: Rect, rects: Sequence[Rect]) -> bool:
    """Whether a third box stands between the two, at the heights that they share."""
    top, bottom = max(left[1], right[1]), min(left[3], right[3])
    return any(
        r[0] >= left[2] - _TOUCH and r[2] <= right[0] + _TOUCH and r[1] < bottom - _TOUCH and r[3] > top + _TOUCH
        for r in rects
        if r is not left and r is not right
    )


def _add(gaps: list[_Gap], x: float, top: float, bottom: float) -> None:
    for gap in gaps:
        if abs(gap.x - x) <= _MERGE:
            gap.x = (gap.x * gap.count + x) / (gap.count + 1)
            gap.top, gap.bottom = min(gap.top, top), max(gap.bottom, bottom)
            gap.count += 1
            return
    gaps.append(_Gap(x, top, bottom))


def _limits(rect: Rect, gaps: Sequence[_Gap], width: float) -> Limits:
    left, right = 0.0, width
    for gap in gaps:
        if rect[3] <= gap.top + _TOUCH or rect[1] >= gap.bottom - _TOUCH:
            continue
        if gap.x >= rect[2] - _MERGE / 2 and gap.x > (rect[0] + rect[2]) / 2:
            right = min(right, gap.x)
        elif gap.x <= rect[0] + _MERGE / 2 and gap.x < (rect[0] + rect[2]) / 2:
            left = max(left, gap.x)
    return min(left, rect[0]), max(right, rect[2])
