"""Questions that one version answers and the other does not; each opens with its evidence on the page."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.link_row import LinkRow

_MOST = 12


class FlippedList(QWidget):
    """At most twelve rows, the lost ones first."""

    opening = Signal()
    """A question is about to be shown."""

    def __init__(self, evaluation: EvaluationSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._evaluation = evaluation
        self._theme = theme
        self.rows: list[LinkRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_flipped(self, gained: Sequence[str], lost: Sequence[str]) -> None:
        """Replace the rows."""
        for row in self.rows:
            row.hide()
            row.deleteLater()
        self.rows = []
        flipped = [(name, False) for name in lost] + [(name, True) for name in gained]
        for name, better in flipped[:_MOST]:
            question = self._evaluation.draft.get(name)
            if question is not None:
                self._add(name, question.question, better)
        self.setVisible(bool(self.rows))

    def _add(self, name: str, words: str, better: bool) -> None:
        icon, right = ("ok", "found now") if better else ("cancel", "lost")
        row = LinkRow(self._theme, icon, words, right, right_role="ok" if better else "error")
        row.hint = "Show this question's evidence on the page"
        row.setProperty("question", name)
        row.clicked.connect(self._open)
        self.rows.append(row)
        self._column.addWidget(row)

    def _open(self) -> None:
        self.opening.emit()
        self._evaluation.choose(str(self.sender().property("question")))
