"""Measures several versions on the same questions in the background; each is shown as soon as it is measured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.comparison_state import Choice, on_layout_of
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Reporter, Task
from chunkstudio.gui.evaluation.relayout import trial_document
from chunkstudio.gui.evaluation.scoring import has_all_pages
from chunkstudio.gui.session import Session
from chunkstudio.retrieval.evaluation import evaluate
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.trials import TrialBench, TrialDocument
from chunkstudio.retrieval.vector_cache import VectorCache
from chunkstudio.retrieval.version_matrix import MatrixEntry, MatrixRow, matrix_rows

DRAFT = "draft"


class VersionRun(QObject):
    """``rows`` grows while ``progress`` is not None; another baseline only compares anew. Window's thread only."""

    changed = Signal()

    def __init__(self, session: Session, evaluation: EvaluationSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self._lane: Lane | None = None
        self._vectors: VectorCache | None = None
        self._entries: list[MatrixEntry] = []
        self.k = 5
        self.baseline = ""
        self.rows: list[MatrixRow] = []
        self.progress: tuple[int, int] | None = None
        self.error = ""

    def questions(self) -> QuestionSet:
        """The accepted ones of those that are listed."""
        listed = self._evaluation.listed
        return listed.model_copy(update={"questions": tuple(q for q in listed.questions if q.status == "accepted")})

    def start(self, choices: Sequence[Choice]) -> None:
        """Measure these versions on the accepted questions of the shown document, or of all open ones."""
        questions = self.questions()
        asked = {e.document for q in questions.questions for e in q.evidence}
        states = [d for d in self._session.documents if d.info is not None and d.info.sha256 in asked and has_all_pages(d)]
        self._entries, self.rows, self.error = [], [], ""
        if not states or not questions.questions:
            self.error = "There are no accepted questions on what is open. Press Q on a selected place, or import a set."
            self.changed.emit()
            return
        documents = [trial_document(self._session, state) for state in states]
        known = {d.layout.info.sha256 for d in documents}
        kept = tuple(q for q in questions.questions if {e.document for e in q.evidence} <= known)
        self.k, self.progress = self._session.profile.retrieval.k, (0, len(choices))
        draft = self._session.profile
        pairs = [(c, on_layout_of(c.profile, draft) if c.profile is not None else None) for c in choices]
        asked_set = questions.model_copy(update={"questions": kept})
        work = partial(self._work, documents, asked_set, pairs, draft, self._evaluation.reader)
        if self._lane is None:
            self._lane = Lane("versions", self)
        self._lane.submit(Task("versions", work, self._ended, self._progressed, self._take))
        self.changed.emit()

    def cancel(self) -> None:
        """Stop measuring; what was measured stays."""
        if self._lane is not None:
            self._lane.cancel("versions")
        self.progress = None
        self.changed.emit()

    def compare_with(self, key: str) -> None:
        """Choose the baseline."""
        if key != self.baseline:
            self.baseline = key
            self._compare()

    def stop(self) -> None:
        """End the thread."""
        if self._lane is not None:
            self._lane.stop()

    # ---- in the lane's thread -----------------------------------------------------------------------------------------
    def _work(
        self,
        documents: Sequence[TrialDocument],
        questions: QuestionSet,
        pairs: Sequence[tuple[Choice, Profile | None]],
        draft: Profile,
        reader: frozenset[str] | None,
        report: Reporter,
        cancelled: Cancelled,
    ) -> None:
        if self._vectors is None and any(p is not None and p.retrieval.retriever != "bm25" for _, p in pairs):
            self._vectors = VectorCache()
        bench = TrialBench(documents, questions, reader=reader, vectors=self._vectors)
        for done, (choice, profile) in enumerate(pairs):
            report(done, len(pairs))
            if choice.foreign is not None:
                report.part(self._foreign(choice, questions, draft, reader, cancelled))
            elif profile is not None:
                trial = bench.run(profile, cancelled=cancelled)
                report.part(MatrixEntry(choice.key, choice.words, trial.chunks, trial.tokens, trial.evaluation))

    def _foreign(
        self, choice: Choice, questions: QuestionSet, draft: Profile, reader: frozenset[str] | None, cancelled: Cancelled
    ) -> MatrixEntry | str:
        """Another tool's chunks, searched as the draft searches; words where none of them lies on these documents."""
        assert choice.foreign is not None
        corpus, settings = choice.foreign.chunks.corpus, draft.retrieval
        asked = {e.document for q in questions.questions for e in q.evidence}
        own = [p for p in corpus.passages if p.document in asked]
        if not own:
            return f"None of the chunks in {choice.foreign.name} lies on these documents."
        index = SearchIndex(corpus, settings.retriever, settings.embedder, vectors=self._vectors)
        found = evaluate(index, questions, reader=reader, cancelled=cancelled)
        return MatrixEntry(choice.key, choice.words, len(own), sum(p.tokens for p in own), found)

    # ---- answers ------------------------------------------------------------------------------------------------------
    def _take(self, entry: MatrixEntry | str) -> None:
        if isinstance(entry, str):
            self._session.log("warning", entry, show=True)
            return
        self._entries.append(entry)
        self._compare()

    def _compare(self) -> None:
        """Bootstrap and exact test take some milliseconds a version, so they are done here."""
        self.rows = matrix_rows(self._entries, self.baseline, self.k)
        self.changed.emit()

    def _progressed(self, done: int, total: int) -> None:
        self.progress = (done, total)
        self.changed.emit()

    def _ended(self, answer: Any) -> None:
        self.progress = None
        if isinstance(answer, ChunkStudioError) and answer.code != "cancelled":
            self.error = f"{answer.message} {answer.hint}".strip()
        self.changed.emit()
