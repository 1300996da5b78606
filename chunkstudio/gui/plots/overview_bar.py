"""The whole document as one thin strip of cuts, with a frame around the part that the score strip shows."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLineF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.plots.score_series import ScoreSeries
from chunkstudio.gui.theme import Theme

LEFT = 40
_RIGHT = 10


class OverviewBar(QWidget):
    """Emits ``range_wished`` (pages) when the frame is dragged, or a place is clicked."""

    range_wished = Signal(float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._series: ScoreSeries | None = None
        self._span = (1.0, 2.0)
        self._ground: QPixmap | None = None
        self._grip: float | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("All cuts of the document; arrow keys move the part shown")
        theme.theme_changed.connect(self._forget)

    def show_series(self, series: ScoreSeries) -> None:
        """Show the cuts of a document."""
        self._series = series
        self._forget()

    def show_span(self, low: float, high: float) -> None:
        """Frame a stretch of pages."""
        self._span = (low, high)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 20)

    def _ends(self) -> tuple[float, float]:
        if self._series is None or not len(self._series.x):
            return 1.0, 2.0
        return float(np.floor(self._series.x[0])), float(np.ceil(self._series.x[-1]))

    def _x(self, page: float) -> float:
        low, high = self._ends()
        return LEFT + (page - low) / max(high - low, 1e-9) * (self.width() - LEFT - _RIGHT)

    def _page(self, x: float) -> float:
        low, high = self._ends()
        return low + (x - LEFT) / max(self.width() - LEFT - _RIGHT, 1) * (high - low)

    def _forget(self) -> None:
        self._ground = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._forget()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._ground is None:
            self._ground = self._painted_ground()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._ground)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, right = self._x(self._span[0]), self._x(self._span[1])
        frame = QRectF(left, 2, max(right - left, 8), self.height() - 6)
        painter.setPen(QPen(self._theme.color("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, 3, 3)
        if self.hasFocus():
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 3, 3)
        painter.end()

    def _painted_ground(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        ground = QPixmap(self.size() * ratio)
        ground.setDevicePixelRatio(ratio)
        ground.fill(self._theme.color("base"))
        painter = QPainter(ground)
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(
            QRectF(0, 0, LEFT - 8, self.height() - 2), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), "all"
        )
        area = QRectF(LEFT, 4, self.width() - LEFT - _RIGHT, self.height() - 10)
        painter.fillRect(area, self._theme.color("track"))
        if self._series is not None:
            low, high = self._ends()
            share = (self._series.x[self._series.cut] - low) / max(high - low, 1e-9)
            columns = np.unique(np.rint(area.left() + share * area.width())) + 0.5
            painter.setPen(QPen(self._theme.color("muted"), 1))
            top, bottom = area.top() + 1, area.bottom() - 1
            painter.drawLines([QLineF(column, top, column, bottom) for column in columns.tolist()])
        painter.end()
        return ground

    # ---- hands -------------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        page, (low, high) = self._page(event.position().x()), self._span
        self._grip = page - low if low <= page <= high else (high - low) / 2
        self._wish(page - self._grip)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None:
            self._wish(self._page(event.position().x()) - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._grip = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        long = self._span[1] - self._span[0]
        steps = {Qt.Key.Key_Left: -0.25, Qt.Key.Key_Right: 0.25, Qt.Key.Key_PageUp: -1.0, Qt.Key.Key_PageDown: 1.0}
        key = Qt.Key(event.key())
        if key in steps:
            self._wish(self._span[0] + steps[key] * long)
        else:
            super().keyPressEvent(event)

    def _wish(self, low: float) -> None:
        first, last = self._ends()
        long = self._span[1] - self._span[0]
        low = min(max(low, first), max(last - long, first))
        self.range_wished.emit(low, low + long)
