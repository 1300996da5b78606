"""The chunk sets that were made, each with what it was made under, so that a stale one is known without reading it."""

from __future__ import annotations

import json
import secrets
import sqlite3
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.chunkset_json import record_dict, to_json
from chunkstudio.chunking.chunkset_reading import from_json
from chunkstudio.chunking.record_digests import record_digests
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.database import Database
from chunkstudio.workspace.document_store import access_text
from chunkstudio.workspace.exports.record_columns import RecordColumns, record_columns
from chunkstudio.workspace.revision_diff import BoxFact
from chunkstudio.workspace.stored_source import StoredSource, pack_digests, unpack_digests

_FAST = 1
_SAVED = "chunk_set.save"
_FIELDS = (
    "id", "document_id", "sha256", "policy_version", "profile_hash", "created", "records", "tokens", "warnings", "errors",
    "policy", "rule_conflicts",
)  # fmt: skip
_COLUMNS = ", ".join((*_FIELDS[:-1], "data", "digests", "columns", _FIELDS[-1]))


@dataclass(frozen=True, slots=True)
class StoredChunkSet:
    """The facts of a stored set; ``policy`` are the parts that its policy version hashes."""

    id: str
    document_id: str
    sha256: str
    policy_version: str
    profile_hash: str
    created: str
    records: int
    tokens: int
    warnings: int
    errors: int
    policy: Mapping[str, Any]
    rule_conflicts: int = 0


class ChunkSetStore:
    """Keep and read chunk sets."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(
        self, chunk_set: ChunkSet, document_id: str, *, author: str, access: DocumentAccess | None = None
    ) -> StoredChunkSet:
        """Keep a set; the profile version that it was made under must be saved already.

        ``access`` is what the set was made with: raises ``changed`` where the document has other readers by now, since the
        set would pass for one of these.
        """
        levels = [f.level for f in chunk_set.diagnostics.warnings]
        stored = StoredChunkSet(
            id=secrets.token_hex(8),
            document_id=document_id,
            sha256=chunk_set.document.sha256,
            policy_version=chunk_set.policy_version,
            profile_hash=chunk_set.profile.version,
            created=now(),
            records=len(chunk_set.records),
            tokens=sum(r.token_count for r in chunk_set.records),
            warnings=levels.count("warning"),
            errors=levels.count("error"),
            policy=dict(chunk_set.policy),
            rule_conflicts=int(chunk_set.diagnostics.counts.get("rule_conflicts", 0)),
        )
        data = zlib.compress(to_json(chunk_set).encode(), _FAST)
        digests = pack_digests(chunk_set)
        columns = record_columns(record_dict(r) for r in chunk_set.records).pack()
        with self._database.change() as base:
            _require_access(base, chunk_set, document_id, access)
            values = [stored.id, stored.document_id, stored.sha256, stored.policy_version, stored.profile_hash, stored.created]
            values += [stored.records, stored.tokens, stored.warnings, stored.errors]  # type: ignore[list-item]
            values += [json.dumps(stored.policy, ensure_ascii=False), data, digests, columns, stored.rule_conflicts]  # type: ignore[list-item]
            base.execute(f"insert into chunk_sets ({_COLUMNS}) values ({', '.join('?' * len(values))})", values)
            entry = {
                "chunk_set": stored.id,
                "document": document_id,
                "policy": stored.policy_version,
                "records": stored.records,
            }
            append(base, author, _SAVED, entry)
        return stored

    def latest(self) -> dict[str, StoredChunkSet]:
        """The newest set of each document, by document id."""
        newest = "where rowid in (select max(rowid) from chunk_sets group by document_id)"
        return {s.document_id: s for s in self._facts(newest)}

    def under_former_access(self) -> frozenset[str]:
        """Ids of the sets whose document got other readers after they were kept: their labels may be wider than its own."""
        query = (
            "with kept as (select json_extract(data, '$.chunk_set') as id, sequence from audit_log where action = ?), "
            "given as (select json_extract(data, '$.document') as id, max(sequence) as sequence from audit_log "
            "where action = 'document.access' group by 1) select s.id from chunk_sets s join kept on kept.id = s.id "
            "join given on given.id = s.document_id where given.sequence > kept.sequence"
        )
        return frozenset(row["id"] for row in self._database.rows(query, (_SAVED,)))

    def before(self, document_id: str, sha256: str) -> StoredChunkSet | None:
        """The newest set of a document that was made from other bytes than these."""
        condition = "where document_id = ? and sha256 <> ? order by rowid desc limit 1"
        return next(iter(self._facts(condition, (document_id, sha256))), None)

    def newest(self, document_id: str, sha256: str) -> StoredChunkSet | None:
        """The newest set of a document that was made from exactly these bytes."""
        condition = "where document_id = ? and sha256 = ? order by rowid desc limit 1"
        return next(iter(self._facts(condition, (document_id, sha256))), None)

    def facts(self, chunk_set_ids: Sequence[str]) -> list[StoredChunkSet]:
        """The facts of these sets in their order. Raises KeyError when one of them is not there."""
        wanted = (json.dumps(list(chunk_set_ids)),)
        found = {s.id: s for s in self._facts("where id in (select value from json_each(?))", wanted)}
        return [found[i] for i in chunk_set_ids]

    def _facts(self, condition: str, values: Sequence[str] = ()) -> list[StoredChunkSet]:
        query = f"select {', '.join(_FIELDS)} from chunk_sets {condition}"
        return [_stored(r) for r in self._database.rows(query, values)]

    def sources(self, chunk_set_ids: Sequence[str]) -> list[StoredSource]:
        """Stored sets as sources of an export, in their order, none read yet. Raises KeyError for an unknown id."""
        return [StoredSource(self, stored) for stored in self.facts(chunk_set_ids)]

    def digests(self, chunk_set_id: str) -> dict[str, str]:
        """A digest of all fields of each record, by record id; kept with the set, so that a delta need not read it.

        Sets of format version 1 have none yet: they are read once to make them. Raises KeyError for an unknown id.
        """
        packed = self.packed(chunk_set_id)
        return unpack_digests(packed)[1] if packed is not None else record_digests([self.read(chunk_set_id)])

    def packed(self, chunk_set_id: str) -> bytes | None:
        """Facts and digests as they are kept, None for a set of format version 1. Raises KeyError for an unknown id."""
        row = self._database.row("select digests from chunk_sets where id = ?", (chunk_set_id,))
        if row is None:
            raise KeyError(chunk_set_id)
        return bytes(row["digests"]) if row["digests"] is not None else None

    def columns(self, chunk_set_id: str) -> RecordColumns | None:
        """The records by column as they are kept, None for a set before format version 3. Raises KeyError for an unknown id."""
        row = self._database.row("select columns from chunk_sets where id = ?", (chunk_set_id,))
        if row is None:
            raise KeyError(chunk_set_id)
        return RecordColumns.unpack(row["columns"]) if row["columns"] is not None else None

    def boxes(self, chunk_set_id: str) -> tuple[BoxFact, ...]:
        """The boxes that a stored set was made from; none where it was made without. Raises KeyError for an unknown id."""
        data = json.loads(self.text(chunk_set_id))
        return tuple(BoxFact(b["id"], b["page"], tuple(b["rect"]), b["class"], b["text"]) for b in data.get("boxes", ()))

    def read(self, chunk_set_id: str) -> ChunkSet:
        """A stored set, without units and layout. Raises KeyError when there is none of that id."""
        return from_json(self.text(chunk_set_id).decode(), source="The stored chunk set")

    def text(self, chunk_set_id: str) -> bytes:
        """The JSON of a stored set. Raises KeyError when there is none of that id."""
        row = self._database.row("select data from chunk_sets where id = ?", (chunk_set_id,))
        if row is None:
            raise KeyError(chunk_set_id)
        return zlib.decompress(row["data"])


def _require_access(base: sqlite3.Connection, chunk_set: ChunkSet, document_id: str, access: DocumentAccess | None) -> None:
    known = base.execute("select data from access_lists where document_id = ?", (document_id,)).fetchone()
    if access is not None and (known is None or known["data"] != access_text(access)):
        message = f"Who may read {chunk_set.document.file_name} was changed while it was chunked."
        raise ChunkStudioError("changed", message, hint="Chunk it again.", field="acl")


def _stored(row: sqlite3.Row) -> StoredChunkSet:
    values = {key: row[key] for key in row.keys() if key != "policy"}  # noqa: SIM118  (sqlite3.Row iterates over values)
    return StoredChunkSet(**values, policy=json.loads(row["policy"]))
