"""What an evaluation of the shown document gives: both versions scored, a status for each question, a cause for each miss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.retrieval.evaluation import Evaluation, QuestionResult, evaluate
from chunkstudio.retrieval.foreign import ForeignChunks
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.misses import Miss, diagnose
from chunkstudio.retrieval.questions import Question, QuestionSet
from chunkstudio.retrieval.trials import Trial, trial_of
from chunkstudio.retrieval.vector_cache import VectorCache

Status = Literal["found", "missed", "waiting"]
CAUSE_WORDS = {
    "bad label": "Bad label",
    "excluded": "Excluded",
    "not for this reader": "Not for this reader",
    "cut in two": "Cut in two",
    "outranked": "Outranked",
    "clipped": "Clipped",
    "crowded out": "Crowded out",
}
FAR = 1_000
"""Stands for "not among those searched" where ranks are compared."""


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question of the shown document. ``rank`` is where its last evidence was found (None: not found), ``before`` the
    same under the version that the draft is compared with. ``compared`` tells whether there is such a version."""

    question: Question
    status: Status
    rank: int | None = None
    before: int | None = None
    compared: bool = False
    misses: tuple[Miss, ...] = ()

    @property
    def change(self) -> int:
        """1 better, -1 worse, 0 the same rank or nothing to compare with."""
        if not self.compared or self.status == "waiting":
            return 0
        now, then = self.rank or FAR, self.before or FAR
        return (then > now) - (then < now)


@dataclass(frozen=True, slots=True, eq=False)
class Other:
    """What the draft is compared with: a result under another profile, or the chunks of another tool."""

    name: str
    chunked: ChunkedDocument | None = None
    foreign: ForeignChunks | None = None

    @property
    def source(self) -> object:
        """What was cut; the same object means that nothing changed."""
        return self.chunked if self.chunked is not None else self.foreign


@dataclass(frozen=True, slots=True, eq=False)
class Scoring:
    """Both versions scored on the questions of one document. ``accepted_...`` leave drafted questions out."""

    key: str
    result: ChunkedDocument
    questions: QuestionSet
    draft: Trial
    other: Other | None
    other_evaluation: Evaluation | None
    rows: tuple[QuestionRow, ...]
    reader: frozenset[str] | None = None
    results: dict[str, QuestionResult] = field(default_factory=dict)

    @property
    def k(self) -> int:
        """How many results count."""
        return self.draft.profile.retrieval.k


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """What the measures are worked out from: accepted questions of one document or of several, under both versions.

    ``before`` is None where there is nothing to compare all of them with.
    """

    now: Evaluation
    before: Evaluation | None
    profile: Profile
    other: str
    documents: int

    @property
    def k(self) -> int:
        """How many results count."""
        return self.profile.retrieval.k


def measured(scorings: Sequence[Scoring]) -> Measured | None:
    """The accepted questions of some documents together; None when there are none."""
    kept = [s for s in scorings if accepted(s.draft.evaluation) is not None]
    if not kept:
        return None
    others = [s.other_evaluation for s in kept]
    known = [e for e in others if e is not None]
    name = next((s.other.name for s in kept if s.other is not None), "")
    before = accepted(_together(known)) if len(known) == len(kept) else None
    now = accepted(_together([s.draft.evaluation for s in kept]))
    assert now is not None
    return Measured(now, before, kept[0].draft.profile, name, len(kept))


def _together(evaluations: Sequence[Evaluation]) -> Evaluation:
    """Evaluations of several documents as one: each question was searched for in its own."""
    return replace(evaluations[0], results=tuple(r for e in evaluations for r in e.results))


@dataclass(frozen=True, slots=True, eq=False)
class ScoreJob:
    """One document to be scored: its result, what it is compared with, and its questions."""

    key: str
    result: ChunkedDocument
    other: Other | None
    questions: QuestionSet

    def is_scored(self, known: Scoring, reader: frozenset[str] | None) -> bool:
        """Whether exactly this was scored already."""
        same = known.result is self.result and known.questions == self.questions and known.reader == reader
        return same and (known.other.source if known.other else None) is (self.other.source if self.other else None)


def has_all_pages(state: DocumentState) -> bool:
    """Whether every page of a document was read (also where a finer layout is still to come) and cut."""
    result = state.result
    return result is not None and 0 < state.pages_total <= len(result.layout.pages)


def accepted(evaluation: Evaluation) -> Evaluation | None:
    """Without the questions that nobody has accepted yet."""
    kept = tuple(r for r in evaluation.results if r.question.status == "accepted")
    return replace(evaluation, results=kept) if kept else None


def rank_of(result: QuestionResult) -> int | None:
    """The rank at which all of a question's evidences are found; None when one is not."""
    known = [r for r in result.ranks if r is not None]
    return max(known) if len(known) == len(result.ranks) else None


def score(
    key: str,
    result: ChunkedDocument,
    other: Other | None,
    questions: QuestionSet,
    vectors: VectorCache | None,
    reader: frozenset[str] | None,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> Scoring:
    """Score the questions of one document under both versions, as a reader with these labels sees it (None: all of it).

    Runs for seconds on large sets; raises ``cancelled``.
    """
    sha = result.layout.info.sha256
    count = len(questions.questions)
    total = 2 * count if other is not None else count

    def first(done: int, _of: int) -> None:
        progress(done, total)

    def second(done: int, _of: int) -> None:
        progress(count + done, total)

    options: dict[str, Any] = {"reader": reader, "cancelled": cancelled}
    draft = trial_of(result.profile, {sha: result}, questions, vectors=vectors, progress=first, **options)
    found = (
        _other(other, sha, questions, result.profile, vectors, {"progress": second, **options}) if other is not None else None
    )
    rows = rows_of(draft, found, result.profile.retrieval.k, reader)
    by_id = {r.question.id: r for r in draft.evaluation.results}
    return Scoring(key, result, questions, draft, other, found, rows, reader, by_id)


def _other(
    other: Other,
    sha: str,
    questions: QuestionSet,
    profile: Profile,
    vectors: VectorCache | None,
    options: dict[str, Any],
) -> Evaluation | None:
    """The other side's evaluation; None for chunks of another tool of which none lies on this document."""
    if other.chunked is not None:
        chunked = other.chunked
        return trial_of(chunked.profile, {sha: chunked}, questions, vectors=vectors, **options).evaluation
    if other.foreign is None or sha not in other.foreign.corpus.documents:
        return None
    settings = profile.retrieval
    index = SearchIndex(other.foreign.corpus, settings.retriever, settings.embedder, vectors=vectors)
    return evaluate(index, questions, **options)


def rows_of(
    draft: Trial, other: Evaluation | None, k: int, reader: frozenset[str] | None = None
) -> tuple[QuestionRow, ...]:  # fmt: skip
    """A status for each question that was scored."""
    before = {r.question.id: rank_of(r) for r in other.results} if other is not None else {}
    return tuple(_row(draft, result, before, other is not None, k, reader) for result in draft.evaluation.results)


def _row(
    draft: Trial, result: QuestionResult, before: dict[str, int | None], compared: bool, k: int, reader: frozenset[str] | None
) -> QuestionRow:
    rank = rank_of(result)
    missed = rank is None or rank > k
    misses = tuple(diagnose(draft, result, k, reader=reader)) if missed else ()
    name = result.question.id
    return QuestionRow(result.question, "missed" if missed else "found", rank, before.get(name), compared, misses)


def waiting_rows(questions: Sequence[Question], known: Sequence[QuestionRow]) -> list[QuestionRow]:
    """A row for each question: as it was scored last, or waiting."""
    scored = {r.question.id: r for r in known}
    return [
        row if (row := scored.get(q.id)) is not None and row.question == q else QuestionRow(q, "waiting") for q in questions
    ]
