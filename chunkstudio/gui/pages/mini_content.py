"""What the minimap shows of a document: pure, from the page stack and the cuts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from chunkstudio.gui.item_models.boundary_changes import BoundaryChange
from chunkstudio.gui.pages.document_marks import Sources
from chunkstudio.gui.pages.minimap import MiniBand, MiniMap, findings_at
from chunkstudio.gui.pages.page_stack import PageStack

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


def mini_map(stack: PageStack, sources: Sources, result: ChunkedDocument | None, changes: Sequence[BoundaryChange]) -> MiniMap:
    """One band for each chunk from its first to its last line, findings by page, differences where they are."""
    tops = {number: rect[1] for number, rect in zip(stack.numbers, stack.rects, strict=True)}
    if stack.height <= 0 or sources.view is None:
        return MiniMap(findings=_findings(result, tops, stack.height))
    units, bands = sources.view.units, []
    for chunk in sources.view.chunks:
        if chunk.regions and chunk.regions[0].page in tops and chunk.regions[-1].page in tops:
            first, last = chunk.regions[0], chunk.regions[-1]
            top = (tops[first.page] + first.rect[1]) / stack.height
            bands.append(MiniBand(chunk.position, top, max(top, (tops[last.page] + last.rect[3]) / stack.height)))
    marks = []
    for change in changes:
        at = units[min(change.index + 1, len(units) - 1)].rects
        if at and at[0][0] in tops:
            marks.append(((tops[at[0][0]] + at[0][1][1]) / stack.height, change.kind))
    return MiniMap(tuple(bands), _findings(result, tops, stack.height), tuple(marks))


def _findings(result: ChunkedDocument | None, tops: dict[int, float], height: float) -> tuple[float, ...]:
    if result is None or height <= 0:
        return ()
    pages = [f.page for f in result.diagnostics.warnings if f.page and f.level != "info"]
    return findings_at(pages, {number: top / height for number, top in tops.items()})
