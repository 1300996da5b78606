from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QComboBox, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.style import ON_DESK, ChunkStyle
from chunkstudio.gui.theme import Theme


def _luminance(color: QColor) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (color.redF(), color.greenF(), color.blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def _strongest_contrast(image: QImage, area: QRect) -> float:
    """WCAG contrast of the lightest and the darkest pixel of ``area``."""
    seen = [
        _luminance(image.pixelColor(x, y))
        for x in range(area.left(), area.right() + 1)
        for y in range(area.top(), area.bottom() + 1)
    ]
    return (max(seen) + 0.05) / (min(seen) + 0.05)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_that_the_chosen_entry_of_an_open_list_can_be_read(qtbot: QtBot, qapp: QApplication, mode: str) -> None:
    theme = Theme(mode)  # type: ignore[arg-type]
    theme.apply(qapp)
    style = ChunkStyle(theme)
    box = QComboBox()
    box.addItems(["Any reader", "As staff"])
    qtbot.addWidget(box)
    for part in (box, box.view()):
        part.setStyle(style)
    box.show()
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    row = view.visualRect(view.model().index(0, 0)).adjusted(8, 1, -8, -1)
    image = view.viewport().grab().toImage()
    box.hidePopup()
    assert _strongest_contrast(image, row) > 4.5


@pytest.mark.parametrize(("on_desk", "ground"), [(True, "desk"), (False, "base")])
def test_that_a_scroll_bar_has_the_ground_of_what_it_scrolls(qtbot: QtBot, theme: Theme, on_desk: bool, ground: Role) -> None:
    area, long = QScrollArea(), QWidget()
    long.setFixedSize(40, 900)
    area.setWidget(long)
    area.setProperty(ON_DESK, on_desk)
    qtbot.addWidget(area)
    style, bar = ChunkStyle(theme), area.verticalScrollBar()
    bar.setStyle(style)
    area.resize(100, 200)
    area.show()
    qtbot.waitUntil(bar.isVisible)
    assert bar.grab().toImage().pixelColor(0, bar.height() - 1) == theme.color(ground)
