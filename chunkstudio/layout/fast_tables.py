"""Tables of a page for the fast parser: by rules first, then by alignment in each text column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.geometry import line_frame, share_inside, width
from chunkstudio.layout.model import Line, ParsedPage, Rect, TableGrid, union
from chunkstudio.layout.table_align import aligned_areas
from chunkstudio.layout.table_joins import FAR, joined_parts, with_titles
from chunkstudio.layout.table_kinds import are_headings, is_degenerate
from chunkstudio.layout.table_labels import (
    bare_rows,
    covered_rows,
    names_columns_again,
    overlapping,
    stands_beside_text,
    with_labels,
    without_prose,
)
from chunkstudio.layout.table_reach import reached
from chunkstudio.layout.table_rules import RuledArea, ruled_areas
from chunkstudio.layout.tables import build_tables, lines_of_table

_GUTTER = 10.0
_LONG = 0.28
_COVERED = 0.6


@dataclass(frozen=True, slots=True)
class TableArea:
    """A table with its rectangle (displayed points), its cells, the lines it took, and the rule that found it."""

    rect: Rect
    grid: TableGrid
    lines: tuple[Line, ...]
    rule: str


def table_areas(page: ParsedPage, lines: Sequence[Line]) -> list[TableArea]:
    """The tables among some lines of a page, top to bottom."""
    upright = [line for line in lines if line_frame(line) == "upright" and not line.mono]
    areas = _labelled(ruled_areas(page.rules, lines), upright, page.width)
    found: list[TableArea] = []
    stacks: list[Rect] = []
    for ruled in areas:
        rect = _grown(ruled, [*(a.rect for a in areas if a is not ruled), *(t.rect for t in found), *stacks], lines)
        if not ruled.column_lines:
            stacks.append(rect)
            continue
        inside = lines_of_table(lines, rect)
        rows = _row_lines(ruled, rect) if ruled.row_lines else None
        parts = build_tables(inside, rect, page.rules, rows, ruled.column_lines, source="ruled")
        found += _kept(parts, inside, "fast.table.ruled")
    taken = [*(t.rect for t in found), *stacks]
    aligned = [rect for rect in _aligned(_outside(upright, taken), page.width) if not overlapping(rect, taken)]
    loose = joined_parts([*stacks, *aligned], upright)
    for rect in loose:
        others = [*(t.rect for t in found), *(other for other in loose if other is not rect)]
        near = [line for line in upright if rect[1] - FAR < line.rect[1] < rect[3]]
        rect = with_titles(rect, _outside(near, others))
        ruled_too = any(share_inside(stack, rect) > 0.9 for stack in stacks)
        inside = lines_of_table(lines, rect)
        parts = build_tables(inside, rect, page.rules, source="ruled" if ruled_too else "aligned")
        if not ruled_too:
            parts = [part for part in parts if not are_headings(part[1])]
        found += _kept(parts, inside, "fast.table.ruled" if ruled_too else "fast.table.aligned")
    return sorted(found, key=lambda t: (t.rect[1], t.rect[0]))


def _aligned(lines: Sequence[Line], page_width: float) -> list[Rect]:
    return [rect for column in _text_columns(lines, page_width) for rect in aligned_areas(column)]


def _outside(lines: Sequence[Line], rects: Sequence[Rect]) -> list[Line]:
    return [line for line in lines if not any(share_inside(line.rect, rect) > 0.5 for rect in rects)]


def _labelled(areas: Sequence[RuledArea], lines: Sequence[Line], page_width: float) -> list[RuledArea]:
    """The areas by rules, those of bare figures with the labels of their rows.

    Rules under the figures of several tables make one area of them; their rows, aligned, tell them apart, and the area
    is left to these.
    """
    bare = {id(a): rows for a in areas if not a.column_lines and (rows := bare_rows(lines_of_table(lines, a.rect)))}
    if not bare:
        return list(areas)
    framed = [a for a in areas if a.column_lines]
    free = _outside(lines, [a.rect for a in framed])
    aligned = _aligned(free, page_width)
    alone = [a for a in areas if id(a) in bare and stands_beside_text(a.rect, bare[id(a)], free)]
    rects: list[Rect] = [a.rect for a in areas if not a.column_lines and (id(a) not in bare or a in alone)]
    for area in (a for a in areas if id(a) in bare and a not in alone):
        rows = bare[id(area)]
        parts = without_prose(area.rect, rows, free)
        several = len(parts) > 1 or names_columns_again(rows)
        if several and covered_rows(rows, aligned) >= _COVERED * len(rows):
            continue
        for part in parts:
            rect = union([part, *overlapping(part, aligned)])
            rect = with_labels(rect, rows, _outside(free, [rect]))
            rect = part if overlapping(rect, [a.rect for a in framed]) else rect
            same = overlapping(rect, rects)
            rects = [*(r for r in rects if r not in same), union([rect, *same])]
    known = {a.rect: a for a in areas}
    out = [*framed, *(known.get(rect, RuledArea(rect, (), ())) for rect in rects)]
    return sorted(out, key=lambda a: (a.rect[1], a.rect[0]))


def _grown(ruled: RuledArea, others: Sequence[Rect], lines: Sequence[Line]) -> Rect:
    """A ruled table's rectangle with the rows right above and below in its columns that no other table has."""
    free = [line for line in lines if not line.mono and not any(share_inside(line.rect, o) >= 0.5 for o in others)]
    return reached(ruled.rect, lines_of_table(lines, ruled.rect), free)


def _row_lines(ruled: RuledArea, rect: Rect) -> tuple[float, ...]:
    """Where its rows part: at its rules, and at the rules that were its outer ones before it grew."""
    above = (ruled.rect[1],) if rect[1] < ruled.rect[1] else ()
    below = (ruled.rect[3],) if rect[3] > ruled.rect[3] else ()
    return (*above, *ruled.row_lines, *below)


def _kept(parts: Sequence[tuple[Rect, TableGrid]], lines: Sequence[Line], rule: str) -> list[TableArea]:
    """Tables worth the name, each with the lines that lie in it."""
    return [TableArea(rect, grid, tuple(lines_of_table(lines, rect)), rule) for rect, grid in parts if not is_degenerate(grid)]


def _text_columns(lines: Sequence[Line], page_width: float) -> list[list[Line]]:
    """Lines by text column: parted by the gutter (at least 10 points) that long lines leave free on both sides."""
    long = [line for line in lines if width(line.rect) > _LONG * page_width]
    if len(long) < 8:
        return [list(lines)]
    middle = page_width / 2
    left = [line for line in long if line.rect[2] < middle + 0.05 * page_width]
    right = [line for line in long if line.rect[0] > middle - 0.05 * page_width]
    across = len(long) - len(left) - len(right)
    if min(len(left), len(right)) < 3 or across > 0.4 * len(long):
        return [list(lines)]
    a, b = max(line.rect[2] for line in left), min(line.rect[0] for line in right)
    if b - a < _GUTTER:
        return [list(lines)]
    cut = (a + b) / 2
    first = [line for line in lines if line.rect[2] <= cut + 2]
    second = [line for line in lines if line.rect[0] >= cut - 2]
    both = [line for line in lines if line.rect[2] > cut + 2 and line.rect[0] < cut - 2]
    return [group for group in (first, second, both) if group]
