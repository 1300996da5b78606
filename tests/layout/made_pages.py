"""Parsed pages drawn by hand: lines and regions as a parser would give them, without a PDF."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import (
    BoxClass,
    DocumentInfo,
    LayoutBox,
    LayoutDocument,
    Line,
    ParsedPage,
    Region,
    TableGrid,
    union,
)
from chunkstudio.layout.options import LayoutOptions

WIDTH, HEIGHT = 612.0, 792.0
FILLER = "The crew moved the crates to the upper store before the evening tide came in."


def line(text: str, x: float, y: float, size: float = 10.0, **style: object) -> Line:
    """A printed line whose characters are half as wide as high; ``y`` is its top."""
    advance = 0.5 * size
    stops = []
    offset = 0
    for word in text.split(" "):
        stops.append((offset, x + offset * advance))
        offset += len(word) + 1
    rect = (x, y, x + len(text) * advance, y + size)
    return Line(text, rect, size, stops=tuple(stops), baseline=y + 0.8 * size, **style)  # type: ignore[arg-type]


def block(texts: Sequence[str], x: float, y: float, size: float = 10.0, pitch: float = 12.0, **style: object) -> list[Line]:
    """Lines one below the other."""
    return [line(text, x, y + i * pitch, size, **style) for i, text in enumerate(texts)]


def region(lines: Sequence[Line], box_class: BoxClass = "text", table: TableGrid | None = None) -> Region:
    """A region right around some lines."""
    return Region(union([one.rect for one in lines]), box_class, table, rule=f"made.{box_class}")


def page(
    parts: Sequence[tuple[BoxClass, Sequence[Line]]], number: int = 1, free: Sequence[Line] = (), **fields: object
) -> ParsedPage:
    """A page whose regions hold just the lines given; ``free`` lines are in no region."""
    lines = [one for _, part in parts for one in part] + list(free)
    regions = tuple(region(part, box_class) for box_class, part in parts)
    return ParsedPage(number, WIDTH, HEIGHT, 0, "neural", lines=tuple(lines), regions=regions, **fields)  # type: ignore[arg-type]


def info(pages: int = 1, **fields: object) -> DocumentInfo:
    """What a file without outline and title says of itself."""
    return DocumentInfo("0" * 64, "made.pdf", pages, **fields)  # type: ignore[arg-type]


def document(*pages: ParsedPage, options: LayoutOptions | None = None, **fields: object) -> LayoutDocument:
    """The document pass over some pages."""
    return assemble(info(len(pages), **fields), pages, options or LayoutOptions())


def of_class(layout: LayoutDocument, *classes: BoxClass) -> list[LayoutBox]:
    """The boxes of some classes, in reading order."""
    return [box for box in layout.boxes() if box.box_class in classes]


def rule_ids(box: LayoutBox) -> set[str]:
    """The ids of all rules that had a say."""
    return {note.rule for note in box.notes}


def body(x: float, y: float, lines: int = 4) -> list[Line]:
    """Some lines of running text that end a sentence."""
    return block([FILLER] * lines, x, y)


BOLD: dict[str, object] = {"bold": True, "font": "Made-Bold"}


def headings(*pages: ParsedPage, **fields: object) -> list[LayoutBox]:
    """Title and headings of some pages, in reading order."""
    return of_class(document(*pages, **fields), "title", "section-header")


def levels(*pages: ParsedPage) -> list[tuple[str, int | None]]:
    """Text and level of each heading."""
    return [(box.text, box.level) for box in headings(*pages)]


def sections(*titles: tuple[str, float, dict[str, object]]) -> ParsedPage:
    """A page with each title above two lines of text, all from one left edge."""
    parts = []
    y = 60.0
    for text, size, style in titles:
        parts.append(("section-header", [line(text, 72, y, size, **style)]))
        parts.append(("text", body(72, y + size + 6, 2)))
        y += size + 44
    return page(parts)  # type: ignore[arg-type]
