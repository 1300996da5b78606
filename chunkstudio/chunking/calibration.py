"""The fixed map from a weighted sum of signals to a score, and the figures it was calibrated with.

``score = (1 + y / sqrt(1 + y * y)) / 2`` with ``y = (sum - CENTRE) / SPREAD``: monotone, the same in every document, nearly
straight over the sums that occur (so that a weight acts far from the threshold too), and made of operations that IEEE 754
rounds exactly, so that every machine gives the same bits. ``sum = CENTRE`` scores .5.

CENTRE, SPREAD, the default threshold of .5, the default weights and the size penalties of
:mod:`chunkstudio.chunking.chunk_assembler` were chosen together on 45 public PDFs of many kinds (10-Ks, papers, forms, books,
brochures, Arabic, Korean, scans). Measured by ``python -m tests.bench.calibration`` with neural, fast layout:
- the median share of cuts with reason ``score`` is 33, 33 % (wanted: 10 %);
- moving the threshold by .1 moves 18, 17 % of the cuts of the median document (wanted: 5 %);
- setting a weight to 0 or doubling it moves, on the median document where its signal occurs at a free boundary (wanted: 1 %):
  box 35, 40; class 19, 40; page 6.9, 12; vertical gap 17, 26; horizontal gap 3.8, 9.3; font 3.4, 9.3; heading 5.3, 2.6;
  footnote 1.0, 2.6; list 6.7, 3.4; table 2.9, 0; table note 2.2, 0 percent of the free cuts. With fast layout most tables
  and their notes fit into a chunk with what stands around them, where better places to cut are and no weight matters; where a
  cut falls on rows at all, the table's weight moves 33, 8.2 %, and where one falls on notes, theirs 26, 11 %. White space
  between rows as a vertical gap was tried and changed neither. ``caption`` is never free, because a caption is cut from its
  object only where the budget leaves no other way, and there its weight says which caption;
- 91, 90 % of all chunks hold at least 40 % of the budget or end at a section.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

CENTRE = 0.22
SPREAD = 2.00


def score_of_sum(sums: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Scores from 0 to 1 of weighted sums."""
    y = (sums - CENTRE) / SPREAD
    return np.asarray((1.0 + y / np.sqrt(1.0 + y * y)) / 2.0)


def sum_of_score(score: float) -> float:
    """The weighted sum that has this score; the ends of the scale give infinity."""
    z = 2.0 * score - 1.0
    if abs(z) >= 1.0:
        return float("inf") if z > 0 else float("-inf")
    return CENTRE + SPREAD * z / math.sqrt(1.0 - z * z)
