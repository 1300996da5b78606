"""Vectors kept by content and embedder, so that a moved slider embeds again only what it changed."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import platformdirs

from chunkstudio.retrieval.embedders import Embedder, Vectors

_ROWS_A_QUERY = 500


class VectorCache:
    """One SQLite file of vectors; a file that cannot be used is replaced, since everything in it can be made again."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(platformdirs.user_cache_dir("chunkstudio")) / "vectors.sqlite"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._base = self._connect()
        except sqlite3.DatabaseError:
            self._path.unlink(missing_ok=True)
            self._base = self._connect()

    def _connect(self) -> sqlite3.Connection:
        base = sqlite3.connect(self._path, timeout=30, check_same_thread=False)
        base.execute("pragma journal_mode = wal")
        base.execute("create table if not exists vectors (key blob primary key, vector blob not null)")
        return base

    def close(self) -> None:
        """Close the file."""
        self._base.close()

    def embed(self, texts: Sequence[str], embedder: Embedder) -> tuple[Vectors, int]:
        """Vectors of the texts in order, and how many had to be made."""
        keys = [_key(text, embedder) for text in texts]
        known = self._known(keys)
        missing = {k: t for k, t in zip(keys, texts, strict=True) if k not in known}
        if missing:
            made = embedder.embed(list(missing.values()))
            fresh = dict(zip(missing, made, strict=True))
            self._keep({k: v.tobytes() for k, v in fresh.items()})
            known |= fresh
        return (np.stack([known[k] for k in keys]) if keys else np.zeros((0, 1), np.float32)), len(missing)

    def _known(self, keys: Sequence[bytes]) -> dict[bytes, Vectors]:
        found: dict[bytes, Vectors] = {}
        distinct = list(dict.fromkeys(keys))
        for start in range(0, len(distinct), _ROWS_A_QUERY):
            part = distinct[start : start + _ROWS_A_QUERY]
            marks = ",".join("?" * len(part))
            rows = self._base.execute(f"select key, vector from vectors where key in ({marks})", part)
            found |= {k: np.frombuffer(v, np.float32) for k, v in rows}
        return found

    def _keep(self, vectors: dict[bytes, bytes]) -> None:
        with self._base:
            self._base.executemany("insert or replace into vectors values (?, ?)", list(vectors.items()))


def _key(text: str, embedder: Embedder) -> bytes:
    return hashlib.blake2b(f"{embedder.name}\0{embedder.revision}\0{text}".encode(), digest_size=16).digest()
