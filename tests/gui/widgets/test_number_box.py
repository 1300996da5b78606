from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.number_box import NumberBox


def _box(qtbot: QtBot, theme: Theme, *, whole: bool = True, optional: bool = False) -> NumberBox:
    box = NumberBox(theme, whole=whole, step=10 if whole else 0.01, optional=optional)
    box.set_limits(0, 400)
    qtbot.addWidget(box)
    box.show()
    return box


@pytest.mark.parametrize(("typed", "told"), [("1200", 1200), ("3.5", "3.5"), ("many", "many"), ("\u22125", -5), ("3,5", "3,5")])
def test_that_whatever_is_typed_is_handed_on_so_that_a_refusal_can_be_shown(
    qtbot: QtBot, theme: Theme, typed: str, told: object
) -> None:
    box = _box(qtbot, theme)
    box.set_value(120)
    box.lineEdit().selectAll()
    box.lineEdit().insert(typed)
    with qtbot.waitSignal(box.entered) as entered:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert entered.args == [told]


def test_that_a_comma_is_read_as_a_decimal_point(qtbot: QtBot, theme: Theme) -> None:
    box = _box(qtbot, theme, whole=False)
    box.set_value(0.5)
    box.lineEdit().setText("0,35")
    with qtbot.waitSignal(box.entered) as entered:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert entered.args == [0.35]


@pytest.mark.parametrize("typed", ["1,200", "1 200", "1\u202f200", "1200 "])
def test_that_a_count_may_be_typed_as_counts_are_shown(qtbot: QtBot, theme: Theme, typed: str) -> None:
    box = _box(qtbot, theme)
    box.set_value(120)
    box.lineEdit().setText(typed)
    with qtbot.waitSignal(box.entered) as entered:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert entered.args == [1200]


def test_that_an_empty_optional_field_means_none(qtbot: QtBot, theme: Theme) -> None:
    box = _box(qtbot, theme, whole=False, optional=True)
    box.set_value(0.5)
    box.lineEdit().clear()
    with qtbot.waitSignal(box.entered) as entered:
        qtbot.keyClick(box, Qt.Key.Key_Return)
    assert entered.args == [None]


def test_that_the_arrows_stop_at_the_limit_of_a_coupled_setting(qtbot: QtBot, theme: Theme) -> None:
    box = _box(qtbot, theme)
    box.set_value(395)
    with qtbot.waitSignal(box.entered) as entered:
        box.stepBy(1)
    assert entered.args == [400]


def test_that_escape_brings_the_value_back_and_says_nothing(qtbot: QtBot, theme: Theme) -> None:
    box = _box(qtbot, theme)
    box.set_value(120)
    box.lineEdit().setText("9")
    with qtbot.assertNotEmitted(box.entered):
        qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.lineEdit().text() == "120"


def test_that_a_box_without_unfinished_text_leaves_undo_to_the_window(qtbot: QtBot, theme: Theme) -> None:
    window = QMainWindow()
    box = NumberBox(theme, whole=True, step=10)
    window.setCentralWidget(box)
    undone: list[str] = []
    undo = QAction("Undo", window)
    undo.setShortcut(QKeySequence("Ctrl+Z"))
    undo.triggered.connect(lambda: undone.append("window"))
    window.addAction(undo)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    box.setFocus()
    box.set_value(120)
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["window"]
    box.lineEdit().selectAll()
    qtbot.keyClicks(box, "77")
    qtbot.keyClick(box, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == ["window"]
    assert box.lineEdit().text() != "77"
