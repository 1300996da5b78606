from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.chunking.model import SentenceUnit
from chunkstudio.gui.item_models.boundary_changes import boundary_changes


def units(count: int, skip: frozenset[int] = frozenset()) -> list[SentenceUnit]:
    names = [i for i in range(count) if i not in skip]
    return [
        SentenceUnit(f"p1.b{n}.u0", f"p1.b{n}", 1 + n // 10, i, "sentence", f"unit {n}", f"unit {n}", (), 9, 0, 1, 0)
        for i, n in enumerate(names)
    ]


def kinds(old: list[int], new: list[int], count: int = 40) -> list[tuple[str, int]]:
    same = units(count)
    return [(c.kind, c.index) for c in boundary_changes(old, same, new, same)]


def test_that_equal_cuts_give_no_change() -> None:
    assert kinds([3, 9], [3, 9]) == []


def test_that_cuts_far_from_any_old_one_are_added_and_those_without_a_new_one_removed() -> None:
    assert kinds([3, 20], [3, 9]) == [("added", 9), ("removed", 20)]


def test_that_a_cut_a_few_units_away_has_moved() -> None:
    same = units(30)
    (change,) = boundary_changes([10], same, [12], same)
    assert (change.kind, change.index, change.before) == ("moved", 12, 10)
    assert change.text == "unit 13"


def test_that_a_kept_cut_between_two_places_parts_them() -> None:
    assert kinds([10, 11], [11, 12]) == [("removed", 10), ("added", 12)]


def test_that_cuts_are_matched_by_their_unit_when_the_units_differ() -> None:
    old, new = units(20), units(20, skip=frozenset({2}))
    assert boundary_changes([9], old, [8], new) == []


@given(st.sets(st.integers(0, 38)), st.sets(st.integers(0, 38)))
def test_that_every_cut_is_counted_once(old: set[int], new: set[int]) -> None:
    same = units(40)
    found = boundary_changes(sorted(old), same, sorted(new), same)
    moved = [c for c in found if c.kind == "moved"]
    assert {c.index for c in found if c.kind in ("added", "moved")} == new - old
    assert {c.index for c in found if c.kind == "removed"} | {c.before for c in moved} == old - new
    assert len(moved) + sum(c.kind == "removed" for c in found) == len(old - new)
