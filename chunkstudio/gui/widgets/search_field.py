"""A field with an icon at its left and a button that empties it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.themed_font import follow_font


class SearchField(QLineEdit):
    """Typed words filter at once (``textChanged``); Escape empties the field, Down asks for the list below it."""

    down_pressed = Signal()

    def __init__(
        self, theme: Theme, hint: str, *, icon: str = "search", height: int = 28, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setPlaceholderText(hint)
        self.setAccessibleName(hint)
        self.setClearButtonEnabled(True)
        self.addAction(theme.icon(icon, "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self._least = height
        follow_font(self, theme)

    def changeEvent(self, event: QEvent) -> None:
        """A larger font needs a higher field."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.setFixedHeight(max(self._least, self.fontMetrics().height() + 8))

    def event(self, event: QEvent) -> bool:
        """Escape is the field's own while it means something here; else the window stops its work with it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.takes_escape(event):
            event.accept()
            return True
        return super().event(event)

    def takes_escape(self, event: QKeyEvent) -> bool:
        """Whether the key is Escape and the field has words to empty."""
        return event.key() == Qt.Key.Key_Escape and bool(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.takes_escape(event):
            self.clear()
            return
        if event.key() == Qt.Key.Key_Down:
            self.down_pressed.emit()
            return
        super().keyPressEvent(event)
