from __future__ import annotations

from dataclasses import replace

import pytest

from chunkstudio.gui.pages.gutter import (
    LABEL_WIDTH,
    GutterState,
    PlacedPage,
    left_labels,
    rails,
    right_labels,
)
from chunkstudio.gui.pages.marks import ChangeMark
from chunkstudio.gui.session import LAYERS
from tests.gui.pages.made_pages import made_marks

ALL = frozenset(LAYERS)
STATE = GutterState(1.0, 800, 600, ALL)


def _page(**moved: float) -> PlacedPage:
    return replace(PlacedPage(made_marks(), 90.0, 10.0, 0.9), **moved)


def test_that_names_and_tokens_hang_left_of_their_rail() -> None:
    names = left_labels([_page()], STATE)
    assert [(n.strong, n.weak) for n in names] == [("c0", "120 tok"), ("c1", "80 tok")]
    assert all(name.left and name.x < rail.x for name, rail in zip(names, rails([_page()], STATE), strict=True))


def test_that_a_chunk_from_an_earlier_page_says_so() -> None:
    marks = made_marks()
    begun = replace(marks.bands[0], starts=False, from_page=4)
    page = PlacedPage(replace(marks, bands=(begun, marks.bands[1])), 90.0, 10.0, 0.9)
    assert left_labels([page], STATE)[0].above == "↑ p 4"


def test_that_a_name_stays_in_view_while_its_chunk_does() -> None:
    names = left_labels([_page(y=-150.0)], STATE)
    assert names[0].id == "c0"
    assert 0 <= names[0].y - names[0].height / 2 < 10


def test_that_labels_stick_to_the_edge_of_the_view_when_the_gutter_left_it() -> None:
    page = _page(x=-400.0, y=-200.0, scale=3.0)
    assert all(0 < n.x <= 80 and n.on_page for n in left_labels([page], STATE))
    labels = right_labels([page], STATE)
    assert labels
    assert all(n.x + LABEL_WIDTH <= 800 and n.on_page for n in labels)
    assert all(r.x >= 0 for r in rails([page], STATE))


def test_that_a_cut_is_named_and_a_place_inside_a_box_only_above_200_percent() -> None:
    assert [(n.style, n.strong, n.weak) for n in right_labels([_page()], STATE)] == [("cut", "0.83", "score")]
    near = right_labels([_page()], replace(STATE, zoom=2.5))
    assert [(n.style, n.strong) for n in near] == [("candidate", "0.31"), ("cut", "0.83")]


def test_that_a_chosen_place_is_named_at_every_zoom_with_labels() -> None:
    labels = right_labels([_page()], replace(STATE, chosen_row=0))
    assert [(n.strong, n.weak) for n in labels] == [("0.31", "not cut"), ("0.83", "score")]


@pytest.mark.parametrize(("zoom", "tokens", "names"), [(1.0, "120 tok", 2), (0.5, "", 2), (0.2, "", 0)])
def test_that_words_vanish_with_the_zoom_and_rails_stay(zoom: float, tokens: str, names: int) -> None:
    state = replace(STATE, zoom=zoom)
    labels = left_labels([_page()], state)
    assert len(labels) == names
    assert all(label.weak in (tokens, "80 tok") for label in labels)
    assert len(rails([_page()], state)) == 2


def test_that_a_layer_that_is_off_has_no_labels() -> None:
    state = replace(STATE, layers=frozenset({"boxes"}))
    assert left_labels([_page()], state) == []
    assert right_labels([_page()], state) == []
    assert rails([_page()], state) == []


def test_that_a_difference_takes_the_place_of_its_cut() -> None:
    change = ChangeMark("added", 1, ((0, 210), (600, 210)), 210, (), "added")
    page = PlacedPage(replace(made_marks(), changes=(change,)), 90.0, 10.0, 0.9)
    labels = right_labels([page], STATE)
    assert [(n.style, n.strong, n.weak) for n in labels] == [("change", "+", "score")]
    assert labels[0].id == "p1.b0.u1"


def test_that_access_labels_stand_where_they_change() -> None:
    marks = made_marks()
    bands = tuple(replace(b, acl=acl) for b, acl in zip(marks.bands, (("staff",), ("staff", "board")), strict=True))
    page = PlacedPage(replace(marks, bands=bands), 90.0, 10.0, 0.9)
    assert [label.access for label in left_labels([page], STATE)] == ["staff", "staff, board"]
    same = PlacedPage(replace(marks, bands=tuple(replace(b, acl=("staff",)) for b in bands)), 90.0, 10.0, 0.9)
    assert [label.access for label in left_labels([same], STATE)] == ["staff", ""]
    assert all(not label.access for label in left_labels([page], replace(STATE, layers=ALL - {"access"})))
