"""Which printed rows form one row of a table: cells wrap over several lines, and a parser's row lines are only nearly right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_words import Band, is_value

_LOWER = re.compile(r"^[a-zà-öø-ÿ(,;]")

Row = list[Band]


def cells_of_band(band: Band, cuts: Sequence[float]) -> dict[int, str]:
    """Text by column number of one printed row."""
    out: dict[int, list[str]] = {}
    for word in band.words:
        out.setdefault(column_of(cuts, word.middle), []).append(word.text)
    return {column: " ".join(texts) for column, texts in out.items()}


def rows_by_lines(
    bands: Sequence[Band], cuts: Sequence[float], lines: Sequence[float], full_rules: Sequence[float]
) -> list[Row]:
    """Rows by a parser's row lines, corrected by ruled lines over the table's width and by figures under each other."""
    starts = {0}
    for y in [*lines, *full_rules]:
        place = _gap_at(bands, y)
        if place is not None:
            starts.add(place)
    for index in range(1, len(bands)):
        if index not in starts and _both_records(bands[index - 1], bands[index], cuts):
            starts.add(index)
    return _joined(bands, starts)


def _gap_at(bands: Sequence[Band], y: float) -> int | None:
    """The number of the printed row before which a line at ``y`` runs; None above the first and below the last."""
    for index in range(1, len(bands)):
        if bands[index - 1].centre < y <= bands[index].centre:
            return index
    return None


def _both_records(above: Band, below: Band, cuts: Sequence[float]) -> bool:
    """Two printed rows with figures in one column are two rows of the table."""
    first, second = cells_of_band(above, cuts), cells_of_band(below, cuts)
    both = [c for c in first if c in second and is_value(first[c]) and is_value(second[c])]
    return len(both) >= 1 and len(both) >= 0.5 * min(len(first), len(second))


def _joined(bands: Sequence[Band], starts: set[int]) -> list[Row]:
    rows: list[Row] = []
    for index, band in enumerate(bands):
        if index in starts or not rows:
            rows.append([band])
        else:
            rows[-1].append(band)
    return rows


def rows_by_gaps(bands: Sequence[Band], cuts: Sequence[float], full_rules: Sequence[float]) -> list[Row]:
    """Rows without a parser's help: ruled lines where there is one between most rows, else by what wraps.

    A printed row goes on with the row above when it opens no first cell, stands close, and holds no figures of its own.
    """
    ruled = {place for y in full_rules if (place := _gap_at(bands, y)) is not None}
    if len(ruled) >= max(2, 0.3 * len(bands)):
        for index in range(1, len(bands)):
            if index not in ruled and _both_records(bands[index - 1], bands[index], cuts):
                ruled.add(index)
        return _joined(bands, ruled | {0})
    gaps = [max(0.0, b.y0 - a.y1) for a, b in pairwise(bands)]
    usual = median(gaps) if gaps else 0.0
    starts = {0} | ruled
    for index in range(1, len(bands)):
        if not _wraps(bands[index - 1], bands[index], cuts, gaps[index - 1], usual):
            starts.add(index)
    return _joined(bands, starts)


def _wraps(above: Band, below: Band, cuts: Sequence[float], gap: float, usual: float) -> bool:
    first, second = cells_of_band(above, cuts), cells_of_band(below, cuts)
    if any(is_value(text) for text in second.values()) or (len(second) >= len(first) and len(first) > 1):
        return False
    if not set(second) <= set(first) or gap > usual + 2.0:
        return False
    if 0 in second:
        return gap < 0.6 * usual or (bool(_LOWER.match(second[0])) and len(second) == 1)
    return True
