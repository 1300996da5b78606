"""The verdict of a panel: one big number, the decision, and its distance to the limit."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class VerdictBox(QWidget):
    """A quiet box with a bar at its left."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bar: Role = "accent"
        self.number = PlainLabel(theme, use="number", weight=600)
        self.words = PlainLabel(theme, weight=600, wrap=True)
        self.detail = PlainLabel(theme, role="muted", wrap=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 12, 8)
        line.setSpacing(16)
        line.addWidget(self.number)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addStretch(1)
        column.addWidget(self.words)
        column.addWidget(self.detail)
        column.addStretch(1)
        line.addLayout(column, 1)
        theme.theme_changed.connect(self.update)

    def show_verdict(self, number: str, words: str, detail: str, *, bar: Role = "accent") -> None:
        """Show a verdict; ``bar`` is the colour of the bar at the left."""
        self.number.setText(number)
        self.words.setText(words)
        self.detail.setText(detail)
        self._bar = bar
        self.setAccessibleName(f"{number}: {words}. {detail}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("alt"))
        painter.fillRect(QRect(0, 0, 3, self.height()), self._theme.color(self._bar))
        painter.end()
