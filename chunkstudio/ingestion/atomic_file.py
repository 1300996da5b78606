"""Files that are either whole or not there: written beside their place under another name, then renamed."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterable
from pathlib import Path

from chunkstudio.errors import ChunkStudioError

_HINTS = {
    errno.ENOSPC: "The disk is full; free some space or choose another folder.",
    errno.EDQUOT: "Your quota on this disk is used up; free some space or choose another folder.",
    errno.EROFS: "The disk is read-only; choose another folder.",
    errno.EACCES: "The folder does not let you write; choose another one or change its permissions.",
    errno.EPERM: "The folder does not let you write; choose another one or change its permissions.",
    errno.ENOENT: "The folder does not exist; make it first or choose another one.",
    errno.ENOTDIR: "Part of the path is a file, not a folder; choose another folder.",
    errno.EISDIR: "There is a folder of that name; choose another name.",
    errno.ENAMETOOLONG: "The name is too long; choose a shorter one.",
}


def write_atomically(path: str | Path, pieces: str | Iterable[str], *, overwrite: bool = True) -> Path:
    """Write UTF-8 text with plain line feeds; a reader sees the old file or the whole new one, never a half.

    A link is followed; what is no regular file (a device, a pipe) is written into and stays what it is.
    ``pieces`` may be a generator: what it raises leaves no file behind. Raises ChunkStudioError ``cannot_write`` with the
    path and what to do (read-only folder, full disk, missing folder, existing file without ``overwrite``).
    """
    target = Path(path)
    require_place(target)
    if target.exists() and not overwrite:
        raise _refused(target, "it exists already", "Choose another name, or allow overwriting.")
    texts = (pieces,) if isinstance(pieces, str) else pieces
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as device:
                device.writelines(texts)
        else:
            _write_and_rename(Path(os.path.realpath(target)) if target.is_symlink() else target, texts)
    except OSError as error:
        raise _failed(target, error) from None
    return target


def require_place(target: Path) -> None:
    """Raises ChunkStudioError ``cannot_write`` where no file can be: in a folder that is not there, or where a folder is.

    For before the work; a place may still turn out to be read-only or full.
    """
    try:
        if target.is_dir():
            raise _refused(target, "it is a folder", _HINTS[errno.EISDIR])
        if not target.parent.is_dir():
            raise _refused(target, os.strerror(errno.ENOENT).lower(), _HINTS[errno.ENOENT])
    except OSError as error:  # a name too long, a folder that may not be looked into
        raise _failed(target, error) from None


def _write_and_rename(target: Path, texts: Iterable[str]) -> None:
    temporary: Path | None = None
    try:
        beside = target.with_name(f".{target.name[:40]}.{secrets.token_hex(6)}.part")
        with beside.open("x", encoding="utf-8", newline="\n") as file:
            temporary = beside
            file.writelines(texts)
            file.flush()
            os.fsync(file.fileno())
        if target.exists() and os.name != "nt":
            beside.chmod(target.stat().st_mode & 0o777)
        beside.replace(target)
        temporary = None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()


def _failed(target: Path, error: OSError) -> ChunkStudioError:
    hint = _HINTS.get(error.errno or 0, "Check the folder, or choose another one.")
    return _refused(target, (error.strerror or str(error)).lower(), hint)


def _refused(target: Path, why: str, hint: str) -> ChunkStudioError:
    return ChunkStudioError("cannot_write", f"{target} cannot be written: {why}.", hint=hint, field="output")
