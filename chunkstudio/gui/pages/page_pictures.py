"""Finished pictures of page parts: paper, tints, ink and lines in one, kept so that scrolling only copies pixels."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPixmap

from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.page_look import PageLook
from chunkstudio.gui.pages.paint_boxes import paint_boxes, paint_order
from chunkstudio.gui.pages.paint_cuts import paint_cuts
from chunkstudio.gui.pages.paint_notes import paint_notes
from chunkstudio.gui.pages.paint_paper import paint_evidence_frames, paint_fading, paint_under_ink
from chunkstudio.gui.pages.rendered_pages import RenderedPages
from chunkstudio.gui.pages.tile_grid import SizedCache
from chunkstudio.layout.model import Rect

PICTURE_BYTES = 110 * 1024 * 1024
_WIDE, _TALL = 2048, 512
_HURRY_SECONDS = 0.008


@dataclass(frozen=True, slots=True)
class _Picture:
    look: PageLook
    marks: PageMarks
    generation: int
    pixels: QPixmap
    area: QRect


class PagePictures:
    """Paints pages from kept pictures; a part whose marks, look or image changed is made again when next seen.

    In a ``hurry`` (pages and results arrive) one frame makes as many as 8 ms allow, at least one; other parts show what
    they showed before, and ``unfinished`` says that another frame is needed.
    """

    def __init__(self, rendered: RenderedPages, limit: int = PICTURE_BYTES) -> None:
        self.hurry = False
        self.unfinished = False
        self._until = math.inf
        self._made_one = False
        self._rendered = rendered
        self._cache: SizedCache[tuple[str, int, int, int], _Picture] = SizedCache(limit)
        self._settled: PageLook | None = None

    def paint(
        self, painter: QPainter, document: str, marks: PageMarks, look: PageLook, exposed: QRectF, *, moving: bool = False
    ) -> None:
        """Paint the part ``exposed`` (logical pixels from the page's corner) of a page at the painter's origin.

        While the zoom is ``moving``, pictures of the zoom before are stretched instead of making new ones.
        """
        if moving and self._stretch(painter, document, marks, look):
            return
        if not moving:
            self._settled = look
        painter.save()
        painter.scale(1 / look.ratio, 1 / look.ratio)  # device pixels onto device pixels: a plain copy
        for column, row, area in self._parts(marks, look, exposed):
            picture = self._picture(document, marks, look, column, row, area)
            painter.drawPixmap(area.topLeft(), picture.pixels)
        painter.restore()

    def begin_frame(self) -> None:
        """A new frame: time for new pictures counts from now."""
        self.unfinished = self._made_one = False
        self._until = time.perf_counter() + _HURRY_SECONDS if self.hurry else math.inf

    def clear(self) -> None:
        """Forget all pictures."""
        self._cache.clear()

    def _parts(self, marks: PageMarks, look: PageLook, exposed: QRectF) -> list[tuple[int, int, QRect]]:
        wide, tall = page_pixels(marks, look)
        left, top = max(0.0, exposed.left() * look.ratio), max(0.0, exposed.top() * look.ratio)
        right, bottom = min(wide, exposed.right() * look.ratio), min(tall, exposed.bottom() * look.ratio)
        out = []
        for row in range(int(top // _TALL), math.ceil(bottom / _TALL)):
            for column in range(int(left // _WIDE), math.ceil(right / _WIDE)):
                x, y = column * _WIDE, row * _TALL
                out.append((column, row, QRect(x, y, min(_WIDE, wide - x), min(_TALL, tall - y))))
        return out

    def _picture(self, document: str, marks: PageMarks, look: PageLook, column: int, row: int, area: QRect) -> _Picture:
        key = (document, marks.number, column, row)
        generation = self._rendered.generation(document, marks.number)
        known = self._cache.get(key)
        if known is not None and known.look is look:
            if known.marks is marks and known.generation == generation:
                return known
            if known.marks == marks and known.generation == generation:  # worked out anew, and nothing changed here
                made = replace(known, marks=marks)
                self._cache.put(key, made, _bytes(area))
                return made
            if self._made_one and time.perf_counter() > self._until:
                self.unfinished = True
                return known
        self._made_one = True
        made = _Picture(look, marks, generation, self._make(document, marks, look, area), area)
        self._cache.put(key, made, _bytes(area))
        return made

    def _make(self, document: str, marks: PageMarks, look: PageLook, area: QRect) -> QPixmap:
        pixels = QPixmap(area.size())
        pixels.fill(look.colors.paper)
        clip = clip_points(area, look)
        painter = QPainter(pixels)
        self._enter(painter, look, area)
        paint_under_ink(painter, marks, look, clip)
        painter.resetTransform()
        self._rendered.draw(painter, document, marks.number, (marks.width, marks.height), look.device_scale, area)
        self._enter(painter, look, area)
        paint_fading(painter, marks, look, clip)
        paint_cuts(painter, marks, look, clip)
        paint_boxes(painter, marks, look, clip)
        paint_evidence_frames(painter, marks, look, clip)
        paint_order(painter, marks, look, clip)
        paint_notes(painter, marks, look, clip)
        painter.end()
        return pixels

    @staticmethod
    def _enter(painter: QPainter, look: PageLook, area: QRect) -> None:
        """Logical pixels of the page; the picture itself still counts device pixels."""
        painter.resetTransform()
        painter.translate(-area.x(), -area.y())
        painter.scale(look.ratio, look.ratio)

    def _stretch(self, painter: QPainter, document: str, marks: PageMarks, look: PageLook) -> bool:
        before = self._settled
        if before is None or before.colors is not look.colors:
            return False
        factor = look.scale / before.scale
        found = False
        whole = QRectF(0, 0, *(p / before.ratio for p in page_pixels(marks, before)))
        for column, row, area in self._parts(marks, before, whole):
            known = self._cache.get((document, marks.number, column, row))
            if known is None or known.look is not before:
                continue
            if not found:
                painter.fillRect(QRectF(0, 0, marks.width * look.scale, marks.height * look.scale), look.colors.paper)
                found = True
            x, y = area.x() / before.ratio * factor, area.y() / before.ratio * factor
            wide, tall = area.width() / before.ratio * factor, area.height() / before.ratio * factor
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
            painter.drawPixmap(QRectF(x, y, wide, tall), known.pixels, QRectF(known.pixels.rect()))
        return found


def _bytes(area: QRect) -> int:
    return area.width() * area.height() * 4


def page_pixels(marks: PageMarks, look: PageLook) -> tuple[int, int]:
    """Width and height of a page in device pixels."""
    scale = look.device_scale
    return max(1, math.ceil(marks.width * scale - 1e-6)), max(1, math.ceil(marks.height * scale - 1e-6))


def clip_points(area: QRect, look: PageLook) -> Rect:
    """An area in device pixels as a rectangle in points."""
    s = look.device_scale
    return (area.left() / s, area.top() / s, (area.left() + area.width()) / s, (area.top() + area.height()) / s)
