"""Looking for what would answer a missed question: each change is shown as soon as it is proven."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Reporter, Task
from chunkstudio.gui.session import Session

if TYPE_CHECKING:  # loaded when somebody looks for fixes: the window opens without them
    from chunkstudio.gui.evaluation.scoring import QuestionRow, Scoring
    from chunkstudio.retrieval.fixes import Fix
    from chunkstudio.retrieval.trials import TrialDocument
    from chunkstudio.retrieval.vector_cache import VectorCache


class FixRun(QObject):
    """``found`` grows while ``progress`` is not None; ``ended`` tells that every control was tried."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._lane = Lane("fixes", self)
        self._vectors: VectorCache | None = None
        self.question = ""
        self.found: list[Fix] = []
        self.progress: tuple[int, int] | None = None
        self.ended = False

    def start(self, scoring: Scoring, row: QuestionRow, document: TrialDocument, reader: frozenset[str] | None) -> None:
        """Look for changes that answer a question's first miss, in the background."""
        self.question, self.found, self.progress, self.ended = row.question.id, [], (0, 0), False
        work = partial(self._work, scoring, row, document, reader)
        self._lane.submit(Task("fixes", work, self._accept, self._progressed, self._take))
        self.changed.emit()

    def cancel(self) -> None:
        """Stop looking; what was found stays."""
        if self.progress is not None:
            self._lane.cancel("fixes")
            self.progress = None
            self.changed.emit()

    def forget(self) -> None:
        """Stop looking; nothing is kept, since another question or result is looked at."""
        self._lane.cancel("fixes")
        if self.found or self.progress is not None or self.ended:
            self.found, self.progress, self.ended = [], None, False
            self.changed.emit()

    def stop(self) -> None:
        """End the thread."""
        self._lane.stop()

    def _work(
        self,
        scoring: Scoring,
        row: QuestionRow,
        document: TrialDocument,
        reader: frozenset[str] | None,
        report: Reporter,
        cancelled: Cancelled,
    ) -> None:
        from chunkstudio.retrieval.fixes import FixSearch
        from chunkstudio.retrieval.trials import TrialBench
        from chunkstudio.retrieval.vector_cache import VectorCache

        if self._vectors is None and scoring.draft.profile.retrieval.retriever != "bm25":
            self._vectors = VectorCache()
        bench = TrialBench([document], scoring.questions, reader=reader, vectors=self._vectors)
        search = FixSearch(bench, scoring.draft, row.question, row.misses[0].evidence)
        for fix in search.search(progress=report, cancelled=cancelled):
            report.part(fix)

    def _take(self, fix: Fix) -> None:
        self.found.append(fix)
        self.changed.emit()

    def _progressed(self, done: int, total: int) -> None:
        self.progress = (done, total)
        self.changed.emit()

    def _accept(self, answer: Any) -> None:
        self.progress = None
        self.ended = not isinstance(answer, ChunkStudioError)
        if isinstance(answer, ChunkStudioError) and answer.code != "cancelled":
            self._session.log("error", answer.message, answer.hint, show=True)
        self.changed.emit()
