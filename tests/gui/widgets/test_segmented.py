from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.segmented import SegmentedChoice


def _choice(qtbot: QtBot, theme: Theme) -> SegmentedChoice:
    choice = SegmentedChoice(theme, [("preserve", "Preserve"), ("isolate", "Isolate"), ("rows", "Rows")])
    qtbot.addWidget(choice)
    choice.show()
    choice.set_value("preserve")
    return choice


def test_that_a_click_chooses_and_showing_a_value_tells_no_one(qtbot: QtBot, theme: Theme) -> None:
    choice = _choice(qtbot, theme)
    with qtbot.assertNotEmitted(choice.chosen):
        choice.set_value("isolate")
    rows = next(b for b in choice.findChildren(QAbstractButton) if b.text() == "Rows")
    with qtbot.waitSignal(choice.chosen) as chosen:
        qtbot.mouseClick(rows, Qt.MouseButton.LeftButton)
    assert chosen.args == ["rows"] and choice.value == "rows"


def test_that_arrow_keys_choose_the_next_segment(qtbot: QtBot, theme: Theme) -> None:
    choice = _choice(qtbot, theme)
    first = next(b for b in choice.findChildren(QAbstractButton) if b.text() == "Preserve")
    first.setFocus()
    with qtbot.waitSignal(choice.chosen, timeout=1000) as chosen:
        qtbot.keyClick(first, Qt.Key.Key_Right)
    assert chosen.args == ["isolate"]
