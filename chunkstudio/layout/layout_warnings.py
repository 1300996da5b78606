"""What a user should know about a layout: warnings of the file and its pages, and what the document pass adds."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_rules import HEADING_CLASSES
from chunkstudio.layout.model import DocumentInfo, LayoutWarning, ParsedPage, TableGrid
from chunkstudio.layout.table_output import markdown_warnings


def layout_warnings(
    info: DocumentInfo, pages: Sequence[ParsedPage], flow: Sequence[Sequence[DraftBox]]
) -> tuple[LayoutWarning, ...]:
    """Warnings in page order, those of the whole document first, each once."""
    found = [*info.warnings, *_no_headings(flow), *markdown_warnings(flow)]
    for page, boxes in zip(pages, flow, strict=True):
        found += page.warnings
        if page.failed and not any(w.code == "page_failed" for w in page.warnings):
            found.append(LayoutWarning("page_failed", page.number, f"Page {page.number} could not be read."))
        tables = [(box, box.table) for box in boxes if box.box_class == "table" and box.continues is None]
        found += [_degenerate(box, grid) for box, grid in tables if grid is not None and is_degenerate(grid)]
    return tuple(dict.fromkeys(found))


def is_degenerate(grid: TableGrid) -> bool:
    """True for a table of one row or one column, or in which fewer than a third of the places hold anything."""
    if grid.rows < 2 or grid.columns < 2:
        return True
    filled = sum(min(c.row_span, grid.rows) * min(c.column_span, grid.columns) for c in grid.cells if c.text.strip())
    return filled < grid.rows * grid.columns / 3


def _no_headings(flow: Sequence[Sequence[DraftBox]]) -> list[LayoutWarning]:
    boxes = [box for page in flow for box in page if box.excluded is None]
    if not boxes or any(box.box_class in HEADING_CLASSES for box in boxes):
        return []
    message = "No heading was found, so every chunk has the document's title as its path."
    return [LayoutWarning("no_headings", 0, message, hint="If the file has bookmarks, turn on headings.use_outline.")]


def _degenerate(box: DraftBox, grid: TableGrid) -> LayoutWarning:
    shape = f"{grid.rows} x {grid.columns}"
    message = f"A table on page {box.page} came out as {shape} cells, so its rows may be wrong."
    return LayoutWarning("degenerate_table", box.page, message, ids=(box.id,))
