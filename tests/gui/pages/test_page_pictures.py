from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from chunkstudio.gui.page_images import PageImages
from chunkstudio.gui.pages.marks import EvidenceMark, OverlapMark, PageMarks
from chunkstudio.gui.pages.page_look import PageColors, PageLook
from chunkstudio.gui.pages.page_pictures import PagePictures
from chunkstudio.gui.pages.rendered_pages import RenderedPages
from chunkstudio.gui.session import LAYERS
from tests.gui.pages.made_pages import InkSource, made_marks


def _paint(images: PageImages, marks: PageMarks, look: PageLook, qtbot: object, *, ask: bool = True) -> QImage:
    rendered = RenderedPages(images)
    if ask:
        with qtbot.waitSignal(rendered.arrived):  # type: ignore[attr-defined]
            rendered.ask("doc", [(1, 600.0, 800.0, (0.0, 0.0, 600.0, 800.0), 10)], look.device_scale)
    size = (round(600 * look.device_scale), round(800 * look.device_scale))
    out = QImage(*size, QImage.Format.Format_RGB32)
    out.setDevicePixelRatio(look.ratio)
    painter = QPainter(out)
    PagePictures(rendered).paint(painter, "doc", marks, look, QRectF(0, 0, 600 * look.scale, 800 * look.scale))
    painter.end()
    return out


def _look(colors: PageColors, *layers: str, ratio: float = 1.0, zoom: float = 0.75) -> PageLook:
    return PageLook(zoom, ratio, frozenset(layers), frozenset(), colors)


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_that_ink_stays_black_under_every_tint_and_hatching(
    images: PageImages, colors: PageColors, qtbot: object, ratio: float
) -> None:
    marks = replace(
        made_marks(),
        overlaps=(OverlapMark(1, ((100, 110, 500, 140),)),),
        evidence=(EvidenceMark(((300, 110, 500, 140),), True, 1),),
    )
    image = _paint(images, marks, _look(colors, "chunks", "overlap", "evidence", ratio=ratio), qtbot)
    for x in (*range(110, 290, 7), *range(310, 490, 7)):
        assert image.pixelColor(round(x * ratio), round(125 * ratio)).lightness() < 12


def test_that_tints_cover_the_paper_and_meet_without_a_seam(images: PageImages, colors: PageColors, qtbot: object) -> None:
    image = _paint(images, made_marks(), _look(colors, "chunks"), qtbot)
    column = [image.pixelColor(550, y) for y in range(100, 320)]
    assert all(c != QColor("#FFFFFF") for c in column if c.lightness() > 20)
    assert len({c.name() for c in column if c.lightness() > 20}) == 2
    assert image.pixelColor(550, 600) == QColor("#FFFFFF")


def test_that_a_cut_is_two_crisp_pixels_high(images: PageImages, colors: PageColors, qtbot: object) -> None:
    image = _paint(images, made_marks(), _look(colors, "boundaries"), qtbot)
    dark = [y for y in range(200, 220) if image.pixelColor(300, y).lightness() < 100]
    assert len(dark) == 2
    assert {image.pixelColor(300, y).name() for y in dark} == {"#1b2a5c"}


def test_that_no_layer_leaves_the_page_as_it_is(images: PageImages, colors: PageColors, qtbot: object) -> None:
    image = _paint(images, made_marks(), _look(colors), qtbot)
    assert image.pixelColor(300, 125) == QColor("#000000")
    assert image.pixelColor(300, 300) == QColor("#FFFFFF")


def test_that_boxes_are_shown_before_any_image_arrived(images: PageImages, colors: PageColors, qtbot: object) -> None:
    image = _paint(images, made_marks(), _look(colors, "boxes"), qtbot, ask=False)
    frame = [x for x in range(90, 110) if image.pixelColor(x, 270).name() == "#9a4a00"]
    assert frame


def test_that_a_hidden_class_is_not_painted(images: PageImages, colors: PageColors, qtbot: object) -> None:
    look = replace(_look(colors, "boxes"), hidden=frozenset({"table"}))
    image = _paint(images, made_marks(), look, qtbot)
    assert all(image.pixelColor(x, 270) == QColor("#FFFFFF") for x in range(90, 110))


def test_that_pictures_are_kept_until_their_marks_or_images_change(
    images: PageImages, colors: PageColors, source: InkSource, qtbot: object
) -> None:
    del source
    rendered = RenderedPages(images)
    pictures = PagePictures(rendered)
    look, marks = _look(colors, *LAYERS), made_marks()
    out = QImage(600, 800, QImage.Format.Format_RGB32)

    def made() -> list[int]:
        painter = QPainter(out)
        pictures.paint(painter, "doc", marks, look, QRectF(0, 0, 600, 800))
        painter.end()
        return [pictures._cache.get(key).pixels.cacheKey() for key in pictures._cache]  # type: ignore[union-attr]

    first = made()
    assert made() == first
    with qtbot.waitSignal(rendered.arrived):  # type: ignore[attr-defined]
        rendered.ask("doc", [(1, 600.0, 800.0, (0.0, 0.0, 600.0, 800.0), 10)], look.device_scale)
    second = made()
    assert not set(first) & set(second)
    marks = made_marks()  # worked out anew, to the same: nothing is painted anew
    assert made() == second
    marks = replace(made_marks(), boxes=made_marks().boxes[1:])
    assert not set(second) & set(made())


def test_that_in_a_hurry_a_frame_shows_what_it_showed_before_where_time_runs_out(
    images: PageImages, colors: PageColors, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chunkstudio.gui.pages.page_pictures._HURRY_SECONDS", -1.0)
    pictures = PagePictures(RenderedPages(images))
    look, before = _look(colors, *LAYERS, zoom=2.0), made_marks()
    after = replace(before, boxes=())

    def frame(marks: PageMarks) -> QImage:
        out = QImage(1600, 2134, QImage.Format.Format_RGB32)
        painter = QPainter(out)
        pictures.begin_frame()
        pictures.paint(painter, "doc", marks, look, QRectF(0, 0, 1600, 2134))
        painter.end()
        return out

    first = frame(before)
    assert not pictures.unfinished
    changed = frame(after)
    assert changed != first
    assert not pictures.unfinished  # nobody is in a hurry
    pictures.hurry = True
    frames = [frame(before)]
    assert pictures.unfinished
    assert frames[0] not in (first, changed)
    while pictures.unfinished:
        frames.append(frame(before))
    assert frames[-1] == first
    assert len(frames) == len(pictures._cache) > 1
