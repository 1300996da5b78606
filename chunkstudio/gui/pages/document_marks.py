"""Marks of a whole document, worked out page by page when a page is first shown."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chunkstudio.gui.item_models.boundary_changes import BoundaryChange, boundary_changes
from chunkstudio.gui.pages.band_builder import page_bands
from chunkstudio.gui.pages.boundary_builder import boundary_seams, page_boundaries, page_changes
from chunkstudio.gui.pages.box_rooms import BoxRooms
from chunkstudio.gui.pages.cut_view import CutView
from chunkstudio.gui.pages.marks import BoxMark, ChangeMark, EvidenceMark, OverlapMark, PageMarks
from chunkstudio.gui.pages.seams import Seam
from chunkstudio.gui.pages.side_marks import Side
from chunkstudio.gui.pages.unit_places import UnitPlace, UnitPlaces
from chunkstudio.layout.model import LayoutPage

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


@dataclass(frozen=True, slots=True)
class Sources:
    """What marks are made from. ``previous`` is the result to compare with; ``parser`` the one that counts.

    ``side`` is what stands at A where both sides are drawn.

    ``pages`` have the newest boxes, ``cut_pages`` those on which the cuts were made.
    """

    pages: dict[int, LayoutPage] = field(default_factory=dict)
    cut_pages: dict[int, LayoutPage] = field(default_factory=dict)
    view: CutView | None = None
    places: UnitPlaces | None = None
    previous: ChunkedDocument | None = None
    parser: str = ""
    evidence: dict[int, tuple[EvidenceMark, ...]] = field(default_factory=dict)
    side: Side | None = None


class DocumentMarks:
    """Marks by page number. Immutable but for its memory of pages already asked for."""

    def __init__(self, sources: Sources) -> None:
        self.sources = sources
        self._pages: dict[int, PageMarks] = {}
        self._changes: list[BoundaryChange] | None = None
        self._same = False

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
        seams = boundary_seams(places)
        return PageMarks(
            base.number,
            base.width,
            base.height,
            base.boxes,
            tuple(page_bands(places, seams, src.view, src.places, (page.width, page.height))),
            tuple(page_boundaries(places, seams, src.view, page.width)),
            tuple(_overlaps(places, src.view, page.number)),
            base.evidence,
            tuple(self._changes_on(places, seams)),
            base.provisional,
            base.note,
            src.side.on_page(page.number) if src.side is not None else (),
            src.side is not None,
        )

    def changes(self) -> list[BoundaryChange]:
        """All differences to the previous result, in document order; empty when there is none to compare with."""
        if self._changes is None:
            src, previous = self.sources, self.sources.previous
            if previous is None or src.view is None or src.view.columns is None:
                self._changes = []
            else:
                self._same = same_units(previous, src.view)
                self._changes = boundary_changes(previous.cuts, previous.columns, src.view.cuts(), src.view.columns)
        return self._changes

    def _changes_on(self, places: tuple[UnitPlace, ...], seams: Mapping[int, Seam]) -> list[ChangeMark]:
        """Differences near the units of one page, with the reasons that removed cuts had."""
        changes, previous, view = self.changes(), self.sources.previous, self.sources.view
        if not places or not changes or previous is None or view is None:
            return []
        low, high = places[0].index - 8, places[-1].index + 8
        near = changes[bisect_left(changes, low, key=_row) : bisect_right(changes, high, key=_row)]
        from chunkstudio.chunking.model import REASONS

        codes = previous.boundaries.reason if self._same else ()
        reasons = {c.index: REASONS[int(codes[c.index])] for c in near if c.kind == "removed" and c.index < len(codes)}
        return page_changes(places, seams, near, reasons)


def box_marks(page: LayoutPage) -> tuple[BoxMark, ...]:
    """Boxes of a page in reading order, with their number in it and the space left of each."""
    rooms = BoxRooms([box.rect for box in page.boxes], page.width)
    out, order = [], 0
    for box in page.boxes:
        read = box.excluded is None
        order += read
        out.append(
            BoxMark(box.id, box.rect, box.box_class, box.level, box.excluded, order if read else 0, rooms.around(box.rect))
        )
    return tuple(out)


def _overlaps(places: tuple[UnitPlace, ...], view: CutView, page: int) -> list[OverlapMark]:
    """Text on this page that a chunk repeats; exact regions where the result gives them."""
    if not places or not view.chunks:
        return []
    first, last = bisect_left(view.starts, places[0].index), bisect_right(view.starts, places[-1].index + 64)
    out = []
    for chunk in view.chunks[max(0, first - 1) : last]:
        rects = tuple(r.rect for r in chunk.overlap_regions if r.page == page)
        if rects:
            out.append(OverlapMark(chunk.position, rects))
    return out


def same_units(previous: ChunkedDocument, view: CutView) -> bool:
    """Whether two results cut the same units, so that rows can be compared without looking at any unit."""
    one, other = previous.columns, view.columns
    if one is other or previous.units is view.units:
        return True
    if other is None or len(one) != len(other):
        return False
    return bool((one.start == other.start).all() and one.markdown == other.markdown)


def _row(change: BoundaryChange) -> int:
    return change.index
