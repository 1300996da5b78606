from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage, QPainter

from chunkstudio.gui.page_images import PageImages
from chunkstudio.gui.pages.rendered_pages import RenderedPages
from tests.gui.pages.made_pages import InkSource

WHOLE = (0.0, 0.0, 600.0, 800.0)


def test_that_a_page_is_asked_for_once_and_kept(images: PageImages, source: InkSource, qtbot: Any) -> None:
    rendered = RenderedPages(images)
    with qtbot.waitSignal(rendered.arrived) as signal:
        rendered.ask("doc", [(2, 600.0, 800.0, WHOLE, 10)], 1.0)
    assert signal.args == ["doc", 2]
    rendered.ask("doc", [(2, 600.0, 800.0, WHOLE, 10)], 1.0)
    assert source.asked == [(2, 1.0, None)]
    assert rendered.waiting() == 0
    assert rendered.generation("doc", 2) == 1


def test_that_a_huge_page_is_rendered_in_pieces_only_where_it_is_seen(
    images: PageImages, source: InkSource, qtbot: Any
) -> None:
    rendered = RenderedPages(images)
    with qtbot.waitSignal(rendered.arrived):
        rendered.ask("doc", [(1, 14_400.0, 14_400.0, (7000, 7000, 7100, 7100), 10)], 4.0)
    assert 1 <= len(source.asked) <= 4
    for _, scale, clip in source.asked:
        assert clip is not None
        assert (clip[2] - clip[0]) * scale <= 1025


def test_that_memory_stays_within_its_limit(images: PageImages, qtbot: Any) -> None:
    rendered = RenderedPages(images, limit=600 * 800 * 4 * 3)
    for page in range(1, 9):
        with qtbot.waitSignal(rendered.arrived):
            rendered.ask("doc", [(page, 600.0, 800.0, WHOLE, 10)], 1.0)
    assert rendered.used() <= 600 * 800 * 4 * 3


@pytest.mark.parametrize("pieces", [4, 14])
def test_that_pieces_in_view_stay_whatever_their_neighbours_take(
    images: PageImages, source: InkSource, qtbot: Any, pieces: int
) -> None:
    rendered = RenderedPages(images, limit=1024 * 1024 * 4 * pieces)
    needs = [(1, 600.0, 800.0, WHOLE, 10), (2, 600.0, 800.0, WHOLE, 5), (3, 600.0, 800.0, WHOLE, 5)]
    rendered.ask("doc", needs, 4.5)
    qtbot.waitUntil(lambda: rendered.waiting() == 0)
    asked = sum(page == 1 for page, _, _ in source.asked)
    assert asked == 12
    rendered.ask("doc", needs[:1], 4.5)
    assert rendered.waiting() == 0 and sum(page == 1 for page, _, _ in source.asked) == asked
    rendered.ask("doc", [(4, 600.0, 800.0, WHOLE, 10)], 1.0)
    qtbot.waitUntil(lambda: rendered.waiting() == 0)
    assert rendered.used() <= 1024 * 1024 * 4 * pieces


def test_that_a_failed_image_is_asked_for_again_but_not_for_ever(images: PageImages, source: InkSource, qtbot: Any) -> None:
    rendered = RenderedPages(images)
    source.fail = True
    for _ in range(3):
        with qtbot.waitSignal(rendered.retry_wanted):
            rendered.ask("doc", [(1, 600.0, 800.0, WHOLE, 10)], 1.0)
    source.fail = False
    with qtbot.waitSignal(rendered.arrived):
        rendered.ask("doc", [(1, 600.0, 800.0, WHOLE, 10)], 1.0)


def test_that_images_of_a_closed_or_changed_file_are_dropped(images: PageImages, qtbot: Any) -> None:
    rendered = RenderedPages(images)
    rendered.keep_only({"doc": "hash one"})
    with qtbot.waitSignal(rendered.arrived):
        rendered.ask("doc", [(1, 600.0, 800.0, WHOLE, 10)], 1.0)
    rendered.keep_only({"doc": "hash one"})
    assert rendered.used() > 0
    before = rendered.generation("doc", 1)
    rendered.keep_only({"doc": "hash two"})
    assert rendered.used() == 0
    assert rendered.generation("doc", 1) > before


def test_that_one_that_does_not_adopt_leaves_what_others_asked_for(images: PageImages, qtbot: Any) -> None:
    own, other = RenderedPages(images), RenderedPages(images, adopts=False)
    with qtbot.waitSignal(own.arrived):
        own.ask("doc", [(1, 600.0, 800.0, WHOLE, 10)], 1.0)
    assert other.used() == 0


@pytest.mark.parametrize("scale", [0.7, 2.61, 3.5])
def test_that_ink_lies_where_it_belongs_whatever_the_pieces(images: PageImages, qtbot: Any, scale: float) -> None:
    rendered = RenderedPages(images)
    rendered.ask("doc", [(1, 600.0, 800.0, WHOLE, 10)], scale)
    qtbot.waitUntil(lambda: rendered.waiting() == 0)
    for area in (QRect(0, 0, 420, 512), QRect(700, 256, 512, 512), QRect(1000, 300, 100, 1100)):
        if area.right() >= 600 * scale or area.bottom() >= 800 * scale:
            continue
        out = QImage(area.size(), QImage.Format.Format_RGB32)
        out.fill(Qt.GlobalColor.white)
        painter = QPainter(out)
        assert rendered.draw(painter, "doc", 1, (600.0, 800.0), scale, area)
        painter.end()
        dark = {
            y + area.y() for y in range(out.height()) for x in (0, out.width() - 1) if out.pixelColor(x, y).lightness() < 99
        }
        assert dark == {y for y in range(area.top(), area.bottom() + 1) if 120 * scale <= y < 130 * scale}
