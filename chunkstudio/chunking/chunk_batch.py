"""Step E for the many: chunks that are plain runs of whole units are written together, column by column.

A chunk is plain if its body is one slice of the document text, its counts are exact sums, nothing but whole units is
repeated before it, it fits into the budget, and all readers see the same. :class:`~chunkstudio.chunking.serializer.ChunkWriter`
writes every chunk and gives the same for these; nine of ten are plain, and together they cost a tenth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.assembly_costs import ChunkCosts
from chunkstudio.chunking.assembly_frames import NO_FRAME, FrameCosts
from chunkstudio.chunking.chunk_context import ChunkPlace, ContextChooser
from chunkstudio.chunking.chunk_links import ChunkLinks
from chunkstudio.chunking.model import Chunk, CutReason
from chunkstudio.chunking.overlap import WHY
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.unit_columns import Ints
from chunkstudio.chunking.value_batches import values_of


@dataclass(frozen=True, slots=True, eq=False)
class _Picked:
    """The plain chunks: ``at`` their numbers, ``a``/``b`` their atoms, ``start`` the first atom of what they repeat."""

    at: Ints
    a: Ints
    b: Ints
    start: Ints
    text_tokens: Ints
    body_tokens: Ints
    plain_tokens: Ints


class ChunkBatch:
    """Writes the plain chunks of one set of atoms under one plan of overlaps; ``acl`` are the labels of all of them."""

    def __init__(
        self,
        atoms: Atoms,
        costs: ChunkCosts,
        frame_costs: FrameCosts,
        contexts: ContextChooser,
        links: ChunkLinks,
        acl: tuple[str, ...] | None,
        budget: int,
    ) -> None:
        self._atoms = atoms
        self._plan = costs.plan
        self._frame_costs = frame_costs
        self._contexts = contexts
        self._links = links
        self._acl = acl
        self._budget = budget
        self._text = (atoms.text.heads, atoms.text.tails)
        self._plain = (atoms.plain.heads, atoms.plain.tails)
        odd: Ints = np.zeros(len(atoms), np.int64)
        odd[list(atoms.literal)] = 1
        gap: Ints = odd.copy()
        gap[1:] |= atoms.gap_start[1:] != atoms.end[:-1]
        self._literal, self._gaps = _running(odd), _running(gap)
        self._loose = _running(atoms.text.loose | atoms.plain.loose)

    def chunks(
        self, places: Ints, stands: Sequence[ChunkPlace], why: Sequence[str], parts: Sequence[tuple[int, int]]
    ) -> list[Chunk | None]:
        """The chunks between neighbouring ``places`` (atoms); None for each one that is not plain."""
        out: list[Chunk | None] = [None] * (len(places) - 1)
        shown = np.array([stand.shown for stand in stands], np.int64)
        picked = self._pick(places, self._contexts.tokens_of(shown))
        which: list[int] = picked.at.tolist()
        made = self._write(picked, [stands[k] for k in which], [why[k] for k in which], [parts[k] for k in which])  # type: ignore[misc]
        for k, chunk in zip(which, made, strict=True):
            out[k] = chunk
        return out

    def _pick(self, places: Ints, context: Ints) -> _Picked:
        """Which chunks are plain, with their counts; ``context`` are tokens of context with what is reserved."""
        a, b = places[:-1], places[1:]
        before = np.concatenate([a[:1], a[:-1]])
        start = np.where(self._plan.tail[a], a, np.maximum(self._plan.start[a], before))
        text, body, plain = self._counts(start, a, b)
        fits = (text <= self._budget) & (plain + context <= self._budget)
        at = np.flatnonzero(fits & ~self._plan.tail[a] & self._is_run(start, a, b))
        return _Picked(at, a[at], b[at], start[at], text[at], body[at], plain[at])

    def _counts(self, start: Ints, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """Tokens of text, body and plain text."""
        heads, tails = self._text
        columns = self._atoms.plain
        filled = columns.following[start] < columns.preceding[b]  # a figure without words has no plain text at all
        plain = np.where(filled, self._plain[1][b] - self._plain[0][start], 0)
        return tails[b] - heads[start], tails[b] - heads[a], plain

    def _is_run(self, start: Ints, a: Ints, b: Ints) -> Flags:
        """Whether [start, b) is one slice of the document text made of whole units, with exact counts and no frame."""
        atoms = self._atoms
        closed = (atoms.piece[b - 1] == atoms.pieces[b - 1] - 1) & (atoms.piece[a] == 0) & (atoms.piece[start] == 0)
        unframed = (self._frame_costs.open_frame[a] == NO_FRAME) & (self._frame_costs.close_frame[b] == NO_FRAME)
        exact = self._loose[b - 1] == self._loose[start]
        whole = (self._gaps[b] == self._gaps[start + 1]) & (self._literal[b] == self._literal[start])
        return np.asarray(closed & unframed & exact & whole & ~self._begins_with_slash(start))

    def _begins_with_slash(self, start: Ints) -> Flags:
        """True where the plain text from an atom on begins with a slash, which may join the line end before it."""
        atoms, plain = self._atoms, self._atoms.columns.plain
        following = np.minimum(atoms.plain.following[start], len(atoms) - 1)
        at: list[int] = atoms.plain_start[following].tolist()
        return np.array([plain[k : k + 1] == "/" for k in at], np.bool_)

    def _write(self, p: _Picked, stands: list[ChunkPlace], why: list[CutReason], parts: list[tuple[int, int]]) -> list[Chunk]:
        atoms, contexts = self._atoms, self._contexts
        first, end = atoms.unit[p.a], atoms.unit_end[p.b - 1]
        links = self._links.of_runs(first, end, [stand.sections for stand in stands])
        prefixes = [contexts.plain_prefix(stand.shown) for stand in stands]
        starts: list[int] = atoms.start[p.a].tolist()
        ends: list[int] = atoms.end[p.b - 1].tolist()
        bodies, texts, plains = self._strings(p, starts, ends)
        lead = [tokens for _, tokens in prefixes]
        plain_tokens: list[int] = p.plain_tokens.tolist()
        at: list[int] = p.at.tolist()
        overlaps = self._overlaps(p)
        columns = (
            [f"c{k}" for k in at],
            at,
            zip(first.tolist(), end.tolist(), strict=True),
            texts,
            [prefix + plain for (prefix, _), plain in zip(prefixes, plains, strict=True)],
            bodies,
            [x + y for x, y in zip(lead, plain_tokens, strict=True)],
            p.text_tokens.tolist(),
            p.body_tokens.tolist(),
            (p.text_tokens - p.body_tokens).tolist(),
            lead,
            [contexts.heading_path(stand.section, self._acl) for stand in stands],
            [self._links.section_ids[stand.section] for stand in stands],
            *links.columns(),
        )
        spans = [(span,) for span in zip(starts, ends, strict=True)]
        rest = zip(*parts, strict=True) if parts else ((), ())
        later = (spans, starts, ends, why, links.types, *rest, links.labels, *overlaps)
        acl = [self._acl] * len(at)
        return values_of(Chunk, (*columns, *later, acl, [{} for _ in at]))

    def _strings(self, p: _Picked, starts: list[int], ends: list[int]) -> tuple[list[str], list[str], list[str]]:
        """Bodies, texts and plain texts with what they repeat."""
        atoms = self._atoms
        markdown, plain = atoms.columns.markdown, atoms.columns.plain
        bodies = [markdown[s:e] for s, e in zip(starts, ends, strict=True)]
        texts = bodies
        if (p.start < p.a).any():
            leads: list[int] = atoms.start[p.start].tolist()
            texts = [markdown[s:e] for s, e in zip(leads, ends, strict=True)]
        first, last = atoms.plain.following[p.start], atoms.plain.preceding[p.b]
        filled = first < last
        first, last = np.where(filled, first, 0), np.where(filled, last, 1)
        low = np.where(filled, atoms.plain_start[first], 0).tolist()
        high = np.where(filled, atoms.plain_end[last - 1], 0).tolist()
        return bodies, texts, [plain[s:e] for s, e in zip(low, high, strict=True)]

    def _overlaps(self, p: _Picked) -> tuple[list[tuple[int, ...]], Sequence[object], list[str]]:
        """Units repeated, their regions, and why there are none."""
        count = len(p.a)
        why = [WHY[code] for code in self._plan.why[p.a].tolist()]
        units: list[tuple[int, ...]] = [()] * count
        regions: list[tuple[object, ...]] = [()] * count
        for k in np.flatnonzero(p.start < p.a).tolist():
            low, high = int(p.start[k]), int(p.a[k])
            units[k] = tuple(dict.fromkeys(self._atoms.unit[low:high].tolist()))
            regions[k] = self._links.regions(units[k][0], units[k][-1] + 1)
            why[k] = ""
        return units, regions, why


def _running(flags: Ints) -> Ints:
    """Running totals of a column, from 0."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(flags)])
