"""What belongs to the chosen chunk: its tables, figures, notes, section and neighbours, each a way to go on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.item_models.tables_model import body_rows
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.selection import Kind

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk, FigureView, SectionNode, TableView
else:
    ChunkedDocument = Any


@dataclass(frozen=True, slots=True)
class Link:
    """One way to go on: icon, words, page (0: none), and what is selected."""

    icon: str
    text: str
    page: int
    kind: Kind
    id: str


class LinksModel(RowsModel[Link]):
    """Links as rows: words and page."""

    columns = (Column("What"), Column("Page", right=True))

    def cell(self, row: Link, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return row.text if column == 0 else f"p {row.page}" if row.page else ""
        if role == ItemRole.ID:
            return row.id
        if role == ItemRole.ICON:
            return row.icon if column == 0 else None
        if role == ItemRole.COLOR:
            return "muted" if column == 1 else None
        return row.text if role == Qt.ItemDataRole.ToolTipRole and column == 0 else None


def links_of(result: ChunkedDocument, chunk: Chunk) -> list[Link]:
    """Links of a chunk: tables and figures in it (with captions and notes), its sections, the chunks before and after."""
    out: list[Link] = []
    tables = [t for t in result.tables if t.id in set(chunk.table_ids)]
    figures = [f for f in result.figures if f.id in set(chunk.figure_ids)]
    for table in tables:
        out += _table_links(table)
    for figure in figures:
        out += _figure_links(figure)
    sections = {s.id: s for s in result.sections}
    for name in chunk.section_ids or (chunk.section_id,):
        section = sections.get(name)
        if section is not None:
            out.append(_section_link(section, result))
    out += neighbour_links(result, chunk)
    return out


def neighbour_links(result: ChunkedDocument, chunk: Chunk) -> list[Link]:
    """The chunks right before and after."""
    out = []
    chunks = result.chunks
    if chunk.position > 0:
        out.append(_chunk_link("arrow-up", "Chunk before", chunks[chunk.position - 1]))
    if chunk.position + 1 < len(chunks):
        out.append(_chunk_link("arrow-down", "Chunk after", chunks[chunk.position + 1]))
    return out


def _chunk_link(icon: str, words: str, chunk: Chunk) -> Link:
    return Link(icon, f"{words}: {chunk_name(chunk.position)}", chunk.pages[0] if chunk.pages else 0, "chunk", chunk.id)


def _table_links(table: TableView) -> list[Link]:
    count = body_rows(table)
    out = [Link("table", f"Table {table.id}  ·  {count} row{'' if count == 1 else 's'}", table.page, "table", table.id)]
    if table.caption_box:
        out.append(Link("footnote", f"Caption of {table.id}", table.page, "box", table.caption_box))
    out += [
        Link("footnote", f"Footnote of {table.id}", table.pages[-1] if table.pages else table.page, "box", n)
        for n in table.notes
    ]
    return out


def _figure_links(figure: FigureView) -> list[Link]:
    out = [Link("figure", f"Figure {figure.id}", figure.page, "figure", figure.id)]
    if figure.caption_box:
        out.append(Link("footnote", f"Caption of {figure.id}", figure.page, "box", figure.caption_box))
    return out


def _section_link(section: SectionNode, result: ChunkedDocument) -> Link:
    title = section.title or result.layout.title
    return Link("section", title, section.page, "section", section.id)
