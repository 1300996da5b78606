"""Arrow tables straight from the kept columns of sets: no record is made a value of, no text is copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports.record_columns import KINDS, Buffers, Kind, RecordColumns
from chunkstudio.workspace.exports.rows import DOCUMENT_COLUMNS, row_head
from chunkstudio.workspace.exports.sources import SetSource

_TABLE = 8_000


def set_schema(vector_size: int = 0) -> Any:
    """Columns of a table of records: the document's fields, then every field of a record, then ``vector`` where it has one.

    Text is string, counts are int32, lists are lists, ``regions`` is a list of structs (page, rect). ``acl`` is null only in
    a draft; ``metadata`` is JSON text; ``vector`` is a fixed-size list of float32.
    """
    import pyarrow as pa

    region = pa.struct([("page", pa.int32()), ("rect", pa.list_(pa.float32(), 4))])
    kinds: dict[Kind, Any] = {
        "text": pa.string(),
        "number": pa.int32(),
        "texts": pa.list_(pa.string()),
        "numbers": pa.list_(pa.int32()),
        "regions": pa.list_(region),
    }
    heads = [pa.field(name, pa.bool_() if name == "draft" else pa.string()) for name in DOCUMENT_COLUMNS]
    own = [pa.field(name, kinds[kind]) for name, kind in KINDS.items()]
    vector = [pa.field("vector", pa.list_(pa.float32(), vector_size))] if vector_size else []
    return pa.schema([*heads, *own, *vector], metadata={"schema": "chunkstudio.chunkset/1"})


def set_tables(
    sources: Sequence[SetSource], *, draft: bool, only: frozenset[str] | None, vectors: Vectors | None
) -> Iterator[Any]:
    """Arrow tables of about 8,000 records; ``vectors`` are those of the records in order. ``only`` leaves out other ids."""
    import pyarrow as pa

    schema, done, batches, rows = set_schema(_size(vectors)), 0, [], 0
    for source in sources:
        if only is not None and only.isdisjoint(source.digests()):
            continue
        batch = _batch(source, draft, only, vectors, done, schema)
        done += batch.num_rows
        rows += batch.num_rows
        batches.append(batch)
        if rows >= _TABLE:
            yield pa.Table.from_batches(batches, schema)
            batches, rows = [], 0
    if batches or not done:
        yield pa.Table.from_batches(batches, schema)


def _size(vectors: Vectors | None) -> int:
    return len(vectors[0]) if vectors is not None and len(vectors) else 0


def _batch(
    source: SetSource, draft: bool, only: frozenset[str] | None, vectors: Vectors | None, start: int, schema: Any
) -> Any:
    """One set; its vectors begin at ``start``."""
    import pyarrow as pa

    columns = source.columns()
    own = pa.RecordBatch.from_arrays([_array(KINDS[name], columns, name) for name in KINDS], list(KINDS))
    if only is not None:
        own = own.filter(pa.array([i in only for i in own.column("id").to_pylist()], pa.bool_()))
    count = own.num_rows
    head = row_head(source.facts, draft=draft)
    arrays = [pa.repeat(pa.scalar(head[name], schema.field(name).type), count) for name in DOCUMENT_COLUMNS]
    arrays += own.columns
    if vectors is not None and "vector" in schema.names:
        flat = np.asarray(vectors[start : start + count], np.float32).ravel()
        arrays.append(pa.FixedSizeListArray.from_arrays(pa.array(flat), _size(vectors)))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _array(kind: Kind, columns: RecordColumns, name: str) -> Any:
    """The Arrow array of one column."""
    import pyarrow as pa

    buffers, count = columns.buffers[name], columns.count
    if kind == "number":
        return pa.Array.from_buffers(pa.int32(), count, _arrow(buffers))
    if kind == "text":
        return pa.Array.from_buffers(pa.string(), count, _arrow(buffers))
    valid, ends, *rest = buffers
    length = int(np.frombuffer(ends or b"", "<i4")[-1])
    if kind == "texts":
        values = pa.Array.from_buffers(pa.string(), length, [None, *_arrow(tuple(rest))])
    elif kind == "numbers":
        values = pa.Array.from_buffers(pa.int32(), length, [None, *_arrow(tuple(rest))])
    else:
        pages = pa.Array.from_buffers(pa.int32(), length, [None, pa.py_buffer(rest[0])])
        numbers = pa.Array.from_buffers(pa.float32(), length * 4, [None, pa.py_buffer(rest[1])])
        rects = pa.FixedSizeListArray.from_arrays(numbers, 4)
        values = pa.StructArray.from_arrays([pages, rects], ["page", "rect"])
    return pa.Array.from_buffers(pa.list_(values.type), count, _arrow((valid, ends)), children=[values])


def _arrow(buffers: Buffers) -> list[Any]:
    import pyarrow as pa

    return [None if b is None else pa.py_buffer(b) for b in buffers]
