"""What is wrong with the questions on the shown document, before anything is measured with them."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.docks.panel import absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.lane import Cancelled, Progress
from chunkstudio.gui.evaluation.scoring import has_all_pages
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.retrieval.lint import LintFinding, lint
from chunkstudio.retrieval.questions import QuestionSet

KIND, MESSAGE, QUESTION = range(3)
_KINDS = {
    "unknown_document": "Other document",
    "not_found": "Not found",
    "wrong_page": "Wrong page",
    "excluded": "Excluded",
    "over_budget": "Over budget",
    "duplicate": "Duplicate",
    "too_few": "Too few",
}
_NONE = "No questions to check. Select text on a page and press Q to ask one, or import a set."
_CLEAN = "Nothing to mend: every evidence was found where the questions say."


class ChecksModel(RowsModel[tuple[LintFinding, str]]):
    """Kind, what is wrong, and the question's words."""

    columns = (Column("Check"), Column("What is wrong"), Column("Question"))

    def cell(self, row: tuple[LintFinding, str], column: int, role: int) -> Any:
        finding, question = row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (_KINDS[finding.code], finding.message, question)[column]
        if role == ItemRole.ICON:
            return ("info" if finding.code == "too_few" else "warning") if column == KIND else None
        if role == ItemRole.COLOR:
            return ("muted" if finding.code == "too_few" else "warn") if column == KIND else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            near = ", ".join(f"p {p.page} ({p.share:.0%})" for p in finding.near)
            return "\n".join(part for part in (finding.message, f"Nearest: {near}" if near else "", question) if part)
        return None


class ChecksDock(TablePanel):
    """Choosing a row chooses its question."""

    title = "Checks"
    object_name = "checks"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            session, theme, parent, model=ChecksModel(), sentence=_NONE, stretch=MESSAGE, widths={KIND: 128, QUESTION: 180}
        )
        assert session.evaluation is not None
        self.evaluation: EvaluationSession = session.evaluation
        self.rows_model.setParent(self)
        for signal in (self.evaluation.questions_changed, session.current_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)

    def refresh(self) -> None:
        state, questions = self.session.current, self.evaluation.questions
        if state is None or state.result is None or not questions.questions or not has_all_pages(state):
            self.show_rows(())
            self.set_count(None)
            self.pages.show_sentence(absence(self.session) if state is None or state.result is None else _NONE)
            return
        self.evaluation.in_background("lint", partial(_check, questions, state.result), self._accept)

    def _accept(self, answer: Any) -> None:
        if isinstance(answer, ChunkStudioError):
            return
        words = {q.id: q.question for q in self.evaluation.draft.questions.questions}
        self.show_rows([(finding, words.get(finding.question_id, "")) for finding in answer])
        self.set_count(len(answer))
        if answer:
            self.pages.show_content()
        else:
            self.pages.show_sentence(_CLEAN)

    def row_chosen(self, row: Any) -> None:
        if row[0].question_id:
            self.evaluation.choose(row[0].question_id)


def _check(questions: QuestionSet, result: Any, _progress: Progress, _cancelled: Cancelled) -> list[LintFinding]:
    return lint(questions, {result.layout.info.sha256: result})
