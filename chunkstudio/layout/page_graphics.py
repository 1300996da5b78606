"""What is drawn on a page besides text: ruled lines, filled areas, images; from the vector blocks of extraction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from chunkstudio.layout.model import Rect

_THIN = 3.2
_SHORTEST = 4.0
_MOST = 4000


@dataclass(frozen=True, slots=True)
class Fill:
    """A painted area in the displayed page, its colour (0xRRGGBB), and its place among the blocks in painting order."""

    rect: Rect
    color: int
    alpha: int
    order: int


@dataclass(frozen=True, slots=True)
class PageGraphics:
    """Ruled lines as thin rectangles, and filled areas that text may stand on or under."""

    rules: tuple[Rect, ...]
    fills: tuple[Fill, ...]


def page_graphics(blocks: Iterable[Mapping[str, Any]], to_display: Any, page: Rect) -> PageGraphics:
    """Sort the vector blocks of a page. ``to_display`` turns a rectangle of the unrotated page into the displayed one.

    At most 4,000 rules are kept: a page with more is a drawing, whose lines tell nothing about tables.
    """
    rules: list[Rect] = []
    fills: list[Fill] = []
    for number, block in enumerate(blocks):
        if block["type"] != 3 or block["alpha"] < 10:
            continue
        rect = _clip(to_display(block["bbox"]), page)
        if rect is None:
            continue
        width, height = rect[2] - rect[0], rect[3] - rect[1]
        if min(width, height) <= _THIN:
            if max(width, height) >= _SHORTEST and not _near_white(block["color"]):
                rules.append(rect)
        elif block["stroked"]:
            if block["isrect"]:
                rules += _edges(rect)
        else:
            fills.append(Fill(rect, block["color"], block["alpha"], number))
    if len(rules) > _MOST:
        rules = []
    return PageGraphics(tuple(dict.fromkeys(rules)), tuple(fills))


def _clip(rect: Rect, page: Rect) -> Rect | None:
    x0, y0, x1, y1 = max(rect[0], page[0]), max(rect[1], page[1]), min(rect[2], page[2]), min(rect[3], page[3])
    return (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)) if x0 <= x1 and y0 <= y1 else None


def _near_white(color: int) -> bool:
    return min(color >> 16 & 255, color >> 8 & 255, color & 255) >= 250


def _edges(rect: Rect) -> list[Rect]:
    """The four sides of a stroked rectangle, each as thin as a hairline."""
    x0, y0, x1, y1 = rect
    return [(x0, y0, x1, y0 + 1.0), (x0, y1 - 1.0, x1, y1), (x0, y0, x0 + 1.0, y1), (x1 - 1.0, y0, x1, y1)]
