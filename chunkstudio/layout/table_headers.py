"""How many leading printed rows of a table name its columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_rows import Row, cells_of_band
from chunkstudio.layout.table_words import Band, Word, is_period, is_value

_YEAR = re.compile(r"(?:19|20)\d\d")
_MOST = 14
_SHORT = 8
_WORD_SPACE = 0.5
"""White space in type sizes up to which two words are parts of one phrase."""


def header_band_count(bands: Sequence[Band], rows: Sequence[Row], cuts: Sequence[float], full_rules: Sequence[float]) -> int:
    """Leading printed rows that are titles of columns; 0 where nothing tells them from data.

    ``rows`` are the same printed rows grouped to table rows; they matter for tables of words.
    """
    if len(bands) < 2:
        return 0
    texts = [_phrases(band, cuts) for band in bands[: _MOST + 1]]
    data = _first_data(texts, rows, cuts)
    if data is None:
        return _by_words(rows, cuts, full_rules)
    data = _down_to_rule(bands, texts, data, full_rules)
    return _without_labels(bands, texts, data, full_rules)


def _first_data(texts: Sequence[Mapping[int, str]], rows: Sequence[Row], cuts: Sequence[float]) -> int | None:
    """The first printed row that is data, or begins a wrapped row that is: "28," under "January" is no figure."""
    start = 0
    for row in rows:
        if start >= len(texts):
            return None
        found = next((i for i in range(start, min(start + len(row), len(texts))) if _is_data(texts[i], i)), None)
        if found is not None and (found == start or 0 in texts[found] or _is_data(_texts(row, cuts), start)):
            return start or found
        start += len(row)
    return None


def _phrases(band: Band, cuts: Sequence[float]) -> dict[int, str]:
    """Text by column number of one printed row; a title that runs over several columns stands whole where it begins.

    Cut apart, "Years ended June 30," over three columns of figures would show a figure of its own, the 30. Figures alone
    are no title, however close they stand.
    """
    out: dict[int, list[str]] = {}
    before: Word | None = None
    at, worded = 0, False
    for word in band.words:
        near = before is not None and word.x0 - before.x1 <= _WORD_SPACE * max(before.size, word.size, 1.0)
        worded = (near and worded) or not is_value(word.text)
        column = column_of(cuts, word.middle)
        at = at if near and worded and at > 0 else column
        out.setdefault(at, []).append(word.text)
        before = word
    return {column: " ".join(texts) for column, texts in out.items()}


def _down_to_rule(bands: Sequence[Band], texts: Sequence[Mapping[int, str]], data: int, full_rules: Sequence[float]) -> int:
    """Numbered titles (grades, years ahead) look like data, but end at the first rule over the table's width."""
    stop = data
    while stop < len(texts) - 1 and stop - data < 3:
        values = [text for column, text in texts[stop].items() if column > 0 and is_value(text)]
        if not all(is_period(text) for text in values):
            return data
        stop += 1
        if any(bands[stop - 1].centre < y < bands[stop].centre for y in full_rules):
            rules_inside = sum(bands[0].centre < y < bands[-1].centre for y in full_rules)
            one_row = not any(bands[0].centre < y < bands[stop - 1].centre for y in full_rules)
            return stop if one_row or rules_inside <= max(2, 0.25 * len(bands)) else data
    return data


def _is_data(cells: Mapping[int, str], number: int) -> bool:
    """A row with figures beyond its first cell; years alone are titles where only titles stand above them."""
    beyond = [text for column, text in cells.items() if column > 0]
    values = [text for text in beyond if is_value(text)]
    if not values:
        return False
    if number and 0 not in cells and len(values) == len(beyond) and _is_scale(values):
        return False
    periods = [text for text in values if is_period(text)]
    if len(periods) == len(values) and 2 * len(values) >= len(beyond):
        stub = cells.get(0, "")
        distinct = len(set(values)) == len(values)
        years = any(_YEAR.search(text) for text in values)
        if years and (not stub or number <= 2) and not is_value(stub):
            return False
        if distinct and number == 0 and not is_value(stub) and len(values) > 1:
            return False
    if number and len(values) > len(periods):
        return True
    return 2 * len(values) >= len(beyond) or len(values) >= 2


def _is_scale(values: Sequence[str]) -> bool:
    """Numbers at even distances (10, 20, 30 ...) without a label of their row name columns."""
    try:
        numbers = [float(text.strip("%").replace(",", "")) for text in values]
    except ValueError:
        return False
    steps = {round(b - a, 6) for a, b in pairwise(numbers)}
    return len(numbers) >= 3 and len(steps) == 1 and 0.0 not in steps


def _without_labels(bands: Sequence[Band], texts: Sequence[Mapping[int, str]], data: int, full_rules: Sequence[float]) -> int:
    """Labels of the first group of rows, which stand alone in the first column right above the data, are not titles."""
    count = data
    while count > 0 and set(texts[count - 1]) == {0}:
        above = bands[count - 2].centre if count > 1 else bands[0].y0 - 30.0
        ruled = any(above < y < bands[count - 1].centre for y in full_rules)
        titled = any(set(cells) - {0} for cells in texts[: count - 1])
        under = any(bands[count - 1].centre < y < bands[data].centre for y in full_rules)
        if titled and (ruled or not under):
            count -= 1
        else:
            break
    return count


def _by_words(rows: Sequence[Row], cuts: Sequence[float], full_rules: Sequence[float]) -> int:
    """For tables of words: the first row is a header if it stands out, or with the second one that ends its naming."""
    if len(rows) < 2:
        return 0
    texts = [_texts(row, cuts) for row in rows]
    depths = (2, 1) if len(rows) > 2 and _names_the_rest(texts[0], texts[1], texts[2:]) else (1,)
    depth = next((depth for depth in depths if _stands_out(rows, texts, depth, cuts, full_rules)), 0)
    return sum(len(row) for row in rows[:depth])


def _stands_out(
    rows: Sequence[Row], texts: Sequence[Mapping[int, str]], depth: int, cuts: Sequence[float], full_rules: Sequence[float]
) -> bool:
    """Whether so many first rows name columns and are bold, ruled off, or unlike the rows below them."""
    titles = {**texts[depth - 1], **texts[0]}
    if len(titles) < 2 or any(is_value(text) for text in titles.values()):
        return False
    first = [word for row in rows[:depth] for band in row for word in band.words]
    rest = [word for row in rows[depth:] for band in row for word in band.words]
    heavy = all(w.bold for w in first) and 2 * sum(w.bold for w in rest) < len(rest)
    if heavy and 2 * len(titles) >= len(cuts) + 1:
        return True
    if len(titles) <= len(cuts) or any(len(text.split()) > _SHORT for text in titles.values()):
        return False
    ruled = [any(a[-1].centre < y < b[0].centre for y in full_rules) for a, b in pairwise(rows)]
    return ruled[depth - 1] or 2 * sum(ruled) > len(ruled) or _unlike(titles, texts[depth:])


def _names_the_rest(upper: Mapping[int, str], lower: Mapping[int, str], rest: Sequence[Mapping[int, str]]) -> bool:
    """Whether the lower row names columns that the upper one leaves bare, and no row: those below begin with a label.

    The title that runs over bare columns stands at the left or in the middle of them.
    """
    bare = lower.keys() - upper.keys()
    if 0 not in upper or 0 in lower or not bare or any(is_value(text) for text in lower.values()):
        return False
    beside = all({column - 1, column + 1} & (upper.keys() | lower.keys()) - {0} for column in bare)
    return beside and 4 * sum(0 in cells for cells in rest) > 3 * len(rest)


def _texts(row: Row, cuts: Sequence[float]) -> dict[int, str]:
    cells: dict[int, list[str]] = {}
    for band in row:
        for column, text in cells_of_band(band, cuts).items():
            cells.setdefault(column, []).append(text)
    return {column: " ".join(texts) for column, texts in cells.items()}


def _unlike(titles: Mapping[int, str], rest: Sequence[Mapping[int, str]]) -> bool:
    """True if in most columns a title is much shorter than its cells, or written in another manner."""
    differing = 0
    for column, title in titles.items():
        cells = [row[column] for row in rest if column in row]
        if not cells:
            continue
        words = sum(len(text.split()) for text in cells) / len(cells)
        shorter = len(title.split()) <= 3 and words >= 2.0 * len(title.split())
        manners = [_manner(text) for text in cells]
        differing += shorter or manners.count(_manner(title)) < 0.4 * len(cells)
    return 2 * differing > len(titles)


def _manner(text: str) -> str:
    """How a text is written: with figures, in capitals, with a capital first, or small."""
    if any(c.isdigit() for c in text):
        return "figures"
    if text.isupper() and len(text) > 1:
        return "capitals"
    return "capital" if text[:1].isupper() else "small"
