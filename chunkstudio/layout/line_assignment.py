"""Every line of a page goes to the region that holds it; a line across two regions is cut between its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from chunkstudio.layout.geometry import area, common_x, common_y, height, share_inside, width
from chunkstudio.layout.model import Line, Rect, Region

HOLDS = 0.5
"""A region holds a line when at least this share of the line's area lies in it."""
_PIECE = 0.12
_TEXT_CLASSES = frozenset(
    {"title", "section-header", "text", "list-item", "caption", "footnote", "page-header", "page-footer", "toc"}
)


def assign_lines(lines: Sequence[Line], regions: Sequence[Region]) -> tuple[list[list[Line]], list[Line]]:
    """Lines by region (same order as ``regions``), and the lines that no region holds. No line is lost or doubled."""
    held: list[list[Line]] = [[] for _ in regions]
    free: list[Line] = []
    placed = [(*region.rect, index, region) for index, region in enumerate(regions)]
    for line in lines:
        x0, y0, x1, y1 = line.rect
        near = [(i, r) for left, top, right, end, i, r in placed if top <= y1 and end >= y0 and left <= x1 and right >= x0]
        for piece in _pieces(line, [region for _, region in near]) if len(near) > 1 else [line]:
            best = _holder(piece.rect, near)
            if best is None:
                free.append(piece)
            else:
                held[best].append(piece)
    return held, free


def without_nested(regions: Sequence[Region]) -> list[Region]:
    """Regions without those that lie in a table, and without a twin: text within a table is the table's."""
    kept: list[Region] = []
    tables = [(index, region) for index, region in enumerate(regions) if region.box_class == "table"]
    for index, region in enumerate(regions):
        if any(_swallows(table, region) for j, table in tables if j != index):
            continue
        top, end = region.rect[1], region.rect[3]
        if any(_twin(region, earlier) for earlier in kept if earlier.rect[1] <= end and earlier.rect[3] >= top):
            continue
        kept.append(region)
    return kept


def _swallows(outer: Region, inner: Region) -> bool:
    """True if a table, ``outer``, holds a region."""
    if share_inside(inner.rect, outer.rect) < 0.85:
        return False
    if inner.box_class == "table":
        return area(inner.rect) < 0.7 * area(outer.rect)
    return inner.box_class != "caption" and area(inner.rect) < area(outer.rect)


def _twin(a: Region, b: Region) -> bool:
    return share_inside(a.rect, b.rect) > 0.9 and share_inside(b.rect, a.rect) > 0.9


def _holder(rect: Rect, regions: Sequence[tuple[int, Region]]) -> int | None:
    """The index of the region with most of the line; of equals a text region before a picture, then the smaller one."""
    if len(regions) == 1:
        return regions[0][0] if share_inside(rect, regions[0][1].rect) >= HOLDS else None
    best: tuple[float, int, float, int] | None = None
    for index, region in regions:
        share = share_inside(rect, region.rect)
        if share < HOLDS:
            continue
        key = (round(share, 1), int(region.box_class != "picture"), -area(region.rect), -index)
        if best is None or key > best:
            best = key
    return -best[3] if best is not None else None


def _pieces(line: Line, regions: Sequence[Region]) -> list[Line]:
    """The line, or its parts where two regions side by side each hold a part of it."""
    if line.angle or line.vertical or line.rtl or len(line.stops) < 2 or width(line.rect) <= 0:
        return [line]
    touched = [r for r in regions if r.box_class in _TEXT_CLASSES or r.box_class == "table"]
    touched = [r for r in touched if common_y(line.rect, r.rect) > 0.5 * height(line.rect)]
    touched = [r for r in touched if common_x(line.rect, r.rect) > _PIECE * width(line.rect)]
    if len(touched) < 2 or any(share_inside(line.rect, r.rect) > 0.9 for r in touched):
        return [line]
    touched.sort(key=lambda r: r.rect[0])
    cuts: list[int] = []
    for left, right in pairwise(touched):
        if left.rect[2] > right.rect[0] + 4.0:
            continue
        middle = (left.rect[2] + right.rect[0]) / 2
        word = next((i for i, (_, x) in enumerate(line.stops) if i and x >= middle - 1.0), None)
        if word is not None:
            cuts.append(word)
    return split_line(line, cuts)


def split_line(line: Line, at_words: Sequence[int]) -> list[Line]:
    """Cut a line before the words with these indices; rectangles follow the words' stops."""
    bounds = [0, *sorted({w for w in at_words if 0 < w < len(line.stops)}), len(line.stops)]
    if len(bounds) == 2:
        return [line]
    out: list[Line] = []
    for first, last in pairwise(bounds):
        start = 0 if first == 0 else line.stops[first][0]
        end = len(line.text) if last == len(line.stops) else line.stops[last][0]
        text = line.text[start:end].rstrip()
        x0 = line.rect[0] if first == 0 else line.stops[first][1]
        x1 = line.rect[2] if last == len(line.stops) else _end_of(line, last)
        stops = tuple((offset - start, x) for offset, x in line.stops[first:last])
        out.append(replace(line, text=text, rect=(x0, line.rect[1], max(x0, x1), line.rect[3]), stops=stops))
    return [piece for piece in out if piece.text.strip()]


def _end_of(line: Line, word: int) -> float:
    """Where the word before ``word`` ends: its share of the way to the next stop by number of characters."""
    offset, x = line.stops[word - 1]
    after_offset, after_x = line.stops[word]
    text = line.text[offset:after_offset]
    inked = len(text.rstrip())
    return min(after_x - 1.0, x + (after_x - x) * inked / max(1, len(text)))
