"""Large text files written piece by piece: a run that was stopped goes on where it was, and the file appears whole."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.atomic_file import write_atomically

Piece = tuple[str, Callable[[], Iterable[str]]]
_READ = 1 << 20


def write_pieces(target: Path, pieces: Sequence[Piece], *, done: Callable[[int, int], None] | None = None) -> int:
    """Write named pieces one after the other into one file; returns how many were there already from a stopped run.

    A piece's name must change with its content. Raises ChunkStudioError ``cannot_write``; what is finished is kept.
    """
    folder = target.with_name(f".{target.name}.pieces")
    kept = 0
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        for k, (name, make) in enumerate(pieces, 1):
            path = folder / f"{name}.piece"
            if path.exists():
                kept += 1
            else:
                write_atomically(path, make())
            if done is not None:
                done(k, len(pieces))
        write_atomically(target, _joined([folder / f"{name}.piece" for name, _ in pieces]))
    except BaseException as error:
        with contextlib.suppress(OSError):
            folder.rmdir()  # only where nothing was finished
        if isinstance(error, ChunkStudioError) and error.code == "cannot_write":
            # Pieces are our own business: what cannot be written is the file that was asked for.
            why = error.message.partition(" cannot be written: ")[2] or error.message
            raise ChunkStudioError(error.code, f"{target} cannot be written: {why}", hint=error.hint, field="output") from None
        raise
    shutil.rmtree(folder, ignore_errors=True)
    return kept


def _joined(paths: Sequence[Path]) -> Iterable[str]:
    for path in paths:
        with path.open(encoding="utf-8", newline="") as file:
            while text := file.read(_READ):
                yield text
