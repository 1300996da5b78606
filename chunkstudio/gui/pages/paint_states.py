"""What is chosen or hovered, painted anew in each frame over the kept picture of a page."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from chunkstudio.gui.pages.marks import BoundaryMark, PageMarks
from chunkstudio.gui.pages.page_look import ON_PAPER_ACCENT, PageLook
from chunkstudio.gui.pages.paint_cuts import paint_candidate, paint_cut
from chunkstudio.gui.pages.paint_paper import paint_multiplied_band
from chunkstudio.gui.pages.strokes import faded, pen
from chunkstudio.layout.model import Rect

BAND = 12.0


@dataclass(frozen=True, slots=True)
class Highlights:
    """Rows of boundaries and ids of boxes that are chosen or hovered, and places (page, rectangle) that are framed.

    ``hits`` are the places that a search found, in page order; ``hit`` is the one where it stands.
    """

    row: int = -1
    hovered_row: int = -1
    boxes: frozenset[str] = frozenset()
    hovered_boxes: frozenset[str] = frozenset()
    places: tuple[tuple[int, Rect], ...] = ()
    hits: tuple[tuple[int, Rect], ...] = ()
    hit: tuple[int, Rect] | None = None


def paint_highlights(painter: QPainter, marks: PageMarks, look: PageLook, state: Highlights) -> None:
    """A 12 px accent band behind the chosen cut, accent frames around chosen boxes; paler while only hovered."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for mark in marks.boundaries:
        if mark.index == state.row:
            _boundary(painter, mark, look, 0.28)
        elif mark.index == state.hovered_row:
            _boundary(painter, mark, look, 0.14)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    chosen = [b.rect for b in marks.boxes if b.id in state.boxes]
    chosen += [rect for page, rect in state.places if page == marks.number]
    hovered = [b.rect for b in marks.boxes if b.id in state.hovered_boxes]
    _search_hits(painter, marks.number, look, state)
    _frames(painter, hovered, look, 1.5, 0.7)
    _frames(painter, chosen, look, 2.0, 1.0)


def _frames(painter: QPainter, rects: Sequence[Rect], look: PageLook, width: float, opacity: float) -> None:
    if rects:
        painter.setPen(pen(faded(ON_PAPER_ACCENT, opacity), width))
        painter.drawRects([look.outline(r, width, 2.0) for r in rects])


def _search_hits(painter: QPainter, page: int, look: PageLook, state: Highlights) -> None:
    """What a search found is underlined, the current hit framed."""
    first, last = (find(state.hits, page, key=_page) for find in (bisect_left, bisect_right))
    for _, rect in state.hits[first:last]:
        line = look.rect(rect)
        painter.fillRect(QRectF(line.left(), look.snap(line.bottom()), line.width(), 2.0), ON_PAPER_ACCENT)
    if state.hit is not None and state.hit[0] == page:
        _frames(painter, [state.hit[1]], look, 2.0, 1.0)


def _page(hit: tuple[int, Rect]) -> int:
    return hit[0]


def _boundary(painter: QPainter, mark: BoundaryMark, look: PageLook, strength: float) -> None:
    paint_multiplied_band(painter, mark.path, look, faded(ON_PAPER_ACCENT, strength), BAND)
    if mark.cut:
        paint_cut(painter, mark, look)
    else:
        paint_candidate(painter, mark, look, ON_PAPER_ACCENT)
