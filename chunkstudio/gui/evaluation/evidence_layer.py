"""What the page view paints as evidence: the chosen question's, or all, and what is selected or asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.labelling import Labelling
from chunkstudio.gui.pages.marks import EvidenceMark

if TYPE_CHECKING:
    from chunkstudio.gui.evaluation.scoring import QuestionRow

Marks = dict[int, tuple[EvidenceMark, ...]]


def evidence_marks(rows: list[QuestionRow], ranks: dict[str, tuple[int | None, ...]], k: int, sha: str) -> Marks:
    """Marks by page of the questions in ``rows``; ``ranks`` gives each evidence's rank by question id."""
    out: defaultdict[int, list[EvidenceMark]] = defaultdict(list)
    for row in rows:
        known = ranks.get(row.question.id, ())
        for number, e in enumerate(row.question.evidence):
            if e.document != sha or not e.rects:
                continue
            if row.status == "waiting" or number >= len(known):
                out[e.page].append(EvidenceMark(e.rects, True, word="evidence"))
            else:
                rank = known[number]
                out[e.page].append(EvidenceMark(e.rects, rank is not None and rank <= k, rank or 0))
    return {page: tuple(marks) for page, marks in out.items()}


class EvidenceLayer(QObject):
    """Tells the page view the marks, once for all changes of one turn of the event loop."""

    def __init__(
        self,
        evaluation: EvaluationSession,
        labelling: Labelling,
        show: Callable[..., None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._evaluation = evaluation
        self._labelling = labelling
        self._show = show
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._tell)
        for signal in (evaluation.questions_changed, evaluation.scored, evaluation.chosen_changed, labelling.changed):
            signal.connect(self._soon.start)

    def _tell(self) -> None:
        self._show(evidence=self.marks())

    def marks(self) -> Marks:
        """The marks of now."""
        evaluation, labelling = self._evaluation, self._labelling
        own: defaultdict[int, list[EvidenceMark]] = defaultdict(list)
        for e in labelling.evidence if labelling.asking else ():
            if e.document == evaluation.sha and e.rects:
                own[e.page].append(EvidenceMark(e.rects, True, word="asking"))
        pick = labelling.pending
        if pick is not None:
            own[pick.page].append(EvidenceMark(pick.rects, True, word="press Q"))
        if own:
            return {page: tuple(marks) for page, marks in own.items()}
        chosen, scoring = evaluation.chosen, evaluation.scoring
        ranks = {name: r.ranks for name, r in scoring.results.items()} if scoring is not None else {}
        k = scoring.k if scoring is not None else 5
        return evidence_marks([chosen] if chosen is not None else evaluation.rows, ranks, k, evaluation.sha)
