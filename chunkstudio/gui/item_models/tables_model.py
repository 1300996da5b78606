"""Tables of the shown document as rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.chunk_table_model import page_span
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

if TYPE_CHECKING:
    from chunkstudio.chunking.model import TableView
else:
    TableView = Any

TABLE, CAPTION, ROWS, COLUMNS, PAGES, CHUNKS = range(6)


class TablesModel(RowsModel[TableView]):
    """Id, caption or header, size, pages and how many chunks hold it."""

    columns = (
        Column("Table"),
        Column("Caption or header"),
        Column("Rows", right=True, help="Body rows, over all of its pages"),
        Column("Columns", right=True),
        Column("Pages", right=True),
        Column("Chunks", right=True, help="How many chunks hold a part of it"),
    )

    def cell(self, row: TableView, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == ItemRole.ID:
            return row.id
        if role == ItemRole.ICON:
            return "table" if column == TABLE else None
        if role == ItemRole.WEIGHT:
            return 600 if column == TABLE else 400
        if role == ItemRole.COLOR:
            return "muted" if column == CAPTION and not row.caption else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.caption or " | ".join(row.headers) if column == CAPTION else None
        return None

    def _words(self, table: TableView, column: int) -> str:
        if column == TABLE:
            return table.id
        if column == CAPTION:
            return table.caption or " | ".join(h for h in table.headers if h) or "no caption, no header"
        if column == ROWS:
            return str(body_rows(table))
        if column == COLUMNS:
            return str(max((len(r) for r in table.rows), default=len(table.headers)))
        return page_span(table.pages) if column == PAGES else str(len(table.chunk_ids))

    def sort_key(self, row: TableView, column: int) -> Any:
        if column == TABLE:
            return (row.page, row.unit_range)
        if column == PAGES:
            return row.pages
        words = self._words(row, column)
        return words.casefold() if column == CAPTION else int(words)


def body_rows(table: TableView) -> int:
    """Rows without the header."""
    return max(len(table.rows) - table.header_rows, 0)
