"""Which cuts a draft adds, removes or moves against an earlier result of the same document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from chunkstudio.chunking.model import SentenceUnit

ChangeKind = Literal["added", "removed", "moved"]
_NEAR = 4


@dataclass(frozen=True, slots=True)
class BoundaryChange:
    """One changed cut. ``index`` is its boundary in the draft (the old one for ``removed``), ``before`` where a moved cut was.

    ``page`` and ``text`` are those of the unit right after the place, so that it can be found on paper.
    """

    kind: ChangeKind
    index: int
    before: int | None
    page: int
    text: str


def boundary_changes(
    old_cuts: Sequence[int],
    old_units: Sequence[SentenceUnit],
    new_cuts: Sequence[int],
    new_units: Sequence[SentenceUnit],
) -> list[BoundaryChange]:
    """Changes in document order. Cuts are matched by the id of the unit before them, so that both may have other units.

    A removed and an added cut within four units of each other, without a kept cut between them, count as one moved cut.
    """
    place = {unit.id: i for i, unit in enumerate(new_units)} if old_units is not new_units else None
    old_at = {_where(c, old_units, place): c for c in old_cuts}
    new = set(new_cuts)
    kept = sorted(new & old_at.keys())
    added = sorted(new - old_at.keys())
    removed = sorted(old_at.keys() - new)
    pairs = _moves(removed, added, kept)
    moved_from = {b: a for a, b in pairs}
    gone = {a for a, _ in pairs}
    out = [_change("moved" if c in moved_from else "added", int(c), moved_from.get(c), new_units) for c in added]
    out += [_change("removed", int(c), None, new_units) for c in removed if c not in gone]
    return sorted(out, key=lambda change: change.index)


def _where(cut: int, units: Sequence[SentenceUnit], place: dict[str, int] | None) -> float:
    """Index in the draft of the unit before an old cut; between units where that unit is gone."""
    if place is None:
        return cut
    for back in range(cut, -1, -1):
        found = place.get(units[back].id)
        if found is not None:
            return found if back == cut else found + 0.5
    return -0.5


def _moves(removed: Sequence[float], added: Sequence[int], kept: Sequence[int]) -> list[tuple[float, int]]:
    """Pairs (old, new) of nearest cuts, each used once, no kept cut between them."""
    from bisect import bisect_left, bisect_right

    free = list(added)
    pairs = []
    for old in removed:
        at = bisect_left(free, old)
        near = sorted(free[max(at - 1, 0) : at + 1], key=lambda c: (abs(c - old), c))
        for new in near:
            low, high = min(old, new), max(old, new)
            if high - low <= _NEAR and bisect_left(kept, low) == bisect_right(kept, high):
                pairs.append((old, new))
                free.remove(new)
                break
    return pairs


def _change(kind: ChangeKind, index: int, before: float | None, units: Sequence[SentenceUnit]) -> BoundaryChange:
    after = units[min(max(index + 1, 0), len(units) - 1)] if units else None
    return BoundaryChange(
        kind, index, None if before is None else int(before), after.page if after else 0, after.plain[:120] if after else ""
    )
