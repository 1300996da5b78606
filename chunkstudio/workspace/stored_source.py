"""A stored chunk set as the source of an export: its digests are read alone, its records without making values of them."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from chunkstudio.chunking.chunkset_reading import from_json
from chunkstudio.chunking.record_digests import record_digests
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.workspace.exports.record_columns import RecordColumns, record_columns
from chunkstudio.workspace.exports.sources import SetFacts, facts_of

if TYPE_CHECKING:
    from chunkstudio.workspace.chunkset_store import ChunkSetStore, StoredChunkSet

_FAST = 1


class _Records(msgspec.Struct):
    """The records of a set's JSON, each left as the bytes it is."""

    chunks: list[msgspec.Raw]


class _Read(msgspec.Struct):
    """The records of a set's JSON as plain data; everything else is skipped."""

    chunks: list[dict[str, Any]]


_DECODER = msgspec.json.Decoder(_Records)
_READER = msgspec.json.Decoder(_Read)


def pack_digests(chunk_set: ChunkSet) -> bytes:
    """What is kept beside a set: a line of facts, then a line for each record with id and digest."""
    d = chunk_set.document
    head = {"title": d.title, "file_name": d.file_name, "acl": d.acl, "preview": chunk_set.preview}
    lines = [json.dumps(head, ensure_ascii=False)]
    lines += [f"{digest} {identity}" for identity, digest in record_digests([chunk_set]).items()]
    return zlib.compress("\n".join(lines).encode(), _FAST)


def unpack_digests(data: bytes) -> tuple[dict[str, Any], dict[str, str]]:
    """The facts, and digest by record id."""
    head, *lines = zlib.decompress(data).decode().split("\n")
    pairs = (line.partition(" ") for line in lines)
    facts: Mapping[str, Any] = json.loads(head)
    return dict(facts), {identity: digest for digest, _, identity in pairs}


@dataclass(frozen=True, eq=False)
class StoredSource:
    """One stored set (see :class:`chunkstudio.workspace.exports.sources.SetSource`); nothing is read before it is asked for."""

    store: ChunkSetStore
    stored: StoredChunkSet

    @property
    def facts(self) -> SetFacts:
        """What an export says of it; of a set of format version 1 only the set itself knows."""
        if self._kept is None:
            return facts_of(self.chunk_set())
        head, s = self._kept[0], self.stored
        acl = head["acl"]
        readers = None if acl is None else tuple(acl)
        preview = bool(head["preview"])
        return SetFacts(
            s.document_id, head["title"], s.sha256, head["file_name"], readers, preview, s.policy_version, s.records, s.tokens
        )

    def digests(self) -> dict[str, str]:
        """Digest by record id."""
        return self._kept[1] if self._kept is not None else record_digests([self.chunk_set()])

    @cached_property
    def _kept(self) -> tuple[dict[str, Any], dict[str, str]] | None:
        """Facts and digests as they are kept with the set; None for a set of format version 1."""
        packed = self.store.packed(self.stored.id)
        return unpack_digests(packed) if packed is not None else None

    def records(self) -> Iterator[dict[str, Any]]:
        """Every record with every documented field."""
        return iter(_READER.decode(self.store.text(self.stored.id)).chunks)

    def raw(self) -> Iterable[str]:
        """Every record as compact JSON, as it was stored."""
        return (bytes(raw).decode() for raw in self._raw())

    def columns(self) -> RecordColumns:
        """The records by column; of a set before format version 3 they are made now."""
        return self.store.columns(self.stored.id) or record_columns(self.records())

    def chunk_set(self) -> ChunkSet:
        """The set as values, without units and layout."""
        return from_json(self.store.text(self.stored.id).decode(), source="The stored chunk set")

    def _raw(self) -> list[msgspec.Raw]:
        return _DECODER.decode(self.store.text(self.stored.id)).chunks
