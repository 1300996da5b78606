"""Charts and diagrams drawn with lines and shapes: found by the reader, pictures for the fast parser, with their labels."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.model import ParsedPage
from tests.layout.made_pdfs import WORDS, Draw, both, make_pdf, read, write

TEXT = both(write(WORDS, WORDS, WORDS, y=80), write(WORDS, WORDS, WORDS, y=500))


def bars(page: Any) -> None:
    """Six bars on two axes, with years below and numbers to the left."""
    page.draw_line((100, 180), (100, 300), width=0.8)
    page.draw_line((100, 300), (420, 300), width=0.8)
    for i, tall in enumerate((40, 90, 60, 110, 25, 70)):
        page.draw_rect((112 + 52 * i, 300 - tall, 138 + 52 * i, 300), fill=(0.2, 0.4, 0.7), color=None)
        page.insert_text((114 + 52 * i, 310), str(2010 + i), fontsize=7)
        page.insert_text((86, 300 - 22 * i), str(10 * i), fontsize=7)


def curve(page: Any) -> None:
    """A line of twenty slanted strokes in a frame."""
    page.draw_rect((100, 200, 400, 320), width=0.6)
    page.draw_polyline([(100 + 15 * i, 260 + 50 * math.sin(i)) for i in range(21)], color=(0.8, 0.2, 0.1))


def pie(page: Any) -> None:
    """Wedges of a circle."""
    for i in range(5):
        turn = math.radians(72 * i)
        start = (250 + 60 * math.cos(turn), 260 + 60 * math.sin(turn))
        page.draw_sector((250, 260), start, 72, fill=(0.1 * i, 0.4, 0.6), color=None)


def shaded_table(page: Any) -> None:
    """Rows on coloured grounds."""
    for i in range(8):
        page.draw_rect((72, 200 + 16 * i, 420, 214 + 16 * i), fill=(0.8, 0.88, 0.95), color=None)
        page.insert_text((76, 211 + 16 * i), f"Berth {i}", fontsize=10)
        page.insert_text((300, 211 + 16 * i), str(100 + i), fontsize=10)


def rounded_box(page: Any) -> None:
    """Text in a box with round corners."""
    page.draw_rect((72, 200, 420, 300), radius=0.1, width=1)
    write(WORDS, WORDS, y=230, x=84)(page)


def parsed(tmp_path: Path, draw: Draw) -> ParsedPage:
    return read(make_pdf(tmp_path / "a.pdf", both(TEXT, draw)))


@pytest.mark.parametrize(("draw", "middle"), [(bars, (260, 250)), (curve, (250, 260)), (pie, (250, 260))])
def test_that_a_chart_is_one_picture_of_the_fast_parser(tmp_path: Path, draw: Draw, middle: tuple[float, float]) -> None:
    pictures = [r.rect for r in fast_regions(parsed(tmp_path, draw)) if r.box_class == "picture"]
    assert len(pictures) == 1
    x0, y0, x1, y1 = pictures[0]
    assert x0 < middle[0] < x1 and y0 < middle[1] < y1 and y0 > 110 and y1 < 480


@pytest.mark.parametrize("draw", [shaded_table, rounded_box, lambda _: None])
def test_that_grounds_and_frames_of_text_are_no_drawings(tmp_path: Path, draw: Draw) -> None:
    page = parsed(tmp_path, draw)
    assert page.drawings == ()
    assert not [r for r in fast_regions(page) if r.box_class == "picture"]


def test_that_the_labels_of_an_axis_are_in_its_picture_and_the_caption_is_not(tmp_path: Path) -> None:
    page = parsed(tmp_path, both(bars, write("Figure 1: Lamps by year", y=326, size=9)))
    [picture] = [r.rect for r in fast_regions(page) if r.box_class == "picture"]
    labels = [line for line in page.lines if line.text.isdigit()]
    assert len(labels) == 12
    assert all(picture[0] <= x.rect[0] and x.rect[3] <= picture[3] for x in labels)
    [caption] = [line for line in page.lines if line.text.startswith("Figure")]
    assert caption.rect[1] >= picture[3]


def test_that_the_second_line_of_a_caption_above_a_drawing_is_no_label_of_it(tmp_path: Path) -> None:
    caption = write("Figure 1: Lamps by year,", "counted by the keeper.", y=164, size=9, step=11)
    page = parsed(tmp_path, both(bars, caption))
    lower = next(line for line in page.lines if line.text.startswith("counted"))
    [picture] = [r.rect for r in fast_regions(page) if r.box_class == "picture"]
    assert lower.rect[3] <= picture[1]


def test_that_a_drawing_lies_where_it_is_seen_on_a_turned_page(tmp_path: Path) -> None:
    page = read(make_pdf(tmp_path / "a.pdf", both(TEXT, curve), rotation=90))
    [rect] = page.drawings
    assert (page.width, page.height) == (842, 595)
    assert rect[0] == pytest.approx(842 - 320, abs=4) and rect[1] == pytest.approx(100, abs=4)
