"""Records as flat rows: one mapping a record, with the fields of its document, for every tabular form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from chunkstudio.chunking.chunkset_json import record_dict
from chunkstudio.chunking.records import ChunkSet

DOCUMENT_COLUMNS = ("document_id", "document_title", "file_name", "sha256", "policy_version", "draft")
LIST_COLUMNS = ("heading_path", "section_ids", "table_ids", "figure_ids", "box_ids", "types", "acl")
NUMBER_COLUMNS = (
    "position", "ordinal", "part", "parts", "section_ordinal", "token_count", "text_tokens", "body_tokens", "overlap_tokens",
    "context_tokens", "start", "end",
)  # fmt: skip

Row = dict[str, Any]


def export_rows(sets: Sequence[ChunkSet], *, draft: bool, only: frozenset[str] | None = None) -> Iterator[Row]:
    """Every record of the sets (or only those with these ids) as a row, in order."""
    for chunk_set in sets:
        facts = chunk_set.document
        head: Row = {
            "document_id": facts.id,
            "document_title": facts.title,
            "file_name": facts.file_name,
            "sha256": facts.sha256,
            "policy_version": chunk_set.policy_version,
            "draft": draft or chunk_set.preview,
        }
        for record in chunk_set.records:
            if only is None or record.id in only:
                yield head | record_dict(record)
