"""Numbers behind the score strip: every boundary's place along the pages, its score and its reason."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.model import FIRST_CUT_REASON

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ScoreSeries:
    """Columns by boundary: ``x`` (page number plus the share of the page's units above it, rising), score, reason code."""

    x: Floats
    scores: Floats
    reasons: npt.NDArray[np.int8]

    @property
    def cut(self) -> npt.NDArray[np.bool_]:
        """True where the document is cut."""
        return self.reasons >= FIRST_CUT_REASON

    def within(self, low: float, high: float) -> slice:
        """Boundaries with ``low <= x <= high``."""
        return slice(int(np.searchsorted(self.x, low, "left")), int(np.searchsorted(self.x, high, "right")))

    def nearest(self, x: float, y: float, *, per_x: float, per_y: float, reach: float) -> int | None:
        """The boundary whose stem is nearest to a point, within ``reach`` pixels; ``per_x``, ``per_y`` are pixels per unit.

        A stem counts from 0 to its score. Of equally near ones a cut wins.
        """
        window = self.within(x - reach / max(per_x, 1e-9), x + reach / max(per_x, 1e-9))
        if window.start >= window.stop:
            return None
        across = np.abs(self.x[window] - x) * per_x
        above = np.maximum(y - self.scores[window], 0.0) * per_y * 0.25
        cost = across + above - self.cut[window] * 0.5
        return int(window.start) + int(np.argmin(cost))


def positions_along_pages(unit_pages: Floats) -> Floats:
    """Place of every boundary: the page of the unit before it plus how far down its units the boundary lies (0..1).

    ``unit_pages`` is the page of each unit, in reading order.
    """
    if len(unit_pages) < 2:
        return np.empty(0)
    pages = np.maximum.accumulate(unit_pages)
    starts = np.flatnonzero(np.r_[True, np.diff(pages) > 0])
    lengths = np.diff(np.r_[starts, len(pages)])
    first = np.repeat(starts, lengths)
    count = np.repeat(lengths, lengths)
    share = (np.arange(len(pages)) - first + 1) / count
    return np.asarray((pages + share)[:-1])


def thinned(x: Floats, heights: Floats, pixels: int) -> tuple[Floats, Floats]:
    """At most one stem for each pixel, the highest; unchanged where there are fewer stems than pixels."""
    if len(x) <= pixels or pixels < 1:
        return x, heights
    span = max(float(x[-1] - x[0]), 1e-9)
    column = np.minimum(((x - x[0]) / span * pixels).astype(np.int64), pixels - 1)
    starts = np.flatnonzero(np.r_[True, np.diff(column) > 0])
    tallest = np.maximum.reduceat(heights, starts)
    return x[starts], tallest
