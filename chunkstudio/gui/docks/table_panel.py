"""A panel that is one table: choosing a row does something, and the selection chooses a row back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.item_models.rows_model import RowsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable


class TablePanel(Panel):
    """Base of the one-table panels. A subclass hands its model, widths and sentence, and says what a row does.

    ``stretch`` is the column that takes the room that is left; ``widths`` are pixels at 100 % font size.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        parent: QWidget | None,
        *,
        model: RowsModel[Any],
        sentence: str,
        stretch: int,
        widths: dict[int, int],
        header: bool = True,
        two_lines: bool = False,
    ) -> None:
        super().__init__(session, theme, parent)
        self.rows_model = model
        self.following = False
        self.table = RowTable(theme, row_height=44 if two_lines else 24)
        self.table.setAccessibleName(self.title)
        self.table.setModel(model)
        self.table.setItemDelegate(RowDelegate(theme, self.table, two_lines=two_lines))
        self.pages = ContentOrSentence(theme, self.table, sentence)
        self.column_box = QVBoxLayout(self)
        self.column_box.setContentsMargins(0, 0, 0, 0)
        self.column_box.setSpacing(0)
        self.column_box.addWidget(self.pages, 1)
        self._size_columns(stretch, widths, header)
        self.table.selectionModel().currentRowChanged.connect(self._current_changed)
        self.table.activated_row.connect(self._activated)

    def _size_columns(self, stretch: int, widths: dict[int, int], header: bool) -> None:
        bar = self.table.horizontalHeader()
        bar.setVisible(header)
        self.table.set_columns(widths, stretch)
        if header:
            bar.setSortIndicatorClearable(True)
            bar.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
            self.table.setSortingEnabled(True)

    def row_chosen(self, row: Any) -> None:
        """A person chose a row; by default nothing follows from it."""

    def show_rows(self, rows: Sequence[Any]) -> None:
        """Replace the rows without anything being chosen by it."""
        self.following = True
        self.rows_model.set_rows(rows)
        self.following = False

    def choose(self, row: int) -> None:
        """Mark a row without acting on it; -1 clears."""
        self.following = True
        self.table.choose_row(row)
        self.following = False

    def _current_changed(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self.following:
            self.row_chosen(self.rows_model.rows[current.row()])

    def _activated(self, row: int) -> None:
        self.row_chosen(self.rows_model.rows[row])
