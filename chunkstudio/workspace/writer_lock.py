"""One writer at a time: a lock on a file beside the workspace, which the system frees when a program dies."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass
class WriterLock:
    """The lock while it is held."""

    path: Path
    descriptor: int

    @classmethod
    def take(cls, workspace: Path) -> WriterLock | None:
        """The lock of a workspace, or None when another program (or another handle of this one) has it."""
        path = workspace.with_name(f".{workspace.name}.lock")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        if not _lock(descriptor):
            os.close(descriptor)
            return None
        return cls(path, descriptor)

    def release(self) -> None:
        """Let others write. The file stays: deleting it could free a lock that another program has just taken."""
        with contextlib.suppress(OSError):
            os.close(self.descriptor)


def _lock(descriptor: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
