"""Forms that are tables: Parquet with a documented Arrow schema, and one SQLite file."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
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
    import pyarrow as pa

    source, done, schema = iter(rows), 0, None
    while batch := list(islice(source, _BATCH)):
        if schema is None:
            schema = arrow_schema(batch[0], vector_size=len(vectors[0]) if vectors is not None and len(vectors) else 0)
        columns = {name: [row[name] for row in batch] for name in batch[0]}
        columns["metadata"] = [json.dumps(v, ensure_ascii=False) for v in columns["metadata"]]
        if vectors is not None:
            columns["vector"] = [[float(x) for x in v] for v in vectors[done : done + len(batch)]]
        done += len(batch)
        yield pa.RecordBatch.from_pydict(columns, schema=schema)


def write_parquet(rows: Iterable[Row], path: Path, vectors: Vectors | None) -> None:
    """One Parquet file, compressed with zstd. Raises ``bad_argument`` without pyarrow."""
    try:
        import pyarrow.parquet as pq
    except ImportError:
        raise missing_package("pyarrow", "parquet") from None
    writer = None
    try:
        for batch in arrow_batches(rows, vectors):
            writer = writer or pq.ParquetWriter(path, batch.schema, compression="zstd")
            writer.write_batch(batch)
        if writer is None:
            import pyarrow as pa

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
