"""The chunks of the other side of a comparison on the pages: another version's, or those of another tool."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from chunkstudio.gui.pages.marks import SideMark
from chunkstudio.layout.model import Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any

_UP = 20.0
"""Points by which a box must stand above the one before it to be in another column."""


class Side(Protocol):
    """What stands at A; ``has_cuts`` tells whether its cuts are ours, so that differences of cuts can be shown."""

    has_cuts: bool

    def on_page(self, number: int) -> tuple[SideMark, ...]:
        """Its marks on a page, in document order."""


class ResultSide:
    """The chunks of another version; worked out page by page when first asked for."""

    has_cuts = True

    def __init__(self, result: ChunkedDocument) -> None:
        from chunkstudio.gui.pages.cut_view import view_of_result
        from chunkstudio.gui.pages.unit_places import UnitPlaces, rows_by_page

        self._view = view_of_result(result)
        self._places = UnitPlaces(result.units, rows_by_page(result.columns))
        self._pages = {page.number: page for page in result.layout.pages}
        self._known: dict[int, tuple[SideMark, ...]] = {}

    def on_page(self, number: int) -> tuple[SideMark, ...]:
        """See :class:`Side`."""
        if number not in self._known:
            self._known[number] = self._marks(number)
        return self._known[number]

    def _marks(self, number: int) -> tuple[SideMark, ...]:
        from chunkstudio.gui.overlay_colors import chunk_name
        from chunkstudio.gui.pages.band_builder import page_bands
        from chunkstudio.gui.pages.boundary_builder import boundary_seams

        page = self._pages.get(number)
        if page is None:
            return ()
        places = self._places.on_page(page)
        bands = page_bands(places, boundary_seams(places), self._view, self._places, (page.width, page.height))
        return tuple(SideMark(chunk_name(b.chunk), b.chunk, b.tokens, b.rect, b.starts, b.at_edge) for b in bands)


class PieceSide:
    """The chunks of another tool: for each its name, tokens, and rectangles by page in reading order."""

    has_cuts = False

    def __init__(self, chunks: Sequence[tuple[str, int, Sequence[tuple[int, Rect]]]]) -> None:
        self._known: dict[int, list[SideMark]] = {}
        for number, (name, tokens, regions) in enumerate(chunks):
            for k, (page, run) in enumerate(column_runs(regions)):
                rect = (min(r[0] for r in run), run[0][1], max(r[2] for r in run), max(r[3] for r in run))
                self._known.setdefault(page, []).append(SideMark(name, number, tokens, rect, k == 0))

    def on_page(self, number: int) -> tuple[SideMark, ...]:
        """See :class:`Side`."""
        marks = self._known.get(number, [])
        left = min((m.rect[0] for m in marks), default=0.0)
        return tuple(
            SideMark(m.name, m.number, m.tokens, m.rect, m.starts, m.rect[0] < left + 0.5 * (m.rect[2] - m.rect[0]))
            for m in marks
        )


def column_runs(regions: Sequence[tuple[int, Rect]]) -> list[tuple[int, list[Rect]]]:
    """Rectangles of one page and column together: a new run begins where the text goes on further up."""
    out: list[tuple[int, list[Rect]]] = []
    for page, rect in regions:
        last = out[-1] if out else None
        if last is None or last[0] != page or rect[3] < last[1][-1][1] - _UP:
            out.append((page, [rect]))
        else:
            last[1].append(rect)
    return out
