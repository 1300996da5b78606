"""Recall over k and coverage over tokens with 95 % bands, and the measures of two versions with what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.profile import Profile
from chunkstudio.retrieval.comparison import Difference, differences, flips, holm
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.gate import GateVerdict, judge, split
from chunkstudio.retrieval.measures import Measure
from chunkstudio.retrieval.questions import QuestionSet

MOST = 20
TOKEN_STEPS = (250, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000)
_RESAMPLES = 2_000
_NAMED = 3
_SEED = 20_261
_FIELDS = ("R@1", "R@5", "R@10", "RR", "nDCG@10", "cov@2000tok", "tok@5")


@dataclass(frozen=True, slots=True)
class Curve:
    """Means over questions at each ``x`` with their 95 % interval (percentile bootstrap over questions)."""

    x: tuple[float, ...]
    mean: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class MeasureRow:
    """One measure of both versions. ``difference`` is None where there is nothing to compare with."""

    name: str
    before: float | None
    now: float
    difference: Difference | None


@dataclass(frozen=True, slots=True)
class Figures:
    """All that the recall panel shows. ``gained`` and ``lost`` are ids of the questions that flipped at k."""

    by_k: tuple[Curve, ...]
    by_tokens: tuple[Curve, ...]
    rows: tuple[MeasureRow, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    questions: int
    k: int
    gate: GateVerdict | None = None


def figures(now: Evaluation, before: Evaluation | None, k: int, profile: Profile) -> Figures:
    """Curves of the draft first, then of the other version. Takes some hundred milliseconds on large sets."""
    both = [now] if before is None else [now, before]
    by_k = tuple(_curve(e, [Measure("R", n) for n in range(1, MOST + 1)], range(1, MOST + 1)) for e in both)
    steps = [Measure("cov", n) for n in TOKEN_STEPS]
    by_tokens = tuple(_curve(e, steps, TOKEN_STEPS) for e in both)
    flipped = flips(before, now, k) if before is not None else []
    return Figures(
        by_k,
        by_tokens,
        tuple(_rows(now, before, k)),
        tuple(f.question_id for f in flipped if f.gained),
        tuple(f.question_id for f in flipped if not f.gained),
        len(now.results),
        k,
        _gate(now, profile),
    )


def _gate(now: Evaluation, profile: Profile) -> GateVerdict | None:
    """The gate on the questions that no tuning has seen; None where there are none, or no least recall is named."""
    if profile.retrieval.min_recall_at_k is None:
        return None
    asked = QuestionSet(name="", questions=tuple(r.question for r in now.results))
    held = {q.id for q in split(asked).held_out.questions}
    kept = tuple(r for r in now.results if r.question.id in held)
    return judge(replace(now, results=kept), profile) if kept else None


def _curve(evaluation: Evaluation, measures: Sequence[Measure], x: Sequence[int]) -> Curve:
    table: npt.NDArray[np.float64] = np.array([[m.value(r.judged) for m in measures] for r in evaluation.results])
    draws = np.random.default_rng(_SEED).integers(0, len(table), (_RESAMPLES, len(table)))
    low, high = np.percentile(table[draws].mean(axis=1), (2.5, 97.5), axis=0)
    return Curve(tuple(map(float, x)), _floats(table.mean(axis=0)), _floats(low), _floats(high))


def _floats(values: npt.NDArray[np.float64]) -> tuple[float, ...]:
    return tuple(float(v) for v in values)


def _rows(now: Evaluation, before: Evaluation | None, k: int) -> list[MeasureRow]:
    names = list(dict.fromkeys((*_FIELDS[:1], f"R@{k}", *_FIELDS[1:-1], f"tok@{k}")))
    measures = [Measure.parse(name) for name in names]
    paired: list[Difference | None] = [None] * len(measures)
    if before is not None:
        same = _same_set(before, now)
        found = [differences(same, [now], m)[0] for m in measures]
        paired = [replace(d, adjusted=p) for d, p in zip(found, holm([d.p_value for d in found]), strict=True)]
    return [
        MeasureRow(
            str(m),
            float(np.mean(before.column_of(m))) if before is not None else None,
            float(np.mean(now.column_of(m))),
            difference,
        )
        for m, difference in zip(measures, paired, strict=True)
    ]


def _same_set(before: Evaluation, now: Evaluation) -> Evaluation:
    """The earlier evaluation on exactly the questions of the later one."""
    known = {r.question.id: r for r in before.results}
    return replace(before, results=tuple(known[r.question.id] for r in now.results), question_set=now.question_set)


def verdict(found: Figures, version: str) -> tuple[str, str, str]:
    """Kind, sentence and detail: which measures are clearly better or worse, or that no difference is shown."""
    compared = [r for r in found.rows if r.difference is not None and not r.name.startswith("tok")]
    if not compared:
        return "waiting", "Nothing to compare with", f"The draft equals {version}. Change a setting to see what it does."
    better = [shown_name(r.name) for r in compared if r.difference is not None and r.difference.verdict == "better"]
    worse = [shown_name(r.name) for r in compared if r.difference is not None and r.difference.verdict == "worse"]
    flipped = f"{_count(len(found.gained))} newly found, {len(found.lost)} lost in the first {found.k}."
    if better and not worse:
        return "found", f"{_list(better)} clearly better than {version}", flipped
    if worse and not better:
        return "missed", f"{_list(worse)} clearly worse than {version}", flipped
    if better and worse:
        return "same", f"{_list(better)} better, {_list(worse)} worse than {version}", flipped
    return "same", f"No difference shown against {version}", f"{flipped} {needed_words(found)}".strip()


def shown_name(measure: str) -> str:
    """A mean over questions has a name of its own where one is usual: RR is MRR."""
    return "MRR" if measure == "RR" else measure


def needed_words(found: Figures) -> str:
    """How many questions would show a difference of the size seen; "" where there was none."""
    row = next((r for r in found.rows if r.name == f"R@{found.k}" and r.difference is not None), None)
    needed = row.difference.needed if row is not None and row.difference is not None else None
    return f"About {needed:,} questions would show a difference of this size; there are {found.questions}." if needed else ""


def gate_words(found: Figures, profile: Profile) -> str:
    """Whether the profile's least recall is met, on held-out questions, with the interval."""
    if profile.retrieval.min_recall_at_k is None:
        return "No gate: the profile names no least recall."
    gate = found.gate
    if gate is None or gate.required is None:
        return "The gate has no held-out questions to measure on yet."
    word = "passed" if gate.searchable else "not passed"
    figures = f"R@{gate.k} {gate.recall:.3f} ({gate.low:.3f} to {gate.high:.3f}), at least {gate.required:.3f}"
    return " ".join((f"Gate {word}: {figures}, on {gate.asked}.", *gate.notes))


def _count(number: int) -> str:
    return f"{number} question" if number == 1 else f"{number} questions"


def _list(names: Sequence[str]) -> str:
    if len(names) > _NAMED:
        return f"{len(names)} measures are"
    joined = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{joined} {'is' if len(names) == 1 else 'are'}"
