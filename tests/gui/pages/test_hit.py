from __future__ import annotations

import itertools
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.pages.gutter import Label, Rail
from chunkstudio.gui.pages.hit import Hit, distance_to, hit_gutter, hit_page
from chunkstudio.gui.session import LAYERS
from tests.gui.pages.made_pages import made_marks

ALL = frozenset(LAYERS)


def test_that_a_line_wins_over_the_box_and_chunk_below_it() -> None:
    assert hit_page(made_marks(), 300, 211, layers=ALL) == Hit("boundary", "p1.b0.u1", 1)


def test_that_a_box_wins_over_its_chunk_and_the_chunk_over_nothing() -> None:
    marks = made_marks()
    assert hit_page(marks, 300, 120, layers=ALL) == Hit("box", "p1.b0")
    assert hit_page(marks, 550, 120, layers=ALL) == Hit("chunk", "c0", 0)
    assert hit_page(marks, 550, 600, layers=ALL) is None


def test_that_a_layer_that_is_off_cannot_be_hit() -> None:
    marks = made_marks()
    assert hit_page(marks, 300, 211, layers=ALL - {"boundaries"}) == Hit("chunk", "c1", 1)
    assert hit_page(marks, 300, 120, layers=ALL - {"boxes"}) == Hit("chunk", "c0", 0)
    assert hit_page(marks, 300, 120, layers=frozenset()) is None


def test_that_a_hidden_class_cannot_be_hit() -> None:
    assert hit_page(made_marks(), 300, 250, layers=ALL, hidden=frozenset({"table"})) == Hit("chunk", "c1", 1)


def test_that_a_place_inside_a_box_is_only_offered_when_it_is_shown() -> None:
    marks = made_marks()
    assert hit_page(marks, 300, 150, layers=ALL) == Hit("box", "p1.b0")
    assert hit_page(marks, 300, 150, layers=ALL, inside=True) == Hit("boundary", "p1.b0.u0", 0)


def test_that_the_smallest_box_at_a_point_is_meant() -> None:
    marks = made_marks()
    around = replace(marks.boxes[0], id="p1.b9", rect=(0, 0, 600, 800))
    assert hit_page(replace(marks, boxes=(around, *marks.boxes)), 300, 120, layers=ALL) == Hit("box", "p1.b0")


def test_that_labels_and_rails_of_the_gutters_are_hit_in_pixels() -> None:
    cut = Label("cut", "boundary", "p1.b0.u1", 1, 700, 300, 20, "0.83", "score", target=300, page_edge=690)
    name = Label("chunk", "chunk", "c0", 0, 60, 100, 30, "c0", "120 tok", page_edge=80, left=True)
    rail = Rail(1, "c1", 68, 210, 320, 8)
    assert hit_gutter([cut, name], [rail], 720, 305) == Hit("boundary", "p1.b0.u1", 1)
    assert hit_gutter([cut, name], [rail], 40, 90) == Hit("chunk", "c0", 0)
    assert hit_gutter([cut, name], [rail], 70, 250) == Hit("chunk", "c1", 1)
    assert hit_gutter([cut, name], [rail], 400, 250) is None


@given(st.floats(0, 600), st.floats(0, 300))
def test_that_the_distance_to_a_stepped_line_is_that_to_its_nearest_piece(x: float, y: float) -> None:
    path = ((0.0, 112.0), (203.0, 112.0), (203.0, 100.0), (600.0, 100.0))
    near = min(
        ((x - px) ** 2 + (y - py) ** 2) ** 0.5
        for (ax, ay), (bx, by) in itertools.pairwise(path)
        for px, py in [(min(max(x, min(ax, bx)), max(ax, bx)), min(max(y, min(ay, by)), max(ay, by)))]
    )
    assert abs(distance_to(path, x, y) - near) < 1e-9
