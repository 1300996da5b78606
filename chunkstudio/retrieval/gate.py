"""The gate before an index: recall at k on questions that were not used for tuning, against the profile's least recall."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.profile import Profile
from chunkstudio.retrieval.comparison import RESAMPLES, SEED
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.measures import Measure
from chunkstudio.retrieval.questions import Question, QuestionSet

HELD_OUT_SHARE = 0.5
_FEW = 15


@dataclass(frozen=True, slots=True)
class Split:
    """A question set in two parts that never mix: one to tune on, one kept for the verdict."""

    tuning: QuestionSet
    held_out: QuestionSet


@dataclass(frozen=True, slots=True)
class GateVerdict:
    """Whether a corpus may be searched, and why. ``low``, ``high`` bound ``recall`` with 95 %; ``tokens`` is what it costs.

    ``reasons`` say why not; ``notes`` are facts that do not block (such as degraded summaries).
    """

    searchable: bool
    recall: float
    low: float
    high: float
    required: float | None
    k: int
    tokens: float
    questions: int
    question_set: str
    retriever: str
    reasons: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """What it was measured on: "1 held-out question", "12 held-out questions"."""
        return _held_out(self.questions)


def split(questions: QuestionSet, share: float = HELD_OUT_SHARE) -> Split:
    """Halve a set by a hash of each question's id, so that adding questions moves none from one part to the other."""
    held: list[Question] = []
    tuning: list[Question] = []
    for q in questions.questions:
        (held if _place(q) < share else tuning).append(q)
    return Split(
        QuestionSet(name=f"{questions.name}, tuning", questions=tuple(tuning)),
        QuestionSet(name=f"{questions.name}, held out", questions=tuple(held)),
    )


def _held_out(count: int) -> str:
    return f"{count:,} held-out question{'' if count == 1 else 's'}"


def _place(question: Question) -> float:
    """A number in 0..1 that depends on the question's id alone."""
    return int.from_bytes(hashlib.sha256(question.id.encode()).digest()[:4], "big") / 2**32


def judge(evaluation: Evaluation, profile: Profile, *, notes: Sequence[str] = ()) -> GateVerdict:
    """The verdict on an evaluation of held-out questions under the profile's k and least recall.

    A profile without ``retrieval.min_recall_at_k`` is refused: without a figure to meet, nothing was proven.
    """
    settings = profile.retrieval
    column = np.asarray(evaluation.column_of(Measure("R", settings.k)))
    low, high = mean_interval(column)
    recall, required = float(column.mean()), settings.min_recall_at_k
    tokens = float(np.mean(evaluation.column_of(Measure("tok", settings.k))))
    reasons = []
    if required is None:
        reasons.append("The profile asks for no least recall at k, so there is nothing to meet.")
    elif recall < required:
        reasons.append(f"R@{settings.k} is {recall:.3f}; the profile asks for at least {required:.3f}.")
    if evaluation.retriever != settings.retriever:
        reasons.append(f"Measured with {evaluation.retriever}; the profile asks for {settings.retriever}.")
    remarks = list(notes)
    if len(column) < _FEW:
        remarks.append(f"Only {_held_out(len(column))}: the interval is wide.")
    if required is not None and low < required <= recall:
        remarks.append(f"The interval [{low:.3f}, {high:.3f}] reaches below {required:.3f}.")
    return GateVerdict(
        not reasons, recall, low, high, required, settings.k, tokens, len(column), evaluation.question_set,
        evaluation.retriever, tuple(reasons), tuple(remarks),
    )  # fmt: skip


def mean_interval(values: npt.NDArray[np.float64]) -> tuple[float, float]:
    """95 % percentile bootstrap interval of a mean over questions."""
    draws = np.random.default_rng(SEED).integers(0, len(values), (RESAMPLES, len(values)))
    low, high = np.percentile(values[draws].mean(axis=1), (2.5, 97.5))
    return float(low), float(high)
