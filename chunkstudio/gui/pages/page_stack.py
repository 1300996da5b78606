"""Where pages lie in one continuous scroll, and which zoom fits: pure geometry in points."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from chunkstudio.layout.model import Rect

PIXELS_PER_POINT = 96 / 72
"""Pixels per point at a zoom of 100 %."""
PAGE_GAP = 14.0
GUTTER_LEFT = 76
GUTTER_RIGHT = 112
MIN_ZOOM = 0.02
MAX_ZOOM = 16.0
ZOOM_STEPS = (0.05, 0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0)


@dataclass(frozen=True, slots=True)
class PageStack:
    """Pages below each other, centred, with a gap between them.

    ``rects[i]`` is the place of the i-th page in scene coordinates (points); ``numbers[i]`` its page number.
    """

    numbers: tuple[int, ...]
    rects: tuple[Rect, ...]
    width: float
    height: float

    def index_of(self, number: int) -> int | None:
        """Place in the stack of a page number; None if the page is not shown."""
        at = bisect_right(self.numbers, number) - 1
        return at if at >= 0 and self.numbers[at] == number else None

    def index_at(self, y: float) -> int | None:
        """The page at a height; in a gap the page above it. None without pages."""
        if not self.rects:
            return None
        tops = self._tops()
        return max(0, min(bisect_right(tops, y) - 1, len(tops) - 1))

    def between(self, top: float, bottom: float) -> range:
        """Places of the pages of which some part lies between two heights."""
        if not self.rects or bottom <= top:
            return range(0)
        tops = self._tops()
        first = max(0, bisect_right(tops, top) - 1)
        if self.rects[first][3] < top:
            first += 1
        return range(first, max(first, bisect_right(tops, bottom)))

    def _tops(self) -> list[float]:
        return [r[1] for r in self.rects]


def stack_pages(sizes: Iterable[tuple[int, float, float]], gap: float = PAGE_GAP) -> PageStack:
    """Stack pages given as (number, width, height). A size that is zero or not finite gets that of a letter page."""
    pages = [(number, *_sane(width, height)) for number, width, height in sizes]
    widest = max((w for _, w, _ in pages), default=0.0)
    rects: list[Rect] = []
    y = 0.0
    for _, width, height in pages:
        x = (widest - width) / 2
        rects.append((x, y, x + width, y + height))
        y += height + gap
    return PageStack(tuple(p[0] for p in pages), tuple(rects), widest, rects[-1][3] if rects else 0.0)


def _sane(width: float, height: float) -> tuple[float, float]:
    if 0 < width < 1e6 and 0 < height < 1e6:
        return width, height
    return 612.0, 792.0


def clamp_zoom(zoom: float) -> float:
    """The zoom within what the view allows (2 % to 1600 %)."""
    return max(MIN_ZOOM, min(MAX_ZOOM, zoom))


def next_zoom(zoom: float, direction: int) -> float:
    """The next round zoom above (direction > 0) or below."""
    if direction > 0:
        return next((z for z in ZOOM_STEPS if z > zoom * 1.01), ZOOM_STEPS[-1])
    return next((z for z in reversed(ZOOM_STEPS) if z < zoom * 0.99), ZOOM_STEPS[0])


def fit_width(page_width: float, view_width: float) -> float:
    """Zoom at which a page of this width (points) fills a view (pixels) between both gutters."""
    room = max(80.0, view_width - GUTTER_LEFT - GUTTER_RIGHT - 1)
    return clamp_zoom(room / max(page_width, 1.0) / PIXELS_PER_POINT)


def fit_page(page_width: float, page_height: float, view_width: float, view_height: float) -> float:
    """Zoom at which a whole page is seen, both gutters taken off the width."""
    tall = max(80.0, view_height - 16) / max(page_height, 1.0) / PIXELS_PER_POINT
    return min(fit_width(page_width, view_width), clamp_zoom(tall))
