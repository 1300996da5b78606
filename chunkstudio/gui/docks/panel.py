"""What every panel has in common: session, theme, a title with a count, and refreshing only while it can be seen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QFocusEvent, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.turns import turns

NO_DOCUMENT = (
    "Open a document to see its chunks. Drop a PDF, Markdown or text file anywhere in this window, or start with a sample."
)
WAITING = "Chunks appear here as soon as a document is open."
LOCKED = "This document is locked. Its chunks appear here once its password is given."
READING = "Chunks appear here as soon as the first pages are read."


def absence(session: Session, otherwise: str = NO_DOCUMENT) -> str:
    """Why there are no chunks to show, and what to do next; "" when there are some. ``otherwise``: no document is open."""
    state, result = session.current, session.shown_result
    if state is None:
        return otherwise
    if result is not None:
        return "" if len(result.units) else state.no_text
    if state.needs_password:
        return LOCKED
    return f"{state.error.message} {state.error.hint}".strip() if state.error is not None else READING


class Panel(QWidget):
    """A panel of the window. ``title`` is its tab's word and ``object_name`` its key in saved layouts.

    A subclass connects session signals to :meth:`mark` and shows the state in :meth:`refresh`, which is called at most
    once for all signals of one turn of the event loop, in a turn of its own, and not at all while the panel is hidden.
    The window title is the tab's text (with a count where there is one); ``heading_changed`` tells when it changes.
    """

    title = ""
    object_name = ""
    heading_changed = Signal(str)

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.theme = theme
        self.setObjectName(self.object_name)
        self.setAccessibleName(self.title)
        self.setWindowTitle(self.title)
        self._stale = True
        theme.theme_changed.connect(self.update)
        session.documents_changed.connect(self._mark_absent)

    def refresh(self) -> None:
        """Show the session's state; a panel without any only repaints."""
        self.update()

    def mark(self, *_: object) -> None:
        """Something that the panel shows has changed."""
        self._stale = True
        if self.isVisible():
            turns().add(self, "refresh", self._refresh_now)

    def _mark_absent(self) -> None:
        """A document without chunks was refused, locked or unlocked: the sentence that says why changes."""
        if self.session.shown_result is None:
            self.mark()

    def mark_document(self, key: str) -> None:
        """Something of one document changed; others than the shown one do not matter here."""
        current = self.session.current
        if current is not None and current.key == key:
            self.mark()

    def set_count(self, count: int | None) -> None:
        """Put a count behind the title of the tab; None takes it away."""
        self.set_heading(self.title if count is None else f"{self.title} {count:,}")

    def set_heading(self, heading: str) -> None:
        """Words of the tab."""
        if heading != self.windowTitle():
            self.setWindowTitle(heading)
            self.heading_changed.emit(heading)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._refresh_now()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self.theme.color("base"))
        if self.hasFocus():
            painter.setPen(QPen(self.theme.color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """A panel without any control has the keyboard itself, and shows it."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _refresh_now(self) -> None:
        turns().drop(self, "refresh")
        if self.isVisible():
            self._stale = False
            self.refresh()
