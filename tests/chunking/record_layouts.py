"""Laid-out documents made of a few words, for tests of records."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.model import (
    BoxClass,
    DocumentInfo,
    LayoutBox,
    LayoutDocument,
    LayoutPage,
    Line,
    TableCell,
    TableGrid,
)


@dataclass(frozen=True, slots=True)
class B:
    """One box to be: class, text, page, level of a heading, rows of a table, and how many of them are headers."""

    box_class: BoxClass
    text: str = ""
    page: int = 1
    level: int | None = None
    rows: Sequence[Sequence[str]] = ()
    headers: int = 1
    caption_of: int | None = None


def heading(text: str, level: int = 1, page: int = 1) -> B:
    return B("title" if level == 0 else "section-header", text, page, level)


def text(words: str, page: int = 1) -> B:
    return B("text", words, page)


def table(rows: Sequence[Sequence[str]], page: int = 1, headers: int = 1) -> B:
    return B("table", "", page, None, rows, headers)


def layout(boxes: Sequence[B], *, title: str = "", file_name: str = "made.pdf", pages: int = 0) -> LayoutDocument:
    """A document of these boxes, one below the other; ids count within the page."""
    count = max([pages, *(b.page for b in boxes), 1])
    made: list[list[LayoutBox]] = [[] for _ in range(count)]
    ids = _ids(boxes)
    captions = {b.caption_of: ids[i] for i, b in enumerate(boxes) if b.caption_of is not None}
    for i, b in enumerate(boxes):
        y = 40.0 + 20 * len(made[b.page - 1])
        rect = (50.0, y, 500.0, y + 12)
        target = ids[b.caption_of] if b.caption_of is not None else None
        made[b.page - 1].append(
            LayoutBox(
                id=ids[i],
                page=b.page,
                rect=rect,
                box_class=b.box_class,
                text=b.text,
                lines=(Line(b.text, rect, 10.0),) if b.text else (),
                line_starts=(0,) if b.text else (),
                level=b.level,
                table=_grid(b) if b.box_class == "table" else None,
                caption_of=target,
                caption=captions.get(i),
            )
        )
    printed = next((b.text for b in boxes if b.box_class == "title"), "")
    digest = hashlib.sha256(repr(boxes).encode()).hexdigest()
    return LayoutDocument(
        info=DocumentInfo(sha256=digest, file_name=file_name, page_count=count),
        pages=tuple(LayoutPage(n + 1, 595.0, 842.0, 0, str(n + 1), "fast", tuple(boxes_)) for n, boxes_ in enumerate(made)),
        title=title or printed or file_name.removesuffix(".pdf"),
        title_source="printed" if printed else "file_name",
        layout_hash=digest[:32],
    )


def _ids(boxes: Sequence[B]) -> list[str]:
    seen: dict[int, int] = {}
    out = []
    for b in boxes:
        out.append(f"p{b.page}.b{seen.get(b.page, 0)}")
        seen[b.page] = seen.get(b.page, 0) + 1
    return out


def _grid(b: B) -> TableGrid | None:
    if not b.rows:
        return None
    cells = tuple(TableCell(r, c, cell, header=r < b.headers) for r, row in enumerate(b.rows) for c, cell in enumerate(row))
    rects = tuple((50.0, 40.0 + 12 * r, 500.0, 52.0 + 12 * r) for r in range(len(b.rows)))
    return TableGrid(len(b.rows), max(len(row) for row in b.rows), cells, b.headers, rects)
