"""The common ground of the panels' tables: rows that are replaced as a whole, columns with titles, keys to sort by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from chunkstudio.gui.item_models.plain_tip import plain_tip

Row = TypeVar("Row")
Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()


@dataclass(frozen=True, slots=True)
class Column:
    """Title and alignment of a column, and what its header's tooltip says."""

    title: str
    right: bool = False
    help: str = ""


class RowsModel(QAbstractTableModel, Generic[Row]):
    """Rows of one type. A subclass names its ``columns`` and says what a ``cell`` shows and what rows are sorted by.

    Sorting and filtering happen here, over the rows' own values: with thousands of rows a proxy model would ask
    back for each cell.
    """

    columns: tuple[Column, ...] = ()
    own_order = -1
    """The column in whose ascending order rows are given; ordering them by it is no work."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: Sequence[Row] = ()
        self._rows: list[Row] = []
        self._order: tuple[int, bool] | None = None
        self._filter = ""

    # ---- what a subclass says --------------------------------------------------------------------------------------
    def cell(self, row: Row, column: int, role: int) -> Any:
        """What a cell shows for an item role; None for nothing. By default the row itself in words."""
        del column
        return str(row) if role == Qt.ItemDataRole.DisplayRole else None

    def sort_key(self, row: Row, column: int) -> Any:
        """A key that orders rows by a column."""
        return str(self.cell(row, column, Qt.ItemDataRole.DisplayRole) or "").casefold()

    def filter_text(self, row: Row) -> str:
        """The words that the filter looks through."""
        return " ".join(str(self.cell(row, c, Qt.ItemDataRole.DisplayRole) or "") for c in range(len(self.columns)))

    # ---- rows --------------------------------------------------------------------------------------------------------
    @property
    def rows(self) -> Sequence[Row]:
        """The rows as shown: filtered and sorted."""
        return self._rows

    @property
    def total(self) -> int:
        """How many rows there are without the filter."""
        return len(self._all)

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Replace all rows; filter and order stay."""
        self._all = rows
        self._rebuild()

    def set_filter(self, words: str) -> None:
        """Show only rows that hold all of these words."""
        if words.casefold().split() != self._filter.split():
            self._filter = words.casefold()
            self._rebuild()

    def _rebuild(self) -> None:
        self.beginResetModel()
        wanted = self._filter.split()
        rows = list(self._all)
        if wanted:
            rows = [r for r in rows if _holds_all(self.filter_text(r).casefold(), wanted)]
        if self._order is not None and self._order != (self.own_order, False):
            column, down = self._order
            rows.sort(key=lambda r: self.sort_key(r, column), reverse=down)
        self._rows = rows
        self.endResetModel()

    # ---- Qt ------------------------------------------------------------------------------------------------------------
    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def reader(self, index: Index) -> Callable[[int], Any]:
        """What one cell shows, as a function of the role; the index must be valid."""
        return partial(self._read, self._rows[index.row()], index.column())

    def _read(self, row: Row, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(self.columns[column])
        found = self.cell(row, column, role)
        return plain_tip(found) if role == Qt.ItemDataRole.ToolTipRole and found else found

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        return self._read(self._rows[index.row()], index.column(), role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.help or None
        return _alignment(column) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order by a column; -1 brings the document's own order back."""
        self._order = (column, order == Qt.SortOrder.DescendingOrder) if column >= 0 else None
        self._rebuild()


def _holds_all(text: str, wanted: Sequence[str]) -> bool:
    return all(word in text for word in wanted)


@cache
def _alignment(column: Column) -> int:
    side = Qt.AlignmentFlag.AlignRight if column.right else Qt.AlignmentFlag.AlignLeft
    return int(side | Qt.AlignmentFlag.AlignVCenter)
