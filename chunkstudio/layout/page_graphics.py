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


def page_graphics(
    blocks: Iterable[Mapping[str, Any]], to_display: Any, page: Rect, drawings: Iterable[Mapping[str, Any]] = ()
) -> PageGraphics:
    """Sort the vector blocks of a page. ``to_display`` turns a rectangle of the unrotated page into the displayed one.

    Stroked lines come from ``drawings`` (``Page.get_cdrawings``): the box that extraction gives a stroke is wider than its
    ink by up to ten line widths on each side. At most 4,000 rules are kept: a page with more is a drawing, whose lines
    tell nothing about tables.
    """
    rules = stroked_rules(drawings, to_display, page)
    fills: list[Fill] = []
    for number, block in enumerate(blocks):
        if block["type"] != 3 or block["stroked"] or block["alpha"] < 10:
            continue
        x0, y0, x1, y1 = block["bbox"]
        width, height = x1 - x0, y1 - y0
        thin = min(width, height) <= _THIN
        if max(width, height) < _SHORTEST or (thin and near_white(block["color"])):
            continue
        rect = _clip(to_display(block["bbox"]), page)
        if rect is not None and thin:
            rules.append(rect)
        elif rect is not None:
            fills.append(Fill(rect, block["color"], block["alpha"], number))
    if len(rules) > _MOST:
        rules = []
    return PageGraphics(tuple(dict.fromkeys(rules)), tuple(fills))


def stroked_rules(drawings: Iterable[Mapping[str, Any]], to_display: Any, page: Rect) -> list[Rect]:
    """Straight level and upright strokes, and the sides of stroked rectangles, as thin rectangles with the line's width."""
    rules: list[Rect] = []
    for drawing in drawings:
        if (
            "s" not in drawing["type"]
            or drawing.get("stroke_opacity", 1.0) < 0.05
            or min(drawing.get("color") or (0.0,)) > 0.97
        ):
            continue
        half = min(1.5, (drawing.get("width") or 0.0) / 2)
        for item in drawing["items"]:
            for x0, y0, x1, y1 in _straight(item):
                placed = to_display((min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
                flat = placed[2] - placed[0] >= placed[3] - placed[1]
                grow = (0.0, half) if flat else (half, 0.0)
                rect = _clip((placed[0] - grow[0], placed[1] - grow[1], placed[2] + grow[0], placed[3] + grow[1]), page)
                if rect is not None and max(rect[2] - rect[0], rect[3] - rect[1]) >= _SHORTEST:
                    rules.append(rect)
    return rules


def _straight(item: Any) -> list[Rect]:
    """The level and upright lines that one item of a drawing consists of."""
    if item[0] == "l":
        (x0, y0), (x1, y1) = item[1], item[2]
        return [(x0, y0, x1, y1)] if abs(x0 - x1) <= 1.0 or abs(y0 - y1) <= 1.0 else []
    if item[0] == "re":
        x0, y0, x1, y1 = item[1][:4]
        return [(x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)]
    return []


def _clip(rect: Rect, page: Rect) -> Rect | None:
    x0, y0, x1, y1 = max(rect[0], page[0]), max(rect[1], page[1]), min(rect[2], page[2]), min(rect[3], page[3])
    return (round(x0, 2), round(y0, 2), round(x1, 2), round(y1, 2)) if x0 <= x1 and y0 <= y1 else None


def near_white(color: int) -> bool:
    """True for a colour (0xRRGGBB) that can hardly be told from white paper."""
    return min(color >> 16 & 255, color >> 8 & 255, color & 255) >= 250
