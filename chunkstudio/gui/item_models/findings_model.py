"""Findings on the shown document as table rows, the worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.overlay_colors import EXCLUSION_LABELS

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Excluded, Finding

LEVEL, MESSAGE, PAGE = range(3)
_ICONS = {"error": ("error", "error"), "warning": ("warning", "warn"), "info": ("info", "muted")}
_RANK = {"error": 0, "warning": 1, "info": 2}
_WORDS = {"error": "Error", "warning": "Warning", "info": "Note"}


def by_rank(finding: Finding) -> tuple[int, int, str]:
    """Sort key: the worst first, then by page."""
    return _RANK[finding.level], finding.page, finding.code


def exclusion_notes(excluded: Sequence[Excluded]) -> list[Finding]:
    """One note for each reason why boxes are in no chunk, so that nothing is left out in silence."""
    by_reason: dict[str, list[Excluded]] = {}
    for box in excluded:
        by_reason.setdefault(box.reason, []).append(box)
    return [_note(reason, boxes) for reason, boxes in by_reason.items()]


def _note(reason: str, boxes: Sequence[Excluded]) -> Finding:
    from chunkstudio.chunking.model import Finding

    count = "1 box is" if len(boxes) == 1 else f"{len(boxes):,} boxes are"
    why = EXCLUSION_LABELS.get(reason, reason.replace("_", " "))
    pages = sorted({box.page for box in boxes if box.page})
    words = f"{count} in no chunk: {why[:1].lower()}{why[1:]}."
    return Finding(f"excluded_{reason}", pages[0] if len(pages) == 1 else 0, words, (boxes[0].id,), "info")


class FindingsModel(RowsModel[Any]):
    """Level with its word, sentence, page."""

    columns = (Column("Level"), Column("Finding"), Column("Page", right=True))

    def cell(self, row: Finding, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            words = f"{row.message} {row.hint}".strip()
            return (_WORDS[row.level], words, str(row.page) if row.page else "all")[column]
        if role == ItemRole.ICON:
            return _ICONS[row.level][0] if column == LEVEL else None
        if role == ItemRole.COLOR:
            return _ICONS[row.level][1] if column == LEVEL else "text" if column == MESSAGE else "muted"
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.message, row.hint, row.code) if part)
        return None

    def sort_key(self, row: Finding, column: int) -> Any:
        if column == LEVEL:
            return by_rank(row)
        return (row.page, by_rank(row)) if column == PAGE else row.message.casefold()
