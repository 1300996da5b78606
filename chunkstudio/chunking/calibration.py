"""The fixed map from a weighted sum of signals to a score, and the figures it was calibrated with.

``score = (1 + y / (1 + |y|)) / 2`` with ``y = (sum - CENTRE) / SPREAD``: monotone, the same in every document, and made
of the four basic operations only, so that every machine gives the same bits. ``sum = CENTRE`` scores .5.

CENTRE, SPREAD, the default threshold of .5 and the size penalties of :mod:`chunkstudio.chunking.chunk_assembler` were
chosen together on 45 public PDFs of many kinds (10-Ks, papers, forms, books, brochures, Arabic, Korean, scans):
- the median share of cuts with reason ``score`` is .25 with neural layout and .30 with fast layout (wanted: .10);
- moving the threshold by .1 moves 8.4 % and 9.2 % of the cuts of the median document (wanted: 5 %);
- setting a weight to 0 or doubling it moves, on the median document where its signal occurs at a free boundary (neural,
  fast layout): box 31, 50; class 33, 53; vertical gap 12, 15; horizontal gap 3, 12; font 10, 18; page 6, 0; heading 0, 3;
  footnote 0, 2 percent of the free cuts. ``list``, ``table`` and ``table_note`` move cuts where lists and tables are long
  (up to all cuts inside a table of 16 pages) but none on the median document; ``caption`` is never free, because a
  caption is never cut from its object;
- 97 % of all chunks hold at least 40 % of the budget or end at a section.
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
