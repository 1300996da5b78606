"""How wide the column is in which a box stands: pure geometry on one page.

Boxes side by side are evidence for a gap between columns; it counts for the heights that such pairs span, so that the
last line of a column is as wide as the lines above it. A gap of a line or two is none: that is a heading with text
behind it, or a row of short pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.model import Rect

Limits = tuple[float, float]
"""Left and right end of a column in points."""

_TOUCH = 2.0
_LEAST_HEIGHT = 40.0
_MOST_BOXES = 600


@dataclass(slots=True)
class _Gap:
    """White space from ``left`` to ``right`` that is free for all pairs that it was found between."""

    left: float
    right: float
    lefts: set[Rect]
    rights: set[Rect]

    @property
    def x(self) -> float:
        return (self.left + self.right) / 2

    @property
    def top(self) -> float:
        return min(r[1] for r in self.lefts | self.rights)

    @property
    def bottom(self) -> float:
        return max(r[3] for r in self.lefts | self.rights)

    @property
    def parts_columns(self) -> bool:
        """Whether both sides hold more than a line or two."""
        return all(sum(r[3] - r[1] for r in side) >= _LEAST_HEIGHT for side in (self.lefts, self.rights))


def column_limits(rects: Sequence[Rect], width: float) -> list[Limits]:
    """For each box the left and right end of its column; (0, width) where nothing stands beside it.

    A page with more than 600 boxes counts as one column: it is a drawing or a form, and pairs would take too long.
    """
    if len(rects) > _MOST_BOXES:
        return [(0.0, width)] * len(rects)
    gaps = [(gap.x, gap.left, gap.right, gap.top, gap.bottom) for gap in _gaps(rects) if gap.parts_columns]
    return [_limits(rect, gaps, width) for rect in rects]


def _gaps(rects: Sequence[Rect]) -> list[_Gap]:
    order = sorted(rects, key=lambda r: r[1])
    found: list[_Gap] = []
    for i, one in enumerate(order):
        for other in order[i + 1 :]:
            if other[1] >= one[3] - _TOUCH:
                break
            left, right = (one, other) if one[0] <= other[0] else (other, one)
            if left[2] <= right[0] + _TOUCH and not _between(left, right, order):
                ends = sorted((left[2], right[0]))
                found.append(_Gap(ends[0], ends[1], {left}, {right}))
    return _merged(found)


def _between(left: Rect, right: Rect, rects: Sequence[Rect]) -> bool:
    """Whether a third box stands between the two, at the heights that they share."""
    top, bottom = max(left[1], right[1]), min(left[3], right[3])
    return any(
        r[0] >= left[2] - _TOUCH and r[2] <= right[0] + _TOUCH and r[1] < bottom - _TOUCH and r[3] > top + _TOUCH
        for r in rects
        if r is not left and r is not right
    )


def _merged(found: list[_Gap]) -> list[_Gap]:
    """Gaps that share some white space are one; the narrowest come first, since they tell best where it is."""
    gaps: list[_Gap] = []
    for new in sorted(found, key=lambda g: (g.right - g.left, g.top)):
        for gap in gaps:
            if new.left <= gap.right and gap.left <= new.right and new.top < gap.bottom + 60 and gap.top < new.bottom + 60:
                gap.left, gap.right = max(gap.left, new.left), min(gap.right, new.right)
                gap.lefts |= new.lefts
                gap.rights |= new.rights
                break
        else:
            gaps.append(new)
    return gaps


def _limits(rect: Rect, gaps: Sequence[tuple[float, float, float, float, float]], width: float) -> Limits:
    left, right = 0.0, width
    middle = (rect[0] + rect[2]) / 2
    for x, gap_left, gap_right, top, bottom in gaps:
        if rect[3] <= top + _TOUCH or rect[1] >= bottom - _TOUCH:
            continue
        if gap_right >= rect[2] - _TOUCH and x > middle:
            right = min(right, x)
        elif gap_left <= rect[0] + _TOUCH and x < middle:
            left = max(left, x)
    return min(left, rect[0]), max(right, rect[2])
