"""Where the line between two neighbouring units runs on the page: pure geometry in points."""

from __future__ import annotations

from dataclasses import dataclass

from chunkstudio.gui.pages.column_limits import Limits
from chunkstudio.gui.pages.marks import Path
from chunkstudio.layout.model import Rect

_PAD = 3.0


@dataclass(frozen=True, slots=True)
class Seam:
    """The line between what ends above and what begins below.

    A straight seam has ``top == bottom``. A stepped one runs below the line's first part, up at ``x``, and on above its
    second part; ``mirrored`` for text that runs from right to left.
    """

    top: float
    bottom: float
    x: float = 0.0
    mirrored: bool = False

    @property
    def stepped(self) -> bool:
        return self.bottom > self.top

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2

    def path(self, limits: Limits) -> Path:
        """The seam from the left to the right end of its column."""
        left, right = limits
        if not self.stepped:
            return ((left, self.top), (right, self.top))
        first, second = (self.top, self.bottom) if self.mirrored else (self.bottom, self.top)
        return ((left, first), (self.x, first), (self.x, second), (right, second))


def same_line(before: Rect, after: Rect) -> bool:
    """Whether two pieces of text share one printed line."""
    shared = min(before[3], after[3]) - max(before[1], after[1])
    return shared > 0.5 * min(before[3] - before[1], after[3] - after[1])


def seam_between(before: Rect, after: Rect) -> Seam | None:
    """Seam between the last line of one unit and the first line of the next; None if the next is not below or behind."""
    if same_line(before, after):
        top, bottom = min(before[1], after[1]), max(before[3], after[3])
        if after[0] >= before[2] - 1:
            return Seam(top, bottom, (before[2] + after[0]) / 2)
        if before[0] >= after[2] - 1:
            return Seam(top, bottom, (after[2] + before[0]) / 2, mirrored=True)
    if after[1] < before[1]:
        return None
    y = (before[3] + after[1]) / 2
    return Seam(y, y)


def seam_above(after: Rect, previous_bottom: float = 0.0) -> Seam:
    """Seam above a unit that opens a page or a column; never above ``previous_bottom``, the lowest thing over it."""
    y = max(after[1] - _PAD, min(after[1], (previous_bottom + after[1]) / 2), 0.0)
    return Seam(y, y)


def seam_below(before: Rect, page_height: float) -> Seam:
    """Seam below a unit after which nothing of its run follows in this column."""
    y = min(before[3] + _PAD, page_height)
    return Seam(y, y)


def outline_between(top: Seam, bottom: Seam, limits: Limits) -> Path:
    """The area of a column between two seams, as a polygon."""
    upper = top.path(limits)
    lower = bottom.path(limits)
    return (*upper, *reversed(lower))
