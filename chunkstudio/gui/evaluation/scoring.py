"""What an evaluation of the shown document gives: both versions scored, a status for each question, a cause for each miss."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.profile import Profile
from chunkstudio.retrieval.evaluation import Evaluation, QuestionResult
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
class Scoring:
    """Both versions scored on the questions of one document. ``accepted_...`` leave drafted questions out."""

    key: str
    result: ChunkedDocument
    questions: QuestionSet
    draft: Trial
    saved: Trial | None
    rows: tuple[QuestionRow, ...]
    seconds: float = 0.0
    results: dict[str, QuestionResult] = field(default_factory=dict)

    @property
    def k(self) -> int:
        """How many results count."""
        return self.draft.profile.retrieval.k

    @property
    def accepted_draft(self) -> Evaluation | None:
        """The draft's evaluation on accepted questions; None when there are none."""
        return accepted(self.draft.evaluation)

    @property
    def accepted_saved(self) -> Evaluation | None:
        """The other version's evaluation on accepted questions."""
        return accepted(self.saved.evaluation) if self.saved is not None else None


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
    previous: ChunkedDocument | None,
    questions: QuestionSet,
    profile: Profile,
    baseline: Profile,
    vectors: VectorCache | None,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> Scoring:
    """Score the questions of one document under both versions. Runs for seconds on large sets; raises ``cancelled``."""
    sha = result.layout.info.sha256
    total = len(questions.questions) * (2 if previous is not None else 1)

    def trial(chunked: ChunkedDocument, under: Profile, offset: int) -> Trial:
        def step(done: int, _of: int) -> None:
            progress(offset + done, total)

        return trial_of(under, {sha: chunked}, questions, vectors=vectors, progress=step, cancelled=cancelled)

    draft = trial(result, profile, 0)
    saved = trial(previous, baseline, len(questions.questions)) if previous is not None else None
    rows = rows_of(draft, saved, profile.retrieval.k)
    by_id = {r.question.id: r for r in draft.evaluation.results}
    return Scoring(key, result, questions, draft, saved, rows, results=by_id)


def rows_of(draft: Trial, saved: Trial | None, k: int) -> tuple[QuestionRow, ...]:
    """A status for each question that was scored."""
    before = {r.question.id: rank_of(r) for r in saved.evaluation.results} if saved is not None else {}
    return tuple(_row(draft, result, before, saved is not None, k) for result in draft.evaluation.results)


def _row(draft: Trial, result: QuestionResult, before: dict[str, int | None], compared: bool, k: int) -> QuestionRow:
    rank = rank_of(result)
    missed = rank is None or rank > k
    misses = tuple(diagnose(draft, result, k)) if missed else ()
    name = result.question.id
    return QuestionRow(result.question, "missed" if missed else "found", rank, before.get(name), compared, misses)


def waiting_rows(questions: Sequence[Question], known: Sequence[QuestionRow]) -> list[QuestionRow]:
    """A row for each question: as it was scored last, or waiting."""
    scored = {r.question.id: r for r in known}
    return [
        row if (row := scored.get(q.id)) is not None and row.question == q else QuestionRow(q, "waiting") for q in questions
    ]
