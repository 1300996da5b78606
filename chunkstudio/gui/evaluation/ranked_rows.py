"""Ranked results as two-line rows: heading, matched words and text, score, pages and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.selection import Kind
from chunkstudio.retrieval.index import Hit, SearchIndex
from chunkstudio.retrieval.passages import Passage

RANK, TEXT, SCORE = range(3)
_SNIPPET = 160
HOLDS_ROLE = Qt.ItemDataRole.UserRole + 78
"""Whether a result holds evidence."""


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One result, or (``more``) how many are left out between two. ``rail`` is the position of its chunk, None for tables.
    ``kind`` and ``name`` are what a click selects."""

    rank: int
    title: str
    second: str
    score: float
    place: str
    rail: int | None = None
    holds: bool = False
    more: int = 0
    kind: Kind | None = None
    name: str = ""
    tip: str = ""


def ranked_rows(
    hits: Sequence[Hit], index: SearchIndex, result: ChunkedDocument, query: str, *, shown: Sequence[int], holding: set[int]
) -> list[RankedRow]:
    """Rows for the hits at the ranks ``shown``, with a row between them that counts those left out. ``holding`` are the
    ranks that hold evidence."""
    rows: list[RankedRow] = []
    last = 0
    for hit in hits:
        if hit.rank not in shown:
            continue
        if hit.rank > last + 1:
            rows.append(_gap(hit.rank - last - 1))
        rows.append(_row(hit, index, result, query, hit.rank in holding))
        last = hit.rank
    if len(hits) > last:
        rows.append(_gap(len(hits) - last))
    return rows


def _gap(count: int) -> RankedRow:
    return RankedRow(0, f"{count} more chunk{'' if count == 1 else 's'}", "", 0.0, "", more=count)


def _row(hit: Hit, index: SearchIndex, result: ChunkedDocument, query: str, holds: bool) -> RankedRow:
    passage = hit.passage
    kind, name, rail = target_of(passage, index, result)
    label = chunk_name(rail) if rail is not None and kind == "chunk" else passage.id if kind == "table" else ""
    head = " › ".join(passage.heading_path[-2:]) or label
    snippet = first_words(passage)
    words = matched_words(index, query, hit.found)
    pages = f"p {passage.pages[0]}" if passage.pages else ""
    second = f"{', '.join(words)}: {snippet}" if words else snippet
    matched = f"Matched: {', '.join(words)}." if words else "No word of the question stands in it."
    tip = f"{label} {head}\n{matched}\n{snippet}…".strip()
    return RankedRow(
        hit.rank, head, second, hit.score, f"{pages}, {passage.tokens} tok", rail, holds, 0, kind, name, tip
    )  # fmt: skip


def first_words(passage: Passage) -> str:
    """How the text handed back begins, below the headings that the row names anyway."""
    lines = passage.text.split("\n")
    known = ("", *passage.heading_path)
    start = next((k for k, line in enumerate(lines) if line.lstrip("#").strip() not in known), 0)
    return " ".join("\n".join(lines[start:])[: 2 * _SNIPPET].split())[:_SNIPPET]


def matched_words(index: SearchIndex, query: str, passage: Passage) -> list[str]:
    """The words of a query, as typed, that the passage's searched text holds in any inflection."""
    return list(index.typed_words(query.lower(), index.shared_words(query, passage)))


def target_of(passage: Passage, index: SearchIndex, result: ChunkedDocument) -> tuple[Kind | None, str, int | None]:
    """What a result is in the window: kind and id to select, and the position of its chunk."""
    if passage.layer == "section" and passage.position < len(result.chunks):
        return "chunk", result.chunks[passage.position].id, passage.position
    if any(t.id == passage.id for t in result.tables):
        return "table", passage.id, None
    parent = next((p for p in index.corpus.passages if p.id == passage.parent_chunk and p.layer == "section"), None)
    if parent is not None and parent.position < len(result.chunks):
        return "chunk", result.chunks[parent.position].id, parent.position
    return None, "", None


class RankedModel(RowsModel[RankedRow]):
    """Rank, heading over text, score over place."""

    columns = (Column("", right=True), Column("Ranked chunks"), Column("Score", right=True))

    def name_score(self, words: str) -> None:
        """What the scores are: "BM25 score"."""
        self.columns = (*self.columns[:2], Column(words, right=True))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)

    def cell(self, row: RankedRow, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == ItemRole.SECOND:
            return self._second(row, column)
        if role == HOLDS_ROLE:
            return row.holds
        if role == ItemRole.RAIL:
            return row.rail if column == TEXT else None
        if role == ItemRole.WEIGHT:
            return 400 if row.more or column == SCORE else 600
        if role == ItemRole.COLOR:
            return "muted" if row.more else "text"
        if role == ItemRole.ELIDE_MIDDLE:
            return column == TEXT
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip or None
        return None

    def _words(self, row: RankedRow, column: int) -> str:
        if row.more:
            return row.title if column == TEXT else ""
        if column == RANK:
            return str(row.rank)
        return row.title if column == TEXT else f"{row.score:.3g}" if row.score < 1 else f"{row.score:.1f}"

    def _second(self, row: RankedRow, column: int) -> str:
        if row.more:
            return "Show all of them" if column == TEXT else ""
        if column == TEXT:
            return row.second
        return ("evidence" if row.holds else row.place) if column == SCORE else ""
