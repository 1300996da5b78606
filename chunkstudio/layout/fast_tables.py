"""Tables of a page for the fast parser: by rules first, then by alignment in each text column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.geometry import common_x, common_y, line_frame, share_inside, width
from chunkstudio.layout.model import Line, ParsedPage, Rect, TableGrid
from chunkstudio.layout.table_align import aligned_areas
from chunkstudio.layout.table_kinds import is_degenerate
from chunkstudio.layout.table_reach import reached
from chunkstudio.layout.table_rules import RuledArea, ruled_areas
from chunkstudio.layout.tables import build_tables, lines_of_table

_GUTTER = 10.0
_LONG = 0.28


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
    found: list[TableArea] = []
    areas = ruled_areas(page.rules, lines)
    for ruled in areas:
        rect = _grown(ruled, [*(a.rect for a in areas if a is not ruled), *(t.rect for t in found)], lines)
        inside = lines_of_table(lines, rect)
        rows = _row_lines(ruled, rect) if ruled.column_lines and ruled.row_lines else None
        parts = build_tables(inside, rect, page.rules, rows, ruled.column_lines, source="ruled")
        found += _kept(parts, inside, "fast.table.ruled")
    left = [line for line in upright if not any(share_inside(line.rect, t.rect) > 0.5 for t in found)]
    for column in _text_columns(left, page.width):
        for rect in aligned_areas(column):
            if any(common_x(rect, t.rect) > 0 and common_y(rect, t.rect) > 0 for t in found):
                continue
            inside = lines_of_table(column, rect)
            found += _kept(build_tables(inside, rect, page.rules, source="aligned"), inside, "fast.table.aligned")
    return sorted(found, key=lambda t: (t.rect[1], t.rect[0]))


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
