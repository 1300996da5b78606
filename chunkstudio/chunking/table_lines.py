"""Table rows and whole tables as lines of text without markup: what is searched, and what stands for a table."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, compress
from operator import add

from chunkstudio.chunking.model import TableView

_SHOWN_COLUMNS = 8
_SHOWN_KEYS = 5
_PROMPT_ROWS = 60
_SHARED_WORDS = 2
_NAMES_NO_ROW = re.compile(r"[,:：]$|^\(.*\)$|^[\W\d]+$")


def row_lines(rows: Sequence[Sequence[str]], headers: Sequence[str]) -> list[str]:
    """Each row as ``header: value; header: value``; empty cells are left out, without headers the values alone.

    A cell that repeats its header says it once.
    """
    if not any(headers):
        return ["; ".join(filter(None, cells)) for cells in rows]
    labels, names, count = [f"{header}: " if header else "" for header in headers], set(headers) - {""}, len(headers)
    if set(map(len, rows)) == {count} and names.isdisjoint(chain.from_iterable(rows)):  # nearly always: all runs in C
        return ["; ".join(compress(map(add, labels, cells), cells)) for cells in rows]
    lines = []
    for cells in rows:
        named = zip(labels, headers, cells, strict=False)
        out = [label + cell if cell != header else cell for label, header, cell in named if cell]
        lines.append("; ".join((*out, *filter(None, cells[count:]))))
    return lines


def shared_words(headers: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """What some rows say once of their columns, and the headers without it.

    That is, first, a header of the first column that names no row: a unit in brackets, a year, or words that go on in the
    other columns ("Years ended December 31,"). Second, the words, two or more, with which the headers of all value columns
    begin: "Year ended June 30, 2022" and "Year ended June 30, 2023" become "Year ended June 30,", "2022" and "2023". Without
    either: "" and the headers as given.
    """
    stub, words = headers[:1], [header.split() for header in headers[1:]]
    said = [stub[0]] if stub and _NAMES_NO_ROW.search(stub[0]) else []
    named = [some for some in words if some]
    count = 0
    if len(named) > 1:
        least = min(len(some) for some in named) - 1
        while count < least and len({some[count] for some in named}) == 1:
            count += 1
    if count >= _SHARED_WORDS:
        common = " ".join(named[0][:count])
        return "; ".join([*said, common]), ("" if said else stub[0], *(" ".join(some[count:]) for some in words))
    return "; ".join(said), ("", *headers[1:]) if said else tuple(headers)


def table_sentence(table: TableView) -> str:
    """One line that stands for a table: caption, column headers, and the first few row keys, in its own words."""
    headers = [h for h in dict.fromkeys(table.headers) if h][:_SHOWN_COLUMNS]
    keys = [row[0] for row in table.rows[table.header_rows :] if row and row[0]]
    shown = list(dict.fromkeys(keys))[:_SHOWN_KEYS]
    parts = [table.caption.rstrip(" .:"), ", ".join(headers), ", ".join(shown)]
    return "; ".join(part for part in parts if part) + "."


def table_text(table: TableView) -> str:
    """Caption and rows as lines, up to sixty rows: what a summarizing model gets to read."""
    rows = row_lines(table.rows[table.header_rows :][:_PROMPT_ROWS], table.headers)
    return "\n".join(line for line in (table.caption, *rows) if line)
