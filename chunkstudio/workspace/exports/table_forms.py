"""Forms that are tables: Parquet (its schema is that of :mod:`arrow_sets`), and one SQLite file."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace.exports.record_columns import KINDS
from chunkstudio.workspace.exports.rows import Row


def missing_package(package: str, extra: str) -> ChunkStudioError:
    """The error for a form whose optional package is not installed."""
    return ChunkStudioError(
        "bad_argument", f"This form needs the package {package}.", hint=f"Install it with: pip install 'chunkstudio[{extra}]'."
    )


def write_parquet(tables: Iterable[Any], path: Path) -> None:
    """One Parquet file of Arrow tables, a row group each, compressed with zstd."""
    import pyarrow.parquet as pq

    writer = None
    try:
        for table in tables:
            writer = writer or pq.ParquetWriter(path, table.schema, compression="zstd")
            writer.write_table(table)
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
    return "integer" if KINDS.get(column) == "number" or column == "draft" else "text"


def _value(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value
