"""What the first records of an export would look like, without writing a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from chunkstudio.chunking.chunkset_text import document_markdown
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.workspace.exports import framework_forms, text_forms
from chunkstudio.workspace.exports.rows import Row, export_rows

_LONG = 20_000


def export_preview(sets: Sequence[ChunkSet], form: str, *, draft: bool, index: str = "chunks", count: int = 3) -> str:
    """The text of the first ``count`` records in a form; tables and databases are shown as one block of fields a record.

    Vectors are left out. Raises ChunkStudioError where the form needs a package that is not installed.
    """
    heads = [replace(s, records=s.records[:count]) for s in sets[:1]]
    rows = list(islice(export_rows(heads, draft=draft), count))
    return "".join(_pieces(form, heads, rows, draft, index))[:_LONG]


def _pieces(form: str, sets: Sequence[ChunkSet], rows: list[Row], draft: bool, index: str) -> Iterator[str]:
    if form == "jsonl":
        return text_forms.json_lines(rows, None)
    if form == "csv":
        return text_forms.comma_separated(rows)
    if form == "report":
        return text_forms.markdown_report(sets, draft=draft)
    if form == "markdown":
        return iter([document_markdown(s) for s in sets] or [""])
    if form == "langchain":
        return framework_forms.langchain_lines(rows)
    if form == "llamaindex":
        return framework_forms.llama_lines(rows)
    if form == "opensearch":
        return text_forms.bulk_lines(rows, index, None, None)
    if form == "pgvector":
        return text_forms.pgvector_sql(rows, index, None, None)
    return (_block(k, row) for k, row in enumerate(rows, 1))


def _block(number: int, row: Row) -> str:
    lines = [f"  {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in row.items()]
    return "\n".join([f"record {number}", *lines, "", ""])
