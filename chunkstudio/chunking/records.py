"""What is indexed: records of three layers, and the set of them that one document and one profile give."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from itertools import count, repeat
from typing import TYPE_CHECKING, Any, overload

from chunkstudio.chunking.access import Labels
from chunkstudio.chunking.model import CutReason, Diagnostics, Layer, Region
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.value_batches import values_of

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.chunkset_diff import ChunkSetDiff


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkRecord:
    """One thing that an index holds. Field meanings as in the README's JSON table.

    ``text`` is Markdown for people and answers, ``retrieval_text`` what is embedded and searched; each fits the
    profile's token budget. ``ordinal`` numbers sections over the whole document from 1 (0: the document record),
    ``part`` of ``parts`` counts the records of one section (or of one table), ``position`` counts records from 0.
    ``section_ordinal`` is the number printed in the heading (0: none). ``fingerprint`` is the key of summaries: the
    section id of a section record, the table id of a row record, the document id of the document record.
    ``regions`` are rectangles in points; ``acl`` is ``None`` only in a preview without labels.
    """

    id: str
    layer: Layer
    position: int
    ordinal: int
    part: int = 1
    parts: int = 1
    section_ordinal: int
    text: str
    retrieval_text: str
    summary_text: str
    token_count: int
    text_tokens: int
    body_tokens: int
    overlap_tokens: int = 0
    context_tokens: int
    heading_path: tuple[str, ...] = ()
    section_id: str | None = None
    section_ids: tuple[str, ...] = ()
    parent_section_id: str | None = None
    parent_table_id: str | None = None
    parent_chunk_id: str | None = None
    table_ids: tuple[str, ...] = ()
    figure_ids: tuple[str, ...] = ()
    box_ids: tuple[str, ...] = ()
    unit_range: tuple[int, int]
    pages: tuple[int, ...]
    regions: tuple[Region, ...] = ()
    start: int | None = None
    end: int | None = None
    acl: Labels | None
    cut_reason: CutReason
    content_hash: str
    embedding_hash: str
    fingerprint: str
    types: tuple[str, ...] = ()
    metadata: dict[str, object] = field(default_factory=dict)


def records_of(size: int, columns: Mapping[str, Sequence[object]]) -> list[ChunkRecord]:
    """Records written column by column: each field of ``columns`` gives one value a record, what is not there its default.

    Raises ValueError for a column of another length, TypeError for a field that has neither column nor default.
    """
    return values_of(ChunkRecord, [_column(size, name, columns.get(name)) for name in _DEFAULTS])


def parts_of(holders: Sequence[Hashable]) -> dict[str, Sequence[object]]:
    """Which record of how many of its section or table each one is; ``holders`` names these, one a record."""
    total = Counter(holders)
    following: defaultdict[Hashable, Iterator[int]] = defaultdict(lambda: count(1))
    return {"part": [next(following[holder]) for holder in holders], "parts": [total[holder] for holder in holders]}


def _column(size: int, name: str, given: Sequence[object] | None) -> Iterable[object]:
    """The values of one field."""
    if given is None:
        default, factory = _DEFAULTS[name]
        if factory is MISSING and default is MISSING:
            raise TypeError(f"a record needs {name}")
        return repeat(default, size) if factory is MISSING else [factory() for _ in range(size)]
    if len(given) != size:
        raise ValueError(f"{len(given)} values of {name} for {size} records")
    return given


_DEFAULTS: dict[str, tuple[Any, Any]] = {f.name: (f.default, f.default_factory) for f in fields(ChunkRecord)}


@dataclass(frozen=True, slots=True)
class PageFact:
    """One page as the chunk set tells it; sizes in points, ``rotation`` in degrees as in the file."""

    number: int
    label: str
    width: float
    height: float
    rotation: int
    parser: str


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """The document that a chunk set was made from. ``id`` is given, else ``sha256`` of the bytes.

    ``acl`` is ``None`` only in a preview; ``narrower`` are parts with narrower labels as in the side file.
    """

    id: str
    sha256: str
    title: str
    language: str
    file_name: str
    owner: str
    acl: Labels | None
    layout_hash: str
    pages: tuple[PageFact, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkSet(Sequence[ChunkRecord]):
    """All records of a document under one policy version, in order: sections with their rows, then the document.

    ``policy`` holds the parts that ``policy_version`` hashes (dotted profile fields and revisions), so that a stale
    set can tell which of them changed. ``chunked`` is what the set was made from; ``None`` when it was read from a
    file. ``preview`` marks a set that may not be indexed.
    """

    document: DocumentFacts
    profile: Profile
    policy_version: str
    policy: Mapping[str, object]
    records: tuple[ChunkRecord, ...]
    diagnostics: Diagnostics
    chunked: ChunkedDocument | None = None
    preview: bool = False

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> ChunkRecord: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ChunkRecord]: ...
    def __getitem__(self, index: int | slice) -> ChunkRecord | Sequence[ChunkRecord]:
        return self.records[index]

    def __iter__(self) -> Iterator[ChunkRecord]:
        return iter(self.records)

    def layer(self, name: Layer) -> tuple[ChunkRecord, ...]:
        """The records of one layer, in order."""
        return tuple(record for record in self.records if record.layer == name)

    def get(self, record_id: str) -> ChunkRecord | None:
        """The record with an id, or ``None``."""
        return next((record for record in self.records if record.id == record_id), None)

    def diff(self, other: ChunkSet, *, price_per_million: float | None = None) -> ChunkSetDiff:
        """What going from this set to ``other`` changes in an index, and what it costs to embed again.

        ``price_per_million`` is the price of a million tokens in any currency; without it the cost has no money.
        """
        from chunkstudio.chunking.chunkset_diff import diff_chunk_sets

        return diff_chunk_sets(self, other, price_per_million=price_per_million)
