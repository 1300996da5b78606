"""The data rows of a table as columns: where they stand, how they read, how many tokens they take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import NamedTuple

from chunkstudio.chunking.model import TableView
from chunkstudio.chunking.table_lines import row_lines, shared_words
from chunkstudio.chunking.tokens import Tokenizer
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


def data_rows(columns: UnitColumns, own: Ints, tokenizer: Tokenizer, table: TableView) -> DataRows:
    """The data rows of a table; where every row is marked as a header they all count as data.

    ``own`` are the tokens of each unit's Markdown; a row read with the names of its columns takes theirs too.
    """
    first, end = table.unit_range
    all_headers = len(table.rows) <= table.header_rows
    shared, headers = shared_words(table.headers)
    headers, least = ((), 0) if all_headers else (headers, table.header_rows)
    numbers: list[int] = columns.row[first:end].tolist()
    begin = next((k for k, number in enumerate(numbers) if number >= least), len(numbers))
    numbers = numbers[begin:]
    cells = [table.rows[number] for number in numbers]
    sizes: list[int] = own[first + begin : end].tolist()
    if any(headers):
        named = [count + 1 if count else 0 for count in tokenizer.count_many(headers)]
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


def packed(sizes: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Runs [a, b) of rows of about equal size, none far beyond its target where it has more than one row."""
    total = sum(sizes)
    if total <= limit:
        return [(0, len(sizes))]
    aim = min(total / -(-total // limit) * 1.1, limit)
    edges, used = [0], 0
    for k, size in enumerate(sizes):
        if k and used + size > aim:
            edges.append(k)
            used = 0
        used += size
    return list(zip(edges, [*edges[1:], len(sizes)], strict=True))
