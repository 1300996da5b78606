"""What the assembly puts together: units, or pieces of those that are larger than a chunk may be.

Units that leave the flow (left out by rule, empty sections at the end, table rows that become records of their own) are
no atoms. A piece that is no slice of the document text (part of a giant table row with its key) carries its own text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.token_columns import JoinMeter, TokenStream, is_loose_join, stream_of
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import Ints, UnitColumns

Span = tuple[int, int]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of a unit: its own strings, and the slices of the document text that they are made of.

    ``plain`` may be empty. ``slice_`` is set when ``text`` is exactly that slice, ``plain_slice`` likewise.
    """

    text: str
    plain: str
    spans: tuple[Span, ...]
    slice_: Span | None = None
    plain_slice: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Atoms:
    """Row k is atom k: piece ``piece[k]`` of ``pieces[k]`` of unit ``unit[k]``; the next atom's units begin at
    ``unit_end[k]`` or later
    (a placeholder stands for all rows of its table).

    ``start``/``end`` and ``plain_start``/``plain_end`` are slices of the document texts, ``gap_start`` and
    ``plain_gap_start`` where the white space before them begins. ``literal`` holds the atoms that are no such slices.
    """

    columns: UnitColumns
    unit: Ints
    unit_end: Ints
    piece: Ints
    pieces: Ints
    start: Ints
    end: Ints
    gap_start: Ints
    plain_start: Ints
    plain_end: Ints
    plain_gap_start: Ints
    literal: Mapping[int, Piece]
    text: TokenStream
    plain: TokenStream
    whole: bool

    def __len__(self) -> int:
        return len(self.unit)

    def texts(self, k: int) -> tuple[str, str]:
        """Markdown and plain text of atom k."""
        if k in self.literal:
            return self.literal[k].text, self.literal[k].plain
        c = self.columns
        return c.markdown[self.start[k] : self.end[k]], c.plain[self.plain_start[k] : self.plain_end[k]]

    def gap(self, k: int) -> str:
        """White space before atom k in the Markdown."""
        if k in self.literal and self.piece[k]:
            return "\n"
        return self.columns.markdown[self.gap_start[k] : self.start[k]]

    def plain_gap(self, k: int) -> str:
        """White space before atom k in the plain text."""
        if k in self.literal and self.piece[k]:
            return "\n"
        return self.columns.plain[self.plain_gap_start[k] : self.plain_start[k]]

    def spans(self, a: int, b: int) -> tuple[Span, ...]:
        """Slices of the document text that atoms [a, b) are made of, joined where nothing is left out between them."""
        if self.whole:
            return ((int(self.start[a]), int(self.end[b - 1])),) if b > a else ()
        out: list[Span] = []
        for k in range(a, b):
            own = self.literal[k].spans if k in self.literal else ((int(self.start[k]), int(self.end[k])),)
            for span in own:
                if out and k not in self.literal and out[-1][1] == self.gap_start[k]:
                    out[-1] = (out[-1][0], span[1])
                else:
                    out.append(span)
        return tuple(out)


def unit_atoms(columns: UnitColumns, text: TokenStream, plain: TokenStream) -> Atoms:
    """Every unit as one atom."""
    n = len(columns)
    zero = np.zeros(n, np.int64)
    gap, plain_gap = _gap_starts(columns)
    return Atoms(
        columns,
        np.arange(n),
        np.arange(1, n + 1),
        zero,
        zero + 1,
        columns.start,
        columns.end,
        gap,
        columns.plain_start,
        columns.plain_end,
        plain_gap,
        {},
        text,
        plain,
        True,
    )


def _gap_starts(columns: UnitColumns) -> tuple[Ints, Ints]:
    """Where the gap before each unit begins: at the end of the unit before (of the last that has plain text)."""
    zero = np.zeros(min(1, len(columns)), np.int64)
    return np.concatenate([zero, columns.end[:-1]]), np.concatenate([zero, columns.plain_end[:-1]])


def changed_atoms(
    base: Atoms,
    pieces: Mapping[int, Sequence[Piece]],
    left_out: Sequence[int],
    reach: Mapping[int, int],
    tokenizer: Tokenizer,
) -> Atoms:
    """The atoms after some units were replaced by pieces and some left out; the rest keeps its counts.

    ``reach`` gives, for units that stand for more than themselves, the end of what they stand for.
    """
    if not pieces and not left_out:
        return base
    table = _rows(len(base), pieces, set(left_out))
    unit = np.ascontiguousarray(table[:, 0])
    arrays = {
        name: getattr(base, name)[unit].copy()
        for name in ("start", "end", "gap_start", "plain_start", "plain_end", "plain_gap_start")
    }
    literal = _place_pieces(table, pieces, arrays)
    unit_end: Ints = unit + 1
    for k in literal:
        unit_end[k] = reach.get(int(unit[k]), int(unit[k]) + 1)
    draft = Atoms(
        columns=base.columns,
        unit=unit,
        unit_end=unit_end,
        piece=table[:, 1].copy(),
        pieces=table[:, 2].copy(),
        literal=literal,
        text=base.text,
        plain=base.plain,
        whole=False,
        **arrays,
    )
    text, plain = _streams(base, draft, np.isin(unit, list(pieces)), tokenizer)
    return replace(draft, text=text, plain=plain)


def _rows(units: int, pieces: Mapping[int, Sequence[Piece]], gone: set[int]) -> Ints:
    """(unit, piece, pieces) of every atom."""
    counts: Ints = np.ones(units, np.int64)
    counts[list(pieces)] = [len(made) or 1 for made in pieces.values()]
    counts[list(gone)] = 0
    unit = np.repeat(np.arange(units), counts)
    first = np.cumsum(counts) - counts
    return np.stack([unit, np.arange(len(unit)) - first[unit], counts[unit]], axis=1)


def _place_pieces(table: Ints, pieces: Mapping[int, Sequence[Piece]], arrays: dict[str, Ints]) -> dict[int, Piece]:
    """Write the slices of pieces into the columns; give those that are no slices."""
    literal: dict[int, Piece] = {}
    for k in np.flatnonzero(np.isin(table[:, 0], list(pieces))):
        u, p = int(table[k, 0]), int(table[k, 1])
        piece = pieces[u][p]
        if piece.slice_ is None or piece.plain_slice is None:
            literal[int(k)] = piece
            continue
        arrays["start"][k], arrays["end"][k] = piece.slice_
        arrays["plain_start"][k], arrays["plain_end"][k] = piece.plain_slice
        if p:
            arrays["gap_start"][k] = arrays["end"][k - 1]
            arrays["plain_gap_start"][k] = arrays["plain_end"][k - 1]
    return literal


def _streams(base: Atoms, draft: Atoms, split: Flags, tokenizer: Tokenizer) -> tuple[TokenStream, TokenStream]:
    """Counts of the ``split`` atoms (also of a single piece: it may be its unit without an indent) and of the joins around
    them; everything else is taken over."""
    n = len(draft)
    meter = JoinMeter(tokenizer)
    apart = np.zeros(n, np.bool_)
    if n > 1:
        apart[:-1] = (draft.unit[1:] != draft.unit[:-1] + 1) | split[1:] | split[:-1]
    out = []
    for which, (stream, gap_of) in enumerate(((base.text, draft.gap), (base.plain, draft.plain_gap))):
        own, joins, loose = stream.own[draft.unit].copy(), stream.joins[draft.unit].copy(), stream.loose[draft.unit].copy()
        for k in np.flatnonzero(split):
            own[k] = tokenizer.count(draft.texts(int(k))[which])
        filled = np.ones(n, np.bool_) if which == 0 else _filled(draft)
        places = np.flatnonzero(filled)
        if len(places):
            joins[places[-1]] = 0
        joins[~filled] = 0
        broken = np.concatenate([[0], np.cumsum(apart)])
        low, high = places[:-1], places[1:]
        known = (broken[high] == broken[low]) & ((high == low + 1) | (which == 1)) & ~split[low]
        for a, b in zip(low[~known].tolist(), high[~known].tolist(), strict=True):
            left, right, gap = draft.texts(a)[which], draft.texts(b)[which], gap_of(b)
            joins[a] = meter.addition(left, gap, right)
            loose[a] = is_loose_join(left, gap, right, tokenizer)
        out.append(stream_of(own, joins, loose, filled))
    return out[0], out[1]


def _filled(draft: Atoms) -> Flags:
    filled = draft.plain_end > draft.plain_start
    for k, piece in draft.literal.items():
        filled[k] = bool(piece.plain)
    return filled
