from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QStyledItemDelegate
from pytestqt.qtbot import QtBot

from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.row_table import RowTable


class Words(RowsModel[str]):
    columns = (Column("Word"),)


class CountingDelegate(QStyledItemDelegate):
    """Notes the words of the cells that it paints."""

    def __init__(self, table: RowTable) -> None:
        super().__init__(table)
        self.painted: list[str] = []

    def paint(self, painter: Any, option: Any, index: Any) -> None:
        self.painted.append(index.data(Qt.ItemDataRole.DisplayRole))
        super().paint(painter, option, index)


def test_that_new_rows_are_painted_once(qtbot: QtBot, theme: Theme) -> None:
    table, model = RowTable(theme), Words()
    table.setModel(model)
    delegate = CountingDelegate(table)
    table.setItemDelegate(delegate)
    qtbot.addWidget(table)
    model.set_rows(["old"])
    table.show()
    qtbot.waitUntil(lambda: "old" in delegate.painted)
    model.set_rows(["one", "two"])
    qtbot.waitUntil(lambda: "two" in delegate.painted)
    for _ in range(5):
        QApplication.processEvents()
    assert delegate.painted.count("one") == delegate.painted.count("two") == 1


class Counts(RowsModel[int]):
    columns = (Column(""), Column("Draft", right=True))

    def cell(self, row: int, column: int, role: int) -> Any:
        return f"{row:,}" if column and role == Qt.ItemDataRole.DisplayRole else None


def test_that_a_column_of_numbers_is_widened_to_the_longest_and_is_narrow_again_without_it(qtbot: QtBot, theme: Theme) -> None:
    table, model = RowTable(theme), Counts()
    table.setModel(model)
    qtbot.addWidget(table)
    table.set_columns({1: 60}, 0, fixed=True)
    model.set_rows([7])
    table.fit_numbers((1,), padding=16)
    assert table.columnWidth(1) == 60
    model.set_rows([1_234_567])
    table.fit_numbers((1,), padding=16)
    words = QFontMetrics(theme.font("body", 600)).horizontalAdvance("1,234,567")
    assert table.columnWidth(1) >= words + 32
    model.set_rows([7])
    table.fit_numbers((1,), padding=16)
    assert table.columnWidth(1) == 60


def test_that_the_keyboard_coming_in_chooses_nothing_and_down_chooses_the_first_row(qtbot: QtBot, theme: Theme) -> None:
    view, model = RowTable(theme), Words()
    view.setModel(model)
    model.set_rows(["one", "two"])
    qtbot.addWidget(view)
    with qtbot.waitActive(view):
        view.show()
    view.clearFocus()
    chosen: list[int] = []
    view.selectionModel().currentRowChanged.connect(lambda now, _: chosen.append(now.row()))
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.hasFocus() and chosen == [] and not view.currentIndex().isValid()
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert chosen == [0]
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.currentIndex().row() == 0, "what was chosen stays"
