"""How many leading rows of a table are column headers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.table_cells import Cell
from chunkstudio.layout.table_rows import is_value

_PERIOD = re.compile(
    r"^(?:FY|Q[1-4]|H[12])?\s*['’]?(?:19|20)\d\d(?:\s*[-–/]\s*\d{2,4})?[a-z*]?$|^Q[1-4]$|^\(?\d{1,2}\)?$", re.IGNORECASE
)
_MOST = 6
_SHORT = 8


def header_row_count(table: Sequence[Sequence[Cell]], columns: int) -> int:
    """Leading rows that name columns rather than hold data; 0 where nothing tells them apart."""
    if len(table) < 2:
        return 0
    for number, row in enumerate(table[: _MOST + 1]):
        if _is_data(row, number):
            return number
        if number and _is_label(row) and _filled(table[:number]) > 1:
            return number
    return _by_words(table, columns)


def _filled(rows: Sequence[Sequence[Cell]]) -> int:
    return max((len(row) for row in rows), default=0)


def _is_data(row: Sequence[Cell], number: int) -> bool:
    """A row with figures beyond its first cell; years alone are titles where no title stands above them."""
    beyond = [c for c in row if c.first > 0]
    values = [c for c in beyond if is_value(c.text)]
    if not values:
        return False
    periods = [c for c in values if _PERIOD.match(c.text.strip())]
    if len(periods) == len(values) and len(values) >= 0.5 * len(beyond):
        stub = next((c for c in row if c.first == 0), None)
        numbers = len({c.text for c in values}) == len(values)
        if numbers and (number == 0 or stub is None or not is_value(stub.text)) and number <= 2:
            return stub is not None and number > 0 and len(row) > 1 and _period_body(row)
    return 2 * len(values) >= len(beyond) or len(values) >= 2


def _period_body(row: Sequence[Cell]) -> bool:
    """Small whole numbers in a row with its own label are data, years are not."""
    return not any(re.search(r"(?:19|20)\d\d", c.text) for c in row if c.first > 0)


def _is_label(row: Sequence[Cell]) -> bool:
    return len(row) == 1 and row[0].first == 0 and row[0].last == 0


def _by_words(table: Sequence[Sequence[Cell]], columns: int) -> int:
    """For tables of words: one header row if it fills all columns with short titles, or is bold above text that isn't."""
    first, rest = table[0], table[1:]
    if len(first) < 2:
        return 0
    heavy = all(c.bold for c in first) and not all(c.bold for row in rest for c in row)
    filled = sum(c.last - c.first + 1 for c in first)
    if heavy and filled >= 0.5 * columns:
        return 1
    short = all(len(c.text.split()) <= _SHORT for c in first)
    return int(short and filled == columns and not any(is_value(c.text) for c in first))
