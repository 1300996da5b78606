"""Finding a selection again in a new result: by unit while the layout is the same, by geometry when it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkstudio.gui import linkage
from chunkstudio.gui.selection import NOTHING, Selection
from chunkstudio.layout.model import Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


def found_again(old: ChunkedDocument | None, new: ChunkedDocument, chosen: Selection) -> Selection:
    """The same thing in the new result; nothing when it is gone.

    A chunk is followed by its first unit, since its position changes with every cut before it.
    """
    if not chosen or old is None or old is new:
        return linkage.make_selection(new, chosen.kind, chosen.id) if chosen else NOTHING
    if old.layout.layout_hash == new.layout.layout_hash:
        if chosen.kind != "chunk":
            return linkage.make_selection(new, chosen.kind, chosen.id)
        span = linkage.unit_range(old, chosen)
        return _chunk_at(new, span[0]) if span else NOTHING
    place = linkage.place_of(old, chosen)
    return _at_place(new, chosen, *place) if place and place[1] else NOTHING


def _chunk_at(result: ChunkedDocument, unit: int) -> Selection:
    found = next((c for c in result.chunks if c.unit_range[0] <= unit < c.unit_range[1]), None)
    return Selection("chunk", found.id, found.position) if found else NOTHING


def _at_place(result: ChunkedDocument, chosen: Selection, page: int, rect: Rect | None) -> Selection:
    """The thing of the same kind that covers most of a rectangle."""
    assert rect is not None
    best, share = NOTHING, 0.0
    if chosen.kind in ("chunk", "boundary"):
        unit = max(
            (u for u in result.units if u.page == page),
            key=lambda u: max(_shared(r, rect) for _, r in u.rects) if u.rects else 0.0,
            default=None,
        )
        if unit is None:
            return NOTHING
        if chosen.kind == "chunk":
            return _chunk_at(result, unit.index)
        before = max(0, unit.index - 1)
        return linkage.make_selection(result, "boundary", result.units[before].id)
    for name in _candidates(result, chosen):
        candidate = Selection(chosen.kind, name)
        place = linkage.place_of(result, candidate)
        if place and place[0] == page and place[1] and _shared(place[1], rect) > share:
            best, share = candidate, _shared(place[1], rect)
    return best


def _candidates(result: ChunkedDocument, chosen: Selection) -> list[str]:
    if chosen.kind == "box":
        return [b.id for b in result.layout.boxes()]
    if chosen.kind == "table":
        return [t.id for t in result.tables]
    if chosen.kind == "figure":
        return [f.id for f in result.figures]
    return [s.id for s in result.sections]


def _shared(one: Rect, other: Rect) -> float:
    """Area that two rectangles share, over the area of both together (0..1)."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    both = width * height
    area = (one[2] - one[0]) * (one[3] - one[1]) + (other[2] - other[0]) * (other[3] - other[1])
    return both / max(area - both, 1e-9)
