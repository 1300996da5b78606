"""What is repeated around a cut: the header and caption of a table, the fence of a code block."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.refinement_rows import read_row, shorten_header
from chunkstudio.chunking.text_source import code_fence, header_markdown, row_plain
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import CAPTION, CODE, Ints, UnitColumns

NO_FRAME = -1
LEAST_ROOM = 24
"""Tokens that a repeated header must leave for a row: the longest emoji in a cell."""


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


def build_frames(columns: UnitColumns, budget: int, tokenizer: Tokenizer) -> Frames:
    """Frames of all tables with marked header cells, and of all code blocks."""
    of_unit: Ints = np.full(len(columns), NO_FRAME, np.int64)
    frames: list[Frame] = []
    first: list[int] = []
    last: list[int] = []
    for a, b in _runs(columns):
        code = columns.kind[a] == CODE
        if not code and (columns.row[a] != 0 or not _has_header(columns, a)):
            continue
        frame = _code_frame(columns, a, tokenizer) if code else _table_frame(columns, a, b, budget, tokenizer)
        of_unit[a:b] = len(frames)
        frames.append(frame)
        first.append(a)
        last.append(b - 1)
    return Frames(tuple(frames), of_unit, np.array(first, np.int64), np.array(last, np.int64))


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


def _code_frame(columns: UnitColumns, a: int, tokenizer: Tokenizer) -> Frame:
    text = columns.text(a)
    fence = text[: text.index("\n")] if text.startswith("```") else code_fence((text,))
    opening, closing = f"{fence}\n", f"\n{fence}"
    added = tokenizer.count(f"{opening}a") - tokenizer.count("a")
    return Frame(opening, "", closing, (), added, 0, tokenizer.count(f".{closing}") - tokenizer.count(".") + 1)


def _table_frame(columns: UnitColumns, a: int, b: int, budget: int, tokenizer: Tokenizer) -> Frame:
    """Caption and header of one table; of a header above half the budget only the first columns' names."""
    names = [cell.replace("\\|", "|") for cell in read_row(columns.text(a).split("\n")[0], 0).cells]
    caption_unit = _caption_of(columns, a, b)
    caption = columns.text(caption_unit) if caption_unit >= 0 else ""
    if tokenizer.count(caption) > budget // 4:
        caption, caption_unit = "", -1
    lead = f"{caption}\n\n" if caption else ""
    whole = tokenizer.count(f"{lead}{header_markdown(names)}\n")
    short = whole > budget // 2 or budget - whole < LEAST_ROOM
    if short:
        lead, caption_unit = "", -1
        names = list(shorten_header(names, lambda some: tokenizer.count(header_markdown(some)) <= budget // 4))
    header = f"{header_markdown(names)}\n" if names else ""
    opening = lead + header
    plain_lead = f"{caption}\n" if lead else ""
    plain_opening = plain_lead + (f"{row_plain(names)}\n" if any(names) else "")
    spans = [] if short else [(int(columns.start[a]), int(columns.end[a]))]
    if lead:
        spans.insert(0, (int(columns.start[caption_unit]), int(columns.end[caption_unit])))
    tokens = [tokenizer.count(f"{text}a") - tokenizer.count("a") if text else 0 for text in (opening, plain_opening)]
    return Frame(opening, plain_opening, "", tuple(spans), tokens[0], tokens[1], 0, short, caption_unit)


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
