"""Labels of rows that stand far from their figures: rules that run under the figures alone leave them outside a table.

A table whose rows open with figures has no labels of its own. What stands on most of its rows to the left of it, one phrase
a row, are these labels, unless it is running text that happens to stand beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.geometry import common_x, common_y, line_frame
from chunkstudio.layout.model import Line, Rect, union
from chunkstudio.layout.table_prose import LONGEST_LABEL
from chunkstudio.layout.table_words import Band, bands_of, is_value, names_period, words_of

_LEAST_ROWS = 3
_SHARE = 0.6
_MOST_WORDS = 12
_TOUCH = 4.0
_RUNNING = 0.5
_FEW_WORDS = 4


def bare_rows(inside: Sequence[Line]) -> list[Band]:
    """The rows of a table that open with a figure, if most of those with figures do; else none: it has labels."""
    bands = bands_of(words_of(line for line in inside if line_frame(line) == "upright"))
    figures = [band for band in bands if any(is_value(word.text) for word in band.words)]
    bare = [band for band in figures if is_value(band.words[0].text)]
    return bare if len(bare) >= max(_LEAST_ROWS, _SHARE * len(figures)) else []


def without_prose(rect: Rect, bare: Sequence[Band], lines: Sequence[Line]) -> list[Rect]:
    """The parts of a table with ``bare`` rows between lines of running text, which reach from beside into its columns."""
    prose = [
        line.rect
        for line in lines
        if line.rect[0] < rect[0] - _TOUCH
        and line.rect[2] > rect[0] + _TOUCH
        and len(line.text) > LONGEST_LABEL
        and rect[1] < (line.rect[1] + line.rect[3]) / 2 < rect[3]
        and not any(is_value(word.text) for word in words_of([line])[-2:])
    ]
    if not prose:
        return [rect]
    places = sorted((place[1] + place[3]) / 2 for place in prose)
    parts = [[band for band in bare if a < band.centre < b] for a, b in pairwise([rect[1] - 1.0, *places, rect[3] + 1.0])]
    return [(rect[0], part[0].y0, rect[2], part[-1].y1) for part in parts if len(part) > 1]


def with_labels(rect: Rect, bare: Sequence[Band], around: Sequence[Line]) -> Rect:
    """The rectangle of a table with ``bare`` rows widened to their labels, or as it is where there are none.

    ``around`` are the other lines of the page that may belong to it; only level ones count.
    """
    bare = [band for band in bare if rect[1] < band.centre < rect[3]]
    left = _beside(rect, bare, around)
    rows = bands_of(words_of(left))
    labels = [row for row in rows if _on_a_row(row, bare)]
    if not bare or len(labels) < _SHARE * len(bare) or _is_prose(rows, labels):
        return rect
    return union([rect, *(line.rect for line in left)])


def stands_beside_text(rect: Rect, bare: Sequence[Band], around: Sequence[Line]) -> bool:
    """True if what stands to the left of a table with ``bare`` rows is running text."""
    rows = bands_of(words_of(_beside(rect, bare, around)))
    labels = [row for row in rows if _on_a_row(row, bare)]
    return bool(labels) and _is_prose(rows, labels)


def _beside(rect: Rect, bare: Sequence[Band], around: Sequence[Line]) -> list[Line]:
    if not bare:
        return []
    top, bottom = bare[0].y0 - 1.0, bare[-1].y1 + 1.0
    left = [line for line in around if line.rect[2] <= rect[0] + _TOUCH and top < (line.rect[1] + line.rect[3]) / 2 < bottom]
    return [line for line in left if line_frame(line) == "upright"]


def names_columns_again(rows: Sequence[Band]) -> bool:
    """True if a row of nothing but years or the like stands below other figures: a second table begins."""
    named = [all(names_period(word.text) for word in row.words) and len(row.words) > 1 for row in rows]
    return any(name and not all(named[:place]) for place, name in enumerate(named))


def covered_rows(bare: Sequence[Band], rects: Sequence[Rect]) -> int:
    """How many of some rows begin in one of the rectangles."""
    return sum(any(r[0] <= row.words[0].x0 <= r[2] and r[1] <= row.centre <= r[3] for r in rects) for row in bare)


def overlapping(rect: Rect, others: Sequence[Rect]) -> list[Rect]:
    """The rectangles that have an area in common with one."""
    return [other for other in others if common_x(rect, other) > 0 and common_y(rect, other) > 0]


def _on_a_row(row: Band, bands: Sequence[Band]) -> bool:
    return any(band.y0 < row.centre < band.y1 or row.y0 < band.centre < row.y1 for band in bands)


def _is_prose(rows: Sequence[Band], labels: Sequence[Band]) -> bool:
    """True for a column of running text: long lines of which most go on with the one before, or more lines than rows."""
    if median(len(row.words) for row in labels) > _MOST_WORDS or len(rows) > 2.5 * len(labels):
        return True
    running = sum(row.words[0].text[:1].islower() for row in rows)
    return running > _RUNNING * len(rows) and median(len(row.words) for row in rows) > _FEW_WORDS
