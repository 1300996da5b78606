from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QColor, QImage, QPainter

from chunkstudio.gui.pages.gutter import PlacedPage
from chunkstudio.gui.pages.page_canvas import around_pages
from tests.gui.pages.made_pages import made_marks


def test_that_desk_and_pages_together_cover_every_pixel_of_the_view() -> None:
    marks = replace(made_marks(), width=300.0, height=200.0)
    pages = [PlacedPage(marks, 50.5, -80.0, 1.0), PlacedPage(marks, 50.5, 134.0, 1.0), PlacedPage(marks, -20.0, 348.0, 1.0)]
    image = QImage(400, 500, QImage.Format.Format_RGB32)
    image.fill(QColor("red"))
    painter = QPainter(image)
    for part in around_pages(pages, 400, 500):
        painter.fillRect(part, QColor("blue"))
    for page in pages:
        painter.fillRect(round(page.x), round(page.y), 300, 200, QColor("white"))
    painter.end()
    seen = {image.pixelColor(x, y).name() for x in range(400) for y in range(0, 500, 3)}
    assert seen == {"#0000ff", "#ffffff"}


def test_that_a_view_without_pages_is_all_desk() -> None:
    parts = around_pages([], 300, 200)
    assert [(p.width(), p.height()) for p in parts] == [(300.0, 200.0)]
