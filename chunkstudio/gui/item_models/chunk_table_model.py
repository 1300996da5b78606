"""Chunks of the shown document as table rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt

from chunkstudio.gui.item_models.roles import ItemRole, TokenBar
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.overlay_colors import chunk_name, class_style

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Chunk, Finding
else:
    Chunk = Any

CHUNK, PATH, TOKENS, PAGES, CONTAINS, STARTS, FINDING = range(7)
_LEVELS = {"info": 0, "warning": 1, "error": 2}


class ChunkTableModel(RowsModel[Chunk]):
    """One row for each chunk; findings are matched by the ids that they name."""

    columns = (
        Column("Chunk", help="Position in the document, with its colour on the page"),
        Column("Heading path", help="Printed headings from the document root"),
        Column("Tokens", help="Tokens of the retrieval text against the budget; the tick is the minimum"),
        Column("Pages", right=True),
        Column("Contains", help="Boxes by class: Tx text, He heading, Li list item, Tb table …"),
        Column("Starts by", help="Reason of the cut at its start"),
        Column("", help="Findings"),
    )
    own_order = CHUNK

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._limits = (1, 0)
        self._classes: Mapping[str, str] = {}
        self._findings: dict[str, list[Finding]] = {}

    def show_chunks(
        self,
        chunks: Sequence[Chunk],
        *,
        budget: int,
        minimum: int,
        box_classes: Mapping[str, str],
        findings: Sequence[Finding] = (),
    ) -> None:
        """Replace all rows. ``box_classes`` gives the class of each box id."""
        self._limits = (budget, minimum)
        self._classes = box_classes
        self._findings = {}
        for finding in findings:
            for name in finding.ids:
                self._findings.setdefault(name, []).append(finding)
        self.set_rows(chunks)

    def row_of(self, position: int) -> int:
        """Row in which the chunk at a position is shown; -1 while the filter hides it."""
        if not self._filter and self._order in (None, (self.own_order, False)):
            return position if 0 <= position < len(self._rows) else -1
        return next((i for i, c in enumerate(self._rows) if c.position == position), -1)

    def findings_of(self, chunk: Chunk) -> list[Finding]:
        """Findings that name the chunk, the worst first."""
        names = (chunk.id, chunk_name(chunk.position)) if chunk.id != chunk_name(chunk.position) else (chunk.id,)
        found = [f for name in names for f in self._findings.get(name, ())]
        return sorted(found, key=lambda f: -_LEVELS[f.level])

    def cell(self, row: Chunk, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        if role == ItemRole.ID:
            return row.id
        if role == ItemRole.RAIL:
            return row.position if column == CHUNK else None
        if role == ItemRole.WEIGHT:
            return 600 if column == CHUNK else 400
        if role == ItemRole.BAR:
            return TokenBar(row.token_count, *self._limits) if column == TOKENS else None
        if role == ItemRole.ELIDE_MIDDLE:
            return column == PATH
        if role == ItemRole.COLOR:
            return self._color(row, column)
        if role == ItemRole.ICON:
            return self._icon(row) if column == FINDING else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._words(row, column) or (self._tip(row, column) if column == FINDING else "")
        return None

    def _words(self, chunk: Chunk, column: int) -> str:
        if column == CHUNK:
            return chunk_name(chunk.position)
        if column == PATH:
            return " › ".join(chunk.heading_path)
        if column == TOKENS:
            return str(chunk.token_count)
        if column == PAGES:
            return page_span(chunk.pages)
        if column == CONTAINS:
            return contents(chunk, self._classes)
        return chunk.cut_reason if column == STARTS else ""

    def _color(self, chunk: Chunk, column: int) -> str:
        if column == CONTAINS:
            return "muted"
        if column == FINDING:
            found = self.findings_of(chunk)
            return {"error": "error", "warning": "warn"}.get(found[0].level, "muted") if found else "text"
        return "text"

    def _icon(self, chunk: Chunk) -> str | None:
        found = self.findings_of(chunk)
        return {"error": "error", "warning": "warning", "info": "info"}[found[0].level] if found else None

    def _tip(self, chunk: Chunk, column: int) -> str | None:
        if column == PATH:
            return " › ".join(chunk.heading_path) or None
        if column == FINDING:
            return "\n".join(f.message for f in self.findings_of(chunk)) or None
        if column == TOKENS:
            parts = f"{chunk.context_tokens} context · {chunk.overlap_tokens} overlap · {chunk.body_tokens} body"
            return f"{chunk.token_count} of {self._limits[0]} tokens: {parts}"
        return None

    def sort_key(self, row: Chunk, column: int) -> Any:
        if column == CHUNK:
            return row.position
        if column == TOKENS:
            return row.token_count
        if column == PAGES:
            return row.pages
        if column == FINDING:
            found = self.findings_of(row)
            return (-_LEVELS[found[0].level] if found else 1, row.position)
        return (self._words(row, column).casefold(), row.position)

    def filter_text(self, row: Chunk) -> str:
        return f"{chunk_name(row.position)} {' '.join(row.heading_path)} {row.cut_reason} {row.body}"


def contents(chunk: Chunk, box_classes: Mapping[str, str]) -> str:
    """Boxes of a chunk by class, in the letters of the page's tags: "1 He  2 Tx  1 Tb"."""
    counts = Counter(class_style(box_classes.get(name, "text")).tag for name in chunk.box_ids)
    return "  ".join(f"{count} {tag}" for tag, count in counts.items())


def page_span(pages: Sequence[int]) -> str:
    """ "65", "65–66", or "" without pages."""
    if not pages:
        return ""
    return str(pages[0]) if pages[0] == pages[-1] else f"{pages[0]}–{pages[-1]}"
