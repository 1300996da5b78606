"""Work that is not held up by the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Pause the cyclic garbage collector: a full pass over a large document's values takes longer than cutting it anew.

    While a page is read, thousands of small objects come and go; looking for cycles among them took an eighth of the time.
    Nothing that is made there or by the engine is cyclic, so nothing is kept that would have been freed.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
