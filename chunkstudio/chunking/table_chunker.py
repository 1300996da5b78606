"""Tables as records of row groups: a few rows with caption and column headers, small enough to be found by one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np

from chunkstudio.chunking.access import RESTRICTED, Labels, shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.model import TableView
from chunkstudio.chunking.refinement_text import split_text
from chunkstudio.chunking.table_labels import labels_of_caption
from chunkstudio.chunking.table_lines import shared_words
from chunkstudio.chunking.table_rows import DataRows, data_rows, packed
from chunkstudio.chunking.text_source import LINE, header_markdown, row_markdown
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import Ints, UnitColumns

T = TypeVar("T")
TARGET_TOKENS = 60
"""What the rows of one record aim at: a group is searched, its parent is read, so it may be far smaller than the budget.

Measured on questions about tables, with what all rows share said once and not counted: from 80 to 60 tokens R@5 of dense
search rises by .01 to .03, BM25's and hybrid search's stay; 55 is like 60. Against 250 tokens dense search had found .07
more at 80."""

_LARGE_HEADER = 0.5


class RowFrame(NamedTuple):
    """What row groups have in common that stand in one section chunk (``chunk`` is its position, -1: none) and have the same
    labels: the data rows of their table, caption, header names (empty where none may or can be shown), these as Markdown,
    what stands before the rows as they are searched, and the rows themselves, a line each."""

    table: TableView
    rows: DataRows
    chunk: int
    acl: Labels | None
    caption: str
    names: tuple[str, ...]
    header: str
    lead: str
    lines: Sequence[str]

    def head(self, columns: int) -> str:
        """Caption and header as Markdown, the line end before the rows included; without names a header without text, of so
        many columns."""
        table = (self.header if self.names else header_markdown(("",) * columns)) + LINE
        return f"{self.caption}\n\n{table}" if self.caption else table


class RowGroups(NamedTuple):
    """Row groups as columns, in order. ``frames`` has one entry a frame, all else one a group: the place of its frame, and
    the rows [a, b) of it that make one record, as ``units`` too. ``texts`` are Markdown with caption and headers,
    ``bodies`` their lines without markup: what the headers say once, if anything, then the rows, of which ``openings`` is
    the first one."""

    frames: Sequence[RowFrame]
    at: Sequence[int]
    spans: Sequence[tuple[int, int]]
    units: Sequence[tuple[int, int]]
    texts: Sequence[str]
    bodies: Sequence[str]
    openings: Sequence[str]
    text_tokens: Sequence[int]
    body_tokens: Sequence[int]

    def spread(self, values: Sequence[T]) -> list[T]:
        """The value of its frame for each group."""
        return [values[place] for place in self.at]


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

    def groups(self, tables: Sequence[TableView]) -> RowGroups:
        """The row groups of all tables, in order. What is counted is counted together."""
        words = [shared_words(table.headers) for table in tables]
        headers = [header_markdown(table.headers) if any(table.headers) else "" for table in tables]
        shown = list(dict.fromkeys([*headers, *chain.from_iterable([names for _, names in words])]))
        counts = dict(zip(shown, self.tokenizer.count_many(shown), strict=True))
        frames: list[RowFrame] = []
        at: list[int] = []
        spans: list[tuple[int, int]] = []
        for table, (shared, names), header in zip(tables, words, headers, strict=True):
            rows = data_rows(self.columns, self.tokens.own, table, shared, names, counts)
            for a, b in self._runs(rows.units):
                some = packed(rows.sizes, a, b, max(min(TARGET_TOKENS, self.room), 1))
                at += [len(frames)] * len(some)
                spans += some
                frames.append(self._frame(table, rows, rows.units[a], header, counts[header]))
        return self._fitting(frames, at, spans)

    def _fitting(self, frames: Sequence[RowFrame], at: Sequence[int], spans: Sequence[tuple[int, int]]) -> RowGroups:
        """Groups of these rows, those over the budget in parts."""
        lines = [(frame.lead, frame.lines) for frame in frames]
        own = [lines[place] for place in at]
        bodies = [
            lead + (rows[a] if b - a == 1 else LINE.join(rows[a:b])) for (lead, rows), (a, b) in zip(own, spans, strict=True)
        ]
        openings = [rows[a] for (_, rows), (a, _) in zip(own, spans, strict=True)]
        units = self._units(frames, at, spans)
        texts, sizes = self._texts(frames, at, spans, units)
        made = RowGroups(frames, at, spans, units, texts, bodies, openings, sizes, self.tokenizer.count_many(bodies))
        if max(made.text_tokens, default=0) <= self.budget and max(made.body_tokens, default=0) <= self.room:
            return made
        return self._parted(made)

    def _parted(self, made: RowGroups) -> RowGroups:
        """The groups with those over the budget in halves that are within it, a single row in pieces."""
        out: list[tuple[Any, ...]] = []
        for group in zip(*made[1:], strict=True):
            place, (a, b), units, *_, size, count = group
            if size <= self.budget and count <= self.room:
                out.append(group)
            elif b - a > 1:
                middle = a + (b - a) // 2
                out += zip(*self._fitting(made.frames, (place, place), ((a, middle), (middle, b)))[1:], strict=True)
            else:
                pieces = self._pieces(made.frames[place].rows.cells[a], made.frames[place])
                counts = self.tokenizer.count_many(pieces)
                out += [(place, (a, b), units, piece, piece, piece, n, n) for piece, n in zip(pieces, counts, strict=True)]
        return RowGroups(made.frames, *(zip(*out, strict=True) if out else [()] * 8))

    def _runs(self, units: Sequence[int]) -> list[tuple[int, int]]:
        """Ranges of rows that stand in one section chunk and have the same labels."""
        if not units:
            return []
        chunks = self.chunk_of_unit[units[0] : units[-1] + 1]
        if len(chunks) > len(units):  # a row without text stands between them
            chunks = [self.chunk_of_unit[unit] for unit in units]
        if len(self.access.sets) == 1 and chunks.count(chunks[0]) == len(chunks):
            return [(0, len(units))]
        keys = list(zip(chunks, self.access.codes[list(units)].tolist(), strict=True))
        edges = [0, *(k for k in range(1, len(keys)) if keys[k] != keys[k - 1]), len(keys)]
        return list(pairwise(edges))

    def _frame(self, table: TableView, rows: DataRows, unit: int, header: str, tokens: int) -> RowFrame:
        """Caption and header lines as the readers of this row, and of those with the same labels, may see them."""
        acl = self.access.of_unit(unit)
        shown = self.access.access is None or shows_nothing_new(self.access.of_unit(table.unit_range[0]), acl)
        named = self.access.access is None or shows_nothing_new(labels_of_caption(self.columns, self.access, table), acl)
        caption = table.caption if named or not table.caption else RESTRICTED
        names = table.headers if header and shown and tokens <= self.budget * _LARGE_HEADER else ()
        lines = rows.lines if names or not header else rows.values()  # what they know of headers, unless it may not be shown
        lead = rows.shared + LINE if names and rows.shared else ""
        return RowFrame(table, rows, self.chunk_of_unit[unit], acl, caption, names, header, lead, lines)

    def _units(self, frames: Sequence[RowFrame], at: Sequence[int], spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The units [a, b) of each group."""
        units = [frame.rows.units for frame in frames]
        return [(units[place][a], units[place][b - 1] + 1) for place, (a, b) in zip(at, spans, strict=True)]

    def _texts(
        self,
        frames: Sequence[RowFrame],
        at: Sequence[int],
        spans: Sequence[tuple[int, int]],
        units: Sequence[tuple[int, int]],
    ) -> tuple[list[str], list[int]]:
        """The rows of each group as Markdown below caption and header, and its tokens.

        Rows that stand side by side in the document, one a line, are written and counted there, and no token reaches over
        the line end before them. The unit of a table's first row holds its header too.
        """
        c, markdown = self.columns, self.columns.markdown
        first, last = np.array(list(chain.from_iterable(units)), np.int64).reshape(-1, 2).T - np.array([[0], [1]])
        heads = self._heads(frames, at, spans)
        known = list(dict.fromkeys(heads))
        counts = dict(zip(known, self.tokenizer.count_many(known), strict=True))
        before, after, breaks = self._sums
        sizes = (np.array([counts[head] for head in heads], np.int64) + after[last + 1] - before[first]).tolist()  # not empty
        places = zip(heads, c.start[first].tolist(), c.end[last].tolist(), strict=True)
        texts = [head + markdown[start:end] for head, start, end in places]
        apart: Ints = np.array([b - a for a, b in spans], np.int64) != last - first + 1
        sure = (breaks[last] == breaks[first]) & (c.row[first] > 0) & ~apart
        for k in np.flatnonzero(~sure).tolist() if self.tokenizer.additive else range(len(texts)):
            a, b = spans[k]
            texts[k] = heads[k] + LINE.join(map(row_markdown, frames[at[k]].rows.cells[a:b]))
            sizes[k] = self.tokenizer.count(texts[k])
        return texts, sizes

    def _heads(self, frames: Sequence[RowFrame], at: Sequence[int], spans: Sequence[tuple[int, int]]) -> list[str]:
        """What stands before the rows of each group; without names their own number of columns counts."""
        named = [frame.head(0) if frame.names else "" for frame in frames]
        return [
            named[place] or frames[place].head(max(map(len, frames[place].rows.cells[a:b])))
            for place, (a, b) in zip(at, spans, strict=True)
        ]

    @cached_property
    def _sums(self) -> tuple[Ints, Ints, Ints]:
        """Over the units: what :attr:`TokenStream.heads` and tails are, and a running total of the places between two units
        that no line end alone parts, or whose tokens must be verified."""
        c = self.columns
        odd = (self.tokens.loose[:-1] != 0) | (c.start[1:] - c.end[:-1] != len(LINE))
        return self.tokens.heads, self.tokens.tails, np.append(0, np.cumsum(odd))

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
        return self._merged(out, limit, key) or [key] * bool(key)  # a row may have nothing but its key cell

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
