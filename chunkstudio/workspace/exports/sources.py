"""Where an export takes its records from: chunk sets in memory, or stored ones that are read one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from chunkstudio.chunking.chunkset_json import dump, record_dict
from chunkstudio.chunking.record_digests import record_digests
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.workspace.exports.record_columns import RecordColumns, record_columns


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What an export says of a set besides its records; ``acl`` is None in a preview without labels."""

    id: str
    title: str
    sha256: str
    file_name: str
    acl: tuple[str, ...] | None
    preview: bool
    policy_version: str
    records: int
    tokens: int


@runtime_checkable
class SetSource(Protocol):
    """A set to export. ``digests``, ``records`` and ``raw`` have the records in the same order."""

    @property
    def facts(self) -> SetFacts: ...
    def digests(self) -> dict[str, str]: ...
    def records(self) -> Iterator[dict[str, Any]]: ...
    def raw(self) -> Iterable[str]: ...
    def columns(self) -> RecordColumns: ...
    def chunk_set(self) -> ChunkSet: ...


@dataclass(frozen=True, slots=True, eq=False)
class MadeSource:
    """A set in memory."""

    made: ChunkSet

    @property
    def facts(self) -> SetFacts:
        """What an export says of it."""
        return facts_of(self.made)

    def digests(self) -> dict[str, str]:
        """Digest by record id."""
        return record_digests([self.made])

    def records(self) -> Iterator[dict[str, Any]]:
        """Every record with every documented field."""
        return (record_dict(r) for r in self.made.records)

    def raw(self) -> Iterable[str]:
        """Every record as compact JSON."""
        return (dump(r) for r in self.records())

    def columns(self) -> RecordColumns:
        """The records by column."""
        return record_columns(self.records())

    def chunk_set(self) -> ChunkSet:
        """The set itself."""
        return self.made


def facts_of(made: ChunkSet) -> SetFacts:
    """The facts of a set in memory."""
    d = made.document
    tokens = sum(r.token_count for r in made.records)
    return SetFacts(d.id, d.title, d.sha256, d.file_name, d.acl, made.preview, made.policy_version, len(made.records), tokens)


def sources_of(sets: Sequence[ChunkSet | SetSource]) -> list[SetSource]:
    """Each set as a source."""
    return [MadeSource(s) if isinstance(s, ChunkSet) else s for s in sets]


class KnownSource:
    """A source that is asked for its facts and digests only once; its records are read anew each time."""

    def __init__(self, source: SetSource) -> None:
        self._source = source

    @cached_property
    def facts(self) -> SetFacts:
        """What an export says of it."""
        return self._source.facts

    @cached_property
    def _digests(self) -> dict[str, str]:
        return self._source.digests()

    def digests(self) -> dict[str, str]:
        """Digest by record id."""
        return self._digests

    def records(self) -> Iterator[dict[str, Any]]:
        """Every record with every documented field."""
        return self._source.records()

    def raw(self) -> Iterable[str]:
        """Every record as compact JSON."""
        return self._source.raw()

    def columns(self) -> RecordColumns:
        """The records by column."""
        return self._source.columns()

    def chunk_set(self) -> ChunkSet:
        """The set as values."""
        return self._source.chunk_set()
