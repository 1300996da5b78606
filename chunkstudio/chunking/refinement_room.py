"""Step D: which units are too large for any chunk, and how much of the budget a piece of each must leave for other things.

Besides context lines and what cuts repeat, that is what belongs to the unit and must not be cut from it: the headings, the
caption and the table header right before it, and the caption right behind it. So no heading stands alone, and a caption
shares a chunk with some of its figure or table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.assembly_frames import FrameCosts
from chunkstudio.chunking.assembly_rules import GRADE_HEADER
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.unit_columns import CAPTION, HEADING, TABLE_ROW, Ints


@dataclass(frozen=True, slots=True, eq=False)
class RoomTaken:
    """Tokens that each unit's pieces must leave free in both strings, and the units that are too large as they are."""

    text: Ints
    plain: Ints
    too_large: Ints


@dataclass(frozen=True, slots=True, eq=False)
class _Leads:
    """Tokens in both strings of what belongs to each unit and stands right before it, from unit ``first`` on."""

    text: Ints
    plain: Ints
    first: Ints


def room_taken(atoms: Atoms, frames: FrameCosts, context: Ints, forbidden: Ints, budget: int) -> RoomTaken:
    """For whole units; ``context`` are the tokens of context at each, ``forbidden`` the grades between them.

    A caption or header counts only where it leaves half the budget; a table row is cut into pieces for its own size alone.
    """
    c = atoms.columns
    rows, heading = c.kind == TABLE_ROW, c.kind == HEADING
    head = _leads(atoms, heading[:-1])
    belongs = heading[:-1] | ((forbidden >= GRADE_HEADER) & ((c.kind[:-1] == CAPTION) | (c.row[:-1] == 0)))
    every = _leads(atoms, belongs)
    fits = np.maximum(every.text, every.plain) <= budget // 2
    every = _Leads(*(np.where(fits, getattr(every, f), getattr(head, f)) for f in ("text", "plain", "first")))
    behind = _captions_behind(atoms, forbidden, budget // 4)
    lines = np.maximum(context, context[every.first])
    repeated = frames.plain_open[:-1]
    text = np.where(rows, np.maximum(frames.split + head.text, every.text), frames.split + every.text) + behind[0]
    plain = lines + np.where(rows, np.maximum(repeated + head.plain, every.plain), repeated + every.plain) + behind[1]
    own_text = np.where(rows, frames.split + head.text, text) + atoms.text.own
    own_plain = np.where(rows, lines + repeated + head.plain, plain) + atoms.plain.own
    return RoomTaken(text, plain, np.flatnonzero((own_text > budget) | (own_plain > budget)))


def _leads(atoms: Atoms, belongs: Flags) -> _Leads:
    """``belongs[k]``: unit k belongs to the unit after it."""
    n = len(atoms)
    follows = np.zeros(n, np.bool_)
    follows[1:] = belongs
    first: Ints = np.maximum.accumulate(np.where(follows, 0, np.arange(n)))
    text = np.where(follows, atoms.text.sums[:-1] - atoms.text.heads[first], 0)
    plain = np.where(follows, atoms.plain.sums[:-1] - atoms.plain.heads[first], 0)
    return _Leads(text, plain, first)


def _captions_behind(atoms: Atoms, forbidden: Ints, most: int) -> tuple[Ints, Ints]:
    """Tokens in both strings of the caption right behind each unit, if it belongs to it and takes no more than ``most``."""
    out = []
    for stream in (atoms.text, atoms.plain):
        tokens: Ints = np.zeros(len(atoms), np.int64)
        caption = (atoms.columns.kind[1:] == CAPTION) & (forbidden >= GRADE_HEADER)
        size = stream.own[1:] + stream.joins[:-1]
        tokens[:-1] = np.where(caption & (size <= most), size, 0)
        out.append(tokens)
    return out[0], out[1]
