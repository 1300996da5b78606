"""Work that is not held up by the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the cyclic garbage collector: a full pass over a large document's values takes longer than cutting it anew.

    Nothing that the engine makes is cyclic, so nothing is kept that would have been freed. What was made is then old at once:
    the two passes over young values would not free any of it either.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if not gc.get_freeze_count():  # else somebody keeps values frozen
            gc.freeze()
            gc.unfreeze()
        gc.enable()
