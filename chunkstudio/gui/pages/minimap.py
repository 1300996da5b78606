"""The whole document as a narrow strip: chunks in their colours, findings, differences, and the frame of the view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.overlay_colors import CHANGE_STYLES, chunk_color
from chunkstudio.gui.pages.page_look import PageColors
from chunkstudio.gui.pages.strokes import pen

WIDTH = 20


@dataclass(frozen=True, slots=True)
class MiniBand:
    """A chunk's part of the document's height, as shares of it (0..1)."""

    chunk: int
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class MiniMap:
    """What the strip shows. ``findings`` and ``changes`` are heights (0..1), changes with their kind."""

    bands: tuple[MiniBand, ...] = ()
    findings: tuple[float, ...] = ()
    changes: tuple[tuple[float, str], ...] = ()


class MiniMapStrip(QWidget):
    """Click or drag to go there (``wanted`` carries a share of the height), wheel to scroll."""

    wanted = Signal(float)
    wheel_turned = Signal(object)

    def __init__(self, colors: PageColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colors = colors
        self._map = MiniMap()
        self._frame = (0.0, 1.0)
        self._picture: QPixmap | None = None
        self._chosen = -1
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Document overview")
        self.setAccessibleDescription("Chunks and findings over the whole document; up and down keys scroll")
        self.setToolTip("Whole document: click to go there")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 200)

    def show_map(self, content: MiniMap, colors: PageColors) -> None:
        """Show another document or result."""
        if content is not self._map or colors is not self._colors:
            self._map, self._colors, self._picture = content, colors, None
            self.update()

    def show_frame(self, top: float, bottom: float) -> None:
        """Which part of the height is in view."""
        if (top, bottom) != self._frame:
            self._frame = (top, bottom)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the kept picture and frame the view."""
        del event
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.size() != self.size() * ratio:
            self._picture = self._render(ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        high = self.height() - 8
        top, bottom = 4 + self._frame[0] * high, 4 + self._frame[1] * high
        rect = QRectF(1, min(top, self.height() - 12), WIDTH - 2, max(8.0, bottom - top))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(self._colors.accent if self.hasFocus() else self._colors.text, 2.0))
        painter.drawRoundedRect(rect.adjusted(1, 1, -1, -1), 3, 3)
        painter.end()

    def _render(self, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._colors.desk)
        high = self.height() - 8
        painter = QPainter(picture)
        painter.fillRect(QRectF(0, 0, 1, self.height()), self._colors.border)
        for band in self._map.bands:
            color = QColor(chunk_color(band.chunk, dark=self._colors.dark))
            color.setAlphaF(0.6)
            height = max(1.0, (band.bottom - band.top) * high - 0.5)
            painter.fillRect(QRectF(5, 4 + band.top * high, WIDTH - 8, height), color)
        for y, kind in self._map.changes:
            painter.fillRect(QRectF(3, 3 + y * high, WIDTH - 4, 2), QColor(CHANGE_STYLES[kind].color))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._colors.warn)
        for y in self._map.findings:
            at = 4 + y * high
            painter.drawPolygon([QPointF(1, at - 4), QPointF(8, at), QPointF(1, at + 4)])
        painter.end()
        return picture

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        self._go(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag through the document."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event)

    def _go(self, event: QMouseEvent) -> None:
        self.wanted.emit(max(0.0, min(1.0, (event.position().y() - 4) / max(1, self.height() - 8))))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the pages."""
        self.wheel_turned.emit(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down move by the height of the frame."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if step:
            middle = (self._frame[0] + self._frame[1]) / 2 + step * (self._frame[1] - self._frame[0])
            self.wanted.emit(max(0.0, min(1.0, middle)))
        else:
            super().keyPressEvent(event)


def findings_at(pages: Sequence[int], places: dict[int, float]) -> tuple[float, ...]:
    """Heights of the pages that have findings, each once."""
    return tuple(places[p] for p in sorted(set(pages)) if p in places)
