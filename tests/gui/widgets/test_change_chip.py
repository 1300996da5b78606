from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.change_chip import ChangeChip


def test_that_chips_without_room_leave_their_word_out_and_no_figure_is_clipped(qtbot: QtBot, theme: Theme) -> None:
    row = QWidget()
    line = QHBoxLayout(row)
    chips = [ChangeChip(theme, kind, sign) for kind, sign in (("added", "+"), ("removed", "-"), ("moved", "~"))]
    for chip, count in zip(chips, (1, 12_345, 29), strict=True):
        chip.show_count(count)
        line.addWidget(chip)
    qtbot.addWidget(row)
    row.resize(600, 40)
    row.show()
    assert [chip.shown for chip in chips] == ["+ 1 added", "- 12,345 removed", "~ 29 moved"]
    row.resize(row.sizeHint() - QSize(12, 0))
    assert [chip.shown for chip in chips] == ["+ 1", "- 12,345", "~ 29"], "all of a row alike, or it looks like a fault"
    row.resize(row.minimumSizeHint())
    assert [chip.shown for chip in chips] == ["+ 1", "- 12,345", "~ 29"]
    assert all(chip.width() >= chip.minimumSizeHint().width() for chip in chips)
    assert chips[1].accessibleName() == "12345 removed"
