"""The facts of one chunk: the ledger of its tokens, its heading path, why it starts and ends, and its links."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.gui.item_models.link_rows import Link, links_of
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.bars import LedgerBar, TokenLedger
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.link_row import LinkRow
from chunkstudio.gui.widgets.scroll_column import ScrollColumn

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk
else:
    ChunkedDocument = Any

_MOST_LINKS = 40


class ChunkFacts(ScrollColumn):
    """Shows one chunk; every row that leads somewhere can be clicked."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, spacing=6)
        self._session = session
        self._theme = theme
        self.tokens = PlainLabel(theme, weight=600)
        self.free = PlainLabel(theme, role="muted")
        self.bar = LedgerBar(theme)
        self.parts = PlainLabel(theme, role="muted", use="small")
        self.minimum = PlainLabel(theme, role="muted", use="small")
        self.path = PlainLabel(theme, role="muted", wrap=True)
        self.column.addLayout(_pair(self.tokens, self.free))
        self.column.addWidget(self.bar)
        self.column.addLayout(_pair(self.parts, self.minimum))
        self.column.addWidget(self.path)
        self._rows = QWidget()
        self._links: list[Link] = []
        self.column.addWidget(self._rows)
        self.column.addStretch(1)

    def show_chunk(self, result: ChunkedDocument, chunk: Chunk) -> None:
        """Show one chunk of a result."""
        assembly = result.profile.assembly
        budget = assembly.token_budget
        left = budget - chunk.token_count
        self.tokens.setText(f"{chunk.token_count:,} of {budget:,} tokens")
        self.free.setText(f"{left:,} free" if left >= 0 else f"{-left:,} over")
        self.free.set_look("muted" if left >= 0 else "error")
        body = max(chunk.token_count - chunk.context_tokens - chunk.overlap_tokens, 0)
        self.bar.show_ledger(TokenLedger(chunk.context_tokens, chunk.overlap_tokens, body, budget, assembly.min_tokens))
        parts = [f"{chunk.context_tokens} context", f"{chunk.overlap_tokens} overlap", f"{body} body"]
        if chunk.text_tokens > chunk.token_count:
            parts.append(f"as text {chunk.text_tokens}")
        self.parts.setText("  ·  ".join(parts))
        self.parts.setToolTip(
            f"The retrieval text has {chunk.token_count} tokens, the text for people {chunk.text_tokens}; both fit the budget."
        )
        self.minimum.setText(f"min. {assembly.min_tokens}")
        self.path.setText(" › ".join(chunk.heading_path) or "No heading above this chunk")
        self._show_rows(result, chunk)

    def _show_rows(self, result: ChunkedDocument, chunk: Chunk) -> None:
        links = [*border_links(result, chunk), *links_of(result, chunk)][:_MOST_LINKS]
        if links == self._links:
            return
        self._links = links
        rows = QWidget()
        column = QVBoxLayout(rows)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for link in links:
            row = LinkRow(self._theme, link.icon, link.text, f"p {link.page}" if link.page else "", leads=bool(link.id))
            row.setProperty("kind", link.kind)
            row.setProperty("id", link.id)
            row.clicked.connect(self._go)
            column.addWidget(row)
        self.column.replaceWidget(self._rows, rows)
        self._rows.deleteLater()
        self._rows = rows
        ways = [self, *rows.findChildren(LinkRow)]  # rows made later would come last on the way of the Tab key
        for one, next_one in itertools.pairwise(ways):
            QWidget.setTabOrder(one, next_one)

    def _go(self) -> None:
        row = self.sender()
        if isinstance(row, LinkRow):
            self._session.select(row.property("kind"), row.property("id"), reveal=True)


def border_links(result: ChunkedDocument, chunk: Chunk) -> list[Link]:
    """Why the chunk starts and ends, leading to these boundaries, and what its overlap is."""
    first, end = chunk.unit_range
    out = [_border(result, "starts", f"Starts by {_reason(result, first - 1, chunk.cut_reason)}", first - 1)]
    following = result.chunks[chunk.position + 1] if chunk.position + 1 < len(result.chunks) else None
    if following is None:
        out.append(Link("ends", "Ends with the document", 0, "chunk", ""))
    else:
        words = f"Ends by {_reason(result, end - 1, following.cut_reason)}{_together(result, chunk, following)}"
        out.append(_border(result, "ends", words, end - 1))
    out.append(_overlap(result, chunk))
    if chunk.parts > 1:
        out.append(Link("layers", f"Part {chunk.part} of {chunk.parts} of its section", 0, "section", chunk.section_id))
    return out


def _reason(result: ChunkedDocument, row: int, reason: str) -> str:
    """The word of a reason, with the score where that decided: "score 0.99"."""
    if reason == "score" and 0 <= row < len(result.boundaries):
        return f"score {result.boundaries.scores[row]:.2f}"
    return "the document" if reason == "document" else reason


def _together(result: ChunkedDocument, chunk: Chunk, following: Chunk) -> str:
    """What both chunks would be together, where the budget parted them: " (469 > 400)"."""
    total, budget = chunk.token_count + following.body_tokens, result.profile.assembly.token_budget
    return f" ({total:,} > {budget:,})" if following.cut_reason == "budget" and total > budget else ""


def _border(result: ChunkedDocument, icon: str, words: str, row: int) -> Link:
    inside = 0 <= row < len(result.boundaries)
    return Link(icon, words, 0, "boundary", result.columns.unit_id(row) if inside else "")


def _overlap(result: ChunkedDocument, chunk: Chunk) -> Link:
    if chunk.overlap_tokens and chunk.position:
        before = result.chunks[chunk.position - 1]
        words = f"Repeats {chunk.overlap_tokens} tokens of {chunk_name(before.position)}"
        return Link("repeat", words, 0, "chunk", before.id)
    return Link("repeat", f"No overlap: {chunk.overlap_why or 'none is asked for'}", 0, "chunk", "")


def _pair(left: QWidget, right: QWidget) -> QHBoxLayout:
    line = QHBoxLayout()
    line.addWidget(left)
    line.addStretch(1)
    line.addWidget(right)
    return line
