"""Work that can be cancelled in the middle, and that is not held up by the garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chunkstudio.errors import ChunkStudioError


def stop_if(cancelled: Callable[[], bool] | None) -> None:
    """Raise ChunkStudioError ``cancelled`` if the caller no longer wants the result."""
    if cancelled is not None and cancelled():
        raise ChunkStudioError("cancelled", "The work was cancelled.", hint="Start it again when you need it.")


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
