"""The status bar: what is shown or under way at the left, where the pointer is and which tokenizer counts at the right."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QStatusBar, QToolButton, QWidget

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.missing_parts import missing_words
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

_QUIET_MS = 500


class StatusIcon(QWidget):
    """A 16 px icon whose shape says the same as its colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._look: tuple[str, Role] = ("ok", "ok")
        self.setFixedSize(16, 16)
        theme.theme_changed.connect(self.update)

    def show_icon(self, name: str, role: Role) -> None:
        """Another icon in another colour."""
        if self._look != (name, role):
            self._look = (name, role)
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        paint_icon(painter, self._look[0], QRectF(0, 0, 16, 16), self._theme.color(self._look[1]))
        painter.end()


class StatusBar(QStatusBar):
    """Work that takes more than half a second shows its progress and can be cancelled."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.setSizeGripEnabled(False)
        self.setFixedHeight(24)
        self.setContentsMargins(0, 0, 0, 0)
        self.icon = StatusIcon(theme)
        self.words = PlainLabel(theme, use="body", role="muted")
        self.bar = QProgressBar()
        self.bar.setFixedSize(140, 14)
        self.bar.setTextVisible(False)
        self.cancel = QToolButton()
        self.cancel.setText("Cancel")
        self.cancel.setToolTip("Stop the work; what has arrived stays (Esc)")
        self.cancel.setFixedHeight(20)
        self.resume = QToolButton()
        self.resume.setText("Continue")
        self.resume.setToolTip("Go on with the layout where it was stopped")
        self.resume.setFixedHeight(20)
        self.resume.hide()
        self.place = PlainLabel(theme, use="body", role="muted")
        self.tokenizer = PlainLabel(theme, use="body", role="muted")
        self._build()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_QUIET_MS)
        self._timer.timeout.connect(self._show_progress)
        self.cancel.clicked.connect(session.cancel_work)
        self.resume.clicked.connect(self._resume)
        for signal in (session.current_changed, session.documents_changed, session.result_changed, session.layout_changed):
            signal.connect(self._tell)
        session.profile_changed.connect(self._tell)
        session.before_view_changed.connect(self._tell)
        session.busy_changed.connect(self._busy_changed)
        session.pointer_moved.connect(self._pointer_moved)
        self._busy_changed()

    def _build(self) -> None:
        left = QWidget()
        row = QHBoxLayout(left)
        row.setContentsMargins(12, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.icon, self.words, self.bar, self.cancel, self.resume):
            row.addWidget(widget)
        row.addStretch(1)
        right = QWidget()
        row = QHBoxLayout(right)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(16)
        row.addWidget(self.place)
        row.addWidget(self.tokenizer)
        self.addWidget(left, 1)
        self.addPermanentWidget(right)

    def _busy_changed(self) -> None:
        if self._session.busy is None:
            self._timer.stop()
            self._show_bar(False)
        elif self.bar.isVisibleTo(self):
            self._show_progress()
        elif not self._timer.isActive():
            self._timer.start()
        self._tell()

    def _show_progress(self) -> None:
        busy = self._session.busy
        if busy is None:
            return
        self.bar.setUpdatesEnabled(False)  # it would paint the whole window at once instead of with the next frame
        self.bar.setRange(0, busy.total)
        self.bar.setValue(busy.done)
        self.bar.setUpdatesEnabled(True)
        self._show_bar(True, can_cancel=busy.can_cancel)
        self._tell()

    def _show_bar(self, on: bool, *, can_cancel: bool = True) -> None:
        self.bar.setVisible(on)
        self.cancel.setVisible(on and can_cancel)

    def _resume(self) -> None:
        state = self._session.current
        if state is not None:
            self._session.resume_work(state.key)

    def _tell(self, *_: object) -> None:
        state, busy = self._session.current, self._session.busy
        shows_work = busy is not None and self.bar.isVisibleTo(self)
        self.resume.setVisible(state is not None and state.stopped and not shows_work)
        self.tokenizer.setText(self._session.profile.assembly.tokenizer if state else "")
        if busy is not None and shows_work:
            provisional = state is not None and state.result is not None and state.provisional
            self.words.setText(f"{busy.text}{' · provisional' if provisional else ''}")
            self.icon.show_icon("clock", "accent")
        elif state is None:
            self.words.setText("Ready")
            self.icon.show_icon("ok", "ok")
        else:
            self._tell_document(state)

    def _tell_document(self, state: DocumentState) -> None:
        if state.error is not None and state.layout is None:
            self.words.setText("Locked" if state.needs_password else "Not opened")
            self.icon.show_icon("lock" if state.needs_password else "error", "warn" if state.needs_password else "error")
            return
        if self._session.before_held and state.previous is not None:
            version = state.previous.profile.version[:4]
            self.words.setText(f"As it was before: {version} · {document_words(replace(state, result=state.previous))}")
            self.icon.show_icon("undo", "accent")
            return
        self.words.setText(document_words(state))
        if state.error is not None:
            self.icon.show_icon("error", "error")
        elif state.stopped:
            self.icon.show_icon("warning", "warn")
        elif state.provisional:
            self.icon.show_icon("clock", "warn")
        elif missing_words(state) or (state.result is not None and not len(state.result.chunks)):
            self.icon.show_icon("warning", "warn")
        else:
            self.icon.show_icon("ok", "ok")

    def _pointer_moved(self, page: int, x: float, y: float) -> None:
        if page == 0:
            self.place.setText("")
            return
        hover = self._session.hover
        name = f"{hover.id} · " if hover.kind in ("box", "chunk", "boundary") else ""
        self.place.setText(f"{name}page {page} · x {x:.0f} y {y:.0f} pt")


def document_words(state: DocumentState) -> str:
    """One line on a document: pages, units, chunks, mean tokens, and whether its layout is complete."""
    parts = [_count(state.pages_total, "page")]
    if state.stopped:
        parts = [f"Layout stopped at {state.pages_done:,} of {_count(state.pages_total, 'page')}"]
    result = state.result
    if result is not None:
        chunks = result.chunks
        parts.append(_count(len(result.units), "unit"))
        if chunks:
            mean = sum(c.token_count for c in chunks) / len(chunks)
            parts.append(f"{_count(len(chunks), 'chunk')}, {mean:.0f} tokens on average")
        else:
            parts.append("no chunks")
    if state.stopped:
        parts.append("provisional")
    elif state.provisional:
        parts.append(f"provisional, layout {state.pages_done} of {state.pages_total} pages")
    elif result is not None:
        parser = result.layout.pages[0].parser if result.layout.pages else ""
        missing = missing_words(state)
        parts.append(f"{missing}, see Findings" if missing else f"layout complete ({parser})")
    return " · ".join(parts)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
