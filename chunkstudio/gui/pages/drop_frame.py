"""Dropping files onto the pages: the frame that shows where, and the files of a drag."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QDropEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.theme import Theme


class DropFrame(QWidget):
    """The frame around the place where files may be dropped."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        """An accent frame and one sentence."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = self._theme.color("accent")
        accent.setAlphaF(0.10)
        painter.setBrush(accent)
        edge = painter.pen()
        edge.setColor(self._theme.color("accent"))
        edge.setWidthF(3.0)
        edge.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(edge)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(8, 8, -8, -8), 8, 8)
        font = self._theme.font("title", 600)
        painter.setFont(font)
        text = "Drop to open"
        wide = painter.fontMetrics().horizontalAdvance(text) + 32
        pill = QRectF((self.width() - wide) / 2, self.height() / 2 - 20, wide, 40)
        painter.setBrush(self._theme.color("base"))
        painter.setPen(self._theme.color("accent"))
        painter.drawRoundedRect(pill, 6, 6)
        painter.setPen(self._theme.color("text"))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()


def dropped_paths(event: QDropEvent) -> list[Path]:
    """Local files of a drag."""
    return [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
