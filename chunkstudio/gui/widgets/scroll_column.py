"""A column of widgets that scrolls when it has no room, on the panels' own ground."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from chunkstudio.gui.widgets.focus_ring import FocusRing


class ScrollColumn(QScrollArea):
    """Add widgets to ``column``; only the height scrolls."""

    def __init__(self, parent: QWidget | None = None, *, margin: int = 16, spacing: int = 8) -> None:
        super().__init__(parent)
        body = QWidget()
        self.column = QVBoxLayout(body)
        self.column.setContentsMargins(margin, 12, margin, 12)
        self.column.setSpacing(spacing)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for ground in (self, self.viewport(), body):
            ground.setBackgroundRole(QPalette.ColorRole.Base)
        self.setWidget(body)
        FocusRing(self)
