"""What the page view says of a document that cannot be shown yet: locked, broken, loading."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QProgressBar, QPushButton, QWidget

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.pages.start_card import Card
from chunkstudio.gui.style import PRIMARY, WRONG
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

StateKind = Literal["start", "locked", "broken", "loading", "pages"]


@dataclass(frozen=True, slots=True)
class Situation:
    """Which of the states a document is in, with the sentence and the hint to show."""

    kind: StateKind
    text: str = ""
    hint: str = ""


def situation_of(state: DocumentState | None) -> Situation:
    """What to show instead of pages; ``pages`` as soon as the sizes of the pages are known."""
    if state is None:
        return Situation("start")
    if state.needs_password:
        wrong = state.error is not None and state.error.code == "wrong_password"
        hint = "That password does not open it. Try again." if wrong else "Its pages are shown once the password is known."
        return Situation("locked", f"{state.name} is locked", hint)
    if state.layout is not None or (state.info is not None and state.info.page_count):
        return Situation("pages")
    if state.error is not None:
        return Situation("broken", state.error.message, state.error.hint)
    return Situation("loading", f"Opening {state.name}", "The first page appears as soon as it is read.")


def notice_of(state: DocumentState | None) -> str:
    """A sentence over the pages of a document that can be seen but not cut; "" for any other."""
    if state is None or state.layout is None or state.result is None or len(state.result.chunks):
        return ""
    if not state.final or any(b.text and not b.excluded for page in state.layout.pages for b in page.boxes):
        return ""
    return state.no_text


class StateCard(Card):
    """One sentence, one next step. ``password_given`` carries what was typed."""

    password_given = Signal(str)
    retry_wanted = Signal()
    close_wanted = Signal()
    cancel_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.headline = PlainLabel(theme, "", use="title", weight=600, wrap=True)
        self.hint = PlainLabel(theme, "", role="muted", use="ui", wrap=True)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName("Opening")
        self.password = QLineEdit()
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.password.setPlaceholderText("Password")
        self.password.setAccessibleName("Password of the document")
        self.password.setMinimumWidth(240)
        self.password.returnPressed.connect(self._give)
        self.unlock = QPushButton("Unlock")
        self.unlock.setProperty(PRIMARY, True)
        self.unlock.clicked.connect(self._give)
        self.retry = QPushButton("Try again")
        self.retry.clicked.connect(self.retry_wanted)
        self.close_button = QPushButton("Close document")
        self.close_button.clicked.connect(self.close_wanted)
        self.cancel = QPushButton("Cancel")
        self.cancel.clicked.connect(self.cancel_wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.password, 1)
        for button in (self.unlock, self.retry, self.close_button, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        for part in (self.headline, self.hint, self.bar):
            self.column.addWidget(part)
        self.column.addSpacing(4)
        self.column.addLayout(row)
        self.column.addSpacing(4)

    def show_situation(self, now: Situation) -> None:
        """Show one of the states; the password field is cleared and focused when it is needed."""
        locked, broken, loading = (now.kind == kind for kind in ("locked", "broken", "loading"))
        self.headline.setText(now.text)
        self.headline.set_look("error" if broken else "text")
        self.hint.setText(now.hint)
        self.hint.setVisible(bool(now.hint))
        self.setAccessibleName(now.text)
        self.bar.setVisible(loading)
        self.cancel.setVisible(loading)
        self.password.setVisible(locked)
        self.unlock.setVisible(locked)
        self.retry.setVisible(broken)
        self.close_button.setVisible(broken or locked)
        if locked:
            self.password.setProperty(WRONG, "does not open" in now.hint)
            self.password.clear()
            self.password.setFocus()

    def _give(self) -> None:
        if self.password.text():
            self.password_given.emit(self.password.text())
            self.password.clear()
