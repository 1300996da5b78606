"""Rows and columns of words become cells; a phrase that runs over several columns is one cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkstudio.layout.model import Rect, union
from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_rows import Row
from chunkstudio.layout.table_words import Segment, Word, is_value, segments_of, two_figures

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
    def rect(self) -> Rect:
        """The rectangle of its text."""
        return union([(w.x0, w.y0, w.x1, w.y1) for w in self.words])

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
    pieces = [piece for band in row for segment in segments_of(band) for piece in phrases_at_cuts(segment, cuts)]
    spans = sorted(((*_columns(piece, cuts), piece) for piece in pieces), key=lambda s: s[:2])
    cells: list[Cell] = []
    for first, last, piece in spans:
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


def one_in_each_place(cells: Sequence[Cell]) -> list[Cell]:
    """Cells of which no two stand in one place: those that would are one cell, in the order given."""
    kept: list[Cell] = []
    for cell in cells:
        while (host := next((k for k in kept if _meet(k, cell)), None)) is not None:
            kept.remove(host)
            row, stop = min(host.row, cell.row), max(host.row + host.rows, cell.row + cell.rows)
            first, last = min(host.first, cell.first), max(host.last, cell.last)
            cell = Cell(row, first, last, [*host.words, *cell.words], rows=stop - row)
        kept.append(cell)
    return kept


def _meet(one: Cell, other: Cell) -> bool:
    rows = one.row < other.row + other.rows and other.row < one.row + one.rows
    return rows and one.first <= other.last and other.first <= one.last


def _columns(piece: Segment, cuts: Sequence[float]) -> tuple[int, int]:
    """The columns that a phrase reaches; 1.5 points over a cut are none. A figure has one column, that of its right end.

    A dash has that of its middle: the em dash of many fonts is wider than the column it is centred or set right in.
    """
    if is_value(piece.text):
        if not any(c.isdigit() for c in piece.text):
            return (column_of(cuts, (piece.x0 + piece.x1) / 2),) * 2
        return (column_of(cuts, piece.x1 - min(1.5, (piece.x1 - piece.x0) / 2)),) * 2
    middle = (piece.x0 + piece.x1) / 2
    shrink = min(1.5, (piece.x1 - piece.x0) / 2)
    first, last = column_of(cuts, piece.x0 + shrink), column_of(cuts, piece.x1 - shrink)
    return (first, last) if first != last else (column_of(cuts, middle),) * 2


def phrases_at_cuts(segment: Segment, cuts: Sequence[float]) -> list[Segment]:
    """A phrase cut where a column ends, unless a word or an ordinary blank between two words of text lies there."""
    groups: list[list[Word]] = [[segment.words[0]]]
    figures = all(is_value(w.text) for w in segment.words)
    for before, after in pairwise(segment.words):
        between = any(before.x1 - 1.0 <= x <= after.x0 + 1.0 for x in cuts)
        if (between and not _one_phrase(before, after)) or (figures and two_figures(before, after)):
            groups.append([after])
        else:
            groups[-1].append(after)
    return [Segment.of(words) for words in groups]


def _one_phrase(before: Word, after: Word) -> bool:
    gap = after.x0 - before.x1
    return gap <= _NORMAL_BLANK * max(before.size, after.size) and bool(
        _LETTERS.search(before.text) and (_LETTERS.search(after.text) or after.text[:1].islower())
    )


def widen_labels(table: Sequence[Sequence[Cell]], extents: Sequence[tuple[float, float] | None]) -> None:
    """Let a label that stands alone in its row over the middle of all columns but the first (or of all) span them."""
    last = len(extents) - 1
    sides = [(0, e) for e in extents[:1] if e is not None] + [(1, e) for e in extents[1:] if e is not None]
    for row in table:
        if len(row) != 1 or last < 2 or (row[0].first == 0 and row[0].last == 0):
            continue
        cell = row[0]
        middle = (cell.rect[0] + cell.rect[2]) / 2
        for start in (1, 0):
            ends = [e for group, e in sides if group >= start]
            x0, x1 = min(e[0] for e in ends), max(e[1] for e in ends)
            if cell.first >= start and abs((x0 + x1) / 2 - middle) <= 0.05 * (x1 - x0):
                cell.first, cell.last = start, last
                break
