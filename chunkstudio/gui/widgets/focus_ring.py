"""The ring around a widget that has the keyboard and paints none itself: scrolling columns, trees, plots."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyleOptionFocusRect, QWidget

from chunkstudio.gui.style_paint import RINGED


class FocusRing(QWidget):
    """Lies over a widget and is seen while that has the keyboard and got it by key, as Qt's own buttons show it."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around)
        self._around = around
        self.setProperty(RINGED, True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        around.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Come and go with the keyboard, and keep to the size of the widget."""
        del watched
        kind = event.type()
        if kind == QEvent.Type.FocusIn and self._around.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange):
            self.setGeometry(self._around.rect())
            self.raise_()
            self.show()
        elif kind == QEvent.Type.FocusOut:
            self.hide()
        elif kind == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._around.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        option = QStyleOptionFocusRect()
        option.initFrom(self)
        option.state |= QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_KeyboardFocusChange
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_FrameFocusRect, option, painter, self)
        painter.end()
