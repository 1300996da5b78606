"""What would answer a missed question: single changes, looked for in the background, made with one click."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.fix_run import FixRun
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.link_row import LinkRow
from chunkstudio.gui.widgets.number_box import short_number
from chunkstudio.retrieval.fixes import BEYOND_CONTROLS, Fix

_IDLE = "Single changes that would find it can be looked for."
_NONE = "No single control helps within its range."
_BEYOND = {
    "bad label": "No setting mends a label. Edit the evidence instead.",
    "not for this reader": "No setting changes who may read it. Choose another reader, or give other access labels.",
}
_MOST = 6


def fix_words(fix: Fix) -> str:
    """ "Token budget: 400 → 512"."""
    return f"{fix.label}: {_value(fix.before)} → {_value(fix.value)}"


def effect_words(fix: Fix) -> str:
    """What else it changes: "+3 −1"; "no other" where nothing else does."""
    if not fix.gained and not fix.lost:
        return "no other"
    return f"+{len(fix.gained)} \N{MINUS SIGN}{len(fix.lost)}"


def state_words(run: FixRun) -> str:
    """How far the search is, or what it gave."""
    if run.progress is not None:
        done, total = run.progress
        return f"Tried {done} of {total} controls" if total else "Trying single changes"
    if run.ended:
        return "Each was proven by a run." if run.found else _NONE
    return "Stopped. Each of these was proven by a run." if run.found else _IDLE


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return short_number(value) if isinstance(value, float) else str(value)


class FixList(QWidget):
    """A button that looks, progress with Cancel, and a row for each change as it is found; those that lose least are first."""

    def __init__(self, session: Session, evaluation: EvaluationSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self._theme = theme
        self.rows: list[LinkRow] = []
        self.note = PlainLabel(theme, _IDLE, role="muted", wrap=True)
        self.look = QPushButton("Find fixes")
        self.look.clicked.connect(self._clicked)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(PlainLabel(theme, "Try", role="muted"))
        top.addSpacing(20)
        top.addWidget(self.note, 1)
        top.addWidget(self.look)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addLayout(top)
        evaluation.fixes.changed.connect(self.show_state)
        self.show_state()

    def show_state(self) -> None:
        """Show what is known of the chosen question."""
        if any(part.hasFocus() for part in (self.look, *self.rows)):
            self._keep_keyboard()
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []
        run = self._evaluation.fixes
        self.show_offer()
        for fix in sorted(run.found, key=lambda f: (len(f.lost), -len(f.gained)))[:_MOST]:
            self._add(fix)

    def show_offer(self) -> None:
        """Offer to look for changes where one can help; else say why none can."""
        run, row = self._evaluation.fixes, self._evaluation.chosen
        cause = row.misses[0].cause if row is not None and row.misses else None
        beyond = cause in BEYOND_CONTROLS
        self.look.setText("Cancel" if run.progress is not None else "Find fixes")
        self.look.setVisible(not run.ended and not beyond)
        self.note.setText(_BEYOND[cause] if cause is not None and beyond else state_words(run))

    def _keep_keyboard(self) -> None:
        """What is about to go hands the keyboard on; else the ranked chunks get it and turn the page to their first."""
        keeper = self.look if not self._evaluation.fixes.ended and self.look.isVisible() else self
        keeper.setFocus()

    def _add(self, fix: Fix) -> None:
        row = LinkRow(self._theme, "corner", fix_words(fix), effect_words(fix), right_role="ok" if not fix.lost else "warn")
        other = f"Other questions: {len(fix.gained)} found besides, {len(fix.lost)} lost."
        row.hint = f"Make this change; it can be undone.\n{other}\nChunks: {fix.chunks_before} → {fix.chunks_after}."
        row.setProperty("field", fix.field)
        row.setProperty("value", fix.value)
        row.clicked.connect(self._apply)
        self.rows.append(row)
        self._column.addWidget(row)

    def _clicked(self) -> None:
        if self._evaluation.fixes.progress is not None:
            self._evaluation.fixes.cancel()
        else:
            self._evaluation.look_for_fixes()

    def _apply(self) -> None:
        row = self.sender()
        if isinstance(row, LinkRow):
            refused = self._session.edit_profile(row.property("field"), row.property("value"))
            if refused is not None:
                self._session.log("warning", refused.message, refused.hint, show=True)
