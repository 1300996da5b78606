"""What a box that a parser called a table really is: a table, a listing of code, a list with its markers apart, or no table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from chunkstudio.layout.geometry import height, share_inside, width
from chunkstudio.layout.model import Line, Rect, TableGrid
from chunkstudio.layout.table_words import is_value

TableKind = Literal["table", "code", "list", "degenerate"]
_MARKER = re.compile(r"^(?:\[[^\]]{1,12}\]|\(?\d{1,3}[.)]|\(?[a-z][.)]|[•◦▪■●–·*])$")
_CODE_SIGN = re.compile(r"[{}=;]|\w\(|^\s*(?:#|//|--)|:$|->|::")
_LONG_WORDS = 6
_DIVISION = re.compile(r"^\d{1,3}(?:\.\d{1,3})*\.?$")
_MOST_HEADINGS = 6


def kind_of(grid: TableGrid, lines: Sequence[Line], rect: Rect, rules: Sequence[Rect]) -> TableKind:
    """The kind of a grid; ``lines`` are the box's lines, ``rules`` the page's ruled lines."""
    upright = any(height(r) > width(r) and share_inside(r, rect) > 0.5 for r in rules)
    if not upright and _is_listing(grid, lines):
        return "code"
    if is_degenerate(grid):
        return "degenerate"
    return "list" if not upright and _is_marked_list(grid) else "table"


def _is_listing(grid: TableGrid, lines: Sequence[Line]) -> bool:
    """Typewriter text with the signs of a programming language; tables typed in such a font have figures instead."""
    mono = [line for line in lines if line.mono]
    if sum(len(line.text) for line in mono) <= 0.8 * sum(len(line.text) for line in lines):
        return False
    values = sum(is_value(c.text) for c in grid.cells)
    return values <= 0.2 * len(grid.cells) and 3 * sum(bool(_CODE_SIGN.search(line.text)) for line in mono) >= len(mono)


def is_degenerate(grid: TableGrid) -> bool:
    """True for what is no table: one row or column only, or hardly a cell filled."""
    if grid.rows < 2 or grid.columns < 2:
        return True
    filled = {(c.row, c.column) for c in grid.cells if c.text.strip()}
    return len(filled) < 3 or len({c for _, c in filled}) < 2 or len({r for r, _ in filled}) < 2


def are_headings(grid: TableGrid) -> bool:
    """Two columns of which the first counts divisions and the second names them: headings one below the other, each the
    first part of the one above or the next after it, and not all of one depth."""
    if grid.columns != 2 or not 2 <= grid.rows <= _MOST_HEADINGS:
        return False
    rows = grid.grid()
    if not all(_DIVISION.match(row[0].strip()) and any(ch.isalpha() for ch in row[1]) for row in rows):
        return False
    numbers = [tuple(map(int, row[0].strip().rstrip(".").split("."))) for row in rows]
    follow = all(b == (*a, 1) or b in [(*a[:k], a[k] + 1) for k in range(len(a))] for a, b in pairwise(numbers))
    return follow and len({len(number) for number in numbers}) > 1


def _is_marked_list(grid: TableGrid) -> bool:
    """Two columns of which the first holds markers and the second sentences."""
    if grid.columns != 2:
        return False
    rows = grid.grid()
    marked = [row for row in rows if _MARKER.match(row[0].strip())]
    long = sum(len(row[1].split()) >= _LONG_WORDS for row in marked)
    return len(marked) >= 0.6 * len(rows) and len(marked) >= 2 and long >= 0.6 * len(marked)


def item_rects(grid: TableGrid) -> list[Rect]:
    """One rectangle for each item of a marked list: its marker's row and the rows that go on with it."""
    out: list[Rect] = []
    rows = grid.grid()
    for row, rect in zip(rows, grid.row_rects, strict=True):
        if out and not row[0].strip():
            before = out[-1]
            out[-1] = (min(before[0], rect[0]), before[1], max(before[2], rect[2]), rect[3])
        else:
            out.append(rect)
    return out
