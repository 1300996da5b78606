"""All versions beside each other: what each finds and costs, against a baseline, down to the questions that flipped."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.evaluation.comparison_state import Choice, Comparison
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.flipped_list import FlippedList
from chunkstudio.gui.evaluation.measure_delegate import MeasureDelegate
from chunkstudio.gui.evaluation.version_rows import (
    CHUNKS,
    COVERAGE,
    COVERAGE_SPAN,
    NAME,
    READ,
    RECALL,
    RECALL_SPAN,
    VersionRows,
)  # fmt: skip
from chunkstudio.gui.evaluation.version_run import DRAFT, VersionRun
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.scroll_column import ScrollColumn

_EMPTY = "Measure all versions on the same questions to see them beside each other."
_WIDE = 560
_ROOM_FOR_WORDS = 420
_SIDE_BY_SIDE = 860
_NO_QUESTIONS = "Versions are measured on questions. Press Q on a selected place, or import a set."


class VersionsDock(Panel):
    """Versions are ticked in a menu; choosing a row lists the questions that it gains and loses."""

    title = "Versions"
    object_name = "versions"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.comparison is not None
        assert session.evaluation is not None
        self.comparison: Comparison = session.comparison
        self.evaluation: EvaluationSession = session.evaluation
        self.run = self.evaluation.versions = VersionRun(session, self.evaluation, self.evaluation)
        self.without: set[str] = set()
        self.ticked = QToolButton()
        self.against = PlainLabel(theme, "against", role="muted")
        self.baseline = QComboBox()
        self.measure = QPushButton("Measure")
        self.progress = QProgressBar()
        self.note = PlainLabel(theme, role="muted", use="small", wrap=True)
        self.model = VersionRows(self)
        self.table = RowTable(theme, padding=6)
        self.flipped = FlippedList(self.evaluation, theme)
        self._build()
        for signal in (self.comparison.changed, self.evaluation.questions_changed, session.profile_changed):
            signal.connect(self.mark)
        self.run.changed.connect(self.mark)
        self.flipped.opening.connect(self._put_at_a)

    def _build(self) -> None:
        self.ticked.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.ticked.setAccessibleName("Versions to measure")
        self.ticked.setMinimumWidth(96)
        self._menu = QMenu(self.ticked)
        self._menu.aboutToShow.connect(self._fill_menu)
        self.ticked.setMenu(self._menu)
        self.baseline.setAccessibleName("Baseline")
        self.baseline.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.baseline.setMinimumContentsLength(10)
        self.baseline.activated.connect(self._choose_baseline)
        self.measure.clicked.connect(self._measure_or_cancel)
        self.progress.setFixedHeight(3)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName("Progress of the measuring")
        self._build_table()
        self._lay_out()

    def _build_table(self) -> None:
        self.table.setModel(self.model)
        self.table.setItemDelegate(MeasureDelegate(self.theme, self.table, padding=6))
        self.table.setAccessibleName("Versions")
        widths = {CHUNKS: 62, RECALL: 54, RECALL_SPAN: 78, COVERAGE: 60, COVERAGE_SPAN: 78, READ: 56}
        self.table.set_columns(widths, NAME, fixed=True)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 6)
        top.setSpacing(8)
        top.addWidget(self.ticked)
        top.addWidget(self.against)
        top.addWidget(self.baseline, 1)
        top.addWidget(self.measure)
        below = ScrollColumn(margin=8, spacing=4)
        for widget in (self.note, self.flipped):
            below.column.addWidget(widget)
        below.column.addStretch(1)
        self.below = below
        self.pages = ContentOrSentence(self.theme, self.table, _EMPTY)
        self._content = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._content.setSpacing(0)
        self._content.addWidget(self.pages, 3)
        self._content.addWidget(below, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.progress)
        column.addLayout(self._content, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for all columns, name, measures and the interval of the recall stay.

        The questions that flip stand beside the versions where there is room, else below them.
        """
        super().resizeEvent(event)
        self.against.setVisible(self.width() >= _ROOM_FOR_WORDS)
        for column in (CHUNKS, COVERAGE_SPAN):
            self.table.setColumnHidden(column, self.width() < _WIDE)
        beside = self.width() >= _SIDE_BY_SIDE
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._content.setDirection(direction)
        self.below.setMaximumHeight(16_777_215 if beside else 80)

    def choices(self) -> list[Choice]:
        """All that can be measured: the draft, then what can stand at A."""
        draft, saved = self.session.profile, self.session.baseline
        own = [Choice(DRAFT, f"Draft on {saved.version[:4]}", draft)] if draft != saved else []
        found = self.comparison.choices()
        return [*own, *(Choice(c.key, c.words, c.profile or saved, None) if c.foreign is None else c for c in found)]

    def wanted(self) -> list[Choice]:
        """Those that are ticked."""
        return [c for c in self.choices() if c.key not in self.without]

    def refresh(self) -> None:
        run, choices = self.run, self.choices()
        count = len(self.wanted())
        self.ticked.setText(f"{count} version{'' if count == 1 else 's'}")
        self.baseline.clear()
        for choice in choices:
            self.baseline.addItem(choice.words, choice.key)
        at = self.baseline.findData(run.baseline or self.comparison.chosen.key)
        self.baseline.setCurrentIndex(max(at, 0))
        self.measure.setText("Cancel" if run.progress is not None else "Measure")
        self.measure.setEnabled(run.progress is not None or (count > 0 and bool(run.questions().questions)))
        self.progress.setVisible(run.progress is not None)
        if run.progress is not None:
            self.progress.setMaximum(max(1, run.progress[1]))
            self.progress.setValue(run.progress[0])
        self.model.name_k(run.k)
        if list(self.model.rows) != run.rows:
            self.model.set_rows(run.rows)
        self._show_sentence()
        self._show_note()

    def _show_sentence(self) -> None:
        if self.run.rows:
            self.pages.show_content()
        else:
            self.pages.show_sentence(self.run.error or (_EMPTY if self.run.questions().questions else _NO_QUESTIONS))
        self.below.setVisible(bool(self.run.rows))

    def _show_note(self) -> None:
        row = self._row()
        if row is None:
            asked = len(self.run.rows[0].entry.evaluation.results) if self.run.rows else 0
            self.note.setText(f"{asked} questions. Choose a version to see which questions it gains and loses.")
            self.flipped.show_flipped((), ())
            return
        flipped = f"{len(row.gained)} gained, {len(row.lost)} lost" if row.verdict else "This is the baseline"
        self.note.setText(f"{row.verdict.capitalize()}: {flipped}." if row.verdict else f"{flipped}.")
        self.flipped.show_flipped(row.gained, row.lost)

    def _row(self) -> Any:
        index = self.table.currentIndex()
        return self.model.rows[index.row()] if index.isValid() and index.row() < len(self.model.rows) else None

    def _chosen(self, _current: QModelIndex, _before: QModelIndex) -> None:
        self._show_note()

    def _put_at_a(self) -> None:
        """The version of the row stands at A while its questions are looked at, so that both can be seen on the page."""
        row = self._row()
        if row is not None and row.entry.key != DRAFT:
            self.comparison.choose(row.entry.key)

    def _fill_menu(self) -> None:
        self._menu.clear()
        for choice in self.choices():
            action = QAction(choice.words.replace("&", "&&"), self._menu)
            action.setCheckable(True)
            action.setChecked(choice.key not in self.without)
            action.setData(choice.key)
            action.toggled.connect(self._tick)
            self._menu.addAction(action)

    def _tick(self, on: bool) -> None:
        action: Any = self.sender()
        (self.without.discard if on else self.without.add)(str(action.data()))
        self.mark()

    def _choose_baseline(self, index: int) -> None:
        self.run.compare_with(str(self.baseline.itemData(index)))

    def _measure_or_cancel(self) -> None:
        if self.run.progress is not None:
            self.run.cancel()
        else:
            self.run.baseline = str(self.baseline.currentData())
            self.run.start(self.wanted())
