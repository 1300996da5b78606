"""How one chosen thing leads to the others: the chunk, boundary, boxes and place that belong to a selection."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkstudio.gui.selection import NOTHING, Kind, Selection
from chunkstudio.layout.model import Rect, union

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk
else:
    ChunkedDocument = Any

Place = tuple[int, Rect | None]
"""A page number (from 1) and a rectangle in points, or None for the whole page."""


def make_selection(result: ChunkedDocument | None, kind: Kind | None, name: str) -> Selection:
    """A selection with its index looked up; an id that the result does not have keeps index -1."""
    if kind is None or not name:
        return NOTHING
    index = -1
    if result is not None and kind == "chunk":
        index = next((c.position for c in result.chunks if c.id == name), -1)
    elif result is not None and kind == "boundary":
        index = _unit_row(result, name)
    return Selection(kind, name, index)


def _unit_row(result: ChunkedDocument, name: str) -> int:
    """Row of the unit ``p3.b5.u2``; -1 if there is none. Looks at its box only: a map of all ids is too slow for hovering."""
    box_id, _, number = name.rpartition(".u")
    rows = _rows_of_box(result, box_id)
    found = [row for row in rows if number.isdigit() and int(result.columns.index[row]) == int(number)]
    return found[0] if found else -1


def _rows_of_box(result: ChunkedDocument, box_id: str) -> list[int]:
    columns = result.columns
    place = next((i for i, box in enumerate(columns.boxes) if box.id == box_id), -1)
    return [int(row) for row in (columns.box == place).nonzero()[0]]


def boundary_of(result: ChunkedDocument | None, chosen: Selection) -> int | None:
    """Row of the boundary to explain for a selection: itself, the start of a chunk, the end of a box; None if none."""
    if result is None or not chosen:
        return None
    rows = len(result.boundaries)
    if chosen.kind == "boundary":
        return chosen.index if 0 <= chosen.index < rows else None
    span = unit_range(result, chosen)
    if span is None or rows == 0:
        return None
    row = span[1] - 1 if chosen.kind == "box" else span[0] - 1
    return row if 0 <= row < rows else None


def chunk_of(result: ChunkedDocument | None, chosen: Selection) -> Chunk | None:
    """The chunk to show for a selection: itself, the one a boundary starts, the first that holds the thing."""
    if result is None or not chosen:
        return None
    chunks = result.chunks
    if chosen.kind == "chunk":
        return chunks[chosen.index] if 0 <= chosen.index < len(chunks) else None
    span = unit_range(result, chosen)
    if span is None:
        return None
    return next((c for c in chunks if c.unit_range[0] <= span[0] < c.unit_range[1]), None)


def unit_range(result: ChunkedDocument, chosen: Selection) -> tuple[int, int] | None:
    """Units [a, b) that a selection covers; for a boundary the unit right after it. None when it has none."""
    if chosen.kind == "boundary":
        return (chosen.index + 1, chosen.index + 2) if chosen.index >= 0 else None
    if chosen.kind == "chunk":
        return result.chunks[chosen.index].unit_range if 0 <= chosen.index < len(result.chunks) else None
    if chosen.kind == "section":
        return next((s.unit_range for s in result.sections if s.id == chosen.id), None)
    if chosen.kind == "table":
        return next((t.unit_range for t in result.tables if t.id == chosen.id), None)
    box_id = chosen.id
    if chosen.kind == "figure":
        box_id = next((f.box_id for f in result.figures if f.id == chosen.id), "")
    found = _rows_of_box(result, box_id)
    return (found[0], found[-1] + 1) if found else None


def place_of(result: ChunkedDocument | None, chosen: Selection) -> Place | None:
    """Where a selection lies: page and rectangle to bring into view; None if that is not known."""
    if result is None or not chosen:
        return None
    if chosen.kind == "box":
        box = next((b for b in result.layout.boxes() if b.id == chosen.id), None)
        return (box.page, box.rect) if box else None
    if chosen.kind == "table":
        return next(((r.page, r.rect) for t in result.tables if t.id == chosen.id for r in t.rects), None)
    if chosen.kind == "figure":
        return next(((f.page, f.rect) for f in result.figures if f.id == chosen.id), None)
    if chosen.kind == "section":
        return _section_place(result, chosen.id)
    span = unit_range(result, chosen)
    return _units_place(result, *span) if span else None


def _section_place(result: ChunkedDocument, name: str) -> Place | None:
    node = next((s for s in result.sections if s.id == name), None)
    if node is None:
        return None
    box = next((b for b in result.layout.boxes() if b.id == node.box_id), None)
    if box is not None:
        return box.page, box.rect
    return _units_place(result, *node.unit_range) or (node.page, None)


def _units_place(result: ChunkedDocument, first: int, end: int) -> Place | None:
    """The part of units [first, end) that lies on the page where they begin."""
    places = [place for unit in result.units[first:end] for place in unit.rects]
    if not places:
        return None
    page = places[0][0]
    return page, union([rect for number, rect in places if number == page])
