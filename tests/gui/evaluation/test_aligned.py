from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.evaluation.aligned import Piece, aligned_rows

Starts = st.sets(st.integers(1, 40), max_size=12)


def pieces(starts: set[int]) -> list[Piece]:
    return [Piece(float(s), f"c{k}", 10, "", 1, position=k) for k, s in enumerate(sorted({0, *starts}))]


def test_that_kinds_tell_what_became_of_each_group() -> None:
    rows = aligned_rows(pieces({10, 20, 24, 30}), pieces({10, 20, 26, 30, 35}))
    assert [(r.kind, r.leads) for r in rows] == [
        ("same", True),
        ("same", True),
        ("moved", True),
        ("moved", False),
        ("cut anew", True),
        ("cut anew", False),
    ]


@given(Starts, Starts)
def test_that_every_piece_of_both_sides_is_listed_once_in_order(one: set[int], other: set[int]) -> None:
    first, second = pieces(one), pieces(other)
    rows = aligned_rows(first, second)
    assert [r.first for r in rows if r.first] == first
    assert [r.second for r in rows if r.second] == second


@given(Starts)
def test_that_equal_cuts_are_all_the_same(one: set[int]) -> None:
    assert {r.kind for r in aligned_rows(pieces(one), pieces(one))} == {"same"}
