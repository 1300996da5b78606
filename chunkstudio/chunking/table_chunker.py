"""Tables as records of row groups: a few rows with caption and column headers, small enough to be found by one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from chunkstudio.chunking.access import RESTRICTED, Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.model import TableView
from chunkstudio.chunking.refinement_text import split_text
from chunkstudio.chunking.table_labels import labels_of_caption
from chunkstudio.chunking.table_rows import DataRows, data_rows, packed
from chunkstudio.chunking.text_source import LINE, header_markdown, row_markdown
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import Ints, UnitColumns

TARGET_TOKENS = 60
"""What the rows of one record aim at: a group is searched, its parent is read, so it may be far smaller than the budget.

Measured on questions about tables, with what all rows share said once and not counted: from 80 to 60 tokens R@5 of dense
search rises by .01 to .03, BM25's and hybrid search's stay; 55 is like 60. Against 250 tokens dense search had found .07
more at 80."""

_LARGE_HEADER = 0.5


class RowFrame(NamedTuple):
    """What row groups have in common that stand in one section chunk (``chunk`` is its position, -1: none) and have the same
    labels: the data rows of their table, caption, header names (empty where none may or can be shown), the words with which
    these begin, and the rows as they are searched. ``heads`` remembers what stands before rows of so many columns, and its
    tokens."""

    table: TableView
    rows: DataRows
    chunk: int
    acl: Labels | None
    caption: str
    names: tuple[str, ...]
    shared: str
    lines: Sequence[str]
    heads: dict[int, tuple[str, int]]

    def body(self, a: int, b: int) -> str:
        """Rows a..b-1 as they are searched."""
        lines = LINE.join(self.lines[a:b])
        return f"{self.shared}{LINE}{lines}" if self.shared else lines

    def head(self, a: int, b: int, tokenizer: Tokenizer) -> tuple[str, int]:
        """Caption and header of rows a..b-1 as Markdown, the line end before the rows included, and its tokens; without names
        a header without text, of as many columns as the rows have."""
        columns = len(self.names) or max(map(len, self.rows.cells[a:b]))
        if columns not in self.heads:
            table = header_markdown(self.names or ("",) * columns) + LINE
            text = f"{self.caption}\n\n{table}" if self.caption else table
            self.heads[columns] = text, tokenizer.count(text)
        return self.heads[columns]


class RowGroup(NamedTuple):
    """Rows of one table that make one record. ``rows`` are their numbers in the table, ``units`` their [a, b). ``text`` is
    Markdown with caption and headers, ``body`` its lines without markup: what the headers say once, if anything, then the
    rows, of which ``first`` is the first one."""

    frame: RowFrame
    rows: Sequence[int]
    units: tuple[int, int]
    text: str
    body: str
    first: str
    text_tokens: int
    body_tokens: int


class _Draft(NamedTuple):
    """Rows a..b-1 that go well together, before it is known whether they fit into one record."""

    frame: RowFrame
    a: int
    b: int
    body: str

    def group(self, text: str, text_tokens: int, body_tokens: int, piece: str = "") -> RowGroup:
        """The rows as a group, or a ``piece`` of their only one."""
        frame, a, b, body = self
        units = frame.rows.units[a], frame.rows.units[b - 1] + 1
        first = piece or frame.lines[a]
        return RowGroup(frame, frame.rows.numbers[a:b], units, text, piece or body, first, text_tokens, body_tokens)


@dataclass(frozen=True)
class TableChunker:
    """Cuts tables into row groups. No group crosses a border of labels or of section chunks, none is only a header.

    ``budget`` bounds both strings of a record in tokens, ``room`` is what a body may take of it beside its context;
    ``chunk_of_unit`` gives the section chunk of each unit (-1: none); ``tokens`` are the counts of the units' Markdown, so
    that the rows need not be counted again.
    """

    columns: UnitColumns
    access: AccessMap
    tokenizer: Tokenizer
    budget: int
    room: int
    chunk_of_unit: Sequence[int]
    tokens: TokenStream

    def groups(self, tables: Sequence[TableView]) -> list[RowGroup]:
        """The row groups of all tables, in order. All are counted together."""
        return self._fitting([draft for table in tables for draft in self._drafts(table)])

    def _fitting(self, drafts: Sequence[_Draft]) -> list[RowGroup]:
        """Drafts as groups, those over the budget in parts."""
        counts = self.tokenizer.count_many([draft.body for draft in drafts])
        out: list[RowGroup] = []
        for draft, (text, size), count in zip(drafts, self._texts(drafts), counts, strict=True):
            if size <= self.budget and count <= self.room:
                out.append(draft.group(text, size, count))
            else:
                out += self._smaller(draft)
        return out

    def _drafts(self, table: TableView) -> list[_Draft]:
        """The data rows of a table in runs of about equal size, no run over a border."""
        rows = data_rows(self.columns, self.tokens.own, self.tokenizer, table)
        limit = max(min(TARGET_TOKENS, self.room), 1)
        out: list[_Draft] = []
        for a, b in self._runs(rows.units):
            frame = self._frame(table, rows, rows.units[a])
            out += [_Draft(frame, a + i, a + j, frame.body(a + i, a + j)) for i, j in packed(rows.sizes[a:b], limit)]
        return out

    def _runs(self, units: Sequence[int]) -> list[tuple[int, int]]:
        """Ranges of rows that stand in one section chunk and have the same labels."""
        if not units:
            return []
        chunks = [self.chunk_of_unit[unit] for unit in units]
        if len(self.access.sets) == 1 and chunks.count(chunks[0]) == len(chunks):
            return [(0, len(units))]
        keys = list(zip(chunks, self.access.codes[list(units)].tolist(), strict=True))
        edges = [0, *(k for k in range(1, len(keys)) if keys[k] != keys[k - 1]), len(keys)]
        return list(pairwise(edges))

    def _frame(self, table: TableView, rows: DataRows, unit: int) -> RowFrame:
        """Caption and header lines as the readers of this row, and of those with the same labels, may see them."""
        acl = self.access.of_unit(unit)
        shown = self.access.access is None or shows_nothing_new(self.access.of_unit(table.unit_range[0]), acl)
        named = self.access.access is None or shows_nothing_new(labels_of_caption(self.columns, self.access, table), acl)
        caption = table.caption if named or not table.caption else RESTRICTED
        names = table.headers if shown and any(table.headers) else ()
        if names and self.tokenizer.count(header_markdown(names)) > self.budget * _LARGE_HEADER:
            names = ()
        whole = bool(names) or not any(table.headers)  # the rows may say all they know of their headers
        lines = rows.lines if whole else rows.values()
        return RowFrame(table, rows, self.chunk_of_unit[unit], acl, caption, names, rows.shared if names else "", lines, {})

    def _texts(self, drafts: Sequence[_Draft]) -> list[tuple[str, int]]:
        """The rows of each draft as Markdown below caption and header, and its tokens.

        Rows that stand side by side in the document, one a line, are written and counted there, and no token reaches over
        the line end before them. The unit of a table's first row holds its header too.
        """
        c, (loose, heads, tails), markdown = self.columns, self._sums, self.columns.markdown
        first: Ints = np.array([frame.rows.units[a] for frame, a, _, _ in drafts], np.int64)
        last: Ints = np.array([frame.rows.units[b - 1] for frame, _, b, _ in drafts], np.int64)
        ends: Ints = np.array([draft.b - draft.a - 1 for draft in drafts], np.int64)
        exact = self.tokenizer.additive & (loose[last] == loose[first]) & (last - first == ends) & (c.row[first] > 0)
        sizes = tails[last + 1] - heads[first]  # a row is never empty
        columns = (exact.tolist(), sizes.tolist(), ends.tolist(), c.start[first].tolist(), c.end[last].tolist())
        out = []
        for (frame, a, b, _), sure, size, lines, start, end in zip(drafts, *columns, strict=True):
            head, count = frame.head(a, b, self.tokenizer)
            if sure and markdown.count(LINE, start, end) == lines:
                out.append((head + markdown[start:end], count + size))
            else:
                text = head + LINE.join(map(row_markdown, frame.rows.cells[a:b]))
                out.append((text, self.tokenizer.count(text)))
        return out

    @cached_property
    def _sums(self) -> tuple[Ints, Ints, Ints]:
        """Running totals over the units: joins that must be verified, and what :attr:`TokenStream.heads` and tails are."""
        return np.append(0, np.cumsum(self.tokens.loose)), self.tokens.heads, self.tokens.tails

    def _smaller(self, draft: _Draft) -> list[RowGroup]:
        """A group over the budget in halves that are within it; a single row in pieces."""
        frame, a, b, _ = draft
        if b - a == 1:
            pieces = self._pieces(frame.rows.cells[a], frame)
            return [draft.group(piece, n, n, piece) for piece, n in zip(pieces, self.tokenizer.count_many(pieces), strict=True)]
        middle = a + (b - a) // 2
        return self._fitting([_Draft(frame, i, j, frame.body(i, j)) for i, j in ((a, middle), (middle, b))])

    def _pieces(self, cells: Sequence[str], frame: RowFrame) -> list[str]:
        """A row that is larger than a record: by cells, then by sentences and words, its key cell with each piece."""
        limit = min(self.room, self.budget)
        key = cells[0] if cells and self.tokenizer.count(cells[0]) <= limit // 4 else ""
        out: list[str] = []
        for column, cell in enumerate(cells):
            if not cell or (key and column == 0):
                continue
            name = frame.names[column] if column < len(frame.names) else ""
            label = f"{name}: " if name and self.tokenizer.count(name) <= limit // 4 else ""
            lead = f"{key}; {label}" if key else label
            out += [lead + piece for piece in self._cell_pieces(lead, cell, limit)]
        return self._merged(out, limit, key)

    def _cell_pieces(self, lead: str, cell: str, limit: int) -> list[str]:
        """A cell's text in pieces that fit behind ``lead``: by sentences, else clauses, words, graphemes."""
        spans = split_text(cell, lambda a, b: self.tokenizer.count(lead + cell[a:b]) <= limit)
        return [cell[a:b] for a, b in spans]

    def _merged(self, pieces: Sequence[str], limit: int, key: str) -> list[str]:
        """Neighbouring small pieces of one row share a record, with its key cell said once."""
        out: list[str] = []
        for piece in pieces:
            tail = piece.removeprefix(f"{key}; ") if key else piece
            joined = f"{out[-1]}; {tail}" if out else ""
            if out and self.tokenizer.count(joined) <= limit:
                out[-1] = joined
            else:
                out.append(piece)
        return out
