"""The answer to the chosen question: verdict, cause, evidence, what to try, and the ranked chunks."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.fix_list import FixList
from chunkstudio.gui.evaluation.outcome_box import OutcomeBox
from chunkstudio.gui.evaluation.question_delegate import RankedDelegate
from chunkstudio.gui.evaluation.question_rows import rank_words
from chunkstudio.gui.evaluation.ranked_rows import RANK, SCORE, TEXT, RankedModel, RankedRow, ranked_rows, target_of
from chunkstudio.gui.evaluation.scoring import CAUSE_WORDS, QuestionRow, Scoring
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.link_row import LinkRow
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.retrieval.evidence_words import FOUND_SHARE

_NOTHING = "Choose a question to see how it is answered."
_SCORES = {"bm25": "BM25 score", "dense": "Similarity", "hybrid": "Fused score"}
_FOOT = (
    ("question.accept", "Accept"),
    ("question.reject", "Reject"),
    ("question.edit", "Edit evidence"),
    ("miss.next", "Next miss"),
)


class AnswerDock(Panel):
    """Follows the chosen question."""

    title = "Answer"
    object_name = "answer"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.evaluation is not None
        self.evaluation: EvaluationSession = session.evaluation
        self.heading = PlainLabel(theme, use="title", weight=600, wrap=True)
        self.verdict = OutcomeBox(theme)
        self.facts = QGridLayout()
        self.cause = PlainLabel(theme, wrap=True)
        self.places = QVBoxLayout()
        self.fixes = FixList(session, self.evaluation, theme)
        self.model = RankedModel(self)
        self.table = RowTable(theme, row_height=44, padding=8)
        self.buttons: dict[str, QPushButton] = {}
        self.show_chunk = QPushButton(theme.icon("eye"), "Show chunk")
        self._all = False
        self._rows: list[LinkRow] = []
        self._build()
        for signal in (self.evaluation.chosen_changed, self.evaluation.scored, session.current_changed):
            signal.connect(self.mark)
        self.evaluation.chosen_changed.connect(self._fold)

    def _build(self) -> None:
        self.table.setModel(self.model)
        self.table.setItemDelegate(RankedDelegate(self.theme, self.table))
        self.table.setAccessibleName("Ranked chunks")
        self.table.set_columns({RANK: 40, SCORE: 100}, TEXT)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        self.table.clicked.connect(self._clicked)
        top = QVBoxLayout()
        top.setContentsMargins(16, 12, 16, 10)
        top.setSpacing(10)
        top.addWidget(self.heading)
        top.addWidget(self.verdict)
        self.facts.setColumnStretch(1, 1)
        self.facts.setHorizontalSpacing(16)
        self.facts.addWidget(PlainLabel(self.theme, "Cause", role="muted"), 0, 0)
        self.facts.addWidget(self.cause, 0, 1)
        top.addLayout(self.facts)
        self.places.setSpacing(0)
        top.addLayout(self.places)
        top.addWidget(self.fixes)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self.table, 1)
        column.addLayout(self._foot())
        self.pages = ContentOrSentence(self.theme, content, _NOTHING)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        for name, words in _FOOT:
            button = self.buttons[name] = QPushButton(words)
            button.setProperty("command", name)
            button.clicked.connect(self._command)
            row.addWidget(button)
        row.insertWidget(3, self.show_chunk)
        self.show_chunk.clicked.connect(self._show_chunk)
        return row

    def refresh(self) -> None:
        row, scoring = self.evaluation.chosen, self.evaluation.scoring
        if row is None:
            self.pages.show_sentence(_NOTHING)
            return
        self.pages.show_content()
        self.heading.setText(row.question.question)
        kind, words, detail = verdict_words(row, scoring)
        self.verdict.show_outcome(kind, words, detail)
        missed = row.status == "missed" and bool(row.misses)
        self.cause.setText("; ".join(dict.fromkeys(CAUSE_WORDS[m.cause].lower() for m in row.misses)))
        for column in (0, 1):
            item = self.facts.itemAtPosition(0, column)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setVisible(missed)
        self.fixes.show_offer()
        self.fixes.setVisible(missed)
        self._show_places(row, scoring)
        self._show_ranked(row, scoring)
        drafted = row.question.status == "drafted"
        for name in ("question.accept", "question.reject"):
            self.buttons[name].setVisible(drafted)
        self.buttons["miss.next"].setVisible(not drafted and any(r.status == "missed" for r in self.evaluation.rows))
        self.show_chunk.setVisible(not drafted and self._holder(row, scoring) is not None)

    def _show_places(self, row: QuestionRow, scoring: Scoring | None) -> None:
        for old in self._rows:
            old.hide()
            old.deleteLater()
        self._rows = []
        result = scoring.results.get(row.question.id) if scoring is not None else None
        for number, e in enumerate(row.question.evidence):
            rank = result.ranks[number] if result is not None and number < len(result.ranks) else None
            right = f"rank {rank_words(rank)}" if result is not None and row.status != "waiting" else ""
            link = LinkRow(self.theme, "question", f"p {e.page}: {' '.join(e.quote.split())}", right)
            link.hint = "Show this evidence on its page"
            link.setProperty("number", number)
            link.clicked.connect(self._show_place)
            self._rows.append(link)
            self.places.addWidget(link)

    def _show_ranked(self, row: QuestionRow, scoring: Scoring | None) -> None:
        result = scoring.results.get(row.question.id) if scoring is not None else None
        self.table.setVisible(result is not None)
        if result is None or scoring is None:
            self.model.set_rows(())
            return
        hits = result.search.hits
        shares = result.judged.shares
        holding = {h.rank for h in hits if any(s[h.rank - 1] >= FOUND_SHARE for s in shares)}
        first = set(range(1, scoring.k + 1)) | {r for r in result.ranks if r is not None}
        shown = [h.rank for h in hits] if self._all else sorted(first)
        self.model.name_score(_SCORES[result.search.retriever])
        self.model.set_rows(
            ranked_rows(hits, scoring.draft.index, scoring.result, row.question.question, shown=shown, holding=holding)
        )

    def _holder(self, row: QuestionRow, scoring: Scoring | None) -> tuple[Any, str] | None:
        """What holds the evidence: kind and id to select."""
        if scoring is None:
            return None
        names = {name for m in row.misses for name in m.chunks[:1]}
        found = scoring.results.get(row.question.id)
        if found is not None and row.rank is not None:
            passage = found.search.hits[row.rank - 1].passage
        else:
            passages = scoring.draft.index.corpus.passages
            held = next((p for p in passages if p.id in names), None)
            if held is None:
                return None
            passage = held
        kind, name, _ = target_of(passage, scoring.draft.index, scoring.result)
        return (kind, name) if kind is not None else None

    def _show_chunk(self) -> None:
        row = self.evaluation.chosen
        target = self._holder(row, self.evaluation.scoring) if row is not None else None
        if target is not None:
            self.session.select(target[0], target[1], reveal=True)

    def _show_place(self) -> None:
        row, sender = self.evaluation.chosen, self.sender()
        if row is not None and sender is not None:
            self.evaluation.show_evidence(row.question, int(sender.property("number")))

    def _command(self) -> None:
        name = str(self.sender().property("command"))
        for action in self.window().actions():
            if action.objectName() == name:
                action.trigger()

    def _fold(self) -> None:
        self._all = False

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._show_row(self.model.rows[current.row()])

    def _clicked(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.more:
            self._all = True
            self.mark()

    def _show_row(self, row: RankedRow) -> None:
        if row.kind is not None:
            self.session.select(row.kind, row.name, reveal=True)


def verdict_words(row: QuestionRow, scoring: Scoring | None) -> tuple[str, str, str]:
    """Kind, verdict and reason of a question's outcome."""
    if row.status == "waiting" or scoring is None:
        return "waiting", "Not evaluated yet", ""
    other = ""
    if row.compared and scoring.other is not None:
        other = f" Under {scoring.other.name}: rank {rank_words(row.before)}."
    drafted = " Drafted: not measured with until it is accepted." if row.question.status == "drafted" else ""
    if row.status == "found":
        return "found", f"Found at rank {row.rank}", f"{other}{drafted}".strip()
    miss = row.misses[0] if row.misses else None
    place = f"the evidence is at rank {row.rank}" if row.rank is not None else "the evidence is not among the results"
    cause = f"{CAUSE_WORDS[miss.cause]}. {miss.sentence}" if miss is not None else ""
    return "missed", f"Missed: {place}", f"{cause}{other}{drafted}"
