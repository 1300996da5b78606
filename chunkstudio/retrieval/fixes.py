"""What would fix a miss: for each single control the smallest change that does, found by bisection and proven by a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.profile_fields import ProfileField
from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.controls import controls_for
from chunkstudio.retrieval.evaluation import Evaluation
from chunkstudio.retrieval.misses import Cause, diagnose
from chunkstudio.retrieval.questions import Question, QuestionSet
from chunkstudio.retrieval.trials import Trial, TrialBench

Cancelled = Callable[[], bool]
_STEPS = (0.02, 0.05, 0.12, 0.3, 0.6, 1.0)
_HALVINGS = 5
# A chunk made to reach over the labelled page, or joined with text for more readers, would hide these faults, not mend them.
BEYOND_CONTROLS = frozenset({"bad label", "not for this reader"})
"""Causes of a miss for which no fix is looked for."""
# Chunks under these are the same wherever the cuts are the same.
_MOVE_CUTS = (
    "weights.",
    "assembly.threshold",
    "assembly.min_tokens",
    "assembly.respect_section_starts",
    "assembly.merge_small",
)


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of one control after which the first k hold the evidence. ``gained`` and ``lost`` are other questions that
    the same change answers or no longer answers; ``chunks_before`` and ``chunks_after`` count all chunks."""

    field: str
    label: str
    before: Any
    value: Any
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    chunks_before: int
    chunks_after: int


class FixSearch:
    """Looks for fixes of one missed evidence of one question. ``k`` is the profile's; ``runs`` counts the trials made."""

    def __init__(self, bench: TrialBench, base: Trial, question: Question, evidence: int) -> None:
        self._bench = bench
        self._base = base
        self._question = question
        self._evidence = evidence
        self._alone = QuestionSet(name="", questions=(question,))
        self._k = base.profile.retrieval.k
        self._cancelled: Cancelled | None = None
        self._known: dict[tuple[bytes, ...], bool] = {}
        self.runs = 0

    def run(
        self, *, progress: Callable[[int, int], None] | None = None, cancelled: Cancelled | None = None
    ) -> list[Fix]:  # fmt: skip
        """All that :meth:`search` finds. An empty list is an answer: no single control helps."""
        return list(self.search(progress=progress, cancelled=cancelled))

    def search(
        self, *, progress: Callable[[int, int], None] | None = None, cancelled: Cancelled | None = None
    ) -> Iterator[Fix]:  # fmt: skip
        """One fix for each control that has one, each as soon as it is proven; what usually mends the cause is tried first.

        Nothing is found where the label is wrong or the reader lacks the labels. Raises ChunkStudioError ``cancelled``,
        also in the midst of a trial.
        """
        cause = self._cause()
        if cause is None or cause in BEYOND_CONTROLS:
            return
        self._cancelled = cancelled
        self._known[self._cuts(self._base.profile)] = False
        fields = controls_for(cause, layout=self._bench.can_change_layout)
        for done, field in enumerate(fields):
            if progress is not None:
                progress(done, len(fields))
            value = self._smallest(field)
            if value is not None:
                yield self._proven(field, value)
        if progress is not None:
            progress(len(fields), len(fields))

    def _cause(self) -> Cause | None:
        """What the doctor says; None for an evidence that was not missed."""
        result = next((r for r in self._base.evaluation.results if r.question.id == self._question.id), None)
        misses = diagnose(self._base, result, self._k, reader=self._bench.reader) if result is not None else []
        return next((m.cause for m in misses if m.evidence == self._evidence), None)

    def _smallest(self, field: ProfileField) -> Any | None:
        """The value nearest to the present one that fixes the miss, or None."""
        now = self._base.profile.get(field.path)
        if field.kind in ("flag", "choice"):
            others = [not now] if field.kind == "flag" else [c for c in field.choices if c != now]
            return next((v for v in others if self._fixes(field.path, v)), None)
        if field.kind not in ("count", "real") or field.minimum is None or field.maximum is None:
            return None
        found = [v for v in (self._towards(field, now, end) for end in self._ends(field, now)) if v is not None]
        return min(found, key=lambda v: abs(v - now)) if found else None

    def _ends(self, field: ProfileField, now: float) -> Iterator[float]:
        """How far to look in both directions: budgets up to four times, everything else to its limits."""
        low, high = float(field.minimum or 0), float(field.maximum or 0)
        budget = self._base.profile.assembly.token_budget
        if field.path == "assembly.token_budget":
            low, high = max(32.0, self._base.profile.assembly.min_tokens), min(high, 4.0 * budget)
        elif field.kind == "count":
            high = min(high, float(budget if field.path == "assembly.min_tokens" else budget // 2))
        if high > now:
            yield high
        if low < now:
            yield low

    def _towards(self, field: ProfileField, now: float, end: float) -> float | int | None:
        """Growing steps until one fixes, then halving back to the smallest that does."""
        misses, hit = now, None
        for step in _STEPS:
            value = self._rounded(field, now + step * (end - now))
            if value != misses and self._fixes(field.path, value):
                hit = value
                break
            misses = value
        if hit is None:
            return None
        for _ in range(_HALVINGS):
            middle = self._rounded(field, (misses + hit) / 2)
            if middle in (misses, hit):
                break
            if self._fixes(field.path, middle):
                hit = middle
            else:
                misses = middle
        return hit

    def _rounded(self, field: ProfileField, value: float) -> float | int:
        return round(value) if field.kind == "count" else round(value, 3)

    def _fixes(self, path: str, value: Any) -> bool:
        """Whether the profile with this one change finds the evidence in the first k."""
        try:
            profile = self._base.profile.replace({path: value})
        except ChunkStudioError:
            return False
        if not path.startswith(_MOVE_CUTS):
            return self._finds(profile)
        cuts = self._cuts(profile)
        if cuts not in self._known:
            self._known[cuts] = self._finds(profile)
        return self._known[cuts]

    def _finds(self, profile: Profile) -> bool:
        self.runs += 1
        rank = self._bench.run(profile, only=self._alone, cancelled=self._cancelled).evaluation.results[0].ranks[self._evidence]
        return rank is not None and rank <= self._k

    def _cuts(self, profile: Profile) -> tuple[bytes, ...]:
        return self._bench.cuts(profile, self._alone, cancelled=self._cancelled)

    def _proven(self, field: ProfileField, value: Any) -> Fix:
        """The fix with what else it changes, from a run over all questions."""
        trial = self._bench.run(self._base.profile.replace({field.path: value}), cancelled=self._cancelled)
        gained, lost = changed_questions(self._base.evaluation, trial.evaluation, self._k)
        own = self._question.id
        now = self._base.profile.get(field.path)
        return Fix(
            field.path,
            field.label,
            now,
            value,
            tuple(q for q in gained if q != own),
            tuple(q for q in lost if q != own),
            self._base.chunks,
            trial.chunks,
        )


def changed_questions(before: Evaluation, after: Evaluation, k: int) -> tuple[list[str], list[str]]:
    """Ids of the questions of which more, and of those of which fewer, evidences are found in the first k."""
    old = {r.question.id: sum(rank is not None and rank <= k for rank in r.ranks) for r in before.results}
    gained: list[str] = []
    lost: list[str] = []
    for r in after.results:
        now = sum(rank is not None and rank <= k for rank in r.ranks)
        then = old.get(r.question.id, now)
        if now != then:
            (gained if now > then else lost).append(r.question.id)
    return gained, lost


def profile_with(profile: Profile, fix: Fix) -> Profile:
    """The profile after a fix."""
    return profile.replace({fix.field: fix.value})
