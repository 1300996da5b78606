"""The data rows of a table as columns: where they stand, how they read, how many tokens they take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from chunkstudio.chunking.model import TableView
from chunkstudio.chunking.table_lines import row_lines
from chunkstudio.chunking.unit_columns import Ints, UnitColumns


class DataRows(NamedTuple):
    """The data rows of one table, in order: their units, their numbers in the table, their lines without markup, about how
    many tokens each takes, and their cells. ``shared`` is what the table's headers say once, left out of the lines (see
    :func:`~chunkstudio.chunking.table_lines.shared_words`)."""

    units: Sequence[int]
    numbers: Sequence[int]
    lines: Sequence[str]
    sizes: Sequence[int]
    cells: Sequence[Sequence[str]]
    shared: str

    def values(self) -> list[str]:
        """The lines without the names of columns."""
        return row_lines(self.cells, ())


def data_rows(
    columns: UnitColumns, own: Ints, table: TableView, shared: str, headers: Sequence[str], counts: Mapping[str, int]
) -> DataRows:
    """The data rows of a table; where every row is marked as a header they all count as data.

    ``own`` are the tokens of each unit's Markdown; a row read with the names of its columns takes theirs too.
    ``shared`` and ``headers`` are what :func:`~chunkstudio.chunking.table_lines.shared_words` makes of the table's,
    ``counts`` the tokens of the latter.
    """
    first, end = table.unit_range
    all_headers = len(table.rows) <= table.header_rows
    headers, least = ((), 0) if all_headers else (headers, table.header_rows)
    numbers: list[int] = columns.row[first:end].tolist()
    begin = next((k for k, number in enumerate(numbers) if number >= least), len(numbers))
    numbers = numbers[begin:]
    cells = [table.rows[number] for number in numbers]
    sizes: list[int] = own[first + begin : end].tolist()
    if any(headers):
        named = [counts[header] + 1 if header else 0 for header in headers]
        sizes = [size + sum(compress(named, row)) for size, row in zip(sizes, cells, strict=True)]
    lines = row_lines(cells, headers)
    found = DataRows(range(first + begin, end), numbers, lines, sizes, cells, shared)
    return found if all(lines) else _filled(found)


def _filled(rows: DataRows) -> DataRows:
    """The rows that say anything."""
    said = [bool(line) for line in rows.lines]
    units, numbers, sizes = (list(compress(column, said)) for column in (rows.units, rows.numbers, rows.sizes))
    lines, cells = list(compress(rows.lines, said)), list(compress(rows.cells, said))
    return DataRows(units, numbers, lines, sizes, cells, rows.shared)


def packed(sizes: Sequence[int], first: int, end: int, limit: int) -> list[tuple[int, int]]:
    """Runs [a, b) of the rows [first, end) of about equal size, none far beyond its target where it has more than one."""
    total = sum(sizes[first:end])
    if total <= limit:
        return [(first, end)]
    aim = min(total / -(-total // limit) * 1.1, limit)
    out, begun, used = [], first, 0
    for k in range(first, end):
        size = sizes[k]
        if used + size > aim and k > begun:
            out.append((begun, k))
            begun, used = k, 0
        used += size
    out.append((begun, end))
    return out
