"""Step C: the best cuts. What "best" means is stated in :mod:`chunkstudio.chunking.assembly_kernel`; this module brings
rules, scores and costs into its form, and names the reason of every cut and of every place that was not cut.

``gain = score - threshold`` at every place; a place where a cut is forbidden loses far more, in proportion to how bad a cut
there would be; a piece of a split unit is joined to the next one whenever that fits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.assembly_costs import ChunkCosts
from chunkstudio.chunking.assembly_kernel import Limits, best_cuts
from chunkstudio.chunking.assembly_rules import ACCESS, FREE, MANUAL, SECTION, TABLE, BoundaryRules
from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS
from chunkstudio.chunking.profile import AssemblySettings
from chunkstudio.chunking.unit_columns import Ints

SCALE = 1 << 20
"""Scores become whole numbers in steps of a millionth."""
FORBIDDEN = 64 * SCALE
SMALL = int(0.13 * SCALE)
SLOPE = int(0.36 * SCALE)
COMFORT = 170
"""Percent of ``min_tokens`` (never more than the budget) from which a chunk is large enough not to be preferred larger."""
EASE = int(0.37 * SCALE)
"""What a chunk without any size would lose for being smaller than that; see the penalty in the kernel."""
INSIDE = 2 * SCALE
"""What a cut between two pieces of one unit costs."""

_CODE = {name: i for i, name in enumerate(REASONS)}
_FORCED_REASON = {SECTION: _CODE["section"], ACCESS: _CODE["access"], TABLE: _CODE["table"], MANUAL: _CODE["manual"]}


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """``places`` are the starts of the chunks as atoms, ascending, 0 first, and the end as the last one.

    ``reason`` has one code of REASONS for every boundary between units, ``why`` one for each chunk's start.
    ``broken`` lists boundaries that were cut although that is forbidden.
    """

    places: Ints
    reason: npt.NDArray[np.int8]
    why: tuple[str, ...]
    broken: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The places between neighbouring atoms: the unit boundary at each, whether it lies inside a unit, forced codes and
    forbidden grades. Place k is after atom k."""

    boundary: Ints
    inside: npt.NDArray[np.bool_]
    forced: Ints
    forbidden: Ints


def places_between(atoms: Atoms, rules: BoundaryRules) -> Places:
    """What the rules say at the places between atoms."""
    inside = atoms.unit[1:] == atoms.unit[:-1]
    forced, forbidden = _between(atoms, rules, inside)
    return Places(np.maximum(atoms.unit[1:] - 1, 0), inside, forced, forbidden)


def assemble(
    atoms: Atoms, costs: ChunkCosts, rules: BoundaryRules, scores: npt.NDArray[np.float64], settings: AssemblySettings
) -> Cuts:
    """The best cuts of all runs."""
    n = len(atoms)
    if n == 0:
        return Cuts(np.zeros(1, np.int64), _reasons(scores, settings, rules, np.zeros(0, np.int64)), (), ())
    between = places_between(atoms, rules)
    starts = best_starts(0, n, atoms, costs, between, scores, settings)
    return _explained(atoms, _trace(starts, n), rules, scores, settings)


def best_starts(
    first: int,
    end: int,
    atoms: Atoms,
    costs: ChunkCosts,
    between: Places,
    scores: npt.NDArray[np.float64],
    settings: AssemblySettings,
) -> Ints:
    """Best chunk starts (counted from ``first``) for every place of atoms [first, end); both must be ends of runs."""
    n = end - first
    inner = slice(first, end - 1)
    gain: Ints = np.zeros(n, np.int64)
    gain[:-1] = -between.forbidden[inner] * FORBIDDEN
    if len(scores):
        whole = _millionths(scores[between.boundary[inner]] - settings.threshold)
        gain[:-1] += np.where(between.inside[inner], -INSIDE, whole)
    else:
        gain[:-1] -= INSIDE
    run_start, run_end = _runs(between.forced[inner], n)
    outer = slice(first, end + 1)
    return best_cuts(
        run_start,
        run_end,
        costs.text_open[outer],
        costs.text_close[outer],
        costs.plain_open[outer],
        costs.plain_close[outer],
        atoms.text.sums[outer],
        gain,
        size_limits(settings),
    )


def size_limits(settings: AssemblySettings) -> Limits:
    """What the kernel must know of sizes. Without a minimum, or where small chunks are not merged, size costs nothing:
    every free place above the threshold is cut."""
    budget, least = settings.token_budget, settings.min_tokens
    if least == 0 or not settings.merge_small_chunks:
        return budget, 1, 0, 0, 1, 0
    return budget, least, SMALL, SLOPE, max(min(least * COMFORT // 100, budget), 1), EASE


def chunk_starts(starts: Ints) -> list[int]:
    """The starts of the chunks that lie behind best starts, ascending, the first left out."""
    return [int(place) for place in _trace(starts, len(starts) - 1)[1:-1]]


def _millionths(gains: npt.NDArray[np.float64]) -> Ints:
    return np.rint(gains * SCALE).astype(np.int64)


def _between(atoms: Atoms, rules: BoundaryRules, inside: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Forced codes and forbidden grades between neighbouring atoms; over units that left the flow, forced ones add up."""
    last = atoms.unit[1:] - 1
    if not len(last):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    if not len(rules.forced):  # a single unit in pieces
        return np.zeros(len(last), np.int64), np.zeros(len(last), np.int64)
    forced = np.where(inside, FREE, rules.forced[np.maximum(last, 0)])
    forbidden = np.where(inside, 0, rules.forbidden[np.maximum(last, 0)])
    for k in np.flatnonzero(atoms.unit[1:] > atoms.unit[:-1] + 1):
        a, b = int(atoms.unit[k]), int(atoms.unit[k + 1])
        forced[k] = rules.forced[a:b].max()
        forbidden[k] = 0 if forced[k] else rules.forbidden[a:b].min()
    return forced, forbidden


def _runs(forced: Ints, n: int) -> tuple[Ints, Ints]:
    """Start of the run for chunks that end at each place, and 1 where a run ends."""
    run_end: Ints = np.zeros(n + 1, np.int64)
    run_end[1:-1] = forced != FREE
    run_end[n] = 1
    run_start: Ints = np.zeros(n + 1, np.int64)
    cut_before = run_end[:-1].astype(bool)
    places = np.where(cut_before, np.arange(n), 0)
    run_start[1:] = np.maximum.accumulate(places)
    return run_start, run_end


def _trace(starts: Ints, n: int) -> Ints:
    """Follow the best starts back from the end."""
    places = [n]
    while places[-1] > 0:
        places.append(int(starts[places[-1]]))
    return np.array(places[::-1], np.int64)


def _explained(
    atoms: Atoms, places: Ints, rules: BoundaryRules, scores: npt.NDArray[np.float64], settings: AssemblySettings
) -> Cuts:
    """Reasons at every boundary, and the boundaries that were cut against a rule."""
    starts = places[:-1]
    at = atoms.unit[starts]
    between = (atoms.piece[starts] == 0) & (starts > 0)
    boundary = at[between] - 1
    reason = _reasons(scores, settings, rules, boundary)
    forced = rules.forced[boundary]
    over_gap = {}
    for k in np.flatnonzero(between):
        a, b = int(atoms.unit[starts[k] - 1]), int(at[k])
        if b > a + 1 and rules.forced[a:b].any():
            over_gap[int(at[k]) - 1] = _FORCED_REASON[int(rules.forced[a:b].max())]
    for place, code in over_gap.items():
        reason[place] = code
    why = ["budget"] * len(starts)
    for k in np.flatnonzero(between):
        why[k] = REASONS[reason[at[k] - 1]]
    if why:
        why[0] = "document"
    broken = tuple(int(b) for b, f in zip(boundary, forced, strict=True) if f == FREE and rules.forbidden[b])
    return Cuts(places, reason, tuple(why), broken)


def _reasons(
    scores: npt.NDArray[np.float64], settings: AssemblySettings, rules: BoundaryRules, cut: Ints
) -> npt.NDArray[np.int8]:
    """Codes of REASONS for all boundaries; ``cut`` are those that were chosen."""
    above = _millionths(scores - settings.threshold) > 0
    out = np.where(above, _CODE["min_tokens"], _CODE["below_threshold"]).astype(np.int8)
    out[rules.forbidden > 0] = _CODE["forbidden"]
    chosen = np.where(above[cut], _CODE["score"], _CODE["budget"])
    chosen[rules.soft[cut]] = _CODE["section"]
    for code, reason in _FORCED_REASON.items():
        chosen[rules.forced[cut] == code] = reason
    out[cut] = chosen
    return out


def is_cut(reason: int) -> bool:
    """Whether a code of REASONS stands for a cut."""
    return reason >= FIRST_CUT_REASON
