"""The slider of a setting: a track with a tick at the default and a handle that stops at its neighbours' limits."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.slider_scale import SliderScale

_HANDLE = 6.0
_MARGIN = 8.0


class SettingSlider(QWidget):
    """Emits ``moved`` with the value while the handle is dragged, ``settled`` when it is let go or a key moved it.

    ``set_limits`` bounds the handle by coupled settings; the barred part of the track is drawn thin.
    """

    moved = Signal(float)
    settled = Signal(float)

    def __init__(self, theme: Theme, scale: SliderScale, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._scale = scale
        self._value = scale.default
        self._limits = (scale.minimum, scale.maximum)
        self._dragging = False
        self._hovered = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(72)
        theme.theme_changed.connect(self.update)

    @property
    def value(self) -> float:
        """The value shown."""
        return self._value

    @property
    def dragging(self) -> bool:
        """Whether a hand holds the handle."""
        return self._dragging

    def set_value(self, value: float) -> None:
        """Show a value without telling anyone."""
        if value != self._value:
            self._value = value
            self.setAccessibleDescription(f"{value:g}")
            self.update()

    def set_limits(self, low: float, high: float) -> None:
        """The handle stops at ``low`` and ``high``."""
        if (low, high) != self._limits:
            self._limits = (low, high)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(128, 24)

    def _x(self, value: float) -> float:
        return _MARGIN + self._scale.fraction(value) * (self.width() - 2 * _MARGIN)

    def _value_at(self, x: float) -> float:
        fraction = (x - _MARGIN) / max(self.width() - 2 * _MARGIN, 1.0)
        return self._bounded(self._scale.value(fraction))

    def _bounded(self, value: float) -> float:
        return min(max(value, self._limits[0]), self._limits[1])

    def _take(self, value: float, *, settle: bool) -> None:
        changed = value != self._value
        self.set_value(value)
        if settle:
            self.settled.emit(value)
        elif changed:
            self.moved.emit(value)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            if abs(event.position().x() - self._x(self._value)) > _HANDLE + 2:
                self._take(self._value_at(event.position().x()), settle=False)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._take(self._value_at(event.position().x()), settle=False)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging and event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False
            self._take(self._value, settle=True)
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._take(self._bounded(self._scale.default), settle=True)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self._scale.step
        jumps = {
            Qt.Key.Key_Left: -step,
            Qt.Key.Key_Down: -step,
            Qt.Key.Key_Right: step,
            Qt.Key.Key_Up: step,
            Qt.Key.Key_PageDown: -10 * step,
            Qt.Key.Key_PageUp: 10 * step,
        }
        key = Qt.Key(event.key())
        if key in jumps:
            self._take(self._bounded(round(self._value + jumps[key], 6)), settle=True)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            edge = self._scale.minimum if key == Qt.Key.Key_Home else self._scale.reach
            self._take(self._bounded(edge), settle=True)
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: object) -> None:
        del event
        self._hovered = True
        self.update()

    def leaveEvent(self, event: object) -> None:
        del event
        self._hovered = False
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        live = self.isEnabled()
        accent = self._theme.color("accent" if live else "disabled")
        track = self._theme.color("track")
        handle = self._x(self._value)
        self._bar(painter, _MARGIN, self.width() - _MARGIN, middle, track, 2.0)
        self._bar(painter, self._x(self._limits[0]), self._x(self._limits[1]), middle, track, 4.0)
        self._bar(painter, _MARGIN, handle, middle, accent, 4.0)
        painter.setPen(QPen(self._theme.color("muted"), 1.5))
        tick = self._x(self._scale.default)
        painter.drawLine(QPointF(tick, middle + 7), QPointF(tick, middle + 11))
        fill: Role = "select" if self._dragging else "hover" if self._hovered and live else "base"
        painter.setPen(QPen(accent, 2))
        painter.setBrush(self._theme.color(fill))
        painter.drawEllipse(QPointF(handle, middle), _HANDLE, _HANDLE)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(accent, 1.5))
            painter.drawEllipse(QPointF(handle, middle), _HANDLE + 3, _HANDLE + 3)
        painter.end()

    @staticmethod
    def _bar(painter: QPainter, left: float, right: float, middle: float, color: QColor, thick: float) -> None:
        if right > left:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawRoundedRect(QRectF(left, middle - thick / 2, right - left, thick), thick / 2, thick / 2)
