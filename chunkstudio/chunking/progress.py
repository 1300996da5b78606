"""Cancelling work in the middle: one question, one error."""

from __future__ import annotations

from collections.abc import Callable

from chunkstudio.errors import ChunkStudioError


def stop_if(cancelled: Callable[[], bool] | None) -> None:
    """Raise ChunkStudioError ``cancelled`` if the caller no longer wants the result."""
    if cancelled is not None and cancelled():
        raise ChunkStudioError("cancelled", "The work was cancelled.", hint="Start it again when you need it.")
