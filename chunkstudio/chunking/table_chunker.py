"""Tables as records of row groups: a few rows with caption and column headers, small enough to be found by one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
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


class RowGroup(NamedTuple):
    """Rows of one table that make one record. ``units`` is their [a, b); ``chunk`` the position of the section chunk that
    holds all of them (-1: none). ``text`` is Markdown with caption and headers, ``body`` its lines without markup: what
    the headers say once, if anything, then the rows, of which ``first`` is the first one."""

    rows: tuple[int, ...]
    units: tuple[int, int]
    chunk: int
    acl: Labels | None
    caption: str
    text: str
    body: str
    first: str
    text_tokens: int
    body_tokens: int


class _Draft(NamedTuple):
    """Rows that go well together, before it is known whether they fit into one record."""

    table: TableView
    frame: _Frame
    rows: DataRows
    body: str


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

    def groups(self, tables: Sequence[TableView]) -> list[list[RowGroup]]:
        """The row groups of each table, in order. All are counted together."""
        drafts = [self._drafts(table) for table in tables]
        every = [draft for some in drafts for draft in some]
        counts = self.tokenizer.count_many([draft.body for draft in every])
        groups = map(self._fitting, every, self._texts(every), counts)
        return [[group for found in islice(groups, len(some)) for group in found] for some in drafts]

    def _drafts(self, table: TableView) -> list[_Draft]:
        """The data rows of a table in runs of about equal size, no run over a border."""
        rows = data_rows(self.columns, self.tokens.own, self.tokenizer, table)
        limit = max(min(TARGET_TOKENS, self.room), 1)
        out: list[_Draft] = []
        for a, b in self._runs(rows.units):
            frame = self._frame(table, rows.units[a], rows.shared)
            for i, j in packed(rows.sizes[a:b], limit):
                some = rows.between(a + i, a + j)
                out.append(_Draft(table, frame, some, frame.body(some)))
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

    def _frame(self, table: TableView, unit: int, shared: str) -> _Frame:
        """Caption and header lines as the readers of this row, and of those with the same labels, may see them."""
        acl = self.access.of_unit(unit)
        shown = self.access.access is None or shows_nothing_new(self.access.of_unit(table.unit_range[0]), acl)
        named = self.access.access is None or shows_nothing_new(labels_of_caption(self.columns, self.access, table), acl)
        caption = table.caption if named or not table.caption else RESTRICTED
        names = table.headers if shown and any(table.headers) else ()
        if names and self.tokenizer.count(header_markdown(names)) > self.budget * _LARGE_HEADER:
            names = ()
        return _Frame(acl, caption, names, shared if names else "", bool(names) or not any(table.headers), {})

    def _texts(self, drafts: Sequence[_Draft]) -> list[tuple[str, int]]:
        """The rows of each draft as Markdown below caption and header, and its tokens.

        Rows that stand side by side in the document are written and counted there, and no token reaches over the line end
        before them.
        """
        c, (loose, heads, tails), markdown = self.columns, self._sums, self.columns.markdown
        first: Ints = np.array([draft.rows.units[0] for draft in drafts], np.int64)
        last: Ints = np.array([draft.rows.units[-1] for draft in drafts], np.int64)
        exact = self.tokenizer.additive & (loose[last] == loose[first])
        sizes = tails[last + 1] - heads[first]  # a row is never empty
        columns = (exact.tolist(), sizes.tolist(), c.start[first].tolist(), c.end[last].tolist())
        out = []
        for draft, sure, size, a, b in zip(drafts, *columns, strict=True):
            head, count = draft.frame.head(draft.rows.cells, self.tokenizer)
            if sure and draft.rows.is_slice(markdown, a, b):
                out.append((head + markdown[a:b], count + size))
            else:
                text = head + LINE.join(map(row_markdown, draft.rows.cells))
                out.append((text, self.tokenizer.count(text)))
        return out

    @cached_property
    def _sums(self) -> tuple[Ints, Ints, Ints]:
        """Running totals over the units: joins that must be verified, and what :attr:`TokenStream.heads` and tails are."""
        return np.append(0, np.cumsum(self.tokens.loose)), self.tokens.heads, self.tokens.tails

    def _fitting(self, draft: _Draft, text: tuple[str, int], body_tokens: int) -> list[RowGroup]:
        """A group as it is, else in halves that are within the budget; a single row in pieces."""
        if text[1] <= self.budget and body_tokens <= self.room:
            return [self._group(draft, text[0], draft.body, text[1], body_tokens)]
        count = len(draft.rows.units)
        if count > 1:
            rows = (draft.rows.between(0, count // 2), draft.rows.between(count // 2, count))
            halves = [draft._replace(rows=half, body=draft.frame.body(half)) for half in rows]
            texts = zip(halves, self._texts(halves), strict=True)
            return [group for half, text_ in texts for group in self._fitting(half, text_, self.tokenizer.count(half.body))]
        pieces = self._pieces(draft.rows.cells[0], draft.frame)
        counts = self.tokenizer.count_many(pieces)
        return [self._group(draft, piece, piece, n, n) for piece, n in zip(pieces, counts, strict=True)]

    def _group(self, draft: _Draft, text: str, body: str, text_tokens: int, body_tokens: int) -> RowGroup:
        (acl, caption, _, shared, _, _), (units, numbers, _, _, _, _) = draft.frame, draft.rows
        begin = len(shared) + len(LINE) if shared and body.startswith(shared + LINE) else 0
        end = body.find(LINE, begin)
        first = body[begin:end] if end >= 0 else body[begin:]
        where = (units[0], units[-1] + 1)
        chunk = self.chunk_of_unit[units[0]]
        return RowGroup(tuple(numbers), where, chunk, acl, caption, text, body, first, text_tokens, body_tokens)

    def _pieces(self, cells: Sequence[str], frame: _Frame) -> list[str]:
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


class _Frame(NamedTuple):
    """What stands around the rows of a group: labels, caption, header names (empty where none may or can be shown), and the
    words with which these begin. ``whole`` says that the rows may say all they know of their headers. ``heads`` remembers
    what stands before rows of so many columns, and its tokens."""

    acl: Labels | None
    caption: str
    names: tuple[str, ...]
    shared: str
    whole: bool
    heads: dict[int, tuple[str, int]]

    def body(self, rows: DataRows) -> str:
        """The rows as they are searched; where no names are shown, their values alone."""
        lines = LINE.join(rows.lines if self.whole else rows.values())
        return f"{self.shared}{LINE}{lines}" if self.shared else lines

    def head(self, rows: Sequence[Sequence[str]], tokenizer: Tokenizer) -> tuple[str, int]:
        """Caption and header as Markdown, the line end before the rows included, and its tokens; without names a header
        without text, of as many columns as the rows have."""
        columns = len(self.names) or max(map(len, rows))
        if columns not in self.heads:
            table = header_markdown(self.names or ("",) * columns) + LINE
            text = f"{self.caption}\n\n{table}" if self.caption else table
            self.heads[columns] = text, tokenizer.count(text)
        return self.heads[columns]
