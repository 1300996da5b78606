"""The tables of the workspace's dialogs: rows of plain words and figures, looking like every other table of the window."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame

from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable

_SHOWN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)


class FactRows(RowsModel[tuple[str, ...]]):
    """Rows that are their words."""

    def __init__(self, columns: Sequence[Column], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)

    def cell(self, row: tuple[str, ...], column: int, role: int) -> Any:
        return row[column] if role in _SHOWN else None


class FactTable(RowTable):
    """A table that is read. ``chosen`` carries the row that was chosen, by pointer or keys.

    ``widths`` are pixels by column at a 12 px font; the column ``stretch`` takes the rest.
    """

    chosen = Signal(int)

    def __init__(
        self, theme: Theme, columns: Sequence[Column], label: str, *, widths: dict[int, int], stretch: int = 0
    ) -> None:
        super().__init__(theme)
        self.facts = FactRows(columns, self)
        self.setModel(self.facts)
        self.setItemDelegate(RowDelegate(theme, self))
        self.set_columns(widths, stretch)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(label)
        self.selectionModel().currentRowChanged.connect(self._tell)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def fill(self, rows: Sequence[tuple[str, ...]]) -> None:
        """Replace all rows."""
        self.facts.set_rows(tuple(rows))

    def fit(self, most: int) -> None:
        """As high as its rows, up to this many pixels."""
        rows = max(2, len(self.facts.rows)) * self.verticalHeader().defaultSectionSize()
        self.setFixedHeight(min(most, self.horizontalHeader().sizeHint().height() + rows + 4))

    def _tell(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self.chosen.emit(current.row())
