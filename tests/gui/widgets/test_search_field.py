from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.toolbar import FindField
from chunkstudio.gui.widgets.number_box import NumberBox
from chunkstudio.gui.widgets.search_field import SearchField


def _window_with(qtbot: QtBot, field: QWidget) -> tuple[QWidget, list[str]]:
    """A window whose Escape stops work, as the main window's does, and what was stopped."""
    window = QWidget()
    QVBoxLayout(window).addWidget(field)
    stopped: list[str] = []
    QShortcut(Qt.Key.Key_Escape, window).activated.connect(lambda: stopped.append("work"))
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    field.setFocus()
    return window, stopped


def test_that_escape_empties_a_field_before_it_stops_any_work(qtbot: QtBot, theme: Theme) -> None:
    field = SearchField(theme, "Filter")
    _window, stopped = _window_with(qtbot, field)
    qtbot.keyClicks(field, "goodwill")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert (field.text(), stopped) == ("", [])
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert stopped == ["work"]


def test_that_escape_in_the_empty_find_field_leaves_it_and_stops_no_work(qtbot: QtBot, theme: Theme) -> None:
    field = FindField(theme)
    _window, stopped = _window_with(qtbot, field)
    with qtbot.waitSignal(field.left, timeout=1000):
        qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert stopped == []


def test_that_escape_takes_an_unfinished_number_back_and_stops_no_work(qtbot: QtBot, theme: Theme) -> None:
    box = NumberBox(theme, whole=True, step=10)
    box.set_value(120)
    _window, stopped = _window_with(qtbot, box)
    box.lineEdit().setText("9")
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert (box.lineEdit().text(), stopped) == ("120", [])
