"""Tables of figures put together: parts that labels alone part, and the titles of columns that stand above such labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from chunkstudio.layout.geometry import common_x, height, share_inside
from chunkstudio.layout.model import Line, Rect, union
from chunkstudio.layout.table_columns import added_cuts, column_of, without_mark_columns
from chunkstudio.layout.table_words import Band, Segment, bands_of, is_value, names_period, segments_of, words_of

_MOST_LABELS = 6
_MOST_TITLES = 4
_STEP = 1.8
FAR = 140.0
"""Points above a table beyond which nothing belongs to it."""
_PHRASE = 1.1
_FLUSH = 3.0
_SHARE = 0.7
_ENOUGH_ROWS = 16
"""Rows by which the columns of a table are known."""


@dataclass(frozen=True, slots=True)
class _Figures:
    """Where the columns of figures of a table reach in x, and where the first of them begins."""

    columns: tuple[tuple[float, float], ...]
    start: float

    def over(self, phrase: Segment) -> list[int]:
        """The columns that a phrase has an extent in common with."""
        return [i for i, (x0, x1) in enumerate(self.columns) if phrase.x0 < x1 and phrase.x1 > x0]

    def are_left_of(self, band: Band) -> bool:
        """True if a row is a label: it ends before the figures begin."""
        return max(word.x1 for word in band.words) <= self.start + _FLUSH


def joined_parts(rects: Sequence[Rect], lines: Sequence[Line]) -> list[Rect]:
    """The rectangles of tables, those that are parts of one put together; ``lines`` are the level lines of the page."""
    out: list[Rect] = []
    for rect in sorted(rects, key=lambda r: (r[1], r[0])):
        above = next((o for o in reversed(out) if o[3] <= rect[1] + 1.0 and common_x(o, rect) > 0), None)
        if above is not None and rect[1] - above[3] <= FAR and _go_on(above, rect, lines):
            out[out.index(above)] = union([above, rect])
        else:
            out.append(rect)
    return out


def with_titles(rect: Rect, free: Sequence[Line]) -> Rect:
    """The rectangle of a table of figures grown to the titles of its columns, also where labels stand between.

    ``free`` are level lines of the page, those of no other table.
    """
    above = [line for line in free if rect[1] - FAR < line.rect[1] < rect[1] and line.rect[3] < rect[1] + _FLUSH]
    if not any(rect[1] - line.rect[3] <= _STEP * height(line.rect) for line in above):
        return rect
    bands = _rows(rect, free)[:_ENOUGH_ROWS]
    figures = _figures(bands, rect) if len(bands) > 1 else None
    titled = figures is not None and _is_title_row(bands[0], figures)
    if figures is None or not (titled or _has_figures(bands[0])):
        return rect
    below, labels = bands[0], 0
    titles = [bands[0]] if titled else []
    for row in reversed(bands_of(words_of(line for line in above if common_x(line.rect, rect) > -_FLUSH))):
        if not _follows(row, below):
            break
        if figures.are_left_of(row) and not titles and labels < _MOST_LABELS:
            labels += 1
        elif _is_title_row(row, figures) and len(titles) < _MOST_TITLES:
            titles.append(row)
        else:
            break
        below = row
    named = {column for row in titles for phrase in _beyond(row, figures) for column in figures.over(phrase)}
    if len(titles) == titled or len(named) < _SHARE * len(figures.columns):
        return rect
    return union([rect, *((w.x0, w.y0, w.x1, w.y1) for row in titles for w in row.words)])


def _rows(rect: Rect, lines: Sequence[Line]) -> list[Band]:
    return bands_of(words_of(line for line in lines if share_inside(line.rect, rect) >= 0.5))


def _has_figures(band: Band) -> bool:
    return any(is_value(word.text) and not names_period(word.text) for word in band.words[1:])


def _follows(above: Band, below: Band) -> bool:
    """Whether no more white than between rows stands between two printed rows."""
    return below.y0 - above.y1 <= _STEP * min(above.y1 - above.y0, below.y1 - below.y0)


def _go_on(above: Rect, below: Rect, lines: Sequence[Line]) -> bool:
    """Whether nothing but labels stands between two tables, and the columns of the lower one, without titles, go on."""
    upper, lower = _rows(above, lines), _rows(below, lines)
    if min(len(upper), len(lower)) < 2 or not _has_figures(lower[0]):
        return False
    figures = _figures(lower[:_ENOUGH_ROWS], below)
    sides = (min(above[0], below[0]) - _FLUSH, above[3] - 1.0, max(above[2], below[2]) + _FLUSH, below[1] + 1.0)
    rows = [row for row in _rows(sides, lines) if upper[-1].centre < row.centre < lower[0].centre]
    if figures is None or len(rows) > _MOST_LABELS or not all(figures.are_left_of(row) for row in rows):
        return False
    phrases = [phrase for band in upper[-_ENOUGH_ROWS:] for phrase in _beyond(band, figures)]
    over = [figures.over(phrase) for phrase in phrases]
    covered = {column for columns in over for column in columns}
    if len(phrases) < 2 or len(covered) < len(figures.columns) or sum(map(bool, over)) < _SHARE * len(over):
        return False
    return all(_follows(a, b) for a, b in pairwise([upper[-1], *rows, lower[0]]))


def _beyond(band: Band, figures: _Figures) -> list[Segment]:
    """The phrases of a row that end in the columns of figures."""
    return [phrase for phrase in segments_of(band, _PHRASE, part_values=True) if phrase.x1 > figures.start + _FLUSH]


def _is_title_row(row: Band, figures: _Figures) -> bool:
    """Titles of columns: phrases over figures, years at most among them, and a short one beside them perhaps."""
    phrases = _beyond(row, figures)
    if not phrases or any(is_value(phrase.text) and not names_period(phrase.text) for phrase in phrases):
        return False
    return all(figures.over(phrase) and phrase.x0 > figures.start - 8 * _FLUSH for phrase in phrases)


def _figures(bands: Sequence[Band], rect: Rect) -> _Figures | None:
    """The columns of figures of some rows, without that of the labels; None where there are none."""
    cuts = without_mark_columns(bands, added_cuts(bands, (), rect[0], rect[2]))
    out: dict[int, tuple[float, float]] = {}
    for band in bands:
        for phrase in segments_of(band, _PHRASE, part_values=True):
            column = column_of(cuts, phrase.x1)
            if column > 0 and is_value(phrase.text):
                x0, x1 = out.get(column, (phrase.x0, phrase.x1))
                out[column] = (min(x0, phrase.x0), max(x1, phrase.x1))
    return _Figures(tuple(out.values()), min(x0 for x0, _ in out.values())) if out else None
