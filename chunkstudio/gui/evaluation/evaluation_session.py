"""The evaluation's state of one window: its question set, how both versions answer it, and searches. Ids travel."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.evaluation.fix_run import FixRun
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Progress, Reporter, Task, Work
from chunkstudio.gui.evaluation.question_draft import QuestionDraft
from chunkstudio.gui.evaluation.question_keeper import QuestionKeeper
from chunkstudio.gui.session import Session
from chunkstudio.retrieval.questions import Question, QuestionSet

if TYPE_CHECKING:  # loaded when there is something to score: the window opens without them
    from chunkstudio.gui.evaluation.scoring import Other, QuestionRow, ScoreJob, Scoring
    from chunkstudio.gui.evaluation.version_run import VersionRun
    from chunkstudio.retrieval.index import SearchIndex, SearchResult
    from chunkstudio.retrieval.vector_cache import VectorCache

_PAUSE_MS = 120


class EvaluationSession(QObject):
    """Scores the shown document, or all open ones, whenever a result or the questions change; the newest wins.

    Window's thread only.
    """

    questions_changed = Signal()
    """The set, or which of it belongs to the shown document, changed."""
    scored = Signal()
    """:attr:`scoring` is new, or was dropped."""
    progress_changed = Signal()
    chosen_changed = Signal()
    """Another question (or none) is chosen."""
    searched = Signal()
    view_changed = Signal()
    """:attr:`whole` or :attr:`reader` is another."""

    def __init__(self, session: Session, folder: Path) -> None:
        super().__init__(session)
        self._session = session
        self.folder = folder
        """The user's data folder, for what goes on when the program is started again."""
        self.draft = QuestionDraft(session.undo_stack, self)
        self.keeper = QuestionKeeper(session, self.draft, folder)
        self._quick = Lane("evaluation", self)
        self.fixes = FixRun(session, self)
        self.versions: VersionRun | None = None
        """What measures several versions, once its panel was shown."""
        self.whole = False
        """Whether the questions of all open documents are listed and measured, not only those of the shown one."""
        self.reader: frozenset[str] | None = None
        """The labels of the reader as whom is searched; None for one who may see everything."""
        self._vectors: VectorCache | None = None
        self._scorings: dict[str, Scoring] = {}
        self._chosen = ""
        self._own: tuple[QuestionSet, str, QuestionSet] | None = None
        self._rows: tuple[QuestionSet, list[Scoring], list[QuestionRow]] | None = None
        self.progress: tuple[int, int] | None = None
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
    def listed(self) -> QuestionSet:
        """The questions that are listed: those on the shown document, or on any open one."""
        if not self.whole:
            return self.questions
        known = {d.info.sha256 for d in self._session.documents if d.info is not None}
        kept = tuple(q for q in self.draft.questions.questions if {e.document for e in q.evidence} <= known)
        return self.draft.questions.model_copy(update={"questions": kept})

    @property
    def scoring(self) -> Scoring | None:
        """The last evaluation of the shown document; it may lag behind its newest result."""
        state = self._session.current
        return self._scorings.get(state.key) if state is not None else None

    @property
    def scorings(self) -> list[Scoring]:
        """The last evaluations of the documents whose questions are listed, in the documents' order."""
        keys = [d.key for d in self._session.documents] if self.whole else [d.key for d in self._shown()]
        return [self._scorings[key] for key in keys if key in self._scorings]

    def _shown(self) -> list[DocumentState]:
        return [self._session.current] if self._session.current is not None else []

    @property
    def rows(self) -> list[QuestionRow]:
        """A row for each listed question, in the set's order."""
        questions, scorings = self.listed, self.scorings
        if self._rows is None or self._rows[0] != questions or self._rows[1] != scorings:
            rows = [row for scoring in scorings for row in scoring.rows]
            if questions.questions:
                from chunkstudio.gui.evaluation.scoring import waiting_rows

                rows = waiting_rows(questions.questions, rows)
            self._rows = (questions, scorings, rows)
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
            self.fixes.forget()
            self.chosen_changed.emit()
        row = self.chosen
        if row is not None and reveal:
            self.show_evidence(row.question, 0)

    def set_whole(self, on: bool) -> None:
        """List and measure the questions of all open documents, or of the shown one."""
        if on != self.whole:
            self.whole = on
            self._view_changed()

    def set_reader(self, labels: Iterable[str]) -> None:
        """Search as a reader with these labels; none stand for one who may see everything."""
        reader = frozenset(labels) or None
        if reader != self.reader:
            self.reader = reader
            self.fixes.forget()
            self._view_changed()

    def _view_changed(self) -> None:
        self.view_changed.emit()
        self.questions_changed.emit()
        self.scored.emit()
        self.evaluate()
        if self.query:
            self.search(self.query)

    def show_evidence(self, question: Question, number: int) -> None:
        """Bring one evidence of a question into view, in its document where that is open."""
        evidence = question.evidence[number]
        if evidence.document != self.sha:
            other = next((d for d in self._session.documents if d.info and d.info.sha256 == evidence.document), None)
            if other is not None:
                self._session.show_document(other.key)
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
        """Score what is not scored yet of the shown document, or of all open ones, in the background."""
        self._soon.stop()
        wanted = self._session.documents if self.whole else self._shown()
        self._forget_unasked(wanted)
        jobs = [job for state in wanted if (job := self._job(state)) is not None]
        if not jobs:
            self._quick.cancel("score")
            self._set_progress(None)
            return
        work = partial(self._score, jobs, self.reader)
        self._quick.submit(Task("score", work, self._accept, self._progressed, self._take))
        self._set_progress((0, sum(len(job.questions.questions) for job in jobs)))

    def _forget_unasked(self, states: Sequence[DocumentState]) -> None:
        """Drop the evaluations of documents on which there are no questions any more."""
        gone = [d.key for d in states if d.key in self._scorings and not self._asked(d).questions]
        for key in gone:
            del self._scorings[key]
        if gone:
            self.scored.emit()

    def _asked(self, state: DocumentState) -> QuestionSet:
        if self._session.current is state:
            return self.questions
        return self.draft.questions.of_document(state.info.sha256 if state.info is not None else "")

    def _job(self, state: DocumentState) -> ScoreJob | None:
        """What must be scored of a document; None where it is not ready, nobody asks, or all of it is known."""
        questions = self._asked(state)
        if state.result is None or not questions.questions:
            return None
        from chunkstudio.gui.evaluation.scoring import ScoreJob, has_all_pages

        if not has_all_pages(state):
            return None
        job = ScoreJob(state.key, state.result, self._other(state), questions)
        known = self._scorings.get(state.key)
        return None if known is not None and job.is_scored(known, self.reader) else job

    def _other(self, state: DocumentState) -> Other | None:
        """What the draft is compared with: another tool's chunks where Compare shows them, else the other version."""
        from chunkstudio.gui.evaluation.scoring import Other

        comparison = self._session.comparison
        foreign = comparison.foreign if comparison is not None else None
        if foreign is not None:
            return Other(foreign.name, None, foreign.chunks)
        if state.previous is None or state.result is None or state.previous is state.result:
            return None
        if len(state.previous.layout.pages) != len(state.result.layout.pages):
            return None  # the other version is still waiting for pages
        return Other(state.previous.profile.version[:4], state.previous)

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
        if row is not None and row.misses and scoring is not None and state is not None and state.result is not None:
            from chunkstudio.gui.evaluation.relayout import trial_document

            self.fixes.start(scoring, row, trial_document(self._session, state), self.reader)

    def in_background(self, kind: str, work: Work, receive: Callable[[Any], None]) -> None:
        """Do something that takes longer than a frame; of each kind only the newest is answered."""
        self._quick.submit(Task(kind, work, receive))

    def stop(self) -> None:
        """Write the set, end the threads."""
        self._soon.stop()
        self.keeper.flush()
        self._quick.stop()
        self.fixes.stop()
        if self.versions is not None:
            self.versions.stop()

    # ---- in the lanes' threads ----------------------------------------------------------------------------------------
    def _cache(self, retriever: str) -> VectorCache | None:
        if retriever != "bm25" and self._vectors is None:
            from chunkstudio.retrieval.vector_cache import VectorCache

            self._vectors = VectorCache()
        return self._vectors

    def _score(
        self, jobs: Sequence[ScoreJob], reader: frozenset[str] | None, report: Reporter, cancelled: Cancelled
    ) -> tuple[int, float]:
        from chunkstudio.gui.evaluation.scoring import score

        started = time.perf_counter()
        done, total = 0, sum(len(job.questions.questions) for job in jobs)
        for job in jobs:
            size = len(job.questions.questions)
            vectors = self._cache(job.result.profile.retrieval.retriever)
            tell = partial(_tell, report, done, size, total)
            report.part(score(job.key, job.result, job.other, job.questions, vectors, reader, tell, cancelled))
            done += size
        return total, time.perf_counter() - started

    def _search(self, result: Any, query: str, _progress: Progress, _cancelled: Cancelled) -> tuple[Any, ...]:
        from chunkstudio.retrieval.index import DEPTH
        from chunkstudio.retrieval.trials import indexed

        known, reader = self.scoring, self.reader
        if known is not None and known.result is result:
            index = known.draft.index
        else:
            vectors = self._cache(result.profile.retrieval.retriever)
            _, index = indexed(result.profile, {result.layout.info.sha256: result}, vectors)
        return query, index.search(query, DEPTH, reader=reader), (index, result)

    # ---- answers -------------------------------------------------------------------------------------------------------
    def _accept(self, answer: Any) -> None:
        self._set_progress(None)
        if isinstance(answer, ChunkStudioError):
            if answer.code != "cancelled":
                self._session.log("error", answer.message, answer.hint, show=True)
            return
        count, seconds = answer
        document = "" if self.whole or self._session.current is None else self._session.current.key
        self._session.log("ok", f"Evaluated {count} questions", document=document, seconds=seconds)

    def _take(self, scoring: Scoring) -> None:
        """One document is scored; others may follow."""
        self._scorings[scoring.key] = scoring
        self.scored.emit()
        self.chosen_changed.emit()

    def _accept_search(self, answer: Any) -> None:
        if isinstance(answer, ChunkStudioError):
            self._session.log("error", answer.message, answer.hint, show=True)
            return
        if answer[0] == self.query:
            _, self.found, self.answered = answer
            self.searched.emit()

    def _progressed(self, done: int, total: int) -> None:
        self._set_progress((done, total))

    def _set_progress(self, progress: tuple[int, int] | None) -> None:
        if progress != self.progress:
            self.progress = progress
            self.progress_changed.emit()

    # ---- the session changed -------------------------------------------------------------------------------------------
    def _result_changed(self, key: str) -> None:
        state = self._session.current
        here = state is not None and state.key == key
        if here:
            self.fixes.forget()
        if here or self.whole:
            self._soon.start()
        if here and self.query:
            self.search(self.query)

    def _document_changed(self) -> None:
        if not self.whole:
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


def _tell(report: Reporter, before: int, size: int, total: int, done: int, of: int) -> None:
    """Progress of one document as progress of all: a question counts once, under however many versions it is asked."""
    report(before + done * size // max(1, of), total)
