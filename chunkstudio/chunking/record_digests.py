"""What tells one state of a record from another: a digest of all of its fields."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from chunkstudio.chunking.chunkset_json import dump, record_dict
from chunkstudio.chunking.records import ChunkRecord, ChunkSet
from chunkstudio.errors import ChunkStudioError

RECORD_FIELDS = tuple(f.name for f in fields(ChunkRecord))


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
            out[record.id] = row_digest(record_dict(record), chunk_set.document.id)
    return out


def row_digest(row: Mapping[str, Any], document_id: str) -> str:
    """The digest of a record given as ``record_dict`` does, in the order of :data:`RECORD_FIELDS`."""
    return hashlib.blake2b((dump(row) + document_id).encode(), digest_size=16).hexdigest()
