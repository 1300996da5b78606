"""Rows that belong to a table though its rules or its look end before them: titles of columns above, a total below.

A row is taken in when it follows closely and its phrases stand in the columns of the table, bold or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.geometry import common_x, line_frame
from chunkstudio.layout.model import Line, Rect, union
from chunkstudio.layout.table_columns import added_cuts, column_of, without_mark_columns
from chunkstudio.layout.table_words import Band, Segment, bands_of, is_value, segments_of, words_of

_GAP = 1.3
_STEP = 1.6
_MOST_ROWS = 3
_FLUSH = 3.0
_PHRASE = 1.1


def reached(rect: Rect, inside: Sequence[Line], around: Sequence[Line]) -> Rect:
    """The rectangle of a table grown by up to three rows on each side.

    ``inside`` are the table's lines, ``around`` others of the page that may belong to it; only level ones count. Points
    of the displayed page.
    """
    bands = bands_of(words_of(line for line in inside if line_frame(line) == "upright"))
    if len(bands) < 2:
        return rect
    left, right = min(w.x0 for b in bands for w in b.words), max(w.x1 for b in bands for w in b.words)
    cuts = without_mark_columns(bands, added_cuts(bands, (), left, right))
    columns = _extents(bands, cuts)
    if len(columns) < 2:
        return rect
    reach = _MOST_ROWS * (3.0 * max(b.y1 - b.y0 for b in bands) + _usual_gap(bands))
    for upward in (True, False):
        edge = bands[0] if upward else bands[-1]
        lines = [line for line in around if _beside(line, rect, edge, upward, reach)]
        rows = bands_of(words_of(lines))
        for row in _joining(rows[::-1] if upward else rows, edge, bands, (cuts, columns), (rect[0], rect[2])):
            rect = union([rect, (rect[0], row.y0, rect[2], row.y1)])
    return rect


def _beside(line: Line, rect: Rect, edge: Band, upward: bool, beyond: float) -> bool:
    """True for a level line in the table's width, up to ``beyond`` points above or below its outermost row."""
    if line_frame(line) != "upright" or common_x(line.rect, rect) <= 0:
        return False
    middle = (line.rect[1] + line.rect[3]) / 2
    return edge.y0 - beyond < middle < edge.y0 if upward else edge.y1 < middle < edge.y1 + beyond


def _joining(
    rows: Sequence[Band],
    edge: Band,
    bands: Sequence[Band],
    grid: tuple[Sequence[float], dict[int, tuple[float, float]]],
    sides: tuple[float, float],
) -> list[Band]:
    """The rows, outward from the table's outermost one, that follow each other closely and stand in its columns."""
    usual = _usual_gap(bands)
    out: list[Band] = []
    for row in rows[:_MOST_ROWS]:
        gap = max(row.y0 - edge.y1, edge.y0 - row.y1)
        tall = min(row.y1 - row.y0, edge.y1 - edge.y0)
        if gap > max(_GAP * tall, _STEP * usual) or not _in_columns(row, *grid, sides):
            break
        out.append(row)
        edge = row
    return out


def _usual_gap(bands: Sequence[Band]) -> float:
    """Half of the white gaps between a table's rows are smaller than this, in points."""
    return max(0.0, median(b.y0 - a.y1 for a, b in pairwise(bands)))


def _extents(bands: Sequence[Band], cuts: Sequence[float]) -> dict[int, tuple[float, float]]:
    """From where to where the phrases of each column reach; phrases over several columns do not count."""
    out: dict[int, tuple[float, float]] = {}
    for band in bands:
        for phrase in segments_of(band, _PHRASE, part_values=True):
            column = column_of(cuts, phrase.x0)
            if column == column_of(cuts, phrase.x1):
                x0, x1 = out.get(column, (phrase.x0, phrase.x1))
                out[column] = (min(x0, phrase.x0), max(x1, phrase.x1))
    return out


def _in_columns(row: Band, cuts: Sequence[float], columns: dict[int, tuple[float, float]], sides: tuple[float, float]) -> bool:
    """True if a row has a phrase in at least half of the columns (two at least), one each, and none stands beside them.

    A row without a figure is one only as titles of columns are: a phrase for all columns, or all but the first.
    """
    phrases = segments_of(row, _PHRASE, part_values=True)
    figures = any(is_value(phrase.text) for phrase in phrases[1:])
    if len(phrases) < max(2, 0.5 * len(columns) if figures else len(columns) - 1):
        return False
    if phrases[0].x0 < sides[0] - _FLUSH or phrases[-1].x1 > sides[1] + _FLUSH:
        return False
    places = [column_of(cuts, (phrase.x0 + phrase.x1) / 2) for phrase in phrases]
    if len(set(places)) < len(places):
        return False
    return all(_stands_in(phrase, columns.get(place)) for phrase, place in zip(phrases, places, strict=True))


def _stands_in(phrase: Segment, column: tuple[float, float] | None) -> bool:
    """A phrase within its column's reach, or flush with it at one side or in the middle."""
    if column is None:
        return False
    x0, x1 = column
    within = phrase.x0 >= x0 - _FLUSH and phrase.x1 <= x1 + _FLUSH
    flush = min(abs(phrase.x0 - x0), abs(phrase.x1 - x1), abs(phrase.x0 + phrase.x1 - x0 - x1) / 2) <= _FLUSH
    return within or flush
