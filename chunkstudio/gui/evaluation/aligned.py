"""Chunks of two results of one document side by side: those between two cuts that both have belong together."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.model import Chunk

AlignedKind = Literal["same", "moved", "cut anew"]


@dataclass(frozen=True, slots=True)
class AlignedRow:
    """A chunk of A beside one of B; one of them is None where one side has fewer. ``leads`` is the first row of a group."""

    first: Chunk | None
    second: Chunk | None
    kind: AlignedKind
    title: str
    leads: bool


def aligned_rows(old: ChunkedDocument, new: ChunkedDocument) -> list[AlignedRow]:
    """Rows in document order. Cuts of both are compared by the unit before them."""
    starts = _starts_of_old(old, new)
    new_starts = [c.unit_range[0] for c in new.chunks]
    common = sorted(set(starts) & set(new_starts))
    if not common or common[0] > 0:
        common = [0, *common]
    groups: list[tuple[list[Chunk], list[Chunk]]] = [([], []) for _ in common]
    for start, chunk in zip(starts, old.chunks, strict=True):
        groups[max(0, bisect_right(common, start) - 1)][0].append(chunk)
    for start, chunk in zip(new_starts, new.chunks, strict=True):
        groups[max(0, bisect_right(common, start) - 1)][1].append(chunk)
    return [row for first, second in groups for row in _group(first, second)]


def _starts_of_old(old: ChunkedDocument, new: ChunkedDocument) -> list[float]:
    """Where the old chunks start, in units of the new result; between units where that unit is gone."""
    if old.columns is new.columns:
        return [float(c.unit_range[0]) for c in old.chunks]
    place = {new.columns.unit_id(i): i for i in range(len(new.columns))}
    starts: list[float] = []
    last = 0.0
    for chunk in old.chunks:
        found = place.get(old.columns.unit_id(chunk.unit_range[0]))
        last = float(found) if found is not None else last + 1e-6
        starts.append(last)
    return starts


def _group(first: Sequence[Chunk], second: Sequence[Chunk]) -> list[AlignedRow]:
    lead = (second or first)[0] if second or first else None
    title = (lead.heading_path[-1] if lead.heading_path else "") if lead is not None else ""
    kind: AlignedKind = "same" if len(first) == len(second) == 1 else "moved" if len(first) == len(second) else "cut anew"
    return [AlignedRow(a, b, kind, title, at == 0) for at, (a, b) in enumerate(zip_longest(first, second))]
