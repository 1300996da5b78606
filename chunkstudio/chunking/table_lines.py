"""Table rows and whole tables as lines of text without markup: what is searched, and what stands for a table."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.model import TableView

_SHOWN_COLUMNS = 8
_SHOWN_KEYS = 5
_PROMPT_ROWS = 60


def row_line(cells: Sequence[str], headers: Sequence[str]) -> str:
    """One row as ``header: value; header: value``; empty cells are left out, without headers the values alone.

    A cell that repeats its header says it once.
    """
    out: list[str] = []
    for column, cell in enumerate(cells):
        if cell:
            header = headers[column] if column < len(headers) else ""
            out.append(f"{header}: {cell}" if header and header != cell else cell)
    return "; ".join(out)


def table_sentence(table: TableView) -> str:
    """One line that stands for a table: caption, column headers, and the first few row keys, in its own words."""
    headers = [h for h in dict.fromkeys(table.headers) if h][:_SHOWN_COLUMNS]
    keys = [row[0] for row in table.rows[table.header_rows :] if row and row[0]]
    shown = list(dict.fromkeys(keys))[:_SHOWN_KEYS]
    parts = [table.caption.rstrip(" .:"), ", ".join(headers), ", ".join(shown)]
    return "; ".join(part for part in parts if part) + "."


def table_text(table: TableView) -> str:
    """Caption and rows as lines, up to sixty rows: what a summarizing model gets to read."""
    rows = [row_line(row, table.headers) for row in table.rows[table.header_rows :][:_PROMPT_ROWS]]
    return "\n".join(line for line in (table.caption, *rows) if line)
