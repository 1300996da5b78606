"""Where the columns of a table part: cuts in x that run through the gaps of its printed rows.

A parser's cuts are taken as a first guess and moved into the nearest gap; cuts through words are dropped, gaps that
most rows share are added, and columns that hold nothing but currency signs, brackets or marks join their numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.table_words import Band, Segment, Word, is_value, segments_of

_OPENING = re.compile(r"^[$€£¥(\[<>≤≥~±+\-–—]+$|^(?:US|C|A|HK|CA|AU)?\$$|^(?:EUR|USD|GBP|CHF|Rs\.?)$")
_CLOSING = re.compile(r"^[)\]%*†‡§¶°,;:.’'\"a-e\d]{0,2}[)\]%*†‡°]$|^[)\]%*†‡°]+$|^\([a-z0-9]{1,2}\)$")
_BULLET = re.compile(r"^[•◦▪▫■□●○‣⁃·✓✔\uf0a7\uf0b7\s]+$")
_ORDINARY_BLANK = 0.36
_NUMBER = re.compile(r"\d")


def column_of(cuts: Sequence[float], x: float) -> int:
    """The number (from 0) of the column in which ``x`` lies."""
    return bisect_right(cuts, x)


def fitted_cuts(bands: Sequence[Band], given: Sequence[float], left: float, right: float) -> list[float]:
    """Cuts of a parser moved into gaps; those that go through the words of most rows are dropped."""
    cuts: list[float] = []
    phrases = [segments_of(band, _ORDINARY_BLANK, part_values=True) for band in bands]
    ordered = sorted(x for x in given if left < x < right)
    for index, x in enumerate(ordered):
        low = max(left, (ordered[index - 1] + x) / 2 if index else left, x - 14.0)
        high = min(right, (ordered[index + 1] + x) / 2 if index + 1 < len(ordered) else right, x + 14.0)
        place, crossed = _best_place(phrases, x, low, high)
        touched = sum(1 for b in bands if b.words and b.words[0].x0 < place < max(w.x1 for w in b.words))
        if crossed <= 0.5 * max(1, touched) and (not cuts or place > cuts[-1] + 1.0):
            cuts.append(place)
    return cuts


def _best_place(phrases: Sequence[Sequence[Segment]], x: float, low: float, high: float) -> tuple[float, int]:
    """The place in [low, high] that the fewest rows cross, in the middle of the stretch nearest to ``x``."""
    edges = {low, high, x}
    for row in phrases:
        for phrase in row:
            for edge in (phrase.x0, phrase.x1):
                if low < edge < high:
                    edges.add(edge)
    points = sorted(edges)
    spots = [(a, b, _crossings(phrases, (a + b) / 2)) for a, b in pairwise(points)]
    if not spots:
        return x, _crossings(phrases, x)
    fewest = min(s[2] for s in spots)
    runs: list[list[float]] = []
    for a, b, crossed in spots:
        if crossed != fewest:
            continue
        if runs and runs[-1][1] == a:
            runs[-1][1] = b
        else:
            runs.append([a, b])
    wide = max(b - a for a, b in runs)
    good = [r for r in runs if r[1] - r[0] >= 0.5 * wide]
    a, b = min(good, key=lambda r: 0.0 if r[0] <= x <= r[1] else min(abs(x - r[0]), abs(x - r[1])))
    return (a + b) / 2, fewest


def _crossings(phrases: Sequence[Sequence[Segment]], x: float) -> int:
    return sum(any(p.x0 + 0.4 < x < p.x1 - 0.4 for p in row) for row in phrases)


def added_cuts(bands: Sequence[Band], cuts: Sequence[float], left: float, right: float, least_rows: int = 2) -> list[float]:
    """The cuts and, in columns where most rows have a wide gap at one place, a cut more."""
    result = sorted(cuts)
    bounds = [left, *result, right]
    figures = [band for band in bands if any(is_value(w.text) for w in band.words[1:])]
    body = figures if len(figures) >= 3 else bands
    for a, b in pairwise(bounds):
        result += _gaps_shared(body, a, b, least_rows)
    return sorted(result)


def _gaps_shared(bands: Sequence[Band], a: float, b: float, least_rows: int) -> list[float]:
    """Places within one column where the rows that reach both sides have a gap of at least 0.9 of the font size."""
    rows = []
    for band in bands:
        words = [w for w in band.words if a <= w.middle <= b]
        if words:
            rows.append(segments_of(Band(band.y0, band.y1, words), gap=0.9, part_values=True))
    many = [segments for segments in rows if len(segments) >= 2]
    if len(many) < max(least_rows, 0.34 * len(rows)):
        return []
    found: list[float] = []
    low = a
    while (gap := _next_gap(rows, many, low, least_rows)) is not None:
        found.append((gap[0] + gap[1]) / 2)
        low = gap[1]
    return found


def _next_gap(
    rows: Sequence[Sequence[Segment]], many: Sequence[Sequence[Segment]], low: float, least_rows: int
) -> tuple[float, float] | None:
    """The leftmost stretch beyond ``low`` at which enough rows have a gap and next to none has a word."""
    gaps = [(a.x1, b.x0) for s in many for a, b in pairwise(s) if b.x0 > low + 1.0]
    for start in sorted(max(g[0], low) for g in gaps):
        x = start + 0.5
        holding = [g for g in gaps if g[0] < x < g[1]]
        covered = sum(any(s.x0 < x < s.x1 for s in row) for row in rows)
        if len(holding) >= max(least_rows, 0.5 * len(many)) and covered <= 0.12 * len(rows):
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
