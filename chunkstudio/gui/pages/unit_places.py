"""Where units lie, page by page: built once for a document's units and kept while only cuts change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.chunking.model import SentenceUnit
from chunkstudio.gui.pages.column_limits import Limits, column_limits
from chunkstudio.layout.model import LayoutPage, Rect


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """The lines of one unit on one page, in reading order, and the column in which they stand."""

    index: int
    box_id: str
    lines: tuple[Rect, ...]
    limits: Limits
    begins: bool
    """Whether the unit begins on this page."""


class UnitPlaces:
    """Units by page. Places are worked out when a page is first asked for."""

    def __init__(self, units: Sequence[SentenceUnit]) -> None:
        self.units = units
        self._by_page: dict[int, list[int]] = {}
        for unit in units:
            last = 0
            for page, _ in unit.rects:
                if page != last:
                    self._by_page.setdefault(page, []).append(unit.index)
                    last = page
        self._places: dict[int, tuple[LayoutPage, tuple[UnitPlace, ...]]] = {}

    def on_page(self, page: LayoutPage) -> tuple[UnitPlace, ...]:
        """Places of the units of a page, in document order."""
        known = self._places.get(page.number)
        if known is not None and known[0] is page:
            return known[1]
        limits = box_limits(page)
        whole = (0.0, page.width)
        places = tuple(self._place(i, page.number, limits, whole) for i in self._by_page.get(page.number, ()))
        self._places[page.number] = (page, places)
        return places

    def first_page(self, index: int) -> int:
        """Page on which a unit begins (its own page where it has no rectangle)."""
        unit = self.units[index]
        return unit.rects[0][0] if unit.rects else unit.page

    def _place(self, index: int, page: int, limits: dict[str, Limits], whole: Limits) -> UnitPlace:
        unit = self.units[index]
        lines = tuple(rect for number, rect in unit.rects if number == page)
        return UnitPlace(index, unit.box_id, lines, limits.get(unit.box_id, whole), unit.rects[0][0] == page)


def box_limits(page: LayoutPage) -> dict[str, Limits]:
    """The column of each box of a page that is read, by box id."""
    boxes = [box for box in page.boxes if box.excluded is None]
    return dict(zip((b.id for b in boxes), column_limits([b.rect for b in boxes], page.width), strict=True))
