"""The dynamic programme of the assembly: the best set of cuts under both budgets, in whole numbers.

Atoms 0..n-1 stand in runs; nothing joins two runs. A chunk [i, j) inside a run may hold

    text:  text_open[i] + text_close[j] <= budget        plain: plain_open[i] + plain_close[j] <= budget

(both counts are exact sums, see :mod:`chunkstudio.chunking.token_columns`); a chunk of one atom is always allowed.
Over all ways to cut a run the programme maximises

    sum over cuts of gain[cut]  -  sum over chunks of penalty(size)
    penalty(size) = small + slope * (least - size) // least          if size < least, else 0
                  + ease * (comfort - size)^2 // comfort^2           if size < comfort, else 0

with gains as whole numbers, so that sums are exact and equal on every machine. The first part of the
penalty makes small chunks join a sibling, the second, convex one keeps sizes even and lets scores weigh against sizes;
``comfort`` is a multiple of ``least``, so that without a minimum size costs nothing and every gain above 0 is a cut.
Of equal ways it takes the one whose last cut comes latest, then the one before, and so on: earlier chunks are filled first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from chunkstudio.chunking.unit_columns import Ints

Kernel = Callable[..., Ints]
_lock = threading.Lock()
_compiled: Kernel | None = None
_tried = False
_worked = 0
_WORTH_LOADING = 40_000
"""Atoms from which, over all calls, compiled code is worth half a second of loading; the plain one takes some 5 us each."""


Limits = tuple[int, int, int, int, int, int]
"""budget, least, small, slope, comfort, ease, as in the formula above."""


def best_cuts(
    run_start: Ints,
    run_end: Ints,
    text_open: Ints,
    text_close: Ints,
    plain_open: Ints,
    plain_close: Ints,
    total: Ints,
    gain: Ints,
    limits: Limits,
) -> Ints:
    """For each place j (0..n) the start of the best chunk that ends there; -1 for j = 0.

    ``run_start[j]`` is the start of the run in which a chunk ending at j lies; ``run_end[j]`` is 1 where a run ends at j
    (its cut is forced and brings no gain). ``total`` are running token totals, for the penalty and to end the search.
    """
    kernel = _compiled if _tried else _load_if_worth(len(gain))
    arrays = (run_start, run_end, text_open, text_close, plain_open, plain_close, total, gain)
    if kernel is None:
        plain: Kernel = search
        lists = [a.tolist() for a in arrays]
        return np.array(plain(*lists, limits, [0] * (len(gain) + 1), [-1] * (len(gain) + 1)), dtype=np.int64)
    values, starts = np.zeros(len(gain) + 1, np.int64), np.full(len(gain) + 1, -1, np.int64)
    return kernel(*arrays, limits, values, starts)


def search(
    run_start: Any,
    run_end: Any,
    text_open: Any,
    text_close: Any,
    plain_open: Any,
    plain_close: Any,
    total: Any,
    gain: Any,
    limits: Limits,
    values: Any,
    starts: Any,
) -> Any:
    """The programme itself, the same for arrays (compiled) and lists (not compiled)."""
    budget, least, small, slope, comfort, ease = limits
    for j in range(1, len(values)):
        best, found = 0, -1
        for i in range(j - 1, run_start[j] - 1, -1):
            size = total[j] - total[i]
            if i < j - 1:
                if size > budget + 64:
                    break
                if text_open[i] + text_close[j] > budget or plain_open[i] + plain_close[j] > budget:
                    continue
            value = values[i]
            if size < least:
                value -= small + slope * (least - size) // least
            if size < comfort:
                value -= ease * (comfort - size) * (comfort - size) // (comfort * comfort)
            if found < 0 or value > best:
                best, found = value, i
        values[j] = best if run_end[j] else best + gain[j - 1]
        starts[j] = found
    return starts


def warm() -> None:
    """Load the compiled programme (from its cache on disk, else compile it); call it from a thread at start."""
    one = np.zeros(2, np.int64)
    _load()
    best_cuts(one, one, one, one, one, one, one, one[:1], (1, 1, 1, 1, 1, 1))


def _load_if_worth(atoms: int) -> Kernel | None:
    """A short document, cut once, is done before the compiled programme would be loaded; a slider's tenth step is not."""
    global _worked
    _worked += atoms
    return _load() if _worked > _WORTH_LOADING else None


def _load() -> Kernel | None:
    """Compile once; where numba is missing or broken the plain programme gives the same answers, only slower."""
    global _compiled, _tried
    with _lock:
        if not _tried:
            try:
                import numba

                _compiled = numba.njit(cache=True, nogil=True)(search)
            except Exception:  # numba fails in as many ways as there are platforms; the plain programme is the answer to all
                _compiled = None
            _tried = True
    return _compiled
