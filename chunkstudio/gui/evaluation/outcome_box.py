"""The verdict on one question: icon, sentence, and the reason below it, on the ground of its kind."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

_LOOKS: dict[str, tuple[str, Role, Role]] = {
    "found": ("ok", "ok", "ok_bg"),
    "missed": ("cancel", "error", "error_bg"),
    "same": ("minus", "muted", "alt"),
    "waiting": ("clock", "muted", "alt"),
}


class OutcomeBox(QWidget):
    """Kinds: found, missed, same (nothing shown either way), waiting."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.kind = "waiting"
        self.words = PlainLabel(theme, use="ui", weight=600, wrap=True)
        self.detail = PlainLabel(theme, wrap=True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(38, 9, 12, 10)
        column.setSpacing(3)
        column.addWidget(self.words)
        column.addWidget(self.detail)
        theme.theme_changed.connect(self.update)

    def show_outcome(self, kind: str, words: str, detail: str) -> None:
        """Say a verdict."""
        self.kind = kind
        self.words.setText(words)
        self.words.set_look(_LOOKS[kind][1] if kind in ("found", "missed") else "text")
        self.detail.setText(detail)
        self.detail.setVisible(bool(detail))
        self.setAccessibleName(f"{words}. {detail}")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        icon, ink, ground = _LOOKS[self.kind]
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color(ground))
        painter.fillRect(QRect(0, 0, 3, self.height()), self._theme.color(ink))
        paint_icon(painter, icon, QRectF(13, 10, 17, 17), self._theme.color(ink))
        painter.end()
