"""The parts of a chunk set's JSON that are not records: boxes, units, boundaries, sections, tables, figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from chunkstudio.chunking.access import Labels
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import FIRST_CUT_REASON, REASONS, TableView
from chunkstudio.chunking.records import ChunkRecord, ChunkSet
from chunkstudio.chunking.table_labels import labels_of_table
from chunkstudio.chunking.visible_headings import visible_path
from chunkstudio.layout.model import Rect, union

Row = dict[str, Any]


def box_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every box of the layout with its class, text, labels, and why it is left out (null: it is not)."""
    chunked = _chunked(chunk_set)
    labels = _box_labels(chunked)
    left_out = {e.id: e.reason for e in chunked.diagnostics.excluded}
    return [
        {
            "id": box.id,
            "page": box.page,
            "rect": _rect(box.rect),
            "class": box.box_class,
            "text": box.text,
            "level": box.level,
            "acl": _labels(labels[box.id]),
            "excluded": box.excluded or left_out.get(box.id),
        }
        for box in chunked.layout.boxes()
    ]


def unit_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every unit with its rectangles, the page of each, and its token count."""
    return [
        {
            "id": unit.id,
            "box_id": unit.box_id,
            "page": unit.page,
            "rects": [_rect(rect) for _, rect in unit.rects],
            "rect_pages": [page for page, _ in unit.rects],
            "kind": unit.kind,
            "tokens": unit.tokens,
        }
        for unit in _chunked(chunk_set).units
    ]


def boundary_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every boundary with score, threshold, decision (``cut`` or ``join``), reason, and each signal's parts."""
    chunked = _chunked(chunk_set)
    columns = chunked.boundaries
    raw, weights = columns.raw.astype(float), columns.weights
    contributions = raw * weights
    out = []
    for i, unit in enumerate(chunked.units[: len(columns)]):
        reason = int(columns.reason[i])
        out.append(
            {
                "after": unit.id,
                "score": _number(columns.scores[i]),
                "threshold": _number(columns.threshold),
                "decision": "cut" if reason >= FIRST_CUT_REASON else "join",
                "reason": REASONS[reason],
                "signals": {
                    name: [_number(raw[i, k]), _number(weights[k]), _number(contributions[i, k])]
                    for k, name in enumerate(columns.names)
                },
            }
        )
    return out


def section_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every section with the records that hold its text or its tables' rows; and the titles of contents pages that are left
    out, each in its place, without a record."""
    chunked = _chunked(chunk_set)
    renamed = record_ids_of_chunks(chunk_set)
    rows = _row_records(chunk_set, lambda r: r.parent_section_id)
    place = {box.id: i for i, box in enumerate(chunked.layout.boxes())}
    found = [
        {
            "id": node.id,
            "title": node.title,
            "level": node.level,
            "page": node.page,
            "path": list(visible_path(chunked.access, chunked.sections, i, chunked.access.of_section(i))),
            "chunk_ids": _known(renamed, node.chunk_ids) + rows[node.id],
            "box_id": node.box_id,
            "acl": _labels(chunked.access.of_section(i)),
        }
        for i, node in enumerate(chunked.sections)
    ]
    return sorted([*found, *_contents_rows(chunked)], key=lambda row: place.get(row["box_id"], -1))


def _contents_rows(chunked: ChunkedDocument) -> list[Row]:
    titles = [b for b in chunked.layout.boxes() if b.box_class == "toc" and b.excluded == "toc" and b.level is not None]
    labels = _box_labels(chunked) if titles else {}
    return [
        {
            "id": f"contents.{box.id}",
            "title": box.text,
            "level": box.level,
            "page": box.page,
            "path": [box.text],
            "chunk_ids": [],
            "box_id": box.id,
            "acl": _labels(labels[box.id]),
        }
        for box in titles
    ]


def table_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every table over all of its pages, one rectangle for each of ``pages``, with the records that hold its rows."""
    chunked = _chunked(chunk_set)
    renamed = record_ids_of_chunks(chunk_set)
    rows = _row_records(chunk_set, lambda r: r.parent_table_id)
    return [
        {
            "id": table.id,
            "page": table.page,
            "pages": list(table.pages),
            "rects": [_rect(rect) for rect in _by_page(table)],
            "caption": table.caption,
            "headers": list(table.headers),
            "rows": [list(row) for row in table.grid],
            "row_pages": list(table.row_pages),
            "html": table.html,
            "chunk_ids": _known(renamed, table.chunk_ids) + rows[table.id],
            "acl": _labels(labels_of_table(chunked.columns, chunked.access, table)),
        }
        for table in chunked.tables
    ]


def figure_rows(chunk_set: ChunkSet) -> list[Row]:
    """Every figure with the records that name it."""
    chunked = _chunked(chunk_set)
    renamed = record_ids_of_chunks(chunk_set)
    labels = _box_labels(chunked)
    return [
        {
            "id": figure.id,
            "page": figure.page,
            "rect": _rect(figure.rect),
            "caption": figure.caption,
            "text": figure.text,
            "chunk_ids": _known(renamed, figure.chunk_ids),
            "acl": _labels(_both(labels[figure.box_id], labels.get(figure.caption_box or ""))),
        }
        for figure in chunked.figures
    ]


def record_ids_of_chunks(chunk_set: ChunkSet) -> dict[str, str]:
    """Ids of section records by the ids of their chunks; they differ where a document id was given."""
    chunks = _chunked(chunk_set).chunks
    records = chunk_set.layer("section")
    return {chunk.id: record.id for chunk, record in zip(chunks, records, strict=True)} if records else {}


def _box_labels(chunked: ChunkedDocument) -> dict[str, Labels | None]:
    """Labels by box id: what all of its units allow, else what its page and the section it stands in allow."""
    access: AccessMap = chunked.access
    spans: dict[str, list[int]] = defaultdict(list)
    if access.access is not None:
        for i, unit in enumerate(chunked.units):
            spans[unit.box_id].append(i)
    starts = {node.box_id: i for i, node in enumerate(chunked.sections) if node.box_id is not None}
    out: dict[str, Labels | None] = {}
    section = 0
    for box in chunked.layout.boxes():
        section = starts.get(box.id, section)
        held = spans.get(box.id)
        here = access.of_place(box.page, section)
        out[box.id] = _both(here, access.of_range(min(held), max(held) + 1)) if held else here
    return out


def _both(a: Labels | None, b: Labels | None) -> Labels | None:
    return a if b is None else b if a is None else tuple(sorted({*a} & {*b}))


def _row_records(chunk_set: ChunkSet, key: Callable[[ChunkRecord], str | None]) -> dict[str, list[str]]:
    """Ids of row records by what they belong to."""
    out: dict[str, list[str]] = defaultdict(list)
    for record in chunk_set.layer("table_row"):
        owner = key(record)
        if owner is not None:
            out[owner].append(record.id)
    return out


def _known(renamed: dict[str, str], ids: Iterable[str]) -> list[str]:
    return [renamed[i] for i in ids if i in renamed]


def _chunked(chunk_set: ChunkSet) -> ChunkedDocument:
    if chunk_set.chunked is None:
        raise ValueError("a chunk set that was read from a file has no units, sections or tables of its own")
    return chunk_set.chunked


def _by_page(table: TableView) -> list[Rect]:
    """A table's place on each of its pages, in their order."""
    return [union([r.rect for r in table.rects if r.page == page]) for page in table.pages]


def _rect(rect: Rect) -> list[float]:
    return [round(float(v), 3) for v in rect]


def _labels(labels: Labels | None) -> list[str] | None:
    return None if labels is None else list(labels)


def _number(value: float) -> float:
    """Six decimals: the same digits on every machine; never minus zero."""
    return round(float(value), 6) + 0.0
