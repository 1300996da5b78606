"""A boundary's score by its parts, on the scale of the weighted sum, with a mark at the threshold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.bars import paint_hatching

_HIGH = 20.0


@dataclass(frozen=True, slots=True)
class ScoreBarPart:
    """A letter and what it adds (negative where it keeps together), on the scale of the bar."""

    letter: str
    adds: float


class ScoreBar(QWidget):
    """Parts stacked to the right from 0; what keeps together is hatched back from there, past 0 where it is stronger.

    ``threshold`` is on the parts' own scale; ``words`` stand at its mark.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[ScoreBarPart, ...] = ()
        self._threshold = 0.0
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def show_parts(self, parts: Sequence[ScoreBarPart], threshold: float, words: str) -> None:
        """Show the parts of one boundary."""
        self._parts = tuple(p for p in parts if p.adds)
        self._threshold, self._words = threshold, words
        spoken = ", ".join(f"{p.letter} {p.adds:+.2f}" for p in self._parts) or "no signal"
        self.setAccessibleName(f"Parts of the score: {spoken}; {words}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, int(_HIGH) + 4 + self._theme.font("small").pixelSize() + 8)

    @property
    def span(self) -> tuple[float, float]:
        """Values at both ends of the bar, on the scale of the parts; 0 is within."""
        total = sum(p.adds for p in self._parts)
        positive = sum(p.adds for p in self._parts if p.adds > 0)
        return min(total, 0.0), max(positive, self._threshold * 1.25, 1.0)

    def _x(self, value: float) -> float:
        low, high = self.span
        return (value - low) / max(high - low, 1e-9) * self.width()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, self.width(), _HIGH), theme.color("track"))
        self._paint_negative(painter, self._paint_positive(painter))
        mark = self._x(self._threshold)
        painter.fillRect(QRectF(mark - 1, -2, 2, _HIGH + 6), theme.color("text"))
        self._paint_scale(painter, mark)
        painter.end()

    def _paint_scale(self, painter: QPainter, mark: float) -> None:
        """Numbers below the bar: both ends, 0, and the threshold in words."""
        theme = self._theme
        painter.setFont(theme.font("small", 600))
        long = float(painter.fontMetrics().horizontalAdvance(self._words))
        start = min(max(mark - long / 2, 16.0), self.width() - long - 34)
        below = QRectF(0, _HIGH + 4, self.width(), self.height() - _HIGH - 4)
        painter.setPen(theme.color("text"))
        painter.drawText(QRectF(start, below.top(), long + 2, below.height()), int(Qt.AlignmentFlag.AlignLeft), self._words)
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("muted"))
        low, high = self.span
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight), _short(high))
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft), _short(low))
        zero = self._x(0.0)
        if low < 0:
            painter.fillRect(QRectF(zero - 0.5, 0, 1, _HIGH), theme.color("muted"))
            if 34 < zero < start - 14:
                painter.drawText(QRectF(zero - 6, below.top(), 12, below.height()), int(Qt.AlignmentFlag.AlignHCenter), "0")

    def _paint_positive(self, painter: QPainter) -> float:
        """The value up to which parts are stacked. Letters stand where no part that is subtracted will cover them."""
        theme = self._theme
        total, covered = 0.0, self._x(sum(p.adds for p in self._parts))
        for index, part in enumerate(p for p in self._parts if p.adds > 0):
            area = QRectF(self._x(total), 0, self._x(total + part.adds) - self._x(total), _HIGH)
            painter.fillRect(area.adjusted(0, 0, -1, 0), theme.color("second" if index % 2 else "accent"))
            seen = area.intersected(QRectF(0, 0, covered, _HIGH))
            if seen.width() > 12:
                painter.setFont(theme.font("small", 600))
                painter.setPen(theme.color("on_accent"))
                painter.drawText(self._clear_of_mark(seen), Qt.AlignmentFlag.AlignCenter, part.letter)
            total += part.adds
        return total

    def _clear_of_mark(self, area: QRectF) -> QRectF:
        """The wider side of an area where the threshold's mark would run through its middle."""
        mark = self._x(self._threshold)
        if abs(area.center().x() - mark) > 9 or area.width() < 30:
            return area
        left, right = mark - area.left(), area.right() - mark
        return QRectF(area.left(), 0, left, _HIGH) if left >= right else QRectF(mark, 0, right, _HIGH)

    def _paint_negative(self, painter: QPainter, total: float) -> None:
        theme = self._theme
        for part in (p for p in self._parts if p.adds < 0):
            area = QRectF(self._x(total + part.adds), 0, self._x(total) - self._x(total + part.adds), _HIGH)
            painter.fillRect(area, theme.color("base"))
            paint_hatching(painter, area, theme.color("muted"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("muted"), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1.5, -0.5))
            if area.width() > 14:
                tag = QRectF(area.center().x() - 7, 3, 14, _HIGH - 6)
                painter.fillRect(tag, theme.color("base"))
                painter.setFont(theme.font("small", 600))
                painter.setPen(theme.color("text"))
                painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, part.letter)
            total += part.adds


def _short(value: float) -> str:
    words = f"{value:.2f}".rstrip("0").rstrip(".")
    return words.replace("-", "\N{MINUS SIGN}") or "0"
