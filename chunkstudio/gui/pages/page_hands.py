"""Mouse, wheel, touch and keys on the canvas: what moves the view happens here, what chooses something is told by signals."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

from chunkstudio.gui.pages.hit import Hit
from chunkstudio.gui.pages.page_canvas import PageCanvas
from chunkstudio.gui.pages.page_look import PageColors
from chunkstudio.gui.pages.page_stack import next_zoom
from chunkstudio.gui.pages.rendered_pages import RenderedPages
from chunkstudio.gui.pages.strokes import pen

_WHEEL_ZOOM = 1.0015
_CLICK_REACH = 6


class PageHands(PageCanvas):
    """The canvas that people scroll, zoom and click.

    ``clicked`` and ``hovered`` carry a :class:`Hit` or None; ``pointed`` the page and place in points (page 0 when the
    pointer left); ``menu_wanted`` and ``tip_wanted`` a Hit, the place in the view, and the place on the screen.
    """

    clicked = Signal(object)
    hovered = Signal(object)
    pointed = Signal(int, float, float)
    menu_wanted = Signal(object, object, object)
    tip_wanted = Signal(object, object)
    zoomed_by_hand = Signal()
    step_wanted = Signal(int)
    box_step_wanted = Signal(int)
    activated = Signal(object)
    swept = Signal(object, object)
    """The left button is held and was moved: where it was pressed and where it is, in pixels of the view."""

    def __init__(self, rendered: RenderedPages, colors: PageColors, parent: QWidget | None = None) -> None:
        super().__init__(rendered, colors, parent)
        self._space = False
        self._ring = False
        self._pan: QPointF | None = None
        self._press: QPointF | None = None
        self._hover: Hit | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)

    # ---- wheel and touch -----------------------------------------------------------------------------------------
    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll; with Ctrl zoom under the pointer."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            turn = event.angleDelta().y() or event.pixelDelta().y()
            self._zoom_by(_WHEEL_ZOOM**turn, event.position())
            event.accept()
            return
        super().wheelEvent(event)
        self._hover_at(event.position())

    def scroll_by_wheel(self, event: QWheelEvent) -> None:
        """Scroll by a wheel that was turned over something else."""
        QCoreApplication.sendEvent(self.verticalScrollBar(), event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Pinch (touch screen and touchpad) and tooltips."""
        if event.type() == QEvent.Type.Gesture and isinstance(event, QGestureEvent):
            return self._pinch(event)
        if event.type() == QEvent.Type.NativeGesture and isinstance(event, QNativeGestureEvent):
            if event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
                self._zoom_by(1.0 + event.value(), event.position())
                return True
        elif event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self.tip_wanted.emit(self.hit(QPointF(event.pos())), event.globalPos())
            return True
        return super().viewportEvent(event)

    def _pinch(self, event: QGestureEvent) -> bool:
        gesture = event.gesture(Qt.GestureType.PinchGesture)
        if not isinstance(gesture, QPinchGesture):
            return False
        middle = QPointF(self.viewport().mapFromGlobal(gesture.centerPoint().toPoint()))
        self._zoom_by(gesture.scaleFactor(), middle)
        event.accept(gesture)
        return True

    def _zoom_by(self, factor: float, at: QPointF) -> None:
        self.set_zoom(self.look.zoom * factor, at)
        self.zoomed_by_hand.emit()

    # ---- mouse ---------------------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Middle button, or space and left button, drags the pages."""
        if event.button() == Qt.MouseButton.MiddleButton or (self._space and event.button() == Qt.MouseButton.LeftButton):
            self._pan = event.position()
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position()
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or tell what the pointer is over."""
        if self._pan is not None:
            moved = event.position() - self._pan
            self._pan = event.position()
            self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() - round(moved.x()))
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() - round(moved.y()))
        elif self._press is not None and (event.position() - self._press).manhattanLength() >= _CLICK_REACH:
            self.swept.emit(self._press, event.position())
        else:
            self._hover_at(event.position())
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A press and release at one place is a click."""
        if self._pan is not None:
            self._pan = None
            self._show_cursor()
        elif (
            self._press is not None
            and event.button() == Qt.MouseButton.LeftButton
            and (event.position() - self._press).manhattanLength() < _CLICK_REACH
        ):
            self.clicked.emit(self.hit(event.position()))
        self._press = None
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click asks for more: the owner zooms to what was hit."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(self.hit(event.position()))
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer left: nothing is hovered."""
        super().leaveEvent(event)
        self._tell_hover(None)
        self.pointed.emit(0, 0.0, 0.0)

    def enterEvent(self, event: QEnterEvent) -> None:
        """The pointer came."""
        super().enterEvent(event)
        self._hover_at(event.position())

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Actions for what is under the pointer (or chosen, by key)."""
        at = QPointF(event.pos())
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self.menu_wanted.emit(None if by_key else self.hit(at), at, event.globalPos())
        event.accept()

    def _hover_at(self, at: QPointF) -> None:
        self._tell_hover(self.hit(at))
        place = self.page_point(at)
        self.pointed.emit(*(place or (0, 0.0, 0.0)))

    def _tell_hover(self, hit: Hit | None) -> None:
        if hit != self._hover:
            self._hover = hit
            self._show_cursor()
            self.hovered.emit(hit)

    def _show_cursor(self) -> None:
        if self._pan is not None:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._space:
            shape = Qt.CursorShape.OpenHandCursor
        else:
            line = self._hover is not None and self._hover.kind == "boundary"
            shape = Qt.CursorShape.PointingHandCursor if line else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    # ---- keys ----------------------------------------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        """Escape takes a choice back before it stops the window's work."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if escape and event.type() == QEvent.Type.ShortcutOverride and self._shows_choice():
            event.accept()
            return True
        return super().event(event)

    def _shows_choice(self) -> bool:
        marked = self.highlights
        return marked.row >= 0 or bool(marked.boxes or marked.places) or self.emphasis.chunk >= 0

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll, zoom, and step through boundaries; anything else goes to the window."""
        key, bar = event.key(), self.verticalScrollBar()
        keys = Qt.Key
        steps = {
            keys.Key_Up: -60,
            keys.Key_Down: 60,
            keys.Key_PageUp: -bar.pageStep() + 40,
            keys.Key_PageDown: bar.pageStep() - 40,
        }
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not plain:
            super(PageCanvas, self).keyPressEvent(event)
        elif key == keys.Key_Space:
            self._space = True
            self._show_cursor()
        elif key in steps:
            bar.setValue(bar.value() + steps[keys(key)])
        elif key in (keys.Key_Left, keys.Key_Right):
            side = self.horizontalScrollBar()
            side.setValue(side.value() + (60 if key == keys.Key_Right else -60))
        elif key in (keys.Key_Home, keys.Key_End):
            bar.setValue(bar.minimum() if key == keys.Key_Home else bar.maximum())
        elif not self._command_key(key):
            event.ignore()

    def _command_key(self, key: int) -> bool:
        keys = Qt.Key
        if key in (keys.Key_Plus, keys.Key_Equal, keys.Key_Minus):
            self.set_zoom(next_zoom(self.look.zoom, -1 if key == keys.Key_Minus else 1))
            self.zoomed_by_hand.emit()
        elif key == keys.Key_0:
            self.set_zoom(1.0)
            self.zoomed_by_hand.emit()
        elif key in (keys.Key_N, keys.Key_P):
            self.step_wanted.emit(1 if key == keys.Key_N else -1)
        elif key == keys.Key_Escape:
            self.clicked.emit(None)
        else:
            return False
        return True

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space released: the hand goes away."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self._show_cursor()
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that were held count as released."""
        self._space = False
        super().focusOutEvent(event)
        self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring, if the focus came by the keyboard."""
        super().focusInEvent(event)
        reasons = Qt.FocusReason
        self._ring = event.reason() in (reasons.TabFocusReason, reasons.BacktabFocusReason, reasons.ShortcutFocusReason)
        self.viewport().update()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab steps through the boxes in view; after the last one the focus goes on to the next control."""
        self._stepped = False
        self.box_step_wanted.emit(1 if forward else -1)
        return True if self._stepped else super().focusNextPrevChild(forward)

    _stepped = False

    def accept_step(self) -> None:
        """The owner found a box to step to: the focus stays here."""
        self._stepped = True

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Gutters, and the ring that shows keyboard focus."""
        super().drawForeground(painter, rect)
        if self._ring and self.hasFocus():
            painter.save()
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(pen(self.look.colors.accent, 2.0))
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(1, 1, -1, -1))
            painter.restore()
