"""Forms that are tables: Parquet with a documented Arrow schema, and one SQLite file."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports.rows import LIST_COLUMNS, NUMBER_COLUMNS, Row

_BATCH = 4_000
_OTHER_LISTS = ("pages", "unit_range")


def missing_package(package: str, extra: str) -> ChunkStudioError:
    """The error for a form whose optional package is not installed."""
    return ChunkStudioError(
        "bad_argument", f"This form needs the package {package}.", hint=f"Install it with: pip install 'chunkstudio[{extra}]'."
    )


def arrow_schema(columns: Iterable[str], *, vector_size: int = 0) -> Any:
    """Columns of a Parquet export: text as string, counts as int32, lists as lists, regions as a list of structs.

    ``acl`` is null only in a draft; ``metadata`` is JSON text; ``vector`` is a fixed-size list of float32.
    """
    import pyarrow as pa

    region = pa.struct([("page", pa.int32()), ("rect", pa.list_(pa.float32(), 4))])
    kinds: dict[str, Any] = {"draft": pa.bool_(), "regions": pa.list_(region), "metadata": pa.string()}
    kinds |= {c: pa.list_(pa.string()) for c in LIST_COLUMNS}
    kinds |= {c: pa.list_(pa.int32()) for c in _OTHER_LISTS}
    kinds |= {c: pa.int32() for c in NUMBER_COLUMNS}
    fields = [pa.field(c, kinds.get(c, pa.string())) for c in columns]
    if vector_size:
        fields.append(pa.field("vector", pa.list_(pa.float32(), vector_size)))
    return pa.schema(fields, metadata={"schema": "chunkstudio.chunkset/1"})


def arrow_batches(rows: Iterable[Row], vectors: Vectors | None) -> Iterator[Any]:
    """Arrow record batches of the rows, for Parquet and LanceDB."""
    import msgspec
    import pyarrow as pa

    encoder = msgspec.json.Encoder()
    source, done, schema = iter(rows), 0, None
    while batch := list(islice(source, _BATCH)):
        if schema is None:
            schema = arrow_schema(batch[0], vector_size=len(vectors[0]) if vectors is not None and len(vectors) else 0)
        columns: dict[str, Any] = {name: [row[name] for row in batch] for name in batch[0]}
        columns["metadata"] = [encoder.encode(v).decode() if v else "{}" for v in columns["metadata"]]
        columns["regions"] = _regions(columns["regions"])
        if vectors is not None:
            columns["vector"] = [[float(x) for x in v] for v in vectors[done : done + len(batch)]]
        done += len(batch)
        yield pa.RecordBatch.from_pydict(columns, schema=schema)


def _regions(rows: list[list[dict[str, Any]]]) -> Any:
    flat = [r for row in rows for r in row]
    return region_array([len(row) for row in rows], [r["page"] for r in flat], [v for r in flat for v in r["rect"]])


def region_array(lengths: Sequence[int], pages: Sequence[int], numbers: Sequence[float]) -> Any:
    """Lists of regions as an Arrow array, from the count of each row and flat pages and rectangles.

    Many times faster than from mappings.
    """
    import numpy as np
    import pyarrow as pa

    ends = pa.array(np.cumsum([0, *lengths], dtype=np.int32))
    rects = pa.FixedSizeListArray.from_arrays(pa.array(np.array(numbers, np.float32)), 4)
    return pa.ListArray.from_arrays(ends, pa.StructArray.from_arrays([pa.array(pages, pa.int32()), rects], ["page", "rect"]))


def write_parquet(batches: Iterable[Any], path: Path) -> None:
    """One Parquet file of record batches, compressed with zstd."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    try:
        for batch in batches:
            writer = writer or pq.ParquetWriter(path, batch.schema, compression="zstd")
            writer.write_batch(batch)
        if writer is None:
            pq.write_table(pa.Table.from_pylist([], schema=arrow_schema(("id",))), path)
    finally:
        if writer is not None:
            writer.close()


def write_sqlite(rows: Iterable[Row], path: Path, facts: dict[str, str]) -> None:
    """One SQLite file: table ``records`` with a full-text index over the retrieval text, and ``facts`` of the export."""
    with contextlib.closing(sqlite3.connect(path)) as base, base:
        base.execute("create table facts (name text primary key, value text) strict")
        base.executemany("insert into facts values (?, ?)", sorted(facts.items()))
        columns: list[str] | None = None
        for row in rows:
            if columns is None:
                columns = list(row)
                kinds = ", ".join(f"{c} {_kind(c)}" for c in columns)
                base.execute(f"create table records ({kinds}, primary key (id)) strict")
            marks = ", ".join("?" * len(columns))
            base.execute(f"insert into records values ({marks})", [_value(row[c]) for c in columns])
        if columns is None:
            base.execute("create table records (id text primary key) strict")
            return
        base.execute("create virtual table records_search using fts5 (retrieval_text, content = 'records')")
        base.execute("insert into records_search (records_search) values ('rebuild')")


def _kind(column: str) -> str:
    return "integer" if column in NUMBER_COLUMNS or column == "draft" else "text"


def _value(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
