"""A legend drawn with the marks themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme

Mark = Literal["square", "triangle", "diamond", "disc", "bar", "hair", "dash"]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A mark, its colour and its word."""

    mark: Mark
    role: Role
    word: str


class PlotLegend(QWidget):
    """Entries in one line, from the right; those without room are left out from the left."""

    def __init__(self, theme: Theme, entries: Sequence[LegendEntry], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._entries = tuple(entries)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Legend: " + ", ".join(e.word for e in entries))
        theme.theme_changed.connect(self.update)

    def set_entries(self, entries: Sequence[LegendEntry]) -> None:
        """Other entries."""
        self._entries = tuple(entries)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, QFontMetrics(self._theme.font("small")).height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._theme.font("small"))
        right = float(self.width() - 8)
        for entry in reversed(self._entries):
            wide = painter.fontMetrics().horizontalAdvance(entry.word)
            if right - wide - 24 < 0:
                break
            painter.setPen(self._theme.color("muted"))
            place = QRectF(right - wide, 0, wide + 2, self.height())
            painter.drawText(place, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), entry.word)
            self._mark(painter, entry, QPointF(right - wide - 12, self.height() / 2))
            right -= wide + 34
        painter.end()

    def _mark(self, painter: QPainter, entry: LegendEntry, at: QPointF) -> None:
        color = self._theme.color(entry.role)
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if entry.mark == "square":
            painter.fillRect(QRectF(at.x() - 4, at.y() - 4, 8, 8), color)
        elif entry.mark == "triangle":
            painter.drawPolygon(QPolygonF([at + QPointF(-4.5, -4), at + QPointF(4.5, -4), at + QPointF(0, 4)]))
        elif entry.mark == "diamond":
            painter.drawPolygon(QPolygonF([at + QPointF(0, -5), at + QPointF(5, 0), at + QPointF(0, 5), at + QPointF(-5, 0)]))
        elif entry.mark == "disc":
            painter.drawEllipse(at, 4, 4)
        elif entry.mark == "dash":
            painter.setPen(QPen(color, 1.5, Qt.PenStyle.DashLine))
            painter.drawLine(at + QPointF(-8, 0), at + QPointF(6, 0))
        else:
            wide = 3.0 if entry.mark == "bar" else 1.0
            painter.fillRect(QRectF(at.x() - wide / 2, at.y() - 6, wide, 12), color)
