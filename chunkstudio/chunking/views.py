"""The views on a document that chunks link to: tables, figures and sections, each with the chunks that hold it."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from chunkstudio.chunking.model import Chunk, FigureView, Region, SectionNode, TableView
from chunkstudio.chunking.text_source import TableContent, table_content
from chunkstudio.chunking.unit_columns import UnitColumns, slice_rects
from chunkstudio.layout.model import LayoutBox, TableCell, TableGrid


@dataclass(frozen=True, slots=True)
class BaseViews:
    """Tables and figures of a document before any chunk exists; they depend on the units alone."""

    tables: tuple[TableView, ...]
    figures: tuple[FigureView, ...]


def base_views(columns: UnitColumns) -> BaseViews:
    """All tables and figures in reading order, without chunk ids."""
    captions = {box.id: box for box in columns.boxes if box.box_class == "caption"}
    by_target = {box.caption_of: box for box in captions.values() if box.caption_of}
    tables = [_table_view(columns, t, a, b, captions, by_target) for t, a, b in _ranges(columns.table)]
    figures = [_figure_view(columns, f, a, captions, by_target) for f, a, _ in _ranges(columns.figure)]
    return BaseViews(tuple(tables), tuple(figures))


def _ranges(ids: np.ndarray[tuple[int], np.dtype[np.int64]]) -> list[tuple[int, int, int]]:
    """(id, first unit, end) of each run of one id; -1 is none."""
    if not len(ids):
        return []
    edges = [0, *(np.flatnonzero(ids[1:] != ids[:-1]) + 1).tolist(), len(ids)]
    return [(int(ids[a]), a, b) for a, b in pairwise(edges) if ids[a] >= 0]


def _caption(
    boxes: Iterable[LayoutBox], captions: Mapping[str, LayoutBox], by_target: Mapping[str, LayoutBox]
) -> LayoutBox | None:
    for box in boxes:
        found = captions.get(box.caption) if box.caption else None
        found = found or by_target.get(box.id)
        if found is not None:
            return found
    return None


def _table_view(
    columns: UnitColumns,
    number: int,
    a: int,
    b: int,
    captions: Mapping[str, LayoutBox],
    by_target: Mapping[str, LayoutBox],
) -> TableView:
    boxes = _boxes_of(columns, a, b)
    contents = [(box, content) for box in boxes if (content := table_content(box.table)) is not None]
    caption = _caption(boxes, captions, by_target)
    rows = [row for _, content in contents for row in content.rows]
    places = [Region(box.page, slice_rects(box, -1, r)[0]) for box, content in contents for r in range(len(content.rows))]
    first = contents[0][1]
    return TableView(
        id=f"t{number + 1}",
        page=boxes[0].page,
        pages=tuple(sorted({box.page for box in boxes})),
        rects=tuple(Region(box.page, box.rect) for box in boxes),
        caption=caption.text if caption else "",
        caption_box=caption.id if caption else None,
        headers=first.headers,
        header_rows=first.header_rows,
        rows=tuple(rows),
        grid=tuple(row for _, content in contents for row in content.grid),
        row_pages=tuple(place.page for place in places),
        row_rects=tuple(places),
        html=_table_html(contents),
        box_ids=tuple(box.id for box in boxes),
        section_id=columns.sections[int(columns.section[a])].id,
        unit_range=(a, b),
        notes=_notes(columns, b),
    )


def _boxes_of(columns: UnitColumns, a: int, b: int) -> list[LayoutBox]:
    """All boxes of the group that units [a, b) come from, also those that gave no unit."""
    indices = sorted({part[0] for u in range(a, b) for part in columns.parts[u]})
    return [columns.boxes[i] for i in range(indices[0], indices[-1] + 1)]


def _notes(columns: UnitColumns, after: int) -> tuple[str, ...]:
    """Texts of the footnotes right below a table, on its page."""
    out = []
    for u in range(after, len(columns)):
        box = columns.boxes[int(columns.box[u])]
        if box.box_class != "footnote" or box.page != columns.page(after - 1):
            break
        out.append(columns.plain_text(u))
    return tuple(out)


def _table_html(contents: Sequence[tuple[LayoutBox, TableContent]]) -> str:
    """The table as HTML with its spans and header cells."""
    out = ["<table>"]
    for box, _ in contents:
        table = box.table
        if table is None:
            continue
        out += ["<tr>" + "".join(row) + "</tr>" for row in _html_rows(table)]
    return "".join([*out, "</table>"])


def _html_rows(table: TableGrid) -> list[list[str]]:
    """The cells of each row; a place without a cell is an empty one, else those after it would move to the left."""
    places = [["<td></td>"] * table.columns for _ in range(table.rows)]
    places[: table.header_rows] = [["<th></th>"] * table.columns for _ in places[: table.header_rows]]
    for cell in table.cells:
        tag = "th" if cell.header or cell.row < table.header_rows else "td"
        spans = ""
        if cell.row_span > 1 or cell.column_span > 1:
            spans = _spans(cell)
            for row in places[cell.row : cell.row + cell.row_span]:
                across = slice(cell.column, cell.column + cell.column_span)
                row[across] = [""] * len(row[across])
        places[cell.row][cell.column] = f"<{tag}{spans}>{_escaped(cell.text)}</{tag}>"
    return places


def _spans(cell: TableCell) -> str:
    across = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return across + (f' rowspan="{cell.row_span}"' if cell.row_span > 1 else "")


def _escaped(text: str) -> str:
    return text if text.isalnum() else html.escape(text)


def _figure_view(
    columns: UnitColumns, number: int, unit: int, captions: Mapping[str, LayoutBox], by_target: Mapping[str, LayoutBox]
) -> FigureView:
    box = columns.boxes[int(columns.box[unit])]
    caption = _caption((box,), captions, by_target)
    return FigureView(
        id=f"f{number + 1}",
        page=box.page,
        rect=box.rect,
        caption=caption.text if caption else "",
        caption_box=caption.id if caption else None,
        text=box.text,
        box_id=box.id,
        section_id=columns.sections[int(columns.section[unit])].id,
    )


def linked_tables(tables: Sequence[TableView], chunks: Sequence[Chunk]) -> tuple[TableView, ...]:
    """Tables with the ids of the chunks that hold their rows."""
    ids = _chunks_of([t.unit_range for t in tables], chunks)
    return tuple([_table_with(t, held) if held else t for t, held in zip(tables, ids, strict=True)])


def linked_figures(figures: Sequence[FigureView], chunks: Sequence[Chunk]) -> tuple[FigureView, ...]:
    """Figures with the ids of the chunks that show them."""
    links: dict[str, list[str]] = {}
    for chunk in chunks:
        for target in chunk.figure_ids:
            links.setdefault(target, []).append(chunk.id)
    return tuple(replace(f, chunk_ids=tuple(links[f.id])) if f.id in links else f for f in figures)


def linked_sections(sections: Sequence[SectionNode], chunks: Sequence[Chunk]) -> tuple[SectionNode, ...]:
    """Sections with the ids of the chunks that hold text of them or of their subsections; the root has all."""
    ids = _chunks_of([s.unit_range for s in sections], chunks)
    return tuple([_section_with(s, held) if held else s for s, held in zip(sections, ids, strict=True)])


def _chunks_of(ranges: Sequence[tuple[int, int]], chunks: Sequence[Chunk]) -> list[tuple[str, ...]]:
    """For each range of units the ids of the chunks that hold some of it: neighbours, because chunks stand in order."""
    held = np.array([chunk.unit_range for chunk in chunks], np.int64).reshape(-1, 2)
    asked = np.array(ranges, np.int64).reshape(-1, 2)
    ids = tuple([chunk.id for chunk in chunks])
    low = np.searchsorted(held[:, 1], asked[:, 0], side="right").tolist()
    high = np.searchsorted(held[:, 0], asked[:, 1], side="left").tolist()
    return [ids[a:b] if a < b else () for a, b in zip(low, high, strict=True)]


def _section_with(s: SectionNode, chunk_ids: tuple[str, ...]) -> SectionNode:
    """A copy with other chunk ids (several times faster than ``replace``, which counts on every slider step)."""
    return SectionNode(
        s.id,
        s.title,
        s.level,
        s.page,
        s.heading_path,
        s.unit_range,
        s.own_range,
        s.box_id,
        s.parent,
        s.children,
        chunk_ids,
        s.ordinal,
        s.section_ordinal,
    )


def _table_with(t: TableView, chunk_ids: tuple[str, ...]) -> TableView:
    """A copy with other chunk ids, made as fast."""
    return TableView(
        t.id,
        t.page,
        t.pages,
        t.rects,
        t.caption,
        t.caption_box,
        t.headers,
        t.header_rows,
        t.rows,
        t.row_pages,
        t.row_rects,
        t.html,
        t.box_ids,
        t.section_id,
        t.unit_range,
        chunk_ids,
        t.notes,
        t.grid,
    )
