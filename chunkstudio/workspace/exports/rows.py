"""Records as flat rows: one mapping a record, with the fields of its document, for every tabular form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chunkstudio.chunking.records import ChunkSet
from chunkstudio.workspace.exports.sources import SetFacts, SetSource, sources_of

DOCUMENT_COLUMNS = ("document_id", "document_title", "file_name", "sha256", "policy_version", "draft")

Row = dict[str, Any]


def row_head(facts: SetFacts, *, draft: bool) -> Row:
    """The fields of a document that each of its rows carries."""
    return {
        "document_id": facts.id,
        "document_title": facts.title,
        "file_name": facts.file_name,
        "sha256": facts.sha256,
        "policy_version": facts.policy_version,
        "draft": draft or facts.preview,
    }


def export_rows(sets: Sequence[ChunkSet | SetSource], *, draft: bool, only: frozenset[str] | None = None) -> Iterator[Row]:
    """Every record of the sets (or only those with these ids) as a row, in order; one set is read at a time."""
    for source in sources_of(sets):
        if only is not None and only.isdisjoint(source.digests()):
            continue
        head = row_head(source.facts, draft=draft)
        for record in source.records():
            if only is None or record["id"] in only:
                yield head | record
