"""What a draft does to a document, in figures beside those of the saved version."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.boundary_changes import BoundaryChange
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Chunk


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure before and now; ``fault`` marks one that should be 0."""

    label: str
    before: int
    now: int
    fault: bool = False


def figures(
    before: Sequence[Chunk], now: Sequence[Chunk], *, limits: tuple[int, int], new_limits: tuple[int, int]
) -> list[Figure]:
    """Counts of chunks under each one's own limits (budget, minimum)."""
    old, new = _figures(before, *limits), _figures(now, *new_limits)
    return [Figure(label, a, b, label == "Over budget") for (label, a), (_, b) in zip(old, new, strict=True)]


def _figures(chunks: Sequence[Chunk], budget: int, minimum: int) -> list[tuple[str, int]]:
    tokens = np.fromiter((c.token_count for c in chunks), dtype=np.int64, count=len(chunks))
    return [
        ("Chunks", len(chunks)),
        ("Tokens, average", round(float(tokens.mean())) if len(chunks) else 0),
        ("Below minimum", int((tokens < minimum).sum())),
        ("Cut by budget", sum(c.cut_reason == "budget" for c in chunks)),
        ("Over budget", int((tokens > budget).sum())),
    ]


class FiguresModel(RowsModel[Figure]):
    """Figure, saved version, draft; that of the two which the window shows stands out."""

    columns = (Column(""), Column("Saved", right=True), Column("Draft", right=True))
    _shown = 2

    def name_version(self, version: str, *, shown: bool = False) -> None:
        """Put the version's first signs over its column; ``shown`` says that the window shows it in place of the draft."""
        self._shown = 1 if shown else 2
        self.columns = (Column(""), Column(version, right=True), Column("Draft", right=True))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)

    def cell(self, row: Figure, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (row.label, f"{row.before:,}", f"{row.now:,}")[column]
        if role == ItemRole.WEIGHT:
            return 600 if column == self._shown else 400
        if role == ItemRole.COLOR:
            if row.fault and column and (row.before, row.now)[column - 1]:
                return "error"
            return "text" if column in (0, self._shown) else "muted"
        return None


_SIGNS = {"added": "plus", "removed": "minus", "moved": "moved"}


class ChangesModel(RowsModel[BoundaryChange]):
    """Changed cuts: sign, the words right after the place, page."""

    columns = (Column(""), Column("Changed cut"), Column("Page", right=True))

    def cell(self, row: BoundaryChange, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return ("", row.text, f"p {row.page}" if row.page else "")[column]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return (row.kind, row.text, f"page {row.page}")[column]
        if role == ItemRole.ICON:
            return _SIGNS[row.kind] if column == 0 else None
        if role == ItemRole.COLOR:
            return row.kind if column == 0 else "muted" if column == 2 else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"Cut {row.kind}: {row.text}" if column < 2 else None
        return None
