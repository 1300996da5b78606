"""What tells one state of a record from another: a digest of all of its fields."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from chunkstudio.chunking.chunkset_json import dump, record_dict
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError


def record_digests(sets: Sequence[ChunkSet]) -> dict[str, str]:
    """A digest of all fields of every record, by id. Raises ``bad_argument`` when two records share an id."""
    out: dict[str, str] = {}
    for chunk_set in sets:
        for record in chunk_set.records:
            if record.id in out:
                raise ChunkStudioError(
                    "bad_argument",
                    f"The record id {record.id} occurs twice.",
                    hint="Export each document once, under one document id.",
                )
            row = dump(record_dict(record)) + chunk_set.document.id
            out[record.id] = hashlib.blake2b(row.encode(), digest_size=16).hexdigest()
    return out
