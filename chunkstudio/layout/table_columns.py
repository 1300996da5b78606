"""Where the columns of a table part: cuts in x that run through the gaps of its printed rows.

A parser's cuts are taken as a first guess and moved into the nearest gap; cuts through words are dropped, gaps that
most rows share are added, and columns that hold nothing but currency signs, brackets or marks join their numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate, pairwise

from chunkstudio.layout.table_words import Band, Segment, Word, is_value, names_period, segments_of

_OPENING = re.compile(r"^[$€£¥(\[<>≤≥~±+\-–—]+$|^(?:US|C|A|HK|CA|AU)?\$$|^(?:EUR|USD|GBP|CHF|Rs\.?)$")
_CLOSING = re.compile(r"^[)\]%*†‡§¶°,;:.’'\"a-e\d]{0,2}[)\]%*†‡°]$|^[)\]%*†‡°]+$|^\([a-z0-9]{1,2}\)$")
_BULLET = re.compile(r"^[•◦▪▫■□●○‣⁃·✓✔\uf0a7\uf0b7\s]+$")
_ORDINARY_BLANK = 0.36
_BESIDE_FIGURE = 0.6
_NUMBER = re.compile(r"\d")


def column_of(cuts: Sequence[float], x: float) -> int:
    """The number (from 0) of the column in which ``x`` lies."""
    return bisect_right(cuts, x)


def fitted_cuts(bands: Sequence[Band], given: Sequence[float], left: float, right: float) -> list[float]:
    """Cuts of a parser moved into gaps; those that go through the words of most rows are dropped."""
    cuts: list[float] = []
    phrases = [(p.x0 + 0.4, p.x1 - 0.4) for b in bands for p in segments_of(b, _ORDINARY_BLANK, part_values=True)]
    ends = [(b.words[0].x0, max(w.x1 for w in b.words)) for b in bands if b.words]
    ordered = sorted(x for x in given if left < x < right)
    for index, x in enumerate(ordered):
        low = max(left, (ordered[index - 1] + x) / 2 if index else left, x - 14.0)
        high = min(right, (ordered[index + 1] + x) / 2 if index + 1 < len(ordered) else right, x + 14.0)
        place, crossed = _best_place([p for p in phrases if p[0] < high and p[1] > low and p[0] < p[1]], x, low, high)
        touched = sum(a < place < b for a, b in ends)
        if crossed <= 0.5 * max(1, touched) and (not cuts or place > cuts[-1] + 1.0):
            cuts.append(place)
    return cuts


def _best_place(phrases: Sequence[tuple[float, float]], x: float, low: float, high: float) -> tuple[float, int]:
    """The place in [low, high] that the fewest phrases cross, in the middle of the stretch nearest to ``x``."""
    points = sorted({low, high, x, *(edge for phrase in phrases for edge in phrase if low < edge < high)})
    crossed = [0] * len(points)
    for start, end in phrases:
        crossed[bisect_left(points, start)] += 1
        stop = bisect_left(points, end)
        if stop < len(points):
            crossed[stop] -= 1
    crossed = list(accumulate(crossed))[:-1]
    if not crossed:
        return x, len(phrases)
    fewest = min(crossed)
    runs: list[list[float]] = []
    for (a, b), count in zip(pairwise(points), crossed, strict=True):
        if count != fewest:
            continue
        if runs and runs[-1][1] == a:
            runs[-1][1] = b
        else:
            runs.append([a, b])
    wide = max(b - a for a, b in runs)
    good = [r for r in runs if r[1] - r[0] >= 0.5 * wide]
    a, b = min(good, key=lambda r: 0.0 if r[0] <= x <= r[1] else min(abs(x - r[0]), abs(x - r[1])))
    return (a + b) / 2, fewest


def added_cuts(bands: Sequence[Band], cuts: Sequence[float], left: float, right: float, least_rows: int = 2) -> list[float]:
    """The cuts and, in columns where most rows have a wide gap at one place, a cut more."""
    result = sorted(cuts)
    bounds = [left, *result, right]
    figures = [band for band in bands if _has_figures(band)]
    body = figures if len(figures) >= 3 else bands
    for a, b in pairwise(bounds):
        result += _gaps_shared(body, a, b, least_rows)
    return sorted(result)


def _has_figures(band: Band) -> bool:
    """True if a phrase beyond the first word is a figure: the day in "Years ended June 30," is none."""
    if not any(is_value(word.text) and not names_period(word.text) for word in band.words[1:]):
        return False
    phrases = segments_of(band, _ORDINARY_BLANK, part_values=True)
    return any(is_value(phrase.text) and not names_period(phrase.text) for phrase in phrases[1:] or phrases)


def _gaps_shared(bands: Sequence[Band], a: float, b: float, least_rows: int) -> list[float]:
    """Places within one column where the rows that reach both sides have a gap of at least 0.9 of the font size."""
    rows = []
    for band in bands:
        words = [w for w in band.words if a <= w.middle <= b]
        if words:
            rows.append(_phrases_of(Band(band.y0, band.y1, words)))
    many = [segments for segments in rows if len(segments) >= 2]
    if len(many) < max(least_rows, 0.34 * len(rows)):
        return []
    gaps = [(m.x1, n.x0) for segments in many for m, n in pairwise(segments)]
    phrases = sorted(s.x0 for row in rows for s in row), sorted(s.x1 for row in rows for s in row)
    reach = sorted(row[0].x0 for row in many), sorted(row[-1].x1 for row in many)
    found: list[float] = []
    low = a
    while (gap := _next_gap(gaps, phrases, reach, low, least_rows, 0.12 * len(rows))) is not None:
        within = [(s.x0 + 0.4, s.x1 - 0.4) for row in rows for s in row]
        across = [p for p in within if p[0] < gap[1] and p[1] > gap[0] and p[0] < p[1]]
        found.append(_best_place(across, (gap[0] + gap[1]) / 2, *gap)[0])
        low = gap[1]
    return found


def _phrases_of(band: Band) -> list[Segment]:
    """The phrases of a row; between a figure and words less white is enough to part them."""
    out: list[Segment] = []
    for phrase in segments_of(band, _BESIDE_FIGURE, part_values=True):
        before = out[-1].words[-1] if out else None
        word = phrase.words[0]
        close = before is not None and word.x0 - before.x1 <= 0.9 * max(before.size, word.size, 1.0)
        if before is not None and close and not is_value(before.text) and not is_value(word.text):
            out[-1] = Segment.of([*out[-1].words, *phrase.words])
        else:
            out.append(phrase)
    return out


def _next_gap(
    gaps: Sequence[tuple[float, float]],
    phrases: tuple[list[float], list[float]],
    reach: tuple[list[float], list[float]],
    low: float,
    least: int,
    most: float,
) -> tuple[float, float] | None:
    """The leftmost stretch beyond ``low`` at which half of the rows that reach it, ``least`` at least, have a gap and at
    most ``most`` a phrase.

    ``phrases`` are the places at which phrases begin and those at which they end, each from left to right; ``reach`` are
    those at which rows of several phrases begin and end.
    """
    begins, ends = phrases
    starts, stops = reach
    ahead = [g for g in gaps if g[1] > low + 1.0]
    opens, closes = sorted(g[0] for g in ahead), sorted(g[1] for g in ahead)
    for start in dict.fromkeys(max(x, low) for x in opens):
        x = start + 0.5
        both = bisect_right(starts, x) - bisect_left(stops, x)
        if bisect_left(opens, x) - bisect_right(closes, x) < max(least, 0.5 * both):
            continue
        if bisect_left(begins, x) - bisect_right(ends, x) > most:
            continue
        holding = [g for g in ahead if g[0] < x < g[1]]
        return max(max(g[0] for g in holding), low), max(min(g[1] for g in holding), x)
    return None


def without_mark_columns(bands: Sequence[Band], cuts: Sequence[float]) -> list[float]:
    """Cuts without those that part currency signs and brackets from their numbers, or empty columns from anything."""
    result = list(cuts)
    changed = True
    while changed and result:
        changed = False
        columns = _texts(bands, result)
        for index, texts in enumerate(columns):
            drop = _needless_cut(columns, index, texts)
            if drop is not None:
                del result[drop]
                changed = True
                break
    return result


def _needless_cut(columns: Sequence[Sequence[str]], index: int, texts: Sequence[str]) -> int | None:
    """The number of the cut beside column ``index`` that is not one, or None."""
    last = len(columns) - 1
    if not texts:
        return index if index < last else index - 1
    if index < last and all(_BULLET.match(t) for t in texts):
        return index
    if index < last and all(_OPENING.match(t) for t in texts) and any(_NUMBER.search(t) for t in columns[index + 1]):
        return index
    if index > 0 and any(_NUMBER.search(t) for t in columns[index - 1]):
        unit = len(texts) >= 3 and len(set(texts)) == 1 and texts[0].isalpha() and texts[0].islower()
        if unit or all(_CLOSING.match(t) for t in texts):
            return index - 1
    return None


def _texts(bands: Sequence[Band], cuts: Sequence[float]) -> list[list[str]]:
    columns: list[list[str]] = [[] for _ in range(len(cuts) + 1)]
    for band in bands:
        cells: dict[int, list[Word]] = {}
        for word in band.words:
            cells.setdefault(column_of(cuts, word.middle), []).append(word)
        for column, words in cells.items():
            columns[column].append(" ".join(w.text for w in words))
    return columns
