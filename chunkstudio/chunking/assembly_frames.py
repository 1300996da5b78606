"""What is repeated around a cut: the header and caption of a table, the fence of a code block."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.refinement_rows import read_row, shorten_header
from chunkstudio.chunking.text_source import header_markdown, row_plain, table_content
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import CAPTION, CODE, Ints, UnitColumns

NO_FRAME = -1
_FENCE = re.compile(r"[ \t]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([\w.+#-]{1,20}(?=\s))?.*\n")
"""The fence and the name of its language, behind the markers of items that begin with it."""
LEAST_ROOM = 24
"""Tokens that a repeated header must leave for a row, besides one for each pipe: the longest emoji in a cell."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Text put before a chunk that begins inside a table or code block, and after one that ends inside a code block.

    ``caption_unit`` is repeated in ``opening``, which is made up of the document text's slices ``spans``.
    ``short`` marks a header of which only the first columns are repeated.
    """

    opening: str
    plain_opening: str
    closing: str
    spans: tuple[tuple[int, int], ...]
    open_tokens: int
    plain_open_tokens: int
    close_tokens: int
    short: bool = False
    caption_unit: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Frames:
    """``frames`` and, for each unit, which of them it lies in (:data:`NO_FRAME`: none); ``first``/``last`` units of each."""

    frames: tuple[Frame, ...]
    of_unit: Ints
    first: Ints
    last: Ints


class FrameDrafts:
    """What can be repeated of all tables with marked header cells, and of all code blocks, under any budget."""

    def __init__(self, columns: UnitColumns, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._drafts: list[_CodeDraft | _TableDraft] = []
        self._of_unit: Ints = np.full(len(columns), NO_FRAME, np.int64)
        places: list[tuple[int, int]] = []
        for a, b in _runs(columns):
            code = columns.kind[a] == CODE
            if not code and (columns.row[a] != 0 or not _has_header(columns, a)):
                continue
            self._of_unit[a:b] = len(places)
            self._drafts.append(_CodeDraft(columns, a, tokenizer) if code else _TableDraft(columns, a, b, tokenizer))
            places.append((a, b - 1))
        table: Ints = np.array(places, np.int64).reshape(-1, 2)
        self._first, self._last = table[:, 0].copy(), table[:, 1].copy()

    def frames(self, budget: int) -> Frames:
        """The frames under one budget."""
        frames = tuple([draft.frame(budget) for draft in self._drafts])
        return Frames(frames, self._of_unit, self._first, self._last)


def _has_header(columns: UnitColumns, first: int) -> bool:
    table = columns.boxes[int(columns.box[first])].table
    return table is not None and table.header_rows > 0


def _runs(columns: UnitColumns) -> list[tuple[int, int]]:
    """Ranges of units that are one code block, or one table with more than its header."""
    inside = (columns.table >= 0) | (columns.kind == CODE)
    key = np.where(inside, columns.group, -1)
    if not len(key):
        return []
    edges = np.concatenate([[0], np.flatnonzero(key[1:] != key[:-1]) + 1, [len(key)]])
    return [(a, b) for a, b in pairwise(edges.tolist()) if key[a] >= 0 and (b - a > 1 or columns.kind[a] == CODE)]


class _CodeDraft:
    """The fence of a code block, the same under every budget; none where the source has none, as for indented code."""

    def __init__(self, columns: UnitColumns, a: int, tokenizer: Tokenizer) -> None:
        fence = _FENCE.match(columns.text(a))
        if fence is None:
            self._frame = Frame("", "", "", (), 0, 0, 0)
            return
        opening, closing = f"{fence[1]}{fence[2] or ''}\n", f"\n{fence[1]}"
        added = tokenizer.count(f"{opening}a") - tokenizer.count("a")
        self._frame = Frame(opening, "", closing, (), added, 0, tokenizer.count(f".{closing}") - tokenizer.count(".") + 1)

    def frame(self, budget: int) -> Frame:
        del budget
        return self._frame


def _printed_names(columns: UnitColumns, header: int) -> list[str]:
    """The names in a table's header line as it reads."""
    box = columns.boxes[int(columns.box[header])]
    content = table_content(box.table) if box.source_end is not None else None
    if content is not None:
        return list(content.titles)
    return [cell.replace("\\|", "|") for cell in read_row(columns.text(header).split("\n")[0], 0).cells]


class _TableDraft:
    """Caption and header of one table; of a header above half the budget only the first columns' names."""

    def __init__(self, columns: UnitColumns, a: int, b: int, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._names = _printed_names(columns, a)
        self._caption_unit = _caption_of(columns, a, b)
        self._caption = columns.text(self._caption_unit) if self._caption_unit >= 0 else ""
        self._caption_tokens = tokenizer.count(self._caption)
        given = columns.boxes[int(columns.box[a])].source_end is not None
        self._header = f"{columns.text(a) if given else header_markdown(self._names)}\n"
        self._span = (int(columns.start[a]), int(columns.end[a]))
        if self._caption:
            self._caption_span = (int(columns.start[self._caption_unit]), int(columns.end[self._caption_unit]))
        self._whole: dict[bool, tuple[int, Frame]] = {}

    def frame(self, budget: int) -> Frame:
        """What is repeated under this budget."""
        led = bool(self._caption) and self._caption_tokens <= budget // 4
        found = self._whole.get(led)
        if found is None:
            lead = f"{self._caption}\n\n" if led else ""
            found = self._whole[led] = (self._tokenizer.count(lead + self._header), self._made(self._names, led=led))
        size, frame = found
        if size <= budget // 2 and budget - size >= LEAST_ROOM + len(self._names):
            return frame
        fits = lambda some: self._tokenizer.count(header_markdown(some)) <= budget // 4  # noqa: E731
        return self._made(shorten_header(self._names, fits), short=True)

    def _made(self, names: Sequence[str], *, led: bool = False, short: bool = False) -> Frame:
        lead, plain_lead = (f"{self._caption}\n\n", f"{self._caption}\n") if led else ("", "")
        opening = lead + ((f"{header_markdown(names)}\n" if short else self._header) if names else "")
        plain_opening = plain_lead + (f"{row_plain(names)}\n" if any(names) else "")
        spans = () if short else (self._span,)
        if led:
            spans = (self._caption_span, *spans)
        count = self._tokenizer.count
        tokens, plain_tokens = (count(f"{text}a") - count("a") if text else 0 for text in (opening, plain_opening))
        caption_unit = self._caption_unit if led else -1
        return Frame(opening, plain_opening, "", spans, tokens, plain_tokens, 0, short, caption_unit)


def _caption_of(columns: UnitColumns, a: int, b: int) -> int:
    """The caption unit right before or right after the table, if it names this table; -1 if there is none."""
    ids = {columns.boxes[parts[0][0]].id for parts in columns.parts[a:b]}
    for u in (a - 1, b):
        if 0 <= u < len(columns) and columns.kind[u] == CAPTION and columns.boxes[columns.box[u]].caption_of in ids:
            return u
    return -1


@dataclass(frozen=True, slots=True, eq=False)
class FrameCosts:
    """Tokens that a chunk pays for what is repeated, by the atom at which it begins (``open``) or ends (``close``);
    ``split`` is what a chunk pays that holds a part of one atom."""

    open_frame: Ints
    close_frame: Ints
    text_open: Ints
    plain_open: Ints
    text_close: Ints
    split: Ints


def frame_costs(atoms: Atoms, frames: Frames) -> FrameCosts:
    """For each place 0..n: which frame a chunk that begins (ends) there must repeat (close), and what it costs."""
    n = len(atoms)
    opened: Ints = np.full(n + 1, NO_FRAME, np.int64)
    closed: Ints = np.full(n + 1, NO_FRAME, np.int64)
    split: Ints = np.zeros(n, np.int64)
    open_text = np.array([f.open_tokens for f in frames.frames] + [0], np.int64)
    open_plain = np.array([f.plain_open_tokens for f in frames.frames] + [0], np.int64)
    close_text = np.array([f.close_tokens for f in frames.frames] + [0], np.int64)
    if n and len(frames.frames):
        mine = frames.of_unit[atoms.unit]
        inside = mine >= 0
        code = atoms.columns.kind[atoms.unit] == CODE
        is_first = inside & (atoms.unit == frames.first[mine]) & ((atoms.piece == 0) | ~code)
        split[inside & code] = (open_text + close_text)[mine[inside & code]]
        is_last = inside & (atoms.unit == frames.last[mine]) & (atoms.piece == atoms.pieces - 1)
        opened[:-1] = np.where(inside & ~is_first, mine, NO_FRAME)
        closed[1:] = np.where(inside & ~is_last, mine, NO_FRAME)
    split = np.maximum(split, open_text[opened[:-1]] + close_text[closed[1:]])
    return FrameCosts(opened, closed, open_text[opened], open_plain[opened], close_text[closed], split)
