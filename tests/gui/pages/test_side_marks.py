"""Chunks of the other side: columns are told apart, the inner ones have their rail at their own left."""

from __future__ import annotations

from dataclasses import replace

from chunkstudio.gui.pages.gutter import GutterState, PlacedPage, rails, right_labels, side_labels, side_rails
from chunkstudio.gui.pages.marks import BandMark, PageMarks, SideMark
from chunkstudio.gui.pages.side_marks import PieceSide, column_runs

STATE = GutterState(1.0, 1000, 700, frozenset({"chunks"}))


def test_that_a_chunk_over_two_columns_has_a_mark_in_each() -> None:
    left, right = (40.0, 600.0, 280.0, 700.0), (320.0, 60.0, 560.0, 200.0)
    assert column_runs([(1, left), (1, right), (2, left)]) == [(1, [left]), (1, [right]), (2, [left])]
    first, second = PieceSide([("x0", 90, [(1, left), (1, right)])]).on_page(1)
    assert (first.rect, first.starts, first.at_edge) == (left, True, True)
    assert (second.rect, second.starts, second.at_edge) == (right, False, False)


def _band(x0: float, x1: float, *, at_edge: bool) -> BandMark:
    rect = (x0, 100.0, x1, 300.0)
    return BandMark(0, "c0", 120, rect, ((x0, 100.0), (x1, 100.0), (x1, 300.0), (x0, 300.0)), True, at_edge=at_edge)


def test_that_a_has_the_left_of_the_page_and_b_the_right_of_it() -> None:
    side = (SideMark("c0", 0, 80, (0.0, 100.0, 600.0, 200.0), True), SideMark("c1", 1, 60, (0.0, 200.0, 600.0, 300.0), True))
    alone = PlacedPage(PageMarks(1, 600, 800, bands=(_band(0.0, 600.0, at_edge=True),)), 200, 0, 1.0)
    both = PlacedPage(PageMarks(1, 600, 800, bands=alone.marks.bands, side=side, compared=True), 200, 0, 1.0)
    assert rails([alone], STATE)[0].x < 200 and not side_rails([alone], STATE)
    assert rails([both], STATE)[0].x > 800
    assert [r.x < 200 for r in side_rails([both], STATE)] == [True, True]
    assert [label.strong for label in side_labels([both], STATE)] == ["c0", "c1"]
    without = GutterState(1.0, 1000, 700, frozenset())
    assert not side_rails([both], without), "the layer of chunks switches both rails"


def test_that_the_rail_of_an_inner_column_stands_in_the_gap() -> None:
    page = PlacedPage(PageMarks(1, 600, 800, bands=(_band(0.0, 290.0, at_edge=True),), compared=True), 200, 0, 1.0)
    rail = rails([page], STATE)[0]
    assert 200 < rail.x <= 490


def test_that_names_beside_two_columns_say_which_column_they_belong_to() -> None:
    side = (
        SideMark("c0", 0, 80, (0.0, 100.0, 290.0, 300.0), True),
        SideMark("c1", 1, 60, (310.0, 100.0, 600.0, 300.0), True, at_edge=False),
    )
    bands = (_band(0.0, 290.0, at_edge=True), replace(_band(310.0, 600.0, at_edge=False), chunk=1, id="c1"))
    page = PlacedPage(PageMarks(1, 600, 800, bands=bands, side=side, compared=True), 200, 0, 1.0)
    assert [label.strong for label in side_labels([page], STATE)] == ["c0", "c1 ›"]
    assert [label.strong for label in right_labels([page], STATE)] == ["‹c0", "c1"]
