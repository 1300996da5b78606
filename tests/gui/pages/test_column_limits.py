from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.pages.column_limits import column_limits
from chunkstudio.layout.model import Rect


def test_that_one_column_is_as_wide_as_the_page() -> None:
    rects = [(60, 50, 540, 100), (60, 110, 540, 200), (60, 210, 300, 260)]
    assert column_limits(rects, 600) == [(0, 600)] * 3


def test_that_two_columns_meet_in_the_middle_of_their_gap() -> None:
    rects = [(50, 100, 290, 300), (50, 310, 290, 500), (310, 100, 550, 250), (310, 260, 550, 500)]
    assert column_limits(rects, 600) == [(0, 300), (0, 300), (300, 600), (300, 600)]


def test_that_a_heading_over_both_columns_keeps_the_whole_width() -> None:
    rects = [(50, 40, 550, 60), (50, 100, 290, 300), (310, 100, 550, 300)]
    assert column_limits(rects, 600)[0] == (0, 600)


def test_that_a_short_last_line_is_as_wide_as_its_column() -> None:
    rects = [(50, 100, 290, 280), (50, 282, 120, 294), (310, 100, 550, 300)]
    assert column_limits(rects, 600)[1] == (0, 300)


def test_that_a_heading_with_text_behind_it_makes_no_column() -> None:
    rects = [(50, 100, 150, 112), (160, 100, 550, 112), (50, 113, 550, 300)]
    assert column_limits(rects, 600) == [(0, 600)] * 3


def test_that_three_columns_are_told_apart() -> None:
    rects = [(20, 100, 190, 400), (210, 100, 390, 400), (410, 100, 580, 400)]
    assert column_limits(rects, 600) == [(0, 200), (200, 400), (400, 600)]


boxes = st.lists(
    st.tuples(st.floats(0, 500), st.floats(0, 700), st.floats(5, 100), st.floats(5, 100)).map(
        lambda t: (t[0], t[1], t[0] + t[2], t[1] + t[3])
    ),
    max_size=40,
)


@given(boxes)
def test_that_a_column_always_holds_its_box(rects: list[Rect]) -> None:
    for rect, (left, right) in zip(rects, column_limits(rects, 600), strict=True):
        assert left <= rect[0]
        assert right >= rect[2]
