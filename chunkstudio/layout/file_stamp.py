"""Whether a file is still the one that was opened."""

from __future__ import annotations

from pathlib import Path

from chunkstudio.errors import ChunkStudioError

Stamp = tuple[int, int]
"""Size in bytes and time of the last change in nanoseconds; (0, 0) for a file that is not there."""


def file_stamp(path: Path) -> Stamp:
    """The stamp of a file as it is now."""
    try:
        state = path.stat()
    except OSError:
        return (0, 0)
    return (state.st_size, state.st_mtime_ns)


def require_unchanged(path: Path, stamp: Stamp) -> None:
    """Raise ChunkStudioError ``changed`` if the file was changed or removed since the stamp was taken."""
    now = file_stamp(path)
    if now == stamp:
        return
    what = "was removed or moved" if now == (0, 0) else "was changed"
    raise ChunkStudioError("changed", f"{path.name} {what} while it was open.", hint="Open the file again.")
