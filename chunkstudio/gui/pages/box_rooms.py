"""Free space around the upper edge of each box of a page, for the mark of its class."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from chunkstudio.layout.model import Rect

_LINE = 14.0
"""Height in points within which something beside the upper edge of a box is in the way of its mark."""


class BoxRooms:
    """Asks the boxes of one page for the room around one of them.

    A file of text is one page with thousands of boxes, so that each box looks only at those near it.
    """

    def __init__(self, rects: Sequence[Rect], width: float) -> None:
        self._width = width
        self._by_top = sorted(rects, key=lambda r: r[1])
        self._tops = [r[1] for r in self._by_top]
        self._reach = list(accumulate((r[3] for r in self._by_top), max))
        self._by_bottom = sorted(rects, key=lambda r: r[3])
        self._bottoms = [r[3] for r in self._by_bottom]

    def around(self, rect: Rect) -> tuple[float, float, float]:
        """Points between the upper edge of a box and what stands left of it, above it and right of it."""
        x0, y0, x1, _ = rect
        left, right = 0.0, self._width
        for other in self._beside(rect):
            if other[2] <= x0 + 1:
                left = max(left, other[2])
            elif other[0] >= x1 - 1:
                right = min(right, other[0])
        return x0 - left, y0 - self._above(rect), right - x1

    def _beside(self, rect: Rect) -> list[Rect]:
        """Boxes that share the height of a box's first line."""
        _, y0, _, y1 = rect
        out: list[Rect] = []
        at = bisect_left(self._tops, min(y1, y0 + _LINE)) - 1
        while at >= 0 and self._reach[at] > y0:
            if self._by_top[at][3] > y0:
                out.append(self._by_top[at])
            at -= 1
        return out

    def _above(self, rect: Rect) -> float:
        """Lower edge of the lowest box above the left part of a box; the upper edge of the page without one."""
        x0, y0, x1, y1 = rect
        for at in range(bisect_right(self._bottoms, y0 + 1) - 1, -1, -1):
            a0, b0, a1, b1 = self._by_bottom[at]
            beside = b0 < min(y1, y0 + _LINE) and b1 > y0 and (a1 <= x0 + 1 or a0 >= x1 - 1)
            if not beside and a0 < x0 + 20 and a1 > x0:
                return max(0.0, b1)
        return 0.0
