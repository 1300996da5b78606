"""The evaluation's state of one window: its question set, how both versions answer it, and searches. Ids travel."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Progress, Task, Work
from chunkstudio.gui.evaluation.question_draft import QuestionDraft
from chunkstudio.gui.evaluation.question_keeper import QuestionKeeper
from chunkstudio.gui.evaluation.scoring import Other, QuestionRow, Scoring, has_all_pages, score, waiting_rows
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.access_file import access_for
from chunkstudio.retrieval.fixes import Fix, FixSearch
from chunkstudio.retrieval.index import DEPTH, SearchIndex, SearchResult
from chunkstudio.retrieval.questions import Question, QuestionSet
from chunkstudio.retrieval.trials import TrialBench, TrialDocument, indexed
from chunkstudio.retrieval.vector_cache import VectorCache

_PAUSE_MS = 120


class EvaluationSession(QObject):
    """Scores the shown document whenever its result or the questions change; the newest wins. Window's thread only."""

    questions_changed = Signal()
    """The set, or which of it belongs to the shown document, changed."""
    scored = Signal()
    """:attr:`scoring` is new, or was dropped."""
    progress_changed = Signal()
    chosen_changed = Signal()
    """Another question (or none) is chosen."""
    fixes_changed = Signal()
    searched = Signal()

    def __init__(self, session: Session, folder: Path) -> None:
        super().__init__(session)
        self._session = session
        self.draft = QuestionDraft(session.undo_stack, self)
        self.keeper = QuestionKeeper(session, self.draft, folder)
        self._quick = Lane("evaluation", self)
        self._slow = Lane("fixes", self)
        self._vectors: VectorCache | None = None
        self._scorings: dict[str, Scoring] = {}
        self._chosen = ""
        self._own: tuple[QuestionSet, str, QuestionSet] | None = None
        self._rows: tuple[QuestionSet, Scoring | None, list[QuestionRow]] | None = None
        self.progress: tuple[int, int] | None = None
        self.fixes: list[Fix] | None = None
        self.fix_progress: tuple[int, int] | None = None
        self.query = ""
        self.found: SearchResult | None = None
        self.answered: tuple[SearchIndex, Any] | None = None
        """Index and result on which :attr:`found` was searched."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE_MS)
        self._soon.timeout.connect(self.evaluate)
        session.result_changed.connect(self._result_changed)
        session.current_changed.connect(self._document_changed)
        session.documents_changed.connect(self._forget_closed)
        self.draft.changed.connect(self._questions_changed)

    # ---- what is there ----------------------------------------------------------------------------------------------
    @property
    def sha(self) -> str:
        """The SHA-256 of the shown document; "" while it is not known."""
        state = self._session.current
        return state.info.sha256 if state is not None and state.info is not None else ""

    @property
    def questions(self) -> QuestionSet:
        """The questions on the shown document."""
        whole, sha = self.draft.questions, self.sha
        if self._own is None or self._own[0] is not whole or self._own[1] != sha:
            self._own = (whole, sha, whole.of_document(sha))
        return self._own[2]

    @property
    def scoring(self) -> Scoring | None:
        """The last evaluation of the shown document; it may lag behind its newest result."""
        state = self._session.current
        return self._scorings.get(state.key) if state is not None else None

    @property
    def rows(self) -> list[QuestionRow]:
        """A row for each question of the shown document, in the set's order."""
        questions, scoring = self.questions, self.scoring
        if self._rows is None or self._rows[0] is not questions or self._rows[1] is not scoring:
            known = scoring.rows if scoring is not None else ()
            self._rows = (questions, scoring, waiting_rows(questions.questions, known))
        return self._rows[2]

    @property
    def chosen(self) -> QuestionRow | None:
        """The row of the chosen question."""
        return next((r for r in self.rows if r.question.id == self._chosen), None)

    @property
    def busy(self) -> bool:
        """Whether an evaluation waits or runs."""
        return self._soon.isActive() or self._quick.busy("score")

    # ---- wishes ------------------------------------------------------------------------------------------------------
    def choose(self, name: str, *, reveal: bool = True) -> None:
        """Choose a question by id ("" for none); ``reveal`` brings its first evidence into view."""
        if name != self._chosen:
            self._chosen = name
            self.cancel_fixes()
            self.chosen_changed.emit()
        row = self.chosen
        if row is not None and reveal:
            self.show_evidence(row.question, 0)

    def show_evidence(self, question: Question, number: int) -> None:
        """Bring one evidence of a question into view."""
        evidence = question.evidence[number]
        if evidence.document == self.sha:
            self._session.show_page(evidence.page, evidence.rects[0] if evidence.rects else None)

    def next_miss(self, step: int = 1) -> None:
        """Choose the next missed question of the shown document."""
        rows = self.rows
        missed = [i for i, r in enumerate(rows) if r.status == "missed"]
        if not missed:
            return
        here = next((i for i, r in enumerate(rows) if r.question.id == self._chosen), -1 if step > 0 else len(rows))
        ahead = [i for i in missed if (i > here if step > 0 else i < here)]
        at = (ahead[0] if step > 0 else ahead[-1]) if ahead else missed[0 if step > 0 else -1]
        self.choose(rows[at].question.id)

    def reconsider(self) -> None:
        """What is compared with may have changed."""
        self._soon.start()

    def evaluate(self) -> None:
        """Score the shown document now, in the background."""
        self._soon.stop()
        state, questions = self._session.current, self.questions
        if state is None or state.result is None or not questions.questions or not has_all_pages(state):
            self._quick.cancel("score")
            self._set_progress(None)
            if state is not None and self._scorings.pop(state.key, None) is not None:
                self.scored.emit()
            return
        other = self._other(state)
        if self._is_known(state.key, state.result, other, questions):
            return
        work = partial(self._score, state.key, state.result, other, questions)
        self._quick.submit(Task("score", work, self._accept, self._progressed))
        self._set_progress((0, len(questions.questions)))

    def _other(self, state: DocumentState) -> Other | None:
        """What the draft is compared with: another tool's chunks where Compare shows them, else the other version."""
        comparison = self._session.comparison
        foreign = comparison.foreign if comparison is not None else None
        if foreign is not None:
            return Other(foreign.name, None, foreign.chunks)
        if state.previous is None or state.result is None or state.previous is state.result:
            return None
        if len(state.previous.layout.pages) != len(state.result.layout.pages):
            return None  # the other version is still waiting for pages
        return Other(state.previous.profile.version[:4], state.previous)

    def _is_known(self, key: str, result: Any, other: Other | None, questions: QuestionSet) -> bool:
        """Whether exactly this was scored already."""
        known = self._scorings.get(key)
        if known is None or known.result is not result or known.questions != questions:
            return False
        return (known.other.source if known.other else None) is (other.source if other else None)

    def cancel(self) -> None:
        """Stop the evaluation; the last one stays."""
        self._soon.stop()
        self._quick.cancel("score")
        self._set_progress(None)

    def search(self, query: str) -> None:
        """Search the shown document's records for any words; the answer comes as ``searched``."""
        self.query = query.strip()
        state = self._session.current
        if not self.query or state is None or state.result is None:
            self._quick.cancel("search")
            self.found = None
            self.searched.emit()
            return
        work = partial(self._search, state.result, self.query)
        self._quick.submit(Task("search", work, self._accept_search))

    def look_for_fixes(self) -> None:
        """Look for single changes that would answer the chosen question's first miss, in the background."""
        row, scoring, state = self.chosen, self.scoring, self._session.current
        if row is None or not row.misses or scoring is None or state is None:
            return
        access = access_for(state.path, state.acl) if state.acl else None
        document = TrialDocument(scoring.result.layout, access, self._session.rules.rules(self.sha))
        work = partial(self._look_for_fixes, scoring, row, document)
        self.fixes, self.fix_progress = None, (0, 0)
        self._slow.submit(Task("fixes", work, self._accept_fixes, self._fixes_progressed))
        self.fixes_changed.emit()

    def cancel_fixes(self) -> None:
        """Stop looking; nothing found is kept."""
        self._slow.cancel("fixes")
        self.fixes, self.fix_progress = None, None
        self.fixes_changed.emit()

    def in_background(self, kind: str, work: Work, receive: Callable[[Any], None]) -> None:
        """Do something that takes longer than a frame; of each kind only the newest is answered."""
        self._quick.submit(Task(kind, work, receive))

    def stop(self) -> None:
        """Write the set, end the threads."""
        self._soon.stop()
        self.keeper.flush()
        self._quick.stop()
        self._slow.stop()

    # ---- in the lanes' threads ----------------------------------------------------------------------------------------
    def _cache(self, retriever: str) -> VectorCache | None:
        if retriever != "bm25" and self._vectors is None:
            self._vectors = VectorCache()
        return self._vectors

    def _score(
        self, key: str, result: Any, other: Other | None, questions: QuestionSet, progress: Progress, cancelled: Cancelled
    ) -> tuple[Scoring, float]:
        started = time.perf_counter()
        vectors = self._cache(result.profile.retrieval.retriever)
        return score(key, result, other, questions, vectors, progress, cancelled), time.perf_counter() - started

    def _search(self, result: Any, query: str, _progress: Progress, _cancelled: Cancelled) -> tuple[Any, ...]:
        known = self.scoring
        if known is not None and known.result is result:
            index = known.draft.index
        else:
            vectors = self._cache(result.profile.retrieval.retriever)
            _, index = indexed(result.profile, {result.layout.info.sha256: result}, vectors)
        return query, index.search(query, DEPTH), (index, result)

    def _look_for_fixes(
        self, scoring: Scoring, row: QuestionRow, document: TrialDocument, progress: Progress, cancelled: Cancelled
    ) -> tuple[str, list[Fix]]:
        bench = TrialBench([document], scoring.questions)
        search = FixSearch(bench, scoring.draft, row.question, row.misses[0].evidence)
        return row.question.id, search.run(progress=progress, cancelled=cancelled)

    # ---- answers -------------------------------------------------------------------------------------------------------
    def _accept(self, answer: Any) -> None:
        self._set_progress(None)
        if isinstance(answer, ChunkStudioError):
            if answer.code != "cancelled":
                self._session.log("error", answer.message, answer.hint, show=True)
            return
        scoring, seconds = answer
        self._scorings[scoring.key] = scoring
        self._session.log("ok", f"Evaluated {len(scoring.rows)} questions", document=scoring.key, seconds=seconds)
        self.scored.emit()
        self.chosen_changed.emit()

    def _accept_search(self, answer: Any) -> None:
        if isinstance(answer, ChunkStudioError):
            self._session.log("error", answer.message, answer.hint, show=True)
            return
        if answer[0] == self.query:
            _, self.found, self.answered = answer
            self.searched.emit()

    def _accept_fixes(self, answer: Any) -> None:
        self.fix_progress = None
        if isinstance(answer, ChunkStudioError):
            if answer.code != "cancelled":
                self._session.log("error", answer.message, answer.hint, show=True)
        elif answer[0] == self._chosen:
            self.fixes = answer[1]
        self.fixes_changed.emit()

    def _progressed(self, done: int, total: int) -> None:
        self._set_progress((done, total))

    def _fixes_progressed(self, done: int, total: int) -> None:
        self.fix_progress = (done, total)
        self.fixes_changed.emit()

    def _set_progress(self, progress: tuple[int, int] | None) -> None:
        if progress != self.progress:
            self.progress = progress
            self.progress_changed.emit()

    # ---- the session changed -------------------------------------------------------------------------------------------
    def _result_changed(self, key: str) -> None:
        state = self._session.current
        if state is not None and state.key == key:
            self.cancel_fixes()
            self._soon.start()
            if self.query:
                self.search(self.query)

    def _document_changed(self) -> None:
        self.choose("", reveal=False)
        self.found = None
        self.questions_changed.emit()
        self.searched.emit()
        self._soon.start()
        self.scored.emit()

    def _questions_changed(self) -> None:
        self.questions_changed.emit()
        self._soon.start()

    def _forget_closed(self) -> None:
        open_keys = {d.key for d in self._session.documents}
        for key in [k for k in self._scorings if k not in open_keys]:
            del self._scorings[key]
        self.questions_changed.emit()
        self._soon.start()
