"""Breaks in long work."""

from __future__ import annotations

import threading

import pytest

from chunkstudio.chunking.pipeline import Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.breaks import take_break, with_a_break_each, with_breaks
from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.options import LayoutOptions
from tests.layout.made_pages import FILLER, block, info, page

_PAGES = 40


class Counter:
    """Counts how often it was asked; says yes from the given time on."""

    def __init__(self, last: int = 10**9) -> None:
        self.asked = 0
        self._last = last

    def __call__(self) -> bool:
        self.asked += 1
        return self.asked > self._last


def _pages() -> list[object]:
    return [page([("text", block([FILLER, FILLER], 72, 100))], n) for n in range(1, _PAGES + 1)]


def test_that_a_break_asks_only_inside_and_only_in_its_own_thread() -> None:
    asked = Counter()
    take_break()
    with with_breaks(asked):
        take_break()
        other = threading.Thread(target=take_break)
        other.start()
        other.join()
    take_break()
    assert asked.asked == 1


def test_that_inner_breaks_end_with_their_block() -> None:
    outer, inner = Counter(), Counter()
    with with_breaks(outer):
        with with_breaks(inner):
            take_break()
        with with_breaks(None):
            take_break()
        take_break()
    assert (outer.asked, inner.asked) == (1, 1)


def test_that_a_loop_takes_a_break_each_so_many_items() -> None:
    asked = Counter()
    with with_breaks(asked):
        assert list(with_a_break_each("abcdefg", 3)) == list("abcdefg")
    assert asked.asked == 3


def test_that_the_document_pass_takes_several_breaks_a_page_and_gives_the_same_with_them() -> None:
    asked, pages = Counter(), _pages()
    plain = assemble(info(_PAGES), pages, LayoutOptions())
    with with_breaks(asked):
        broken = assemble(info(_PAGES), pages, LayoutOptions())
    assert asked.asked > 4 * _PAGES
    assert broken == plain


@pytest.mark.parametrize("last", [0, 3 * _PAGES])
def test_that_the_document_pass_ends_at_the_next_break_once_it_is_cancelled(last: int) -> None:
    asked = Counter(last)
    with with_breaks(asked), pytest.raises(ChunkStudioError) as caught:
        assemble(info(_PAGES), _pages(), LayoutOptions())
    assert caught.value.code == "cancelled"
    assert asked.asked == last + 1


def test_that_a_preview_and_a_whole_result_ask_now_and_then() -> None:
    layout, pipeline = assemble(info(_PAGES), _pages(), LayoutOptions()), Pipeline()
    pipeline.run(layout, Profile())
    for work in (pipeline.preview, pipeline.run):
        asked = Counter()
        work(layout, Profile().replace({"assembly.threshold": 0.3}), cancelled=asked)
        assert asked.asked >= 5
