"""What a profile's ``layout.table_output`` leaves of a table: Markdown tables know no spans and no marked header cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.model import LayoutWarning, TableGrid


def tables_as_markdown(pages: Sequence[Sequence[DraftBox]]) -> None:
    """Every table loses its spans and header marks. A text that spanned cells stays in the first of them."""
    for box in (box for page in pages for box in page):
        if box.table is not None:
            box.table = without_spans(box.table)
            box.note("table", "table.as-markdown")


def without_spans(grid: TableGrid) -> TableGrid:
    """The table of cells that cover one place each, none of them a header."""
    cells = tuple(replace(cell, row_span=1, column_span=1, header=False) for cell in grid.cells)
    return replace(grid, cells=cells, header_rows=0, source="markdown")


def markdown_warnings(pages: Sequence[Sequence[DraftBox]]) -> list[LayoutWarning]:
    """One warning for the document that names its tables without spans and header cells."""
    ids = tuple(box.id for page in pages for box in page if box.table is not None and box.table.source == "markdown")
    if not ids:
        return []
    message = "Tables are kept as Markdown: no spans, no rows marked as header, so that row records name no columns."
    hint = "Set layout.table_output to html to have both."
    return [LayoutWarning("tables_as_markdown", 0, message, hint=hint, ids=ids)]
