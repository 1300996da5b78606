"""Numbers behind the token histogram: chunks by size, in steps that people can read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_MOST_BINS = 25


def bin_edges(budget: int, largest: int) -> npt.NDArray[np.int64]:
    """Edges from 0 to past the budget and the largest chunk, at most 25 bins, steps of 1, 2, 5, 10, 20, 25 ..."""
    end = max(budget, largest, 1)
    step = next((s for s in _STEPS if end / s <= _MOST_BINS), _STEPS[-1])
    return np.arange(0, end + step + 1, step, dtype=np.int64)


def counts(tokens: Sequence[int], edges: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many chunks lie in each bin; one of just an edge's size, such as the budget's, lies left of it."""
    found, _ = np.histogram(np.maximum(np.asarray(tokens, dtype=np.int64) - 1, 0), bins=edges)
    return np.asarray(found, dtype=np.int64)
