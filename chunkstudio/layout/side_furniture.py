"""Furniture beside the text: navigation bars of slides, sideways notes in the margin.

As with running heads, repetition makes it: the same words (digits masked) at one place of the page on enough pages, in a
strip at the left or right edge that no text runs into. Names of rows are none: figures stand on their baselines. Level lines
are looked at on slides alone: beside the fields of a form printed again and again stand the names of these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.fast import fast_regions
from chunkstudio.layout.geometry import common_x, common_y, line_frame, main_frame, share_inside
from chunkstudio.layout.model import Line, ParsedPage, Rect, union
from chunkstudio.layout.page_numbers import digits_masked
from chunkstudio.layout.slide_titles import may_be_slide

BESIDE = "furniture.beside-text"
_SIDE = 0.27
_EDGE = 0.14
_CELL = 4.0
_SLACK = 3.0
_SAME_ROW = 1.5
_ON_ROWS = 0.3
_MOST_TEXT = 80
_OBJECTS = frozenset({"table", "picture"})
_LEVEL = frozenset({"upright", "mirrored"})
_Cell = tuple[str, int, int]


@dataclass(slots=True)
class _Side:
    """The lines near one edge of a page, which of them repeat, and the page's other lines."""

    page: ParsedPage
    repeated: list[Line]
    near: list[tuple[Line, int]]
    others: list[Line]


def lines_beside(pages: Sequence[ParsedPage], needed: int) -> dict[int, tuple[Line, ...]]:
    """The lines of each page (by its number) that are furniture beside the text. ``needed``: on how many pages at least.

    Costs little: only short lines near the left and right edges are compared.
    """
    if len(pages) < needed:
        return {}
    found: dict[int, list[Line]] = defaultdict(list)
    for side in _sides(pages, needed, needed, _across):
        found[side.page.number] += [line for line in side.repeated if _in_margin(line, side.page)]
    for at_left in (True, False):
        sides = _sides(pages, needed, max(needed, len(pages) / 2), partial(_upright, at_left=at_left))
        if sides and _is_bar(sides):
            for side in sides:
                found[side.page.number] += _of_bar(side)
    return {number: tuple(lines) for number, lines in found.items() if lines}


def without(page: ParsedPage, beside: Sequence[Line]) -> ParsedPage:
    """The page as if the lines beside its text were not there, which the fast parser may have taken for cells of a table."""
    if not beside:
        return page
    taken = {id(line) for line in beside}
    rest = replace(page, lines=tuple(line for line in page.lines if id(line) not in taken))
    return replace(rest, regions=fast_regions(rest)) if page.parser == "fast" else rest


def boxes_of(beside: Sequence[Line], page: int) -> list[DraftBox]:
    """The lines as boxes of class page-footer, which are excluded with a reason: one for each direction of writing and edge."""
    parts: dict[tuple[str, bool], list[Line]] = defaultdict(list)
    middle = (min(line.rect[0] for line in beside) + max(line.rect[2] for line in beside)) / 2 if beside else 0.0
    for line in beside:
        parts[(line_frame(line), line.rect[0] < middle)].append(line)
    out = []
    for lines in parts.values():
        box = DraftBox(union([one.rect for one in lines]), "page-footer", tuple(lines), frame=line_frame(lines[0]), page=page)
        box.note("class", BESIDE, count=len(lines))
        out.append(box)
    return out


def _across(page: ParsedPage) -> list[Line]:
    """Lines that run up or down a page of level text."""
    turned = [line for line in page.lines if line.angle and not line.vertical]
    if not turned or main_frame(page.lines) not in _LEVEL:
        return []
    return [line for line in turned if line_frame(line) not in _LEVEL and line.text.strip()]


def _upright(page: ParsedPage, at_left: bool) -> list[Line]:
    """Short level lines in the strip at one edge of a slide."""
    if not may_be_slide(page):
        return []
    reach = _SIDE * page.width if at_left else (1 - _SIDE) * page.width
    return [
        line
        for line in page.lines
        if (line.rect[2] <= reach if at_left else line.rect[0] >= reach) and not line.angle and len(line.text) <= _MOST_TEXT
    ]


def _in_band(line: Line, page: ParsedPage) -> bool:
    """True where running heads and feet stand."""
    return not line.angle and (line.rect[1] < _EDGE * page.height or line.rect[3] > (1 - _EDGE) * page.height)


def _of_bar(side: _Side) -> list[Line]:
    """All lines of the bar that stand on another page too; above and below the text only those with words."""
    strip = _hull(side.repeated)
    return [
        line
        for line, count in side.near
        if count > 1
        and common_x(line.rect, strip) > 0
        and (not _in_band(line, side.page) or any(ch.isalpha() for ch in line.text))
    ]


def _sides(pages: Sequence[ParsedPage], needed: int, least: float, near: Callable[[ParsedPage], list[Line]]) -> list[_Side]:
    """The pages on which lines stand where they stand on ``needed`` pages; none if such pages are fewer than ``least``."""
    lines = [(page, [(line, _cell(line)) for line in near(page)]) for page in pages]
    counts: Counter[_Cell] = Counter()
    words: Counter[str] = Counter()
    for _, own in lines:
        counts.update({cell for _, cell in own})
        words.update({cell[0] for _, cell in own})
    if sum(any(words[cell[0]] >= needed for _, cell in own) for _, own in lines) < least:
        return []  # as in most documents
    out = []
    for page, own in lines:
        counted = [(line, _count(counts, cell) if words[cell[0]] > 1 else 1) for line, cell in own]
        repeated = [line for line, count in counted if count >= needed and any(ch.isalpha() for ch in line.text)]
        repeated = [line for line in repeated if not _in_band(line, page) and not _in_object(line, page)]
        if repeated:
            taken = {id(line) for line, _ in own}
            out.append(_Side(page, repeated, counted, [line for line in page.lines if id(line) not in taken]))
    return out if len(out) >= least else []


def _cell(line: Line) -> _Cell:
    return digits_masked(line.text), round(line.rect[0] / _CELL), round(line.rect[1] / _CELL)


def _count(counts: Counter[_Cell], cell: _Cell) -> int:
    """On how many pages the same words stand at a place, to a few points."""
    text, x, y = cell
    return max(sum(counts[(text, x + i, y + j)] for i in (a, a + 1) for j in (b, b + 1)) for a in (-1, 0) for b in (-1, 0))


def _in_object(line: Line, page: ParsedPage) -> bool:
    """Text of a picture is its own; so are the cells of a table that a model saw."""
    kept = _OBJECTS if page.parser != "fast" else frozenset({"picture"})
    return any(region.box_class in kept and share_inside(line.rect, region.rect) > 0.5 for region in page.regions)


def _in_margin(line: Line, page: ParsedPage) -> bool:
    """True if nothing else of the page stands above or below the line: it runs along the margin."""
    return not any(other is not line and not other.angle and common_x(other.rect, line.rect) > 0 for other in page.lines)


def _is_bar(sides: Sequence[_Side]) -> bool:
    """A strip whose lines mostly repeat, beside text that does not run into it, and from which no rows go on."""
    clear = sum(_is_clear(side) for side in sides)
    with_text = sum(any(ch.isalpha() for line in side.others for ch in line.text) for side in sides)
    near = sum(len(side.near) for side in sides)
    again = sum(count > 1 for side in sides for _, count in side.near)
    rows = sum(_on_row(line, side.others) for side in sides for line in side.repeated)
    repeated = sum(len(side.repeated) for side in sides)
    return clear >= 0.9 * len(sides) and with_text >= len(sides) / 2 and again >= 0.8 * near and rows <= _ON_ROWS * repeated


def _is_clear(side: _Side) -> bool:
    strip = _hull(side.repeated)
    return not any(
        common_x(line.rect, strip) > _SLACK and common_y(line.rect, strip) > 0 and line.text.strip() for line in side.others
    )


def _hull(lines: Iterable[Line]) -> Rect:
    return union([line.rect for line in lines])


def _on_row(line: Line, others: Sequence[Line]) -> bool:
    return any(
        abs(other.baseline - line.baseline) <= _SAME_ROW or abs(other.rect[1] - line.rect[1]) <= _SAME_ROW for other in others
    )
