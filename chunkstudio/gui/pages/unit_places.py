"""Where units lie, page by page: built once for a document's units and kept while only cuts change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkstudio.gui.pages.column_limits import Limits, column_limits
from chunkstudio.layout.model import LayoutPage, Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.model import SentenceUnit
    from chunkstudio.chunking.unit_columns import UnitColumns


@dataclass(frozen=True, slots=True)
class UnitPlace:
    """The lines of one unit (its row in the document) on one page, in reading order, and the column they stand in.

    ``begins`` says that the unit begins on this page.
    """

    index: int
    box_id: str
    lines: tuple[Rect, ...]
    limits: Limits
    begins: bool


class UnitPlaces:
    """Units by page. Units are looked at, and places worked out, when a page is first asked for."""

    def __init__(self, units: Sequence[SentenceUnit], rows_by_page: Mapping[int, Sequence[int]]) -> None:
        self.units = units
        self._rows = rows_by_page
        self._places: dict[int, tuple[LayoutPage, tuple[UnitPlace, ...]]] = {}

    def on_page(self, page: LayoutPage) -> tuple[UnitPlace, ...]:
        """Places of the units of a page, in document order."""
        known = self._places.get(page.number)
        if known is not None and known[0] is page:
            return known[1]
        limits = box_limits(page)
        places = tuple(place for row in self._rows.get(page.number, ()) for place in self._parts(row, page, limits))
        self._places[page.number] = (page, places)
        return places

    def first_page(self, row: int) -> int:
        """Page on which a unit begins."""
        return self.units[row].page

    def _parts(self, row: int, page: LayoutPage, limits: dict[str, Limits]) -> list[UnitPlace]:
        """The unit's part in each column; a sentence may run on at the top of the next one."""
        unit = self.units[row]
        own = limits.get(unit.box_id, (0.0, page.width))
        runs: list[tuple[Limits, list[Rect]]] = []
        for number, rect in unit.rects:
            if number == page.number:
                column = own if _within(rect, own) else _column_at(rect, page, limits)
                if runs and runs[-1][0] == column:
                    runs[-1][1].append(rect)
                else:
                    runs.append((column, [rect]))
        begins = unit.rects[0][0] == page.number if unit.rects else unit.page == page.number
        return [
            UnitPlace(row, unit.box_id, tuple(lines), column, begins and i == 0) for i, (column, lines) in enumerate(runs)
        ] or [UnitPlace(row, unit.box_id, (), own, begins)]


def _within(rect: Rect, limits: Limits) -> bool:
    return limits[0] - 2 <= rect[0] and rect[2] <= limits[1] + 2


def _column_at(rect: Rect, page: LayoutPage, limits: dict[str, Limits]) -> Limits:
    """The column of the box that holds a line; the whole page where none does."""
    x, y = (rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2
    for box in page.boxes:
        if box.rect[0] <= x <= box.rect[2] and box.rect[1] <= y <= box.rect[3] and box.id in limits:
            return limits[box.id]
    return (0.0, page.width)


def rows_by_page(columns: UnitColumns) -> dict[int, list[int]]:
    """Rows of units by page number, in document order; a unit that runs over a page stands under each of its pages."""
    import numpy as np

    pages = np.asarray([box.page for box in columns.boxes], dtype=np.int64)
    if not len(columns):
        return {}
    of_unit = pages[columns.box]
    order = np.argsort(of_unit, kind="stable")
    numbers, starts = np.unique(of_unit[order], return_index=True)
    out = {int(n): [int(r) for r in rows] for n, rows in zip(numbers, np.split(order, starts[1:]), strict=True)}
    for row, parts in enumerate(columns.parts):
        for other in {int(pages[b]) for b, _, _ in parts[1:]} - {int(of_unit[row])} if len(parts) > 1 else ():
            rows = out.setdefault(other, [])
            rows.append(row)
            rows.sort()
    return out


def box_limits(page: LayoutPage) -> dict[str, Limits]:
    """The column of each box of a page that is read, by box id."""
    boxes = [box for box in page.boxes if box.excluded is None]
    return dict(zip((b.id for b in boxes), column_limits([b.rect for b in boxes], page.width), strict=True))
