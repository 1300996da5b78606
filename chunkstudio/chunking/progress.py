"""Work that is not held up by the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_MOST_RUNS = 32


class _FullPasses:
    """How long ago the collector looked at all values, which it must now and then: the rest of the program makes cycles."""

    def __init__(self) -> None:
        self._seen = -1
        self._runs = 0

    def overdue(self) -> bool:
        """To be asked once a run: whether many runs went by since the last full pass."""
        seen = gc.get_stats()[-1]["collections"]
        self._runs = self._runs + 1 if seen == self._seen else 0
        self._seen = seen
        return self._runs > _MOST_RUNS


_full_passes = _FullPasses()


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the cyclic garbage collector: a full pass over a large document's values takes longer than cutting it anew.

    Nothing that the engine makes is cyclic, so nothing is kept that would have been freed. What was made is then old at once:
    the two passes over young values would not free any of it either. As that sets back the collector's own counts, it would
    never come to a full pass while runs follow each other, and cycles made elsewhere would stay for ever; so after some runs
    it is left to do as it does, until it made one.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count() and not _full_passes.overdue():  # frozen values are somebody else's
            gc.freeze()
            gc.unfreeze()
        gc.enable()
