"""Step D, before the cuts are chosen: units that no chunk could hold become pieces that each fit, counted on final strings.

Pieces leave room for what a chunk that holds them must hold besides, see :mod:`chunkstudio.chunking.refinement_room`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from chunkstudio.chunking.assembly_atoms import Atoms, Piece
from chunkstudio.chunking.assembly_frames import FrameCosts
from chunkstudio.chunking.refinement_room import RoomTaken
from chunkstudio.chunking.refinement_rows import read_row, split_row
from chunkstudio.chunking.refinement_text import NothingFitsError, split_text
from chunkstudio.chunking.source_slices import plain_offset
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import TABLE_ROW
from chunkstudio.errors import ChunkStudioError


@dataclass(frozen=True, slots=True)
class Room:
    """Tokens that are left for a piece in both strings."""

    text: int
    plain: int


def split_oversize(
    atoms: Atoms, frames: FrameCosts, taken: RoomTaken, bare_context: int, budget: int, tokenizer: Tokenizer
) -> tuple[dict[int, list[Piece]], frozenset[int]]:
    """Pieces by unit for all units that are too large, and the units that fit only without their context lines.

    ``atoms`` are whole units. Raises ChunkStudioError ``bad_profile`` if the budget cannot hold one grapheme.
    """
    out: dict[int, list[Piece]] = {}
    bare: set[int] = set()
    for u in taken.too_large.tolist():
        room = Room(budget - int(taken.text[u]), budget - int(taken.plain[u]))
        try:
            out[u] = unit_pieces(atoms, u, room, tokenizer)
        except NothingFitsError:
            bare.add(u)
            lean = Room(budget - int(frames.split[u]), budget - bare_context - int(frames.plain_open[u]))
            out[u] = _last_resort(atoms, u, lean, budget, tokenizer)
    return out, frozenset(bare)


def _last_resort(atoms: Atoms, unit: int, room: Room, budget: int, tokenizer: Tokenizer) -> list[Piece]:
    try:
        return unit_pieces(atoms, unit, room, tokenizer)
    except NothingFitsError as error:
        frame = budget - min(room.text, room.plain)  # headings, fences and the like that each piece repeats
        raise ChunkStudioError(
            "bad_profile",
            f"assembly.token_budget: the budget cannot hold the single character {error.text!r}.",
            hint=f"Raise it to at least {max(budget + 1, frame + tokenizer.count(error.text))}.",
            field="assembly.token_budget",
        ) from None


def unit_pieces(atoms: Atoms, unit: int, room: Room, tokenizer: Tokenizer) -> list[Piece]:
    """The pieces of one unit. Raises NothingFitsError if the room is too small for a grapheme."""
    columns = atoms.columns
    text, plain = columns.text(unit), columns.plain_text(unit)
    if columns.kind[unit] == TABLE_ROW:
        row = read_row(text.split("\n")[0], int(columns.start[unit]))
        fits_both = lambda a, b: tokenizer.count(a) <= room.text and tokenizer.count(b) <= room.plain  # noqa: E731
        return split_row(row, fits_both)
    if columns.boxes[int(columns.box[unit])].source_end is not None:
        return _source_pieces(text, plain, atoms, unit, room, tokenizer)
    offset = text.find(plain) if plain else -1
    if offset < 0:
        plain, offset = text, 0
    return _text_pieces(text, plain, offset, atoms, unit, room, tokenizer)


def _text_pieces(text: str, plain: str, offset: int, atoms: Atoms, unit: int, room: Room, tokenizer: Tokenizer) -> list[Piece]:
    """Cut the plain text; the markup before and after it stays with the first and the last piece."""
    start, plain_start = int(atoms.columns.start[unit]), int(atoms.columns.plain_start[unit])
    has_plain = atoms.columns.plain_end[unit] > plain_start

    def outer(a: int, b: int) -> tuple[int, int]:
        return (0 if a == 0 else offset + a, len(text) if b == len(plain) else offset + b)

    def fits(a: int, b: int) -> bool:
        s, e = outer(a, b)
        return tokenizer.count(plain[a:b]) <= room.plain and tokenizer.count(text[s:e]) <= room.text

    out = []
    for a, b in _cut(plain, fits):
        s, e = outer(a, b)
        inner = (plain_start + a, plain_start + b) if has_plain else (plain_start, plain_start)
        slice_ = (start + s, start + e)
        out.append(Piece(text[s:e], plain[a:b] if has_plain else "", (slice_,), slice_, inner))
    return out


def _source_pieces(text: str, plain: str, atoms: Atoms, unit: int, room: Room, tokenizer: Tokenizer) -> list[Piece]:
    """Cut Markdown that was given, markup and all; each piece has the plain text that stands in it."""
    columns = atoms.columns
    box, (_, first, last) = columns.boxes[int(columns.box[unit])], columns.parts[unit][0]
    start, plain_start = int(columns.start[unit]), int(columns.plain_start[unit])

    lead = len(text) - len(text.lstrip())

    def shown(a: int, b: int) -> tuple[int, int]:
        while b < len(text) and text[b].isspace():  # white space that no piece has: what is placed there belongs here
            b += 1
        low = plain_offset(box, (first, last), plain, start + a) if a > lead else 0
        high = plain_offset(box, (first, last), plain, start + b) if b < len(text) else len(plain)
        part = plain[low:high]
        return low + len(part) - len(part.lstrip()), max(low + len(part.rstrip()), low + len(part) - len(part.lstrip()))

    def fits(a: int, b: int) -> bool:
        low, high = shown(a, b)
        return tokenizer.count(plain[low:high]) <= room.plain and tokenizer.count(text[a:b]) <= room.text

    out = []
    for a, b in _cut(text, fits):
        low, high = shown(a, b)
        slice_ = (start + a, start + b)
        out.append(Piece(text[a:b], plain[low:high], (slice_,), slice_, (plain_start + low, plain_start + high)))
    return out


def _cut(plain: str, fits: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    spans = split_text(plain, fits)
    return spans or [(0, len(plain))]
