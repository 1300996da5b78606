"""Forms that are text: JSON lines, CSV for spreadsheets, a Markdown report, bulk files for OpenSearch, SQL for pgvector."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence

from chunkstudio.chunking.chunkset_json import SCHEMA, dump
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.retrieval.embedders import Vectors
from chunkstudio.workspace.exports.manifest import Delta
from chunkstudio.workspace.exports.rows import DOCUMENT_COLUMNS, Row, row_head
from chunkstudio.workspace.exports.sources import SetSource

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def set_lines(source: SetSource, *, draft: bool, only: frozenset[str] | None, changes: Delta | None) -> Iterator[str]:
    """The lines of :func:`json_lines` for one set, made from its stored JSON without reading it into values."""
    updated = frozenset(changes.update) if changes else frozenset()
    head = dump(row_head(source.facts, draft=draft))[1:-1]
    for identity, raw in zip(source.digests(), source.raw(), strict=True):
        if only is None or identity in only:
            mark = f'"operation":"{"update" if identity in updated else "add"}",' if changes else ""
            yield f'{{"schema":"{SCHEMA}",{mark}{head},{raw[1:]}\n'


def json_lines(rows: Iterable[Row], changes: Delta | None) -> Iterator[str]:
    """One JSON object a line with every field; in a delta each line has its ``operation``, deletions their id alone."""
    updated = set(changes.update) if changes else set()
    for row in rows:
        mark = {"operation": "update" if row["id"] in updated else "add"} if changes else {}
        yield dump({"schema": SCHEMA, **mark, **row}) + "\n"
    for identity in changes.delete if changes else ():
        yield dump({"schema": SCHEMA, "operation": "delete", "id": identity}) + "\n"


def comma_separated(rows: Iterable[Row]) -> Iterator[str]:
    """CSV for spreadsheets: a mark that tells Excel of UTF-8, lists joined by " | ", no cell that would run as a formula."""
    yield "\ufeff"
    columns: list[str] | None = None
    for row in rows:
        if columns is None:
            columns = [*DOCUMENT_COLUMNS, *(c for c in row if c not in DOCUMENT_COLUMNS)]
            yield _csv_line(columns)
        yield _csv_line([_cell(row[c]) for c in columns])


def _csv_line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        text = " | ".join(value)
    elif isinstance(value, list | dict):
        text = json.dumps(value, ensure_ascii=False)
    else:
        text = str(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) and not _is_number(text) else text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def markdown_report(sets: Iterable[ChunkSet], *, draft: bool) -> Iterator[str]:
    """A report for people: what was exported under which profile, then every chunk with its place and size."""
    yield f"# {'Draft export' if draft else 'Export'}\n\n"
    for s in sets:
        yield _document_head(s)
        for r in s.records:
            pages = (
                f"pages {min(r.pages)}-{max(r.pages)}" if len(r.pages) > 1 else f"page {r.pages[0]}" if r.pages else "no page"
            )
            path = " > ".join(r.heading_path) or "document"
            facts = f"`{r.id}` {r.layer}, {pages}, {r.token_count} tokens, starts by {r.cut_reason}"
            yield f"### {_plain(path)}\n\n{facts}\n\n{r.text}\n\n"


def _document_head(s: ChunkSet) -> str:
    findings = [f"{f.code} (page {f.page})" if f.page else f.code for f in s.diagnostics.warnings]
    lines = [
        f"## {_plain(s.document.title or s.document.file_name)}",
        "",
        f"- File: {_plain(s.document.file_name)} (`{s.document.sha256[:16]}`)",
        f"- Readers: {', '.join(s.document.acl or ()) or 'none (preview)'}",
        f"- Profile: {_plain(s.profile.name)} `{s.profile.version}`, policy `{s.policy_version}`",
        f"- Records: {len(s.records)}, {sum(r.token_count for r in s.records):,} tokens",
        f"- Findings: {', '.join(findings) or 'none'}",
    ]
    return "\n".join(lines) + "\n\n"


def _plain(text: str) -> str:
    """Text of a document inside a line of Markdown: no line breaks, no markup characters at work."""
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|" else c for c in " ".join(text.split()))


def bulk_lines(rows: Iterable[Row], index: str, vectors: Vectors | None, changes: Delta | None) -> Iterator[str]:
    """The bulk form of OpenSearch and Elasticsearch: an action line and the record; deletions at the end of a delta."""
    for k, row in enumerate(rows):
        yield dump({"index": {"_index": index, "_id": row["id"]}}) + "\n"
        yield dump(row if vectors is None else {**row, "vector": [float(v) for v in vectors[k]]}) + "\n"
    for identity in changes.delete if changes else ():
        yield dump({"delete": {"_index": index, "_id": identity}}) + "\n"


def pgvector_sql(rows: Iterable[Row], table: str, vectors: Vectors | None, changes: Delta | None) -> Iterator[str]:
    """SQL that PostgreSQL runs in one transaction: the table, and for each record an insert that replaces an older one.

    The column ``embedding`` is there only when vectors are given (extension vector).
    """
    name = '"' + table.replace('"', '""') + '"'
    size = len(vectors[0]) if vectors is not None and len(vectors) else 0
    yield "begin;\n" + ("create extension if not exists vector;\n" if size else "")
    column = f", embedding vector({size})" if size else ""
    yield (
        f"create table if not exists {name} (id text primary key, document_id text not null, layer text not null, "
        f"acl text[] not null, text text not null, retrieval_text text not null, data jsonb not null{column});\n"
    )
    for k, row in enumerate(rows):
        labels = "array[" + ", ".join(_quoted(v) for v in row["acl"] or []) + "]::text[]"
        values = [_quoted(row["id"]), _quoted(row["document_id"]), _quoted(row["layer"]), labels]
        values += [_quoted(row["text"]), _quoted(row["retrieval_text"]), _quoted(dump(row)) + "::jsonb"]
        fields = ["document_id", "layer", "acl", "text", "retrieval_text", "data"]
        if size and vectors is not None:
            values.append("'[" + ",".join(f"{float(v):.7g}" for v in vectors[k]) + "]'")
            fields.append("embedding")
        update = ", ".join(f"{f} = excluded.{f}" for f in fields)
        columns, literals = ", ".join(["id", *fields]), ", ".join(values)
        yield f"insert into {name} ({columns}) values ({literals}) on conflict (id) do update set {update};\n"
    for identity in changes.delete if changes else ():
        yield f"delete from {name} where id = {_quoted(identity)};\n"
    yield "commit;\n"


def _quoted(text: str) -> str:
    """A string literal under standard_conforming_strings; PostgreSQL cannot hold NUL, which the sanitiser has removed."""
    return "'" + text.replace("\x00", "").replace("'", "''") + "'"
