"""What of a selection shows on the pages: pure translation from session values to things to highlight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunkstudio.gui import linkage
from chunkstudio.gui.pages.paint_gutter import Emphasis
from chunkstudio.gui.pages.paint_states import Highlights
from chunkstudio.gui.selection import Selection
from chunkstudio.layout.model import Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


def highlights_of(result: ChunkedDocument | None, chosen: Selection, hover: Selection) -> tuple[Highlights, Emphasis]:
    """Band, frames, brackets and accents for what is chosen and hovered.

    A chosen box, table or figure also brackets its chunk; a chosen boundary also brackets the chunk that it starts.
    """
    row = chosen.index if chosen.kind == "boundary" else -1
    hovered_row = hover.index if hover.kind == "boundary" else -1
    chunk = linkage.chunk_of(result, chosen)
    hovered_chunk = hover.index if hover.kind == "chunk" else -1
    highlights = Highlights(
        row,
        hovered_row if hovered_row != row else -1,
        _boxes(result, chosen),
        _boxes(result, hover),
        _places(result, chosen),
    )
    return highlights, Emphasis(chunk.position if chunk is not None else -1, hovered_chunk, row, hovered_row)


def _boxes(result: ChunkedDocument | None, chosen: Selection) -> frozenset[str]:
    if chosen.kind == "box":
        return frozenset({chosen.id})
    if result is not None and chosen.kind == "section":
        return frozenset(s.box_id for s in result.sections if s.id == chosen.id and s.box_id)
    return frozenset()


def _places(result: ChunkedDocument | None, chosen: Selection) -> tuple[tuple[int, Rect], ...]:
    if result is None:
        return ()
    if chosen.kind == "table":
        return tuple((r.page, r.rect) for t in result.tables if t.id == chosen.id for r in t.rects)
    if chosen.kind == "figure":
        return tuple((f.page, f.rect) for f in result.figures if f.id == chosen.id)
    return ()
