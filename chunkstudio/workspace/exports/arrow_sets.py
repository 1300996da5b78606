"""Arrow batches straight from the JSON of sets: typed decoding and flat arrays, several times faster than row by row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import msgspec

from chunkstudio.chunking.records import ChunkRecord
from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports.rows import row_head
from chunkstudio.workspace.exports.sources import SetSource
from chunkstudio.workspace.exports.table_forms import arrow_schema, region_array

_BATCH = 4_000
_NAMES = tuple(f.name for f in fields(ChunkRecord))


class _Region(msgspec.Struct, gc=False):
    page: int
    rect: tuple[float, float, float, float]


_KINDS: dict[str, Any] = {"metadata": msgspec.Raw, "regions": list[_Region]}
_Record = msgspec.defstruct("_Record", [(name, _KINDS.get(name, Any)) for name in _NAMES], gc=False)
_Set = msgspec.defstruct("_Set", [("chunks", list[_Record])])  # type: ignore[valid-type]
_DECODER = msgspec.json.Decoder(_Set)


def set_batches(
    sources: Sequence[SetSource], *, draft: bool, only: frozenset[str] | None, vectors: Vectors | None
) -> Iterator[Any]:
    """Record batches of about 4,000 records; ``vectors`` are those of the records in order."""
    import pyarrow as pa

    schema, done = None, 0
    for group in _groups(sources, only):
        columns = _columns(group, draft, only)
        if schema is None:
            schema = arrow_schema(columns, vector_size=len(vectors[0]) if vectors is not None and len(vectors) else 0)
        count = len(columns["id"])
        if vectors is not None:
            columns["vector"] = [[float(x) for x in v] for v in vectors[done : done + count]]
        done += count
        if count:
            yield pa.RecordBatch.from_pydict(columns, schema=schema)


def _groups(sources: Sequence[SetSource], only: frozenset[str] | None) -> Iterator[list[SetSource]]:
    group: list[SetSource] = []
    for source in sources:
        if only is not None and only.isdisjoint(source.digests()):
            continue
        group.append(source)
        if sum(s.facts.records for s in group) >= _BATCH:
            yield group
            group = []
    if group:
        yield group


def _columns(group: Sequence[SetSource], draft: bool, only: frozenset[str] | None) -> dict[str, Any]:
    """Values by column, the document's fields first."""
    records: list[Any] = []
    heads: dict[str, list[Any]] = {}
    for source in group:
        own = [r for r in _decoded(source) if only is None or r.id in only]
        records += own
        for name, value in row_head(source.facts, draft=draft).items():
            heads.setdefault(name, []).extend([value] * len(own))
    columns: dict[str, Any] = {**heads, **{name: [getattr(r, name) for r in records] for name in _NAMES}}
    columns["metadata"] = [bytes(raw).decode() for raw in columns["metadata"]]
    pages = [r.page for row in columns["regions"] for r in row]
    numbers = [v for row in columns["regions"] for r in row for v in r.rect]
    columns["regions"] = region_array([len(row) for row in columns["regions"]], pages, numbers)
    return columns


def _decoded(source: SetSource) -> list[Any]:
    found: Any = _DECODER.decode(source.json())
    records: list[Any] = found.chunks
    return records
