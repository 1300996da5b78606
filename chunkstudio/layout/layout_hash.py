"""The hash of a layout: the same in every process and on every machine for the same boxes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from chunkstudio.layout.model import DocumentInfo, LayoutBox, LayoutPage, Line, Rect

LAYOUT_REVISION = 4
"""Raised whenever the document pass may give other boxes for the same pages."""


def layout_hash(info: DocumentInfo, pages: Sequence[LayoutPage], title: str, title_source: str) -> str:
    """SHA-256 in hexadecimal over all that later stages see: file, title, pages and boxes. Rule notes are left out."""
    digest = hashlib.sha256()
    encoder = msgspec.json.Encoder()
    head = [LAYOUT_REVISION, info.sha256, info.file_name, info.language, title, title_source]
    digest.update(encoder.encode(head))
    for page in pages:
        digest.update(encoder.encode(_page(page)))
        for box in page.boxes:
            digest.update(encoder.encode(_box(box)))
    return digest.hexdigest()


def _page(page: LayoutPage) -> list[Any]:
    sizes = [round(page.width, 2), round(page.height, 2), page.rotation]
    return [page.number, *sizes, page.label, page.parser, page.printed_number, page.failed]


def _box(box: LayoutBox) -> list[Any]:
    links = [box.caption_of, box.caption, box.continues, box.parent]
    kind = [box.box_class, box.level, box.marker, box.depth, box.excluded]
    table = None
    if box.table is not None:
        cells = [[c.row, c.column, c.row_span, c.column_span, c.header, c.text] for c in box.table.cells]
        table = [box.table.rows, box.table.columns, box.table.header_rows, cells, [_rect(r) for r in box.table.row_rects]]
    return [
        box.id,
        box.page,
        _rect(box.rect),
        kind,
        box.text,
        list(box.line_starts),
        [_line(line) for line in box.lines],
        table,
        links,
    ]


def _rect(rect: Rect) -> list[int]:
    x0, y0, x1, y1 = rect
    return [round(x0 * 100), round(y0 * 100), round(x1 * 100), round(y1 * 100)]


def _line(line: Line) -> list[Any]:
    return [*_rect(line.rect), round(line.size * 100), line.bold, line.italic, line.font]
