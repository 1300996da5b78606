"""Which printed rows form one row of a table: cells wrap over several lines, and a parser's row lines are only nearly right."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_words import Band, is_value

_LOWER = re.compile(r"^[a-zà-öø-ÿ(,;]")

_PADDING = 0.12
"""Type sizes by which rows stand further apart than the lines of a cell, at least."""
_EVEN = 0.12
"""Type sizes by which the gaps between lines of one cell may differ."""

_FULL = 0.25
"""Share of the wrapped rows that may hold a line like a row; with more the lines are rows."""

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
    """Rows by a parser's row lines, corrected by ruled lines over the table's width and by figures under each other.

    Lines between the lines of one cell are dropped where rules or white space show the rows.
    """
    ruled = _places(bands, full_rules)
    starts = _places(bands, lines)
    apart = ruled if _is_ruled(bands, ruled) else _wide_places(bands, ruled)
    if apart is not None:
        kept = {place for place in starts if place in apart or _is_group_label(bands[place - 1], bands[place], cuts)}
        rows = _joined(bands, ruled | kept)
        if _is_one_record_each(rows, cuts):
            return rows
    starts |= ruled
    for index in range(1, len(bands)):
        if index not in starts and _both_records(bands[index - 1], bands[index], cuts):
            starts.add(index)
    return _joined(bands, starts)


def _places(bands: Sequence[Band], lines: Sequence[float]) -> set[int]:
    return {place for y in lines if (place := _gap_at(bands, y)) is not None}


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


def _second_records(bands: Sequence[Band], cuts: Sequence[float], starts: set[int]) -> set[int]:
    """Printed rows with figures under those of another one in the same row of rules, though a label that stands in the
    middle of both parts them."""
    out: set[int] = set()
    last: Band | None = None
    for index, band in enumerate(bands):
        if index in starts:
            last = None
        if last is not None and _both_records(last, band, cuts):
            out.add(index)
        if any(is_value(text) for text in cells_of_band(band, cuts).values()):
            last = band
    return out


def rows_by_gaps(bands: Sequence[Band], cuts: Sequence[float], full_rules: Sequence[float]) -> list[Row]:
    """Rows without a parser's help: ruled lines where there is one between most rows, else by what wraps.

    A printed row goes on with the row above when it opens no first cell, stands close, and holds no figures of its own.
    """
    ruled = _places(bands, full_rules)
    if _is_ruled(bands, ruled):
        return _joined(bands, ruled | _second_records(bands, cuts, ruled))
    apart = _wide_places(bands, ruled)
    if apart is not None:
        labels = {place for place in range(1, len(bands)) if _is_group_label(bands[place - 1], bands[place], cuts)}
        rows = _joined(bands, ruled | apart | labels)
        if _is_one_record_each(rows, cuts):
            return rows
    gaps = [max(0.0, b.y0 - a.y1) for a, b in pairwise(bands)]
    usual = median(gaps) if gaps else 0.0
    starts = set(ruled)
    for index in range(1, len(bands)):
        if not _wraps(bands[index - 1], bands[index], cuts, gaps[index - 1], usual):
            starts.add(index)
    return _joined(bands, starts)


def _is_ruled(bands: Sequence[Band], ruled: set[int]) -> bool:
    return len(ruled) >= max(2, 0.3 * len(bands))


def _wide_places(bands: Sequence[Band], ruled: set[int]) -> set[int] | None:
    """Where printed rows stand further apart than the lines of a cell do; None where the gaps tell nothing.

    Wherever a cell's text stands (figures beside the first or the last line of a label), the gaps between lines of one cell
    are all the same, and those between rows are wider by the padding of two cells.
    """
    gaps = [b.y0 - a.y1 for a, b in pairwise(bands)]
    ordered = sorted(gap for place, gap in enumerate(gaps, 1) if place not in ruled)
    jump, wide = max(((b - a, b) for a, b in pairwise(ordered)), default=(0.0, 0.0))
    tight = [gap for gap in ordered if gap < wide]
    size = median([word.size for band in bands for word in band.words])
    if jump < _PADDING * size or not tight or tight[-1] - tight[0] > _EVEN * size or tight[0] < -_EVEN * size:
        return None
    return {place for place, gap in enumerate(gaps, 1) if gap >= wide}


def _is_group_label(above: Band, below: Band, cuts: Sequence[float]) -> bool:
    """A label alone over a row with a label of its own: what goes on would begin small."""
    first, second = cells_of_band(above, cuts), cells_of_band(below, cuts)
    return set(first) == {0} and 0 in second and (first[0].endswith(":") or not _LOWER.match(second[0]))


def _is_one_record_each(rows: Sequence[Row], cuts: Sequence[float]) -> bool:
    """No row has figures under figures or a line that begins a row of its own, and few have lines that fill all columns."""
    wrapped = [[cells_of_band(band, cuts) for band in row] for row in rows if len(row) > 1]
    full = 0
    for lines in wrapped:
        figures = [column for cells in lines for column, text in cells.items() if is_value(text)]
        if len(figures) > len(set(figures)) or any(_begins_row(above, below) for above, below in pairwise(lines)):
            return False
        columns = {0}.union(*lines)
        full += any(len(cells) == len(columns) and not any(map(_LOWER.match, cells.values())) for cells in lines[1:])
    return full <= _FULL * len(wrapped)


def _begins_row(above: Mapping[int, str], below: Mapping[int, str]) -> bool:
    """Two lines with a label and more each, of which the lower label is no smaller than the upper one."""
    labelled = all(0 in cells and len(cells) > 1 for cells in (above, below))
    return labelled and (not _LOWER.match(below[0]) or bool(_LOWER.match(above[0])))


def _wraps(above: Band, below: Band, cuts: Sequence[float], gap: float, usual: float) -> bool:
    first, second = cells_of_band(above, cuts), cells_of_band(below, cuts)
    if any(is_value(text) for text in second.values()) or (len(second) >= len(first) and len(first) > 1):
        return False
    if not set(second) <= set(first) or gap > usual + 2.0:
        return False
    if 0 in second:
        return gap < 0.6 * usual or (bool(_LOWER.match(second[0])) and len(second) == 1)
    return True
