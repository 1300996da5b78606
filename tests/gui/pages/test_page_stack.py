from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.pages.page_stack import (
    GUTTER_LEFT,
    GUTTER_RIGHT,
    PIXELS_PER_POINT,
    fit_page,
    fit_width,
    next_zoom,
    stack_pages,
)

sizes = st.lists(st.tuples(st.floats(1, 15_000), st.floats(1, 15_000)), min_size=1, max_size=30)


@given(sizes)
def test_that_stacked_pages_never_overlap_and_stay_centred(pages: list[tuple[float, float]]) -> None:
    stack = stack_pages((i, w, h) for i, (w, h) in enumerate(pages, start=1))
    for above, below in zip(stack.rects, stack.rects[1:], strict=False):
        assert below[1] > above[3]
    for x0, _, x1, _ in stack.rects:
        assert math.isclose((x0 + x1) / 2, stack.width / 2, abs_tol=1e-6)
    assert stack.height == stack.rects[-1][3]


@given(sizes, st.floats(0, 1))
def test_that_the_page_at_a_height_holds_it_or_lies_right_above(pages: list[tuple[float, float]], share: float) -> None:
    stack = stack_pages((i, w, h) for i, (w, h) in enumerate(pages, start=1))
    y = share * stack.height
    at = stack.index_at(y)
    assert at is not None
    assert stack.rects[at][1] <= y
    assert at + 1 == len(stack.rects) or y < stack.rects[at + 1][1]


@given(sizes, st.floats(0, 1), st.floats(0, 1))
def test_that_pages_between_two_heights_are_exactly_those_that_touch_them(
    pages: list[tuple[float, float]], one: float, other: float
) -> None:
    stack = stack_pages((i, w, h) for i, (w, h) in enumerate(pages, start=1))
    top, bottom = sorted((one * stack.height, other * stack.height))
    if bottom > top:
        expected = [i for i, r in enumerate(stack.rects) if r[1] <= bottom and r[3] >= top]
        assert list(stack.between(top, bottom)) == expected


def test_that_pages_without_a_sane_size_get_that_of_a_letter_page() -> None:
    stack = stack_pages([(1, 0.0, 0.0), (2, math.inf, 10.0), (3, math.nan, 10.0)])
    assert {(r[2] - r[0], r[3] - r[1]) for r in stack.rects} == {(612.0, 792.0)}


def test_that_page_numbers_are_kept_when_only_some_pages_were_read() -> None:
    stack = stack_pages([(4, 600, 800), (9, 600, 800)])
    assert stack.index_of(9) == 1
    assert stack.index_of(5) is None


def test_that_a_fitted_page_leaves_room_for_both_gutters() -> None:
    zoom = fit_width(612, 1000)
    assert GUTTER_LEFT + 612 * zoom * PIXELS_PER_POINT + GUTTER_RIGHT <= 1000
    assert fit_page(612, 792, 1000, 500) * 792 * PIXELS_PER_POINT <= 500


def test_that_zoom_steps_lead_up_and_down_through_round_values() -> None:
    assert next_zoom(0.79, 1) == 0.8
    assert next_zoom(0.8, 1) == 1.0
    assert next_zoom(1.0, -1) == 0.8
    assert next_zoom(16.0, 1) == 16.0
