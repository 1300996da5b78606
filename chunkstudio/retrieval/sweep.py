"""Search over profile fields: a grid or Optuna's sampler on a development part of the questions, confirmed on the rest."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

import numpy as np

from chunkstudio.chunking.identity import value_hash
from chunkstudio.chunking.policy import ENGINE_REVISION
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.gate import mean_interval, split
from chunkstudio.retrieval.measures import Measure
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.trials import TrialBench, TrialDocument
from chunkstudio.retrieval.vector_cache import VectorCache

OBJECTIVE = Measure.parse("cov@2000tok")
_SEED = 7


@dataclass(frozen=True, slots=True)
class SweepPoint:
    """One profile that was tried. ``score`` is the objective on the tuning questions with its 95 % interval; ``held_out``
    the same on the others where it was confirmed. ``tokens`` are those to embed, ``chunks`` their number."""

    profile: Profile
    values: dict[str, Any]
    score: float
    low: float
    high: float
    tokens: int
    chunks: int
    held_out: float | None = None
    held_out_low: float | None = None
    held_out_high: float | None = None


@dataclass(frozen=True, slots=True)
class SweepSpec:
    """Fields and the values to try: a list for choices, or (lowest, highest, steps) for numbers."""

    fields: Mapping[str, Sequence[Any]]
    method: Literal["grid", "bayes"] = "grid"
    trials: int = 40

    def checked(self) -> SweepSpec:
        """The same, or ``bad_argument`` for an unknown field, no values, or a grid of more than 2,000 points."""
        known = {f.path for f in profile_fields()}
        for path, values in self.fields.items():
            if path not in known or not values:
                raise ChunkStudioError(
                    "bad_argument", f"{path} cannot be swept.", hint="Name a profile field and values.", field=path
                )
        size = math.prod(len(v) for v in self.fields.values())
        if self.method == "grid" and size > 2_000:
            raise ChunkStudioError(
                "bad_argument", f"The grid has {size} points.", hint="Use fewer values, or the method bayes."
            )
        return self


class Sweep:
    """Runs the trials of a sweep; what is done is kept in ``storage`` (an SQLite file), so that it can be resumed.

    A sweep of the same profile, questions, layouts, rules, access labels, fields and values goes on; another one in the same
    file begins anew.
    """

    def __init__(
        self,
        documents: Sequence[TrialDocument],
        questions: QuestionSet,
        base: Profile,
        spec: SweepSpec,
        *,
        storage: Path | None = None,
        vectors: VectorCache | None = None,
    ) -> None:
        parts = split(questions)
        if not parts.tuning.questions or not parts.held_out.questions:
            raise ChunkStudioError("bad_argument", "The question set is too small to be split.", hint="Label more questions.")
        self._spec, self._base = spec.checked(), base
        self._tuning = TrialBench(documents, parts.tuning, vectors=vectors)
        self._held_out = TrialBench(documents, parts.held_out, vectors=vectors)
        self._storage = storage
        fields = sorted((name, list(values)) for name, values in spec.fields.items())
        cut = sorted((d.layout.layout_hash, value_hash([list(d.rules), d.access])) for d in documents)
        told = [fields, cut, ENGINE_REVISION]
        self._name = f"{base.version}-{questions.hash}-{spec.method}-{value_hash(told)[:16]}"
        self.points: list[SweepPoint] = []

    def run(
        self, *, progress: Callable[[SweepPoint, int, int], None] | None = None, cancelled: Callable[[], bool] | None = None
    ) -> list[SweepPoint]:
        """Try profiles until all are done or the caller stops it; stopping keeps what is done and returns it.

        ``progress`` gets the points of an earlier run first, then each new one, with the trials done and wanted.
        """
        study = self._study()
        kept = [t.user_attrs for t in study.trials if "point" in t.user_attrs]
        known = {_key(k["values"]): SweepPoint(self._base.replace(k["values"]), k["values"], **k["point"]) for k in kept}
        total, count = self._total(), len(known)
        self.points = list(known.values())
        for number, point in enumerate(self.points, 1):
            if progress is not None:
                progress(point, number, total)
        for values, tell in self._proposals(study, set(known), total - count):
            if cancelled is not None and cancelled():
                break
            count += 1
            point = known.get(_key(values)) or self._try(values)
            tell(point)
            if _key(values) not in known:
                known[_key(values)] = point
                self.points.append(point)
            if progress is not None:
                progress(point, count, total)
        return self.points

    def confirm(self, points: Sequence[SweepPoint]) -> list[SweepPoint]:
        """The same points with their figures on the questions that no trial has seen."""
        return [self._confirmed(p) for p in points]

    def _study(self) -> Any:
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        storage = f"sqlite:///{self._storage}" if self._storage else None
        sampler = optuna.samplers.TPESampler(seed=_SEED, multivariate=True)
        return optuna.create_study(
            direction="maximize", study_name=self._name, storage=storage, load_if_exists=True, sampler=sampler
        )

    def _total(self) -> int:
        if self._spec.method == "bayes":
            return self._spec.trials
        return math.prod(len(v) for v in self._spec.fields.values())

    def _proposals(
        self, study: Any, known: set[str], wanted: int
    ) -> Iterator[tuple[dict[str, Any], Callable[[SweepPoint], None]]]:  # fmt: skip
        """Values to try, each with what records its result; a grid leaves out those that are known."""
        import optuna

        names = list(self._spec.fields)
        every = (dict(zip(names, v, strict=True)) for v in itertools.product(*self._spec.fields.values()))
        grid = (v for v in every if _key(v) not in known) if self._spec.method == "grid" else itertools.repeat(None, wanted)
        choices = {n: optuna.distributions.CategoricalDistribution(list(v)) for n, v in self._spec.fields.items()}
        for fixed in grid:
            if fixed is not None:
                study.enqueue_trial(fixed)
            trial = study.ask(choices)
            values = {n: trial.params[n] for n in names}
            trial.set_user_attr("values", values)
            yield values, partial(_tell, study, trial)

    def _try(self, values: dict[str, Any]) -> SweepPoint:
        profile = self._base.replace(values)
        trial = self._tuning.run(profile)
        column = np.asarray(trial.evaluation.column_of(OBJECTIVE))
        low, high = mean_interval(column)
        return SweepPoint(profile, values, float(column.mean()), low, high, trial.tokens, trial.chunks)

    def _confirmed(self, point: SweepPoint) -> SweepPoint:
        column = np.asarray(self._held_out.run(point.profile).evaluation.column_of(OBJECTIVE))
        low, high = mean_interval(column)
        return SweepPoint(
            point.profile,
            point.values,
            point.score,
            point.low,
            point.high,
            point.tokens,
            point.chunks,
            float(column.mean()),
            low,
            high,
        )


def _tell(study: Any, trial: Any, point: SweepPoint) -> None:
    """Record a point with all its figures, so that a resumed sweep need not run it again."""
    figures = {"score": point.score, "low": point.low, "high": point.high, "tokens": point.tokens, "chunks": point.chunks}
    trial.set_user_attr("point", figures)
    study.tell(trial, point.score)


def _key(values: Mapping[str, Any]) -> str:
    return repr(sorted(values.items()))


def pareto_front(points: Sequence[SweepPoint]) -> list[SweepPoint]:
    """Points that no other one beats in score without more tokens or more chunks, by tokens."""
    front = [
        p
        for p in points
        if not any(
            q.score >= p.score and q.tokens <= p.tokens and q.chunks <= p.chunks
            and (q.score, -q.tokens, -q.chunks) != (p.score, -p.tokens, -p.chunks)
            for q in points
        )
    ]  # fmt: skip
    return sorted(front, key=lambda p: (p.tokens, -p.score))
