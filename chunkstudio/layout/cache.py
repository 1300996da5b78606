"""Parsed pages kept on disk between runs, in a private folder with a size limit.

``CHUNKSTUDIO_CACHE`` moves the folder; ``off``, ``none`` or ``0`` turns the cache off. Pages of password-protected files
are never offered to it by the pool. A damaged entry counts as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import zlib
from pathlib import Path

import msgspec

from chunkstudio.layout.model import ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_revision import page_revision
from chunkstudio.layout.protocol import decode_page

VARIABLE = "CHUNKSTUDIO_CACHE"
DEFAULT_LIMIT = 1 << 30
_DIGEST = 16
_WRITES_BETWEEN_TRIMS = 400
_TRIM_TO = 0.8


class PageCache:
    """Pages by key. Safe to use from several threads and processes: entries are written whole and renamed into place."""

    def __init__(self, folder: Path, *, limit: int = DEFAULT_LIMIT) -> None:
        self._folder = folder
        self._limit = limit
        self._writes = 0

    @classmethod
    def default(cls) -> PageCache | None:
        """The user's cache, or None where it is turned off or its folder cannot be made."""
        setting = os.environ.get(VARIABLE, "")
        if setting.lower() in ("off", "none", "0", "false"):
            return None
        if setting:
            folder = Path(setting).expanduser() / "pages"
        else:
            from platformdirs import user_cache_dir

            folder = Path(user_cache_dir("chunkstudio", appauthor=False)) / "pages"
        try:
            _make_private(folder)
        except OSError:
            return None
        return cls(folder)

    def get(self, key: str) -> ParsedPage | None:
        """The page under a key, or None; an entry that cannot be read is removed."""
        path = self._path(key)
        try:
            data = path.read_bytes()
        except OSError:
            return None
        try:
            page = decode_page(_unpacked(data))
        except (ValueError, zlib.error, msgspec.DecodeError):
            _remove(path)
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return page

    def put(self, key: str, encoded: bytes | msgspec.Raw) -> None:
        """Keep an encoded page. A full disk or a read-only folder is no error: the page is parsed again next time."""
        path = self._path(key)
        try:
            _make_private(path.parent)
            _write_whole(path, _packed(bytes(encoded)))
            self._writes += 1
            if self._writes % _WRITES_BETWEEN_TRIMS == 1:
                self.trim()
        except OSError:  # another program may be trimming or removing the same folder
            return

    def trim(self) -> None:
        """Remove the entries used least recently until the folder is well below its limit."""
        entries = []
        for path in self._folder.glob("*/*"):
            with contextlib.suppress(OSError):
                state = path.stat()
                entries.append((state.st_mtime, state.st_size, path))
        total = sum(size for _, size, _ in entries)
        if total <= self._limit:
            return
        for _, size, path in sorted(entries, key=lambda e: e[0]):
            _remove(path)
            total -= size
            if total <= self._limit * _TRIM_TO:
                return

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / key[2:]


def page_key(sha256: str, number: int, options: LayoutOptions) -> str:
    """Name of a page's entry: the file's bytes, the page, all that its parse depends on, and the parser's revision."""
    parts = (sha256, str(number), options.page_key(), page_revision(options.parser))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _packed(data: bytes) -> bytes:
    body = zlib.compress(data, 1)
    return hashlib.blake2b(body, digest_size=_DIGEST).digest() + body


def _unpacked(data: bytes) -> bytes:
    digest, body = data[:_DIGEST], data[_DIGEST:]
    if hashlib.blake2b(body, digest_size=_DIGEST).digest() != digest:
        raise ValueError("damaged entry")
    return zlib.decompress(body)


def _make_private(folder: Path) -> None:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _write_whole(path: Path, data: bytes) -> None:
    """Write beside the target and rename, so that nobody ever reads half an entry (mkstemp makes files private)."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        _remove(Path(name))
        raise


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
