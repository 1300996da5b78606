"""Questions of the shown document: which are missed, their rank before and now; drafted ones to accept or reject."""

from __future__ import annotations

from typing import Any, cast

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QMenu, QProgressBar, QToolButton, QWidget

from chunkstudio.gui.docks.panel import absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.question_delegate import QuestionDelegate
from chunkstudio.gui.evaluation.question_rows import BEFORE, NOW, QUESTION, Filter, QuestionRows, passes
from chunkstudio.gui.evaluation.scope_bar import ScopeBar
from chunkstudio.gui.evaluation.scoring import QuestionRow
from chunkstudio.gui.item_models.setting_groups import choice_label
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.search_field import SearchField
from chunkstudio.gui.widgets.segmented import SegmentedChoice

_QUIET_MS = 500
_NONE = "No questions yet. Select text on a page and press Q to ask one, or import a set."
_FILTERS: tuple[tuple[Filter, str], ...] = (
    ("all", "All"),
    ("missed", "Missed"),
    ("better", "Better"),
    ("worse", "Worse"),
    ("drafted", "Drafted"),
)


class QuestionsDock(TablePanel):
    """Choosing a question shows its evidence on the page and its answer at the right."""

    title = "Questions"
    object_name = "questions"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        self.filter_field = SearchField(theme, "Find a question")
        self.filters = SegmentedChoice(theme, _FILTERS)
        self.add = QToolButton()
        self.progress = QProgressBar()
        self.cancel = QToolButton()
        super().__init__(
            session,
            theme,
            parent,
            model=QuestionRows(),
            sentence=_NONE,
            stretch=QUESTION,
            widths={BEFORE: 52, NOW: 60},
            two_lines=True,
        )
        assert session.evaluation is not None
        self.evaluation: EvaluationSession = session.evaluation
        self.scope = ScopeBar(session, self.evaluation, theme)
        self.words = PlainLabel(theme, role="muted", use="small", wrap=True)
        self._build()
        evaluation = self.evaluation
        for signal in (evaluation.questions_changed, evaluation.scored, session.current_changed, session.profile_changed):
            signal.connect(self.mark)
        for signal in (evaluation.view_changed, session.documents_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self._result_changed)
        evaluation.questions_changed.connect(self._recount)
        evaluation.progress_changed.connect(self._show_progress)
        evaluation.chosen_changed.connect(self._follow)
        self.filter_field.textChanged.connect(self.rows_model.set_filter)
        self.filters.chosen.connect(self.refresh)
        self._recount()

    def _build(self) -> None:
        self.table.setItemDelegate(QuestionDelegate(self.theme, self.table))
        self.table.set_row_height(60)
        self.filters.set_value("all")
        self.filters.setAccessibleName("Questions listed")
        for name in ("better", "worse"):  # the recall panel counts what is found in the first k, not ranks
            self.filters.set_help(name, f"Rank {name} than before, also where that finds or loses nothing in the first results")
        self.add.setIcon(self.theme.icon("plus"))
        self.add.setFixedSize(40, 28)
        self.add.setToolTip("Add, import and export questions")
        self.add.setAccessibleName("Add questions")
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self.add)
        menu.aboutToShow.connect(self._fill_menu)
        self.add.setMenu(menu)
        self._menu = menu
        self.cancel.setText("Cancel")
        self.cancel.setToolTip("Stop the evaluation; the last one stays")
        self.cancel.clicked.connect(self.evaluation.cancel)
        self._slow = QTimer(self, singleShot=True, interval=_QUIET_MS)
        self._slow.timeout.connect(self._show_working)
        self._lay_out()
        self._show_progress()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(12, 10, 12, 6)
        top.addWidget(self.filter_field, 1)
        top.addWidget(self.add)
        below = QHBoxLayout()
        below.setContentsMargins(12, 0, 12, 8)
        below.addWidget(self.filters)
        below.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 12, 0)
        foot.addWidget(self.words, 1)
        foot.addWidget(self.cancel)
        self.progress.setFixedHeight(3)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Progress of the evaluation")
        self.words.setContentsMargins(12, 4, 12, 6)
        self.column_box.insertLayout(0, top)
        self.column_box.insertLayout(1, below)
        self.column_box.insertWidget(1, self.scope)
        self.column_box.insertWidget(3, self.progress)
        self.column_box.addLayout(foot)

    def _fill_menu(self) -> None:
        """The window's own actions, so that they are disabled where they cannot be used."""
        self._menu.clear()
        actions = {action.objectName(): action for action in self.window().actions()}
        for name in _MENU:
            if name in actions:
                self._menu.addAction(actions[name])

    def _result_changed(self, key: str) -> None:
        """A result of another document may bring labels, and belongs to the list where all open ones are in it."""
        del key
        self.mark()

    def refresh(self, *_: object) -> None:
        self.scope.show_state()
        rows = self.evaluation.rows
        cast(QuestionRows, self.rows_model).name_documents(self._names() if self.evaluation.whole else {})
        compared = any(r.compared for r in rows)
        scoring = next(iter(self.evaluation.scorings), None)
        other = self.session.baseline.version[:4]
        if compared and scoring is not None and scoring.other is not None:
            other = scoring.other.name
        model = cast(QuestionRows, self.rows_model)
        model.name_version(other, compared=compared)
        for name, word in _FILTERS:
            count = sum(passes(r, name) for r in rows)
            self.filters.set_label(name, f"{word} {count}" if rows else word)
        chosen = cast(Filter, self.filters.value or "all")
        self.show_rows([r for r in rows if passes(r, chosen)])
        if rows:
            self.pages.show_content()
        else:
            self.pages.show_sentence(_NONE if self.session.current is not None else absence(self.session))
        if self.evaluation.progress is None:
            self.words.setText(self._summary(rows))
        self._follow()

    def _names(self) -> dict[str, str]:
        """Names of the open documents by SHA-256."""
        return {d.info.sha256: d.name for d in self.session.documents if d.info is not None}

    def _summary(self, rows: list[QuestionRow]) -> str:
        total = len(self.evaluation.draft.questions.questions)
        others = total - len(rows)
        k = self.session.profile.retrieval.k
        parts = [f"Missed: not in the top {k} of {choice_label(self.session.profile.retrieval.retriever)}"] if rows else []
        if others:
            where = "documents that are not open" if self.evaluation.whole else "other documents"
            parts.append(f"{others} question{'' if others == 1 else 's'} on {where}")
        return " · ".join(parts)

    def _recount(self) -> None:
        self.set_count(len(self.evaluation.listed.questions) if self.evaluation.sha else None)

    def _show_progress(self) -> None:
        """Work of less than half a second is not shown."""
        if self.evaluation.progress is None:
            self._slow.stop()
            self.progress.hide()
            self.cancel.hide()
            self.words.setText(self._summary(self.evaluation.rows))
        elif self.progress.isVisibleTo(self):
            self._show_working()
        elif not self._slow.isActive():
            self._slow.start()

    def _show_working(self) -> None:
        progress = self.evaluation.progress
        if progress is not None:
            self.progress.setMaximum(max(1, progress[1]))
            self.progress.setValue(progress[0])
            self.words.setText(f"Evaluating {progress[0]} of {progress[1]}")
            self.progress.show()
            self.cancel.show()

    def _follow(self) -> None:
        chosen = self.evaluation.chosen
        at = next((i for i, r in enumerate(self.rows_model.rows) if chosen and r.question.id == chosen.question.id), -1)
        self.choose(at)

    def row_chosen(self, row: Any) -> None:
        self.evaluation.choose(row.question.id)


_MENU = (
    "question.ask",
    "question.walk",
    "question.drafts",
    "question.accept",
    "question.reject",
    "question.import",
    "question.import_folder",
    "question.export",
)
