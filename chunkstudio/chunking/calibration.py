"""The fixed map from a weighted sum of signals to a score, and the figures it was calibrated with.

``score = (1 + y / sqrt(1 + y * y)) / 2`` with ``y = (sum - CENTRE) / SPREAD``: monotone, the same in every document, nearly
straight over the sums that occur (so that a weight acts far from the threshold too), and made of operations that IEEE 754
rounds exactly, so that every machine gives the same bits. ``sum = CENTRE`` scores .5.

CENTRE, SPREAD, the default threshold of .5, the default weights and the size penalties of
:mod:`chunkstudio.chunking.chunk_assembler` were chosen together on public PDFs of many kinds (10-Ks, papers, forms, books,
brochures, Arabic, Korean, scans). Measured on 46, 45 of them by ``python -m tests.bench.calibration`` with neural, fast layout:
- the median share of cuts with reason ``score`` is 34, 39 % (wanted: 10 %);
- moving the threshold by .1 moves 18, 21 % of the cuts of the median document (wanted: 5 %);
- setting a weight to 0 or doubling it moves, on the median document where its signal occurs at a free boundary (neither
  forced nor forbidden; wanted: 1 %): box 36, 43; class 11, 27; page 9.4, 10; vertical gap 13, 20; horizontal gap 4.4, 13;
  font 3.5, 5.3; heading 4.9, 5.0; footnote 6.3, 6.1; list 5.5, 6.8; table 37, 20; table note 12, 7.1; caption 4.8, 20 percent
  of the free cuts. A table that fits into a chunk with what stands around it is cut by no weight as long as its rows count
  less than a paragraph's end; since each row counts as a box of its own, the weight 0 frees them. A caption right beside its
  object is never free; it is where a line stands between the two, in 2, 1 of the documents;
- 93, 91 % of all chunks hold at least 40 % of the budget or end at a section.
Eight of these documents are long filings. On the other 38, 37, of which many have a handful of free cuts, every weight moves
at least 1.3, 3.1 % (footnote with neural; the next is table note with 3.5, 3.1), and 92, 91 % of the chunks are filled or end
a section.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

CENTRE = 0.26
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
