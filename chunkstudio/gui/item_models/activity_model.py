"""What the program did, newest first."""

from __future__ import annotations

import time
from typing import Any

from PySide6.QtCore import Qt

from chunkstudio.gui.activity import Event
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

TIME, TEXT, DOCUMENT, TOOK = range(4)
_ICONS = {"error": ("error", "error"), "warning": ("warning", "warn"), "info": ("info", "muted"), "ok": ("ok", "ok")}


class ActivityModel(RowsModel[Event]):
    """Time of day, what happened, in which document, and how long it took."""

    columns = (Column("Time"), Column("What"), Column("Document"), Column("Took", right=True))

    def cell(self, row: Event, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == ItemRole.ICON:
            return _ICONS[row.level][0] if column == TEXT else None
        if role == ItemRole.COLOR:
            return _ICONS[row.level][1] if column == TEXT else "muted"
        if role == ItemRole.ELIDE_MIDDLE:
            return column == DOCUMENT
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(part for part in (row.text, row.hint) if part) if column == TEXT else None
        return None

    def _words(self, event: Event, column: int) -> str:
        if column == TIME:
            return time.strftime("%H:%M:%S", time.localtime(event.at))
        if column == TEXT:
            return event.text
        return event.document if column == DOCUMENT else duration(event.seconds)

    def sort_key(self, row: Event, column: int) -> Any:
        return (row.at, row.text, row.document, row.seconds)[column]


def duration(seconds: float) -> str:
    """ "38 ms", "2.4 s", "1 min 5 s"; "" where unknown."""
    if seconds <= 0:
        return ""
    if seconds < 1:
        return f"{max(round(seconds * 1000), 1)} ms"
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds // 60)} min {int(seconds % 60)} s"
