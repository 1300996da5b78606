"""From a place on the page to evidence: text between two points, words in a rectangle, rows and cells of tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkstudio.layout.model import LayoutBox, LayoutPage, Line, Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.model import SentenceUnit

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pick:
    """Words as printed and where they stand: page from 1, rectangles in points, and what kind of thing it is."""

    page: int
    quote: str
    rects: tuple[Rect, ...]
    kind: str = "text"


def pick_between(page: LayoutPage, start: Point, end: Point) -> Pick | None:
    """What a drag from one point to another selects: cells when it starts in a table, running text when it starts on
    text, else everything inside the rectangle. None when there are no words."""
    area = (min(start[0], end[0]), min(start[1], end[1]), max(start[0], end[0]), max(start[1], end[1]))
    first = next((b for b in page.boxes if _inside(start, b.rect)), None)
    if first is not None and first.table is not None:
        return _joined(page.number, [_cells(first, area)], "table")
    if first is not None and first.lines:
        return _running(page, start, end)
    parts = [_cells(b, area) if b.table is not None else _lines_in(b, area) for b in page.boxes]
    return _joined(page.number, parts, "text")


def picks_of_box(box: LayoutBox, units: Iterable[SentenceUnit]) -> tuple[Pick, ...]:
    """A box as evidence: the whole of it, then each sentence, row or item alone."""
    from chunkstudio.chunking.unit_columns import slice_rects

    if box.table is not None:
        rows = [_row(box, r) for r in range(box.table.rows)]
        found = [Pick(box.page, quote, rects, "table row") for quote, rects in rows if quote]
        cells = " ".join(p.quote for p in found)
        return (Pick(box.page, cells, (box.rect,), "table"), *found) if found else ()
    if not box.text.strip():
        return ()
    whole = Pick(box.page, box.text.strip(), slice_rects(box, 0, len(box.text)), "text")
    parts = [
        Pick(box.page, u.plain, tuple(r for p, r in u.rects if p == box.page), "sentence")
        for u in units
        if u.box_id == box.id and u.plain.strip()
    ]
    return (whole, *parts) if len(parts) > 1 else (whole,)


def _inside(point: Point, rect: Rect) -> bool:
    return rect[0] <= point[0] <= rect[2] and rect[1] <= point[1] <= rect[3]


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _joined(page: int, parts: Sequence[tuple[str, tuple[Rect, ...]]], kind: str) -> Pick | None:
    words = " ".join(text for text, _ in parts if text)
    rects = tuple(r for text, found in parts if text for r in found)
    return Pick(page, words, rects, kind) if any(ch.isalnum() for ch in words) else None


def _row(box: LayoutBox, row: int) -> tuple[str, tuple[Rect, ...]]:
    assert box.table is not None
    cells = [c for c in box.table.cells if c.row == row and c.text.strip()]
    rect = box.table.row_rects[row] if row < len(box.table.row_rects) else box.rect
    return " ".join(c.text.strip() for c in sorted(cells, key=lambda c: c.column)), (rect,)


def _cells(box: LayoutBox, area: Rect) -> tuple[str, tuple[Rect, ...]]:
    """Cells that a rectangle touches; whole rows where the cells' places are not known."""
    assert box.table is not None
    rows = box.table.row_rects
    hit = [c for c in box.table.cells if c.text.strip() and c.rect is not None and _meet(c.rect, area)]
    if hit:
        hit.sort(key=lambda c: (c.row, c.column))
        return " ".join(c.text.strip() for c in hit), tuple(c.rect for c in hit if c.rect is not None)
    parts = [_row(box, r) for r in range(len(rows)) if _meet(rows[r], area)]
    return " ".join(text for text, _ in parts if text), tuple(r for text, rects in parts if text for r in rects)


def _lines_in(box: LayoutBox, area: Rect) -> tuple[str, tuple[Rect, ...]]:
    """Words of a box whose middle lies in a rectangle, as one run from the first to the last."""
    from chunkstudio.chunking.unit_columns import slice_rects

    spans = [(a, b) for k, line in enumerate(box.lines) for a, b, rect in _words(box, k, line) if _middle_in(rect, area)]
    if not spans:
        return "", ()
    first, last = spans[0][0], spans[-1][1]
    return box.text[first:last].strip(), slice_rects(box, first, last)


def _middle_in(rect: Rect, area: Rect) -> bool:
    return _inside(((rect[0] + rect[2]) / 2, (rect[1] + rect[3]) / 2), area)


def _words(box: LayoutBox, k: int, line: Line) -> list[tuple[int, int, Rect]]:
    """The words of a line: offsets into the box's text, and rectangles."""
    base = box.line_starts[k] if k < len(box.line_starts) else 0
    limit = box.line_starts[k + 1] if k + 1 < len(box.line_starts) else len(box.text)
    x0, y0, x1, y1 = line.rect
    if not line.stops or line.angle or line.vertical:
        return [(base, limit, line.rect)]
    out = []
    for i, (offset, x) in enumerate(line.stops):
        after = line.stops[i + 1] if i + 1 < len(line.stops) else (len(line.text), x1)
        right = line.ends[i] if i < len(line.ends) else after[1]
        start, end = min(base + offset, limit), min(base + after[0], limit)
        if start < end:
            out.append((start, end, (min(x, right), y0, max(x, right), y1)))
    return out or [(base, limit, (x0, y0, x1, y1))]


def _running(page: LayoutPage, start: Point, end: Point) -> Pick | None:
    """Text from the word at one point to the word at another, over boxes in reading order."""
    from chunkstudio.chunking.unit_columns import slice_rects

    order = [b for b in page.boxes if b.lines and b.table is None]
    one, other = _word_at(order, start), _word_at(order, end)
    if one is None or other is None:
        return None
    (b1, a, _), (b2, _, z) = sorted((one, other))
    parts = []
    for at in range(b1, b2 + 1):
        box = order[at]
        first, last = (a if at == b1 else 0), (z if at == b2 else len(box.text))
        parts.append((box.text[first:last].strip(), slice_rects(box, first, last)))
    return _joined(page.number, parts, "text")


def _word_at(boxes: Sequence[LayoutBox], point: Point) -> tuple[int, int, int] | None:
    """Box index and offsets of the word nearest to a point; lines count before words."""
    best: tuple[float, float, int, int, int] | None = None
    for at, box in enumerate(boxes):
        for k, line in enumerate(box.lines):
            high = max(line.rect[1] - point[1], point[1] - line.rect[3], 0.0)
            wide = max(line.rect[0] - point[0], point[0] - line.rect[2], 0.0)
            if best is not None and high + 0.2 * wide > best[0] + 1e-6:
                continue
            for a, b, rect in _words(box, k, line):
                away = max(rect[0] - point[0], point[0] - rect[2], 0.0)
                found = (high + 0.2 * wide, away, at, a, b)
                if best is None or found[:2] < best[:2]:
                    best = found
    return None if best is None else best[2:]
