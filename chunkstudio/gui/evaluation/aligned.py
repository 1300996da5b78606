"""Chunks of two sides of one document beside each other: those between two cuts that both have belong together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import Chunk
from chunkstudio.layout.model import Rect
from chunkstudio.retrieval.foreign import ForeignChunk, ForeignChunks

AlignedKind = Literal["same", "moved", "cut anew"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk of one side. ``start`` is where it begins, in units of the draft; between units where that unit is gone."""

    start: float
    name: str
    tokens: int
    text: str
    page: int
    rect: Rect | None = None
    title: str = ""
    position: int = -1


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A piece of A beside one of B; one of them is None where one side has fewer. ``leads`` is the first row of a group."""

    first: Piece | None
    second: Piece | None
    kind: AlignedKind
    title: str
    leads: bool


def aligned_rows(first: Sequence[Piece], second: Sequence[Piece]) -> list[AlignedRow]:
    """Rows in document order; B is the draft."""
    common = sorted({p.start for p in first} & {p.start for p in second})
    if not common or common[0] > 0:
        common = [0.0, *common]
    groups: list[tuple[list[Piece], list[Piece]]] = [([], []) for _ in common]
    for side, pieces in enumerate((first, second)):
        for piece in pieces:
            groups[max(0, bisect_right(common, piece.start) - 1)][side].append(piece)
    return [row for one, other in groups for row in _group(one, other)]


def pieces_of(old: ChunkedDocument, new: ChunkedDocument) -> list[Piece]:
    """The chunks of a result as pieces whose starts count in units of ``new``; they are matched by the units' ids."""
    if old.columns is new.columns:
        return [_piece(c, float(c.unit_range[0])) for c in old.chunks]
    place = {new.columns.unit_id(i): i for i in range(len(new.columns))}
    out: list[Piece] = []
    last = 0.0
    for chunk in old.chunks:
        found = place.get(old.columns.unit_id(chunk.unit_range[0]))
        last = float(found) if found is not None else last + 1e-6
        out.append(_piece(chunk, last))
    return out


def foreign_pieces(found: ForeignChunks, new: ChunkedDocument) -> list[Piece]:
    """The chunks of another tool on this document, placed at the first unit of the box in which they begin."""
    first: dict[tuple[int, Rect], int] = {}
    boxes = {b.id: b for b in new.layout.boxes()}
    for index, unit in enumerate(new.units):
        box = boxes.get(unit.box_id)
        if box is not None:
            first.setdefault((box.page, box.rect), index)
    sizes = {p.id: p.tokens for p in found.corpus.passages}
    out: list[Piece] = []
    last = 0.0
    for chunk in found.chunks:
        if chunk.document == new.layout.info.sha256:
            at = next((first[key] for r in chunk.regions if (key := (r.page, r.rect)) in first), None)
            last = float(at) if at is not None else last + 1e-6
            out.append(_foreign_piece(chunk, last, sizes.get(chunk.id, 0)))
    return sorted(out, key=lambda p: p.start)


def _piece(chunk: Chunk, start: float) -> Piece:
    region = chunk.regions[0] if chunk.regions else None
    title = chunk.heading_path[-1] if chunk.heading_path else ""
    page = region.page if region is not None else (chunk.pages[0] if chunk.pages else 0)
    rect = region.rect if region is not None else None
    return Piece(start, f"c{chunk.position}", chunk.token_count, chunk.text[:240], page, rect, title, chunk.position)


def _foreign_piece(chunk: ForeignChunk, start: float, tokens: int) -> Piece:
    region = chunk.regions[0] if chunk.regions else None
    page = region.page if region is not None else (chunk.pages[0] if chunk.pages else 0)
    return Piece(start, chunk.id, tokens, chunk.text[:240], page, region.rect if region is not None else None)


def _group(first: Sequence[Piece], second: Sequence[Piece]) -> list[AlignedRow]:
    title = next((p.title for p in (*second, *first)), "")
    alike = len(first) == len(second) == 1
    kind: AlignedKind = "same" if alike else "moved" if len(first) == len(second) else "cut anew"
    return [AlignedRow(a, b, kind, title, at == 0) for at, (a, b) in enumerate(zip_longest(first, second))]
