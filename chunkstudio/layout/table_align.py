"""Tables without rules: printed rows of several short phrases that stand under each other."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from chunkstudio.layout.model import Line, Rect, union
from chunkstudio.layout.table_columns import added_cuts, column_of, without_mark_columns
from chunkstudio.layout.table_prose import LONGEST_LABEL, parts_without_prose
from chunkstudio.layout.table_words import Band, Segment, bands_of, has_gap, is_value, segments_of, words_of

_WIDE = 1.1
_MOST_WORDS = 6.0
_CLOSE = 1.8
_APART = 2.6
_FLUSH = 8.0
_MOST_LABELS = 3
_LARGER = 1.15


def is_tabular(lines: Sequence[Line]) -> bool:
    """True if the lines form rows of at least two columns with short cells, as a table's do and two columns of prose don't."""
    bands = bands_of(words_of(lines))
    return _tabular(bands)


def _tabular(bands: Sequence[Band]) -> bool:
    if len(bands) < 2:
        return False
    left, right = min(w.x0 for b in bands for w in b.words), max(w.x1 for b in bands for w in b.words)
    cuts = without_mark_columns(bands, added_cuts(bands, (), left, right))
    if not cuts:
        return False
    rows = [_row_texts(band, cuts) for band in bands]
    several = [row for row in rows if len(row) >= 2]
    if len(several) < max(2, 0.5 * len(rows)):
        return False
    cells = [text for row in several for text in row]
    values = sum(is_value(text) for text in cells)
    words = median(len(text.split()) for text in cells)
    longest = sum(len(text.split()) > 9 for text in cells)
    return values >= 0.3 * len(cells) or (words <= _MOST_WORDS and longest <= 0.15 * len(cells) and len(rows) >= 3)


def _row_texts(band: Band, cuts: Sequence[float]) -> list[str]:
    out: dict[int, list[str]] = {}
    for word in band.words:
        out.setdefault(column_of(cuts, word.middle), []).append(word.text)
    return [" ".join(texts) for texts in out.values()]


def aligned_areas(lines: Sequence[Line], least_rows: int = 3) -> list[Rect]:
    """Rectangles of tables without rules among lines of one text column (or a page of one), top to bottom."""
    return [area for part in parts_without_prose(lines, _WIDE, least_rows) for area in _areas(part, least_rows)]


_Row = tuple[Band, bool]
"""A printed row, and whether it has several phrases."""


def _areas(lines: Sequence[Line], least_rows: int) -> list[Rect]:
    areas: list[Rect] = []
    run: list[_Row] = []
    for row in [*((band, has_gap(band, _WIDE)) for band in bands_of(words_of(lines))), None]:
        if row is not None and _goes_on(run, row):
            run.append(row)
            continue
        area = _area(run, least_rows)
        if area is not None:
            areas.append(area)
        run = [row] if row is not None and row[1] else []
    return areas


def _goes_on(run: Sequence[_Row], row: _Row) -> bool:
    """A row of several phrases belongs to the run above it; one of a single short phrase may stand between such rows."""
    if not run:
        return False
    (above, several_above), (band, several) = run[-1], row
    if min(w.size for w in band.words) > _LARGER * max(w.size for w in above.words):  # a heading
        return False
    step = max(above.y1 - above.y0, band.y1 - band.y0, 1.0)
    if band.y0 - above.y1 > (_APART if several and several_above and _same_columns(above, band) else _CLOSE) * step:
        return False
    return several or (sum(len(w.text) for w in band.words) <= LONGEST_LABEL and (several_above or _is_label(run, band)))


def _same_columns(above: Band, band: Band) -> bool:
    """True if the figures of two rows, two at least, end under each other."""
    ends, others = ([w.x1 for w in b.words if is_value(w.text)] for b in (above, band))
    under = sum(any(abs(end - other) <= _FLUSH for other in others) for end in ends)
    return under >= max(2, 0.6 * min(len(ends), len(others)))


def _is_label(run: Sequence[_Row], band: Band) -> bool:
    """True for the second or third label in a row that ends before the figures of the rows above begin."""
    last = next((i for i, (_, several) in enumerate(reversed(run)) if several), _MOST_LABELS)
    figures = [w.x0 for w in run[-1 - last][0].words if is_value(w.text)] if last < _MOST_LABELS else []
    return len(figures) > 1 and max(w.x1 for w in band.words) < min(figures)


def _area(run: list[_Row], least_rows: int) -> Rect | None:
    while run and not run[-1][1]:
        run = run[:-1]
    full = [band for band, several in run if several]
    if len(full) < least_rows or not _tabular([band for band, _ in run]):
        return None
    if all(_numbered_list_row(band) for band in full) or _columns_of_prose(full):
        return None
    return union([(w.x0, w.y0, w.x1, w.y1) for band, _ in run for w in band.words])


def _numbered_list_row(band: Band) -> bool:
    """A marker and its text, as in a list, are not two columns."""
    segments = segments_of(band, _WIDE)
    return len(segments) == 2 and len(segments[0].text) <= 4 and len(segments[1].text.split()) > 2


def _columns_of_prose(bands: Sequence[Band]) -> bool:
    """True if all but one of the columns are filled from side to side with words, as the text columns of a page are."""
    left, right = min(w.x0 for b in bands for w in b.words), max(w.x1 for b in bands for w in b.words)
    cuts = added_cuts(bands, (), left, right)
    columns: dict[int, list[Segment]] = {}
    for band in bands:
        for segment in segments_of(band, _WIDE):
            columns.setdefault(column_of(cuts, (segment.x0 + segment.x1) / 2), []).append(segment)
    prose = sum(_is_prose(segments) for segments in columns.values())
    return len(columns) >= 2 and prose >= 1 and prose >= len(columns) - 1


def _is_prose(segments: Sequence[Segment]) -> bool:
    if len(segments) < 3 or sum(is_value(s.text) for s in segments) > 0.15 * len(segments):
        return False
    wide = max(s.x1 - s.x0 for s in segments)
    full = sum(s.x1 - s.x0 > 0.75 * wide for s in segments)
    running = sum(s.text[:1].islower() for s in segments)
    return median(len(s.words) for s in segments) >= 3 and 2 * full > len(segments) and 3 * running > len(segments)
