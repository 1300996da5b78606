"""What would remove or create the cut at one boundary: for each control the nearest value that turns the decision.

Found by trying: values further and further away on both sides until the decision turns, then bisection between the last
value that did not turn it and the first that did, on the engine itself. For thresholds and weights only the run of text
between two forced cuts is assembled anew, because nothing outside it can matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from chunkstudio.chunking.assembly_rules import FREE
from chunkstudio.chunking.boundary_scorer import signed_weights, weighted_sums
from chunkstudio.chunking.calibration import score_of_sum
from chunkstudio.chunking.chunk_assembler import best_starts, chunk_starts, places_between
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import FIRST_CUT_REASON
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.profile_fields import ProfileField, profile_fields
from chunkstudio.errors import ChunkStudioError

Effect = Literal["cut", "no_cut"]
FINEST = 0.001
"""Steps in which weights and the threshold are changed."""
_COUNTS = ("assembly.token_budget", "assembly.min_tokens")
_SWITCHES = ("assembly.respect_section_starts", "assembly.merge_small_chunks")
_GROWTH = 1.6


@dataclass(frozen=True, slots=True)
class Change:
    """Setting ``field`` to ``value`` (from ``current``) alone turns the decision: ``effect`` is what it then is."""

    field: str
    value: float | int | bool
    effect: Effect
    current: float | int | bool


def counterfactuals(chunked: ChunkedDocument, boundary: int) -> tuple[Change, ...]:
    """The smallest change of each single control that turns the decision at a boundary, in the order of the profile.

    Controls that cannot turn it within their range are left out. Raises IndexError if there is no such boundary.
    """
    if not 0 <= boundary < len(chunked.boundaries):
        raise IndexError(f"no boundary {boundary}")
    now = bool(chunked.boundaries.cut[boundary])
    effect: Effect = "no_cut" if now else "cut"
    probe = _Probe(chunked, boundary)
    found = []
    for field in _controls():
        value = _turning_value(field, chunked.profile, lambda p, f=field: probe.is_cut(p, f.path) != now)  # type: ignore[misc]
        if value is not None:
            found.append(Change(field.path, value, effect, chunked.profile.get(field.path)))
    return tuple(found)


def _controls() -> list[ProfileField]:
    """Threshold, weights, budget, minimum, and the two switches."""
    names = ("assembly.threshold", *_COUNTS, *_SWITCHES)
    return [f for f in profile_fields() if f.path in names or f.path.startswith("weights.")]


class _Probe:
    """Answers whether a boundary is cut under another profile."""

    def __init__(self, chunked: ChunkedDocument, boundary: int) -> None:
        self._trial = chunked.trial()
        self._boundary = boundary
        run = self._trial(chunked.profile)
        self._run = run
        atoms = run.atoms().atoms
        self._between = places_between(atoms, run.rules())
        forced = np.flatnonzero(self._between.forced != FREE)
        here = np.flatnonzero((self._between.boundary == boundary) & ~self._between.inside)
        self._place = int(here[-1]) if len(here) else -1
        self._is_forced = self._place < 0 or bool(self._between.forced[self._place] != FREE)
        k = int(np.searchsorted(forced, self._place))
        self._first = int(forced[k - 1]) + 1 if k else 0
        self._end = int(forced[k]) + 1 if k < len(forced) else len(atoms)

    def is_cut(self, profile: Profile, path: str) -> bool:
        """The decision under ``profile``, which differs from the document's in ``path`` alone."""
        if path == "assembly.threshold" or path.startswith("weights."):
            return self._is_cut_in_run(profile)
        try:
            reason = self._trial(profile).cuts().reason
        except ChunkStudioError:  # a budget that cannot hold a grapheme turns nothing
            return bool(self._run.cuts().reason[self._boundary] >= FIRST_CUT_REASON)
        return bool(reason[self._boundary] >= FIRST_CUT_REASON)

    def _is_cut_in_run(self, profile: Profile) -> bool:
        if self._is_forced:
            return self._place >= 0
        run = self._run
        low, high = int(self._between.boundary[self._first]), int(self._between.boundary[self._end - 2]) + 1
        scores = np.zeros(len(run.units().raw))
        sums = weighted_sums(run.units().raw[low:high], signed_weights(profile.weights.as_mapping()))
        scores[low:high] = score_of_sum(sums)
        starts = best_starts(self._first, self._end, run.atoms().atoms, run.costs(), self._between, scores, profile.assembly)
        return self._place + 1 - self._first in chunk_starts(starts)


def _turning_value(field: ProfileField, profile: Profile, turns: Callable[[Profile], bool]) -> Any:
    """The value nearest to the profile's that turns the decision; None if none in the range does."""
    current = profile.get(field.path)
    if field.kind == "flag":
        tried = profile.replace({field.path: not current})
        return (not current) if turns(tried) else None
    step = 1.0 if field.kind == "count" else FINEST
    best: float | None = None
    for sign in (1, -1):
        found = _first_turn(field, profile, float(current), sign, step, turns)
        if found is not None and (best is None or abs(found - current) < abs(best - current)):
            best = found
    return None if best is None else int(best) if field.kind == "count" else round(best, 3)


def _first_turn(
    field: ProfileField, profile: Profile, current: float, sign: int, step: float, turns: Callable[[Profile], bool]
) -> float | None:
    """The nearest turning value on one side, in whole steps."""

    def tried(steps: int) -> bool:
        value = _value(field, current + sign * steps * step)
        return turns(profile.replace({field.path: value}))

    good = 0
    for steps in _reach(field, profile, current, sign, step):
        if tried(steps):
            while steps - good > 1:
                middle = (good + steps) // 2
                good, steps = (good, middle) if tried(middle) else (middle, steps)
            return float(_value(field, current + sign * steps * step))
        good = steps
    return None


def _value(field: ProfileField, value: float) -> float | int:
    return round(value) if field.kind == "count" else round(value, 3)


def _reach(field: ProfileField, profile: Profile, current: float, sign: int, step: float) -> Iterator[int]:
    """Distances to try, in steps, growing up to the end of the range that the other settings leave."""
    low, high = field.minimum or 0.0, field.maximum or 0.0
    a = profile.assembly
    if field.path == "assembly.token_budget":
        low, high = max(low, a.min_tokens, a.overlap_tokens + 1), min(high, 8.0 * current)
    elif field.path == "assembly.min_tokens":
        high = a.token_budget
    furthest = int((high - current if sign > 0 else current - low) / step + 1e-9)
    distance = 10.0 if step < 1 else 4.0
    while distance < furthest:
        yield int(distance)
        distance *= _GROWTH
    if furthest > 0:
        yield furthest
