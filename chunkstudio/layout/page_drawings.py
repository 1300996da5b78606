"""Charts and diagrams drawn with lines and shapes: places dense with marks that are neither ruled lines nor ground of text.

Own method: bars, wedges, curves and slanted strokes are marks; marks near each other are one cluster; a cluster with
enough of them is a drawing, and the axes and frame that touch it are part of it. Shapes with text in them are evidence
against it (shaded cells, boxes).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from chunkstudio.layout.geometry import area, common_x, common_y
from chunkstudio.layout.model import Rect, union
from chunkstudio.layout.page_graphics import near_white

_CELL = 12.0
_THIN = 3.2
_LEAST_WEIGHT = 6
_MOST_WEIGHT = 30
_SMALLEST = (50.0, 40.0)
_SMALLEST_SHARE = 0.01
_LARGEST_SHARE = 0.6
_TOUCH = 6.0
_LONGEST_AXIS = 2.5
_ROUNDED = 8
_MOST_MARKS = 20_000
_MOST_PAIRS = 50_000


@dataclass(frozen=True, slots=True)
class _Mark:
    rect: Rect
    weight: int


@dataclass(slots=True)
class _Cluster:
    marks: list[_Mark] = field(default_factory=list)

    @property
    def weight(self) -> int:
        return sum(mark.weight for mark in self.marks)

    @property
    def rect(self) -> Rect:
        return union([mark.rect for mark in self.marks if mark.weight > 0])


def drawn_areas(
    blocks: Iterable[Mapping[str, Any]],
    drawings: Iterable[Mapping[str, Any]],
    to_display: Any,
    page: Rect,
    texts: Sequence[Rect],
    rules: Sequence[Rect],
) -> tuple[Rect, ...]:
    """Areas of drawings on the displayed page in points, top to bottom.

    ``blocks`` are the vector blocks of extraction, ``drawings`` those of ``Page.get_cdrawings`` (for strokes), both on the
    unrotated page, which ``to_display`` turns; ``texts`` and ``rules`` are rectangles on the displayed page.
    """
    centres = _Centres(texts)
    marks = [*_filled(blocks, to_display, page, centres), *_stroked(drawings, to_display, page, centres)]
    if sum(mark.weight for mark in marks) < _LEAST_WEIGHT or len(marks) > _MOST_MARKS:
        return ()
    whole = area(page) or 1.0
    out = []
    for cluster in _clusters(marks, rules):
        if cluster.weight < _LEAST_WEIGHT:
            continue
        rect = _with_axes(cluster.rect, rules)
        large = rect[2] - rect[0] >= _SMALLEST[0] and rect[3] - rect[1] >= _SMALLEST[1]
        if large and _SMALLEST_SHARE * whole <= area(rect) <= _LARGEST_SHARE * whole:
            out.append(_rounded(rect))
    return tuple(sorted(out, key=lambda r: (r[1], r[0])))


class _Centres:
    """Middles of the page's text, by rows of cells, to ask whether a shape has text in it."""

    def __init__(self, texts: Sequence[Rect]) -> None:
        self._texts = texts

    @cached_property
    def _rows(self) -> dict[int, list[tuple[float, float]]]:
        rows: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for x0, y0, x1, y1 in self._texts:
            rows[int((y0 + y1) / 2 // _CELL)].append(((x0 + x1) / 2, (y0 + y1) / 2))
        return rows

    def inside(self, rect: Rect) -> bool:
        rows = range(int(rect[1] // _CELL), int(rect[3] // _CELL) + 1)
        return any(rect[0] <= x <= rect[2] and rect[1] <= y <= rect[3] for row in rows for x, y in self._rows.get(row, ()))


def _filled(blocks: Iterable[Mapping[str, Any]], to_display: Any, page: Rect, centres: _Centres) -> list[_Mark]:
    """Bars and shapes. A rectangle with text in it counts against a drawing."""
    out = []
    for block in blocks:
        if block["type"] != 3 or block["stroked"] or block["alpha"] < 10 or near_white(block["color"]):
            continue
        rect = _on_page(to_display(block["bbox"]), page)
        if rect is None or min(rect[2] - rect[0], rect[3] - rect[1]) <= _THIN:
            continue
        weight = 1 if block["isrect"] else 2
        out.append(_Mark(rect, -1 if block["isrect"] and centres.inside(rect) else weight))
    return out


def _stroked(drawings: Iterable[Mapping[str, Any]], to_display: Any, page: Rect, centres: _Centres) -> list[_Mark]:
    """Curves and slanted lines; a few curves around text are a box with round corners."""
    out = []
    for drawing in drawings:
        if "s" not in drawing["type"] or drawing.get("stroke_opacity", 1.0) < 0.05:
            continue
        bent = sum(_bent(item) for item in drawing["items"])
        rect = _on_page(to_display(drawing["rect"]), page) if bent else None
        if rect is None or (bent <= _ROUNDED and centres.inside(rect)):
            continue
        out.append(_Mark(rect, min(bent, _MOST_WEIGHT)))
    return out


def _bent(item: Any) -> bool:
    if item[0] == "l":
        (x0, y0), (x1, y1) = item[1], item[2]
        return bool(abs(x0 - x1) > 1.0 and abs(y0 - y1) > 1.0)
    return bool(item[0] in ("c", "qu"))


def _clusters(marks: Sequence[_Mark], rules: Sequence[Rect]) -> list[_Cluster]:
    """Marks whose cells of 12 points touch, and those that stand on one ruled line (bars on their axis), joined."""
    owner: dict[tuple[int, int], int] = {}
    root = list(range(len(marks)))

    def find(index: int) -> int:
        while root[index] != index:
            root[index] = root[root[index]]
            index = root[index]
        return index

    for index, mark in enumerate(marks):
        x0, y0, x1, y1 = (int(value // _CELL) for value in mark.rect)
        for cell in ((x, y) for x in range(x0 - 1, x1 + 2) for y in range(y0 - 1, y1 + 2)):
            root[find(owner.setdefault(cell, index))] = find(index)
    for rule in rules if len(rules) * len(marks) <= _MOST_PAIRS else ():
        on_line = [i for i, mark in enumerate(marks) if common_x(rule, mark.rect) > -2.0 and common_y(rule, mark.rect) > -2.0]
        for index in on_line[1:]:
            root[find(index)] = find(on_line[0])
    found: dict[int, _Cluster] = defaultdict(_Cluster)
    for index, mark in enumerate(marks):
        found[find(index)].marks.append(mark)
    return list(found.values())


def _with_axes(rect: Rect, rules: Sequence[Rect]) -> Rect:
    """The cluster with the ruled lines that touch it, unless they are much longer than it."""
    long_x, long_y = _LONGEST_AXIS * (rect[2] - rect[0]), _LONGEST_AXIS * (rect[3] - rect[1])
    near = [
        rule
        for rule in rules
        if common_x(rule, rect) > -_TOUCH
        and common_y(rule, rect) > -_TOUCH
        and rule[2] - rule[0] <= long_x
        and rule[3] - rule[1] <= long_y
    ]
    return union([rect, *near])


def _on_page(rect: Rect, page: Rect) -> Rect | None:
    x0, y0, x1, y1 = max(rect[0], page[0]), max(rect[1], page[1]), min(rect[2], page[2]), min(rect[3], page[3])
    if x0 >= x1 or y0 >= y1 or (x1 - x0) * (y1 - y0) > 0.5 * area(page):
        return None
    return x0, y0, x1, y1


def _rounded(rect: Rect) -> Rect:
    return round(rect[0], 2), round(rect[1], 2), round(rect[2], 2), round(rect[3], 2)
