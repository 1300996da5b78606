"""Honest comparison of evaluations on the same questions: paired intervals, an exact test, and enough caution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.measures import Measure

RESAMPLES = 10_000
SEED = 20_261
_EXACT_UP_TO = 16
_FEW_QUESTIONS = 50
NO_DIFFERENCE = "no difference shown"


@dataclass(frozen=True, slots=True)
class Difference:
    """Second minus first on one measure. ``low``, ``high`` bound the mean with 95 %; ``p_value`` is two-sided.

    ``adjusted`` is the p-value after Holm's correction over the versions compared together. ``needed`` is how many
    questions would show a difference of this size with power .8; None when the observed difference is 0.
    """

    measure: str
    mean: float
    low: float
    high: float
    p_value: float
    adjusted: float
    questions: int
    needed: int | None
    grouped: bool

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, or the words that say that nothing was shown."""
        clear = self.adjusted < 0.05 and (self.questions < _FEW_QUESTIONS or not self.low <= 0.0 <= self.high)
        if not clear:
            return NO_DIFFERENCE
        return "better" if self.mean > 0 else "worse"


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that one version answers within k and the other does not."""

    question_id: str
    gained: bool


def differences(first: Evaluation, others: Sequence[Evaluation], measure: Measure, *, seed: int = SEED) -> list[Difference]:
    """Each other evaluation against the first, with Holm's correction over all of them.

    Raises ChunkStudioError ``bad_argument`` when they were not scored on the same questions.
    """
    found = [_difference(first, other, measure, seed) for other in others]
    adjusted = holm([d.p_value for d in found])
    return [
        Difference(d.measure, d.mean, d.low, d.high, d.p_value, a, d.questions, d.needed, d.grouped)
        for d, a in zip(found, adjusted, strict=True)
    ]


def _difference(first: Evaluation, second: Evaluation, measure: Measure, seed: int) -> Difference:
    if first.question_set != second.question_set or len(first.results) != len(second.results):
        raise ChunkStudioError("bad_argument", "The evaluations used different questions.", hint="Evaluate both on one set.")
    d = np.asarray(second.column_of(measure)) - np.asarray(first.column_of(measure))
    groups = [r.question.evidence[0].document for r in first.results]
    grouped = len(set(groups)) >= 5
    low, high = paired_interval(d, groups if grouped else None, seed=seed)
    p = randomisation_p_value(d, seed=seed)
    return Difference(str(measure), float(d.mean()), low, high, p, p, len(d), questions_needed(d), grouped)


def paired_interval(
    d: npt.NDArray[np.float64], groups: Sequence[str] | None = None, *, seed: int = SEED, resamples: int = RESAMPLES
) -> tuple[float, float]:
    """95 % percentile interval of the mean difference by paired bootstrap (Efron and Tibshirani 1993).

    With ``groups`` whole documents are drawn, since questions of one document are alike.
    """
    random = np.random.default_rng(seed)
    if groups is None:
        draws = random.integers(0, len(d), (resamples, len(d)))
        means = d[draws].mean(axis=1)
    else:
        names = sorted(set(groups))
        member = np.array([names.index(g) for g in groups])
        sums = np.bincount(member, d, len(names))
        sizes = np.bincount(member, minlength=len(names))
        draws = random.integers(0, len(names), (resamples, len(names)))
        means = sums[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    low, high = np.percentile(means, (2.5, 97.5))
    return float(low), float(high)


def randomisation_p_value(d: npt.NDArray[np.float64], *, seed: int = SEED, resamples: int = RESAMPLES) -> float:
    """Two-sided p-value of the paired randomisation test (Fisher 1935): exact for up to 16 non-zero differences.

    Beyond that signs are drawn at random, and the observed assignment counts as one of them.
    """
    moving = d[d != 0]
    if not len(moving):
        return 1.0
    observed = abs(moving.sum()) - 1e-12
    if len(moving) <= _EXACT_UP_TO:
        codes = np.arange(2 ** len(moving))[:, None] >> np.arange(len(moving)) & 1
        return float((np.abs((1 - 2 * codes) @ moving) >= observed).mean())
    signs = np.random.default_rng(seed).choice((-1.0, 1.0), (resamples, len(moving)))
    return float((1 + (np.abs(signs @ moving) >= observed).sum()) / (resamples + 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down correction (Holm 1979): p-values that may be read one by one at the usual level."""
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    out, running = [0.0] * len(p_values), 0.0
    for step, i in enumerate(order):
        running = max(running, min(1.0, (len(p_values) - step) * p_values[i]))
        out[i] = running
    return out


def questions_needed(d: npt.NDArray[np.float64], wanted: float | None = None) -> int | None:
    """Questions that show a mean difference (default: the observed one) at level .05 with power .8 (normal approximation)."""
    effect = abs(float(d.mean()) if wanted is None else wanted)
    spread = float(d.std(ddof=1)) if len(d) > 1 else 0.0
    if effect == 0 or spread == 0:
        return None
    return math.ceil(((1.959964 + 0.841621) * spread / effect) ** 2)


def flips(first: Evaluation, second: Evaluation, k: int) -> list[Flip]:
    """Questions that gained or lost full recall at k between the two."""
    measure = Measure("R", k)
    pairs = zip(first.results, second.results, strict=True)
    out = []
    for a, b in pairs:
        before, after = measure.value(a.judged) >= 1.0, measure.value(b.judged) >= 1.0
        if before != after:
            out.append(Flip(a.question.id, gained=after))
    return out
