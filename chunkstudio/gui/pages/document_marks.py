"""Marks of a whole document, worked out page by page when a page is first shown."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunkstudio.chunking.model import REASONS
from chunkstudio.gui.item_models.boundary_changes import BoundaryChange, boundary_changes
from chunkstudio.gui.pages.band_builder import page_bands
from chunkstudio.gui.pages.boundary_builder import page_boundaries, page_changes
from chunkstudio.gui.pages.cut_view import CutView
from chunkstudio.gui.pages.marks import BoxMark, EvidenceMark, OverlapMark, PageMarks
from chunkstudio.gui.pages.unit_places import UnitPlace, UnitPlaces
from chunkstudio.layout.model import LayoutPage

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


@dataclass(frozen=True, slots=True)
class Sources:
    """What marks are made from. ``previous`` is the result to compare with; ``parser`` the one that counts.

    ``pages`` have the newest boxes, ``cut_pages`` those on which the cuts were made.
    """

    pages: dict[int, LayoutPage] = field(default_factory=dict)
    cut_pages: dict[int, LayoutPage] = field(default_factory=dict)
    view: CutView | None = None
    places: UnitPlaces | None = None
    previous: ChunkedDocument | None = None
    parser: str = ""
    evidence: dict[int, tuple[EvidenceMark, ...]] = field(default_factory=dict)


class DocumentMarks:
    """Marks by page number. Immutable but for its memory of pages already asked for."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._pages: dict[int, PageMarks] = {}
        self._changes: list[BoundaryChange] | None = None
        self._box_marks: dict[int, tuple[BoxMark, ...]] = {}

    def page(self, number: int) -> PageMarks | None:
        """Marks of a page; None while its boxes are not known."""
        marks = self._pages.get(number)
        if marks is None:
            page = self.sources.pages.get(number)
            if page is None:
                return None
            marks = self._pages[number] = self._build(page)
        return marks

    def _build(self, page: LayoutPage) -> PageMarks:
        src = self.sources
        note = "This page could not be read. Its image is shown, but it cannot be cut." if page.failed else ""
        base = PageMarks(
            page.number,
            page.width,
            page.height,
            box_marks(page),
            evidence=src.evidence.get(page.number, ()),
            provisional=bool(src.parser) and page.parser != src.parser and not page.failed,
            note=note,
        )
        if src.view is None or src.places is None:
            return base
        places = src.places.on_page(src.cut_pages.get(page.number, page))
        return PageMarks(
            base.number,
            base.width,
            base.height,
            base.boxes,
            tuple(page_bands(places, src.view, src.places, page.number, page.width, page.height)),
            tuple(page_boundaries(places, src.view, page.width)),
            tuple(_overlaps(places, src.view, page.number)),
            base.evidence,
            tuple(page_changes(places, self.changes_on(places), self._old_reasons())),
            base.provisional,
            base.note,
        )

    def changes(self) -> list[BoundaryChange]:
        """All differences to the previous result, in document order; empty when there is none to compare with."""
        if self._changes is None:
            src, previous = self.sources, self.sources.previous
            if previous is None or src.view is None:
                self._changes = []
            else:
                self._changes = boundary_changes(list(previous.cuts), previous.units, src.view.cuts(), src.view.units)
        return self._changes

    def changes_on(self, places: tuple[UnitPlace, ...]) -> list[BoundaryChange]:
        """Differences near the units of one page."""
        changes = self.changes()
        if not places or not changes:
            return []
        low, high = min(p.index for p in places) - 8, max(p.index for p in places) + 8
        keys = [c.index for c in changes]
        return changes[bisect_left(keys, low) : bisect_right(keys, high)]

    def _old_reasons(self) -> dict[int, str]:
        previous, view = self.sources.previous, self.sources.view
        if previous is None or view is None or previous.units is not view.units:
            return {}
        codes = previous.boundaries.reason
        return {c.index: REASONS[int(codes[c.index])] for c in self.changes() if c.kind == "removed" and c.index < len(codes)}


def box_marks(page: LayoutPage) -> tuple[BoxMark, ...]:
    """Boxes of a page in reading order, with their number in it and the space left of each."""
    out, order = [], 0
    for box in page.boxes:
        read = box.excluded is None
        order += read
        out.append(
            BoxMark(box.id, box.rect, box.box_class, box.level, box.excluded, order if read else 0, _room(box.rect, page))
        )
    return tuple(out)


def _room(rect: tuple[float, float, float, float], page: LayoutPage) -> float:
    """Points between a box and what stands left of its upper edge (or the edge of the page)."""
    x0, y0, _, y1 = rect
    ends = (b.rect[2] for b in page.boxes if b.rect[2] <= x0 + 1 and b.rect[1] < min(y1, y0 + 12) and b.rect[3] > y0)
    return x0 - max(ends, default=0.0)


def _overlaps(places: tuple[UnitPlace, ...], view: CutView, page: int) -> list[OverlapMark]:
    """Text on this page that a chunk repeats; exact regions where the result gives them."""
    if not places or not view.chunks:
        return []
    low, high = min(p.index for p in places), max(p.index for p in places)
    first = bisect_left(view.extents, low, key=lambda e: e.start)
    out = []
    for extent in view.extents[max(0, first - 1) :]:
        if extent.start > high + 64:
            break
        rects = tuple(r.rect for r in view.chunks[extent.position].overlap_regions if r.page == page)
        if rects:
            out.append(OverlapMark(extent.position, rects))
    return out
