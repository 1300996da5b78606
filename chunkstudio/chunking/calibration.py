"""The fixed map from a weighted sum of signals to a score, and the figures it was calibrated with.

``score = (1 + y / (1 + |y|)) / 2`` with ``y = (sum - CENTRE) / SPREAD``: monotone, the same in every document, and made
of the four basic operations only, so that every machine gives the same bits. ``sum = CENTRE`` scores .5.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

CENTRE = 0.35
SPREAD = 1.00


def score_of_sum(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Scores from 0 to 1 of weighted sums."""
    y = (sums - CENTRE) / SPREAD
    return np.asarray((1.0 + y / (1.0 + np.abs(y))) / 2.0)


def sum_of_score(score: float) -> float:
    """The weighted sum that has this score; the ends of the scale give infinity."""
    z = 2.0 * score - 1.0
    if abs(z) >= 1.0:
        return float("inf") if z > 0 else float("-inf")
    return CENTRE + SPREAD * z / (1.0 - abs(z))
