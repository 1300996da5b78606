"""Rows and columns of words become cells: phrases over several columns, titles over groups of columns, cells over rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.layout.geometry import width
from chunkstudio.layout.model import Rect
from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_rows import Row
from chunkstudio.layout.table_words import Segment, Word, segments_of

_LETTERS = re.compile(r"[^\W\d_]{2}")
_NORMAL_BLANK = 0.42


@dataclass(slots=True)
class Cell:
    """A cell while spans are worked out; ``first`` and ``last`` are its columns, ``row`` and ``rows`` its place in y."""

    row: int
    first: int
    last: int
    words: list[Word]
    rows: int = 1

    @property
    def x0(self) -> float:
        """Left end of its text."""
        return min(w.x0 for w in self.words)

    @property
    def x1(self) -> float:
        """Right end of its text."""
        return max(w.x1 for w in self.words)

    @property
    def rect(self) -> Rect:
        """The rectangle of its text."""
        return (self.x0, min(w.y0 for w in self.words), self.x1, max(w.y1 for w in self.words))

    @property
    def text(self) -> str:
        """Its words in reading order, lines joined by blanks."""
        return " ".join(w.text for w in self.words)

    @property
    def bold(self) -> bool:
        """True if most of its words are bold."""
        return sum(w.bold for w in self.words) * 2 > len(self.words)


def cells_of(rows: Sequence[Row], cuts: Sequence[float]) -> list[list[Cell]]:
    """The cells of each row, left to right, with phrases that run over several columns as one cell."""
    return [_cells_of_row(number, row, cuts) for number, row in enumerate(rows)]


def _cells_of_row(number: int, row: Row, cuts: Sequence[float]) -> list[Cell]:
    pieces = [piece for band in row for segment in segments_of(band) for piece in _at_cuts(segment, cuts)]
    spans = sorted(
        ((column_of(cuts, _inner(p.x0, p)), column_of(cuts, _inner(p.x1, p)), p) for p in pieces), key=lambda s: s[:2]
    )
    cells: list[Cell] = []
    for first, last, piece in spans:
        if first == last:
            first = last = column_of(cuts, (piece.x0 + piece.x1) / 2)
        host = next((c for c in cells if first <= c.last and last >= c.first), None)
        if host is None:
            cells.append(Cell(number, first, last, list(piece.words)))
        else:
            host.words += piece.words
            host.first, host.last = min(host.first, first), max(host.last, last)
    order = {id(word): (index, word.x0) for index, band in enumerate(row) for word in band.words}
    for cell in cells:
        cell.words.sort(key=lambda w: order[id(w)])
    return sorted(cells, key=lambda c: c.first)


def _inner(x: float, piece: Segment) -> float:
    """An end of a phrase drawn in by up to 1.5 points, so that a letter that touches a cut doesn't span two columns."""
    middle = (piece.x0 + piece.x1) / 2
    shrink = min(1.5, abs(middle - x))
    return x + shrink if x < middle else x - shrink


def _at_cuts(segment: Segment, cuts: Sequence[float]) -> list[Segment]:
    """A phrase cut where a column ends, unless a word or an ordinary blank between two words of text lies there."""
    groups: list[list[Word]] = [[segment.words[0]]]
    for before, after in zip(segment.words, segment.words[1:], strict=False):
        between = any(before.x1 - 1.0 <= x <= after.x0 + 1.0 for x in cuts)
        if between and not _one_phrase(before, after):
            groups.append([after])
        else:
            groups[-1].append(after)
    return [Segment(tuple(words)) for words in groups]


def _one_phrase(before: Word, after: Word) -> bool:
    gap = after.x0 - before.x1
    return gap <= _NORMAL_BLANK * max(before.size, after.size) and bool(
        _LETTERS.search(before.text) and (_LETTERS.search(after.text) or after.text[:1].islower())
    )


def widen_titles(table: Sequence[Sequence[Cell]], header_rows: int, rules: Sequence[Rect], columns: int) -> None:
    """Let a title in the header reach over the columns that it stands above: by a rule under it, else by its middle."""
    extents = _column_extents(table, columns)
    for number in range(header_rows):
        row = table[number]
        below = table[number + 1] if number + 1 < len(table) else []
        for place, cell in enumerate(row):
            low = row[place - 1].last + 1 if place else 0
            high = row[place + 1].first - 1 if place + 1 < len(row) else columns - 1
            span = _by_rule(cell, below, rules, extents, low, high)
            if span is None and number + 1 < header_rows:
                span = _by_middle(cell, below, extents, low, high)
            if span is not None:
                cell.first, cell.last = min(cell.first, span[0]), max(cell.last, span[1])


def _column_extents(table: Sequence[Sequence[Cell]], columns: int) -> list[tuple[float, float] | None]:
    extents: list[tuple[float, float] | None] = [None] * columns
    for row in table:
        for cell in row:
            if cell.first == cell.last:
                old = extents[cell.first]
                extents[cell.first] = (cell.x0, cell.x1) if old is None else (min(old[0], cell.x0), max(old[1], cell.x1))
    return extents


def _by_rule(
    cell: Cell, below: Sequence[Cell], rules: Sequence[Rect], extents: Sequence[tuple[float, float] | None], low: int, high: int
) -> tuple[int, int] | None:
    """The columns over which a rule right under the title runs; None without such a rule."""
    bottom = cell.rect[3]
    floor = min((c.rect[1] for c in below), default=bottom + 12.0)
    floor = max(floor, bottom) + 3.0
    for x0, y0, x1, _ in rules:
        if not (bottom - 3.0 <= y0 <= floor and x0 - 3.0 <= cell.x0 and cell.x1 <= x1 + 3.0):
            continue
        under = [i for i in range(low, high + 1) if (e := extents[i]) is not None and x0 - 3.0 <= (e[0] + e[1]) / 2 <= x1 + 3.0]
        if under and width((x0, 0.0, x1, 0.0)) > 8.0 and (len(under) < len(extents) or len(extents) == 1):
            return under[0], under[-1]
    return None


def _by_middle(
    cell: Cell, below: Sequence[Cell], extents: Sequence[tuple[float, float] | None], low: int, high: int
) -> tuple[int, int] | None:
    """The widest run of columns, each with a title in the next row, whose middle is the title's middle."""
    filled = {column for c in below for column in range(c.first, c.last + 1)}
    middle = (cell.x0 + cell.x1) / 2
    best: tuple[int, int] | None = None
    for first in range(low, cell.first + 1):
        for last in range(cell.last, high + 1):
            if first == last or not all(c in filled for c in range(first, last + 1)):
                continue
            ends = [e for e in extents[first : last + 1] if e is not None]
            if not ends:
                continue
            x0, x1 = min(e[0] for e in ends), max(e[1] for e in ends)
            if abs((x0 + x1) / 2 - middle) <= max(4.0, 0.06 * (x1 - x0)) and (best is None or last - first > best[1] - best[0]):
                best = (first, last)
    return best


def deepen_titles(table: Sequence[Sequence[Cell]], header_rows: int, columns: int) -> None:
    """Let a title with empty places above or below it in the header cover them."""
    taken = [[False] * columns for _ in range(header_rows)]
    for row in table[:header_rows]:
        for cell in row:
            for column in range(cell.first, cell.last + 1):
                taken[cell.row][column] = True
    for row in table[:header_rows]:
        for cell in row:
            span = range(cell.first, cell.last + 1)
            if cell.first != 0 and cell.first == cell.last and not _column_title(table, cell, header_rows):
                continue
            while cell.row > 0 and not any(taken[cell.row - 1][c] for c in span) and any(taken[cell.row - 1]):
                cell.row -= 1
                cell.rows += 1
                _take(taken, cell.row, span)
            while cell.row + cell.rows < header_rows and not any(taken[cell.row + cell.rows][c] for c in span):
                _take(taken, cell.row + cell.rows, span)
                cell.rows += 1


def _take(taken: list[list[bool]], row: int, span: range) -> None:
    for column in span:
        taken[row][column] = True


def _column_title(table: Sequence[Sequence[Cell]], cell: Cell, header_rows: int) -> bool:
    """True if it is the only title of its column."""
    return not any(
        other is not cell and other.first <= cell.first <= other.last for row in table[:header_rows] for other in row
    )
