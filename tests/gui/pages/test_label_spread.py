from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from chunkstudio.gui.pages.label_spread import Wish, spread

wishes = st.lists(st.builds(Wish, st.floats(-50, 900), st.sampled_from([14.0, 20.0, 30.0]), st.booleans()), max_size=60)


@given(wishes)
def test_that_no_label_lies_over_another_and_all_are_in_view(asked: list[Wish]) -> None:
    places = spread(asked, 0.0, 800.0)
    shown = sorted((y, w.height) for y, w in zip(places, asked, strict=True) if y is not None)
    for (upper, high), (lower, low) in itertools.pairwise(shown):
        assert lower - upper >= (high + low) / 2 - 1e-6
    for y, height in shown:
        assert y - height / 2 >= -1e-6
        assert y + height / 2 <= 800 + 1e-6


@given(wishes)
def test_that_loud_labels_keep_their_order(asked: list[Wish]) -> None:
    places = spread(asked, 0.0, 800.0)
    loud = sorted(
        ((w.y, i, places[i]) for i, w in enumerate(asked) if not w.quiet and places[i] is not None), key=lambda t: t[:2]
    )
    shown = [place for _, _, place in loud]
    assert shown == sorted(shown)


def test_that_a_label_with_room_stays_where_it_wants_to_be() -> None:
    assert spread([Wish(100, 20), Wish(200, 20)], 0, 400) == [100, 200]


def test_that_two_labels_at_one_place_share_the_shift() -> None:
    one, other = spread([Wish(100, 20), Wish(100, 20)], 0, 400)
    assert one == 89
    assert other == 111


def test_that_a_quiet_label_gives_way_and_never_moves() -> None:
    assert spread([Wish(100, 20), Wish(105, 14, quiet=True), Wish(160, 14, quiet=True)], 0, 400) == [100, None, 160]
