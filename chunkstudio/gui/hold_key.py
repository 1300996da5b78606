"""The key that shows everything as it was before the changes, for as long as it is held."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from chunkstudio.gui.session import Session

KEY = Qt.Key.Key_B


class HoldKey(QObject):
    """A shortcut takes the press, so that typing into a field is left alone; events are watched only while it is held."""

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self.shortcut = QShortcut(QKeySequence(KEY), window)
        self.shortcut.setAutoRepeat(False)
        self.shortcut.activated.connect(self._press)

    def _press(self) -> None:
        app = QApplication.instance()
        if app is not None and not self._session.before_held:
            app.installEventFilter(self)
            self._session.hold_before(True)

    def _let_go(self) -> None:
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
        self._session.hold_before(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let go when the key comes up or the window loses the keyboard."""
        if isinstance(event, QKeyEvent) and event.key() == KEY:
            if event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
                self._let_go()
            return True
        if event.type() == QEvent.Type.WindowDeactivate and watched is self._window:
            self._let_go()
        return False
