"""Small laid-out documents made by hand: the input of the engine's tests."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from chunkstudio.layout.model import (
    BoxClass,
    DocumentInfo,
    LayoutBox,
    LayoutDocument,
    LayoutPage,
    Line,
    Rect,
    TableCell,
    TableGrid,
)

WIDTH, HEIGHT = 612.0, 792.0
LEFT, RIGHT, TOP = 72.0, 540.0, 72.0
PITCH = 14.0
_SIZES = {"title": 20.0, "section-header": 14.0, "footnote": 8.0}


def grid(rows: Sequence[Sequence[str]], *, header_rows: int = 1) -> TableGrid:
    """A table without spans; the first rows are header cells."""
    cells = tuple(TableCell(r, c, text, header=r < header_rows) for r, row in enumerate(rows) for c, text in enumerate(row))
    return TableGrid(len(rows), len(rows[0]), cells, header_rows)


def lines_of(text: str, rect: Rect, size: float, *, width: int = 80) -> tuple[tuple[Line, ...], tuple[int, ...]]:
    """The printed lines of a paragraph, broken at blanks after at most ``width`` characters, with word stops."""
    lines: list[Line] = []
    starts: list[int] = []
    at = 0
    while at < len(text):
        end = min(at + width, len(text))
        newline = text.find("\n", at, end)
        if newline >= 0:
            end = newline
        elif end < len(text):
            blank = text.rfind(" ", at, end)
            end = blank if blank > at else end
        piece = text[at:end]
        y = rect[1] + len(lines) * PITCH
        x = rect[0]
        per_character = (rect[2] - rect[0]) / width
        words = [i for i, ch in enumerate(piece) if not ch.isspace() and (i == 0 or piece[i - 1].isspace())]
        stops = tuple((i, x + i * per_character) for i in words)
        lines.append(Line(piece, (x, y, x + len(piece) * per_character, y + size), size, stops=stops))
        starts.append(at)
        at = end + 1 if end < len(text) and text[end].isspace() else end
    return tuple(lines), tuple(starts)


@dataclass
class DocumentBuilder:
    """Puts boxes below each other, page by page."""

    pages: list[list[LayoutBox]] = field(default_factory=lambda: [[]])
    y: float = TOP

    def box(self, box_class: BoxClass, text: str = "", *, gap: float = 10.0, left: float = LEFT, **more: Any) -> LayoutBox:
        """Add a box on the current page; a full page begins a new one."""
        size = _SIZES.get(box_class, 10.0)
        lines, starts = lines_of(text, (left, self.y + gap, RIGHT, HEIGHT), size)
        table = more.get("table")
        count = max(len(lines), table.rows if table else 0, 4 if box_class == "picture" else 1)
        if self.y + gap + count * PITCH > HEIGHT - TOP and self.pages[-1]:
            self.new_page()
            lines, starts = lines_of(text, (left, self.y + gap, RIGHT, HEIGHT), size)
        top = self.y + gap
        rect = (left, top, RIGHT, top + count * PITCH)
        if table is not None and not table.row_rects:
            rows = tuple((left, top + r * PITCH, RIGHT, top + (r + 1) * PITCH) for r in range(table.rows))
            more["table"] = replace(table, row_rects=rows)
        page = len(self.pages)
        made = LayoutBox(
            f"p{page}.b{len(self.pages[-1])}", page, rect, box_class, text, lines=lines, line_starts=starts, **more
        )
        self.pages[-1].append(made)
        self.y = rect[3]
        return made

    def new_page(self) -> None:
        self.pages.append([])
        self.y = TOP

    def title(self, text: str) -> LayoutBox:
        return self.box("title", text, level=0)

    def heading(self, text: str, level: int = 1) -> LayoutBox:
        return self.box("section-header", text, level=level, gap=18.0)

    def text(self, text: str, **more: Any) -> LayoutBox:
        return self.box("text", text, **more)

    def items(self, *texts: str, marker: str = "•", **more: Any) -> list[LayoutBox]:
        return [self.box("list-item", text, gap=2.0, left=LEFT + 18, marker=marker, **more) for text in texts]

    def table(self, rows: Sequence[Sequence[str]], *, header_rows: int = 1, **more: Any) -> LayoutBox:
        return self.box("table", table=grid(rows, header_rows=header_rows), **more)

    def build(self, title: str = "Handbook", **more: Any) -> LayoutDocument:
        """The finished document; its hash covers its boxes."""
        digest = hashlib.sha256(repr((title, self.pages)).encode("utf-8", "surrogatepass")).hexdigest()
        pages = tuple(
            LayoutPage(n + 1, WIDTH, HEIGHT, 0, str(n + 1), "fast", tuple(boxes)) for n, boxes in enumerate(self.pages)
        )
        info = DocumentInfo(digest, "handbook.pdf", len(pages), title=title)
        printed = any(b.box_class == "title" for boxes in self.pages for b in boxes)
        return LayoutDocument(info, pages, title, "printed" if printed else "metadata", digest, **more)


def sentences(first: int, count: int) -> str:
    """``count`` sentences, each with a number of its own."""
    kinds = ("crew", "clerk", "guard", "pilot", "smith")
    return " ".join(
        f"The {kinds[n % 5]} wrote note {n:04d} about the {n % 7 + 2} crates that came in by the evening boat."
        for n in range(first, first + count)
    )
