"""Which cuts a draft adds, removes or moves against an earlier result of the same document."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from chunkstudio.chunking.model import SentenceUnit
    from chunkstudio.chunking.unit_columns import UnitColumns

    Units = Sequence[SentenceUnit] | UnitColumns
    """The units of a result, as columns (quick: no unit is made) or as values."""

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
    old_cuts: Sequence[int], old_units: Units, new_cuts: Sequence[int], new_units: Units
) -> list[BoundaryChange]:
    """Changes in document order. Cuts are matched by the id of the unit before them, so that both may have other units.

    A removed and an added cut within four units of each other, without a kept cut between them, count as one moved cut.
    """
    place = None if _same(old_units, new_units) else {_name(new_units, i): i for i in range(len(new_units))}
    old = {_where(int(c), old_units, place) for c in old_cuts}
    new = {int(c) for c in new_cuts}
    added, removed = sorted(new - old), sorted(old - new)
    pairs = _moves(removed, added, sorted(new & old))
    moved_from = {b: a for a, b in pairs}
    gone = {a for a, _ in pairs}
    out = [_change("moved" if c in moved_from else "added", c, moved_from.get(c), new_units) for c in added]
    out += [_change("removed", int(c), None, new_units) for c in removed if c not in gone]
    return sorted(out, key=lambda change: change.index)


def _same(old: Units, new: Units) -> bool:
    """Whether both are the same units, so that indices mean the same."""
    if old is new:
        return True
    from chunkstudio.chunking.unit_columns import UnitColumns

    if not (isinstance(old, UnitColumns) and isinstance(new, UnitColumns)) or len(old) != len(new):
        return False
    return old.markdown == new.markdown and old.boxes == new.boxes and bool((old.box == new.box).all())


def _name(units: Units, index: int) -> str:
    return units[index].id if isinstance(units, Sequence) else units.unit_id(index)


def _where(cut: int, units: Units, place: dict[str, int] | None) -> float:
    """Index in the draft of the unit before an old cut; between units where that unit is gone."""
    if place is None:
        return cut
    for back in range(cut, -1, -1):
        found = place.get(_name(units, back))
        if found is not None:
            return found if back == cut else found + 0.5
    return -0.5


def _moves(removed: Sequence[float], added: Sequence[int], kept: Sequence[float]) -> list[tuple[float, int]]:
    """Pairs (old, new) of nearest cuts, each used once, no kept cut between them."""
    used: set[int] = set()
    pairs = []
    for old in removed:
        low, high = bisect_left(added, old - _NEAR), bisect_right(added, old + _NEAR)
        for new in sorted(added[low:high], key=lambda c: (abs(c - old), c)):
            first, last = min(old, new), max(old, new)
            if new not in used and bisect_left(kept, first) == bisect_right(kept, last):
                pairs.append((old, new))
                used.add(new)
                break
    return pairs


def _change(kind: ChangeKind, index: int, before: float | None, units: Units) -> BoundaryChange:
    old = None if before is None else int(before)
    if not len(units):
        return BoundaryChange(kind, index, old, 0, "")
    at = min(max(index + 1, 0), len(units) - 1)
    if isinstance(units, Sequence):
        return BoundaryChange(kind, index, old, units[at].page, units[at].plain[:120])
    return BoundaryChange(kind, index, old, units.page(at), units.plain_text(at)[:120])
