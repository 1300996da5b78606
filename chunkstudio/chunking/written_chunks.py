"""Cuts become chunks: each is written, verified on its final strings, and cut again where a string is still too large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.chunk_assembler import Cuts
from chunkstudio.chunking.chunk_batch import ChunkBatch
from chunkstudio.chunking.chunk_body import BodyBuilder
from chunkstudio.chunking.chunk_context import ChunkPlace, ContextChooser
from chunkstudio.chunking.chunk_links import ChunkLinks
from chunkstudio.chunking.model import REASONS, Chunk, CutReason
from chunkstudio.chunking.serializer import ChunkWriter
from chunkstudio.chunking.stages import StageRun
from chunkstudio.chunking.unit_columns import Ints
from chunkstudio.layout.breaks import stop_if, take_break

_SLICE = 128
"""Chunks between two looks at whether the work is still wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class WrittenChunks:
    """The chunks, the reasons with cuts that only the final strings asked for, and what had to be clipped on the way."""

    chunks: tuple[Chunk, ...]
    reason: npt.NDArray[np.int8]
    clipped: tuple[str, ...]
    over: tuple[str, ...]
    broken: tuple[int, ...]
    clipped_sections: frozenset[int]
    short_headers: tuple[str, ...]


def write_chunks(run: StageRun, cuts: Cuts, cancelled: Callable[[], bool] | None) -> WrittenChunks:
    """All chunks of a run. Raises ChunkStudioError ``cancelled``."""
    stage, frames, contexts, units = run.atoms(), run.frames(), run.contexts(), run.units()
    writers = run.kept("writers", lambda: _writers(run))
    chunks, reason, clipped = _Loop(run, writers, cuts, cancelled).chunks()
    budget = run.profile.assembly.token_budget
    shown = stage.shown[cuts.places[:-1]]
    short = [int(u) for u, frame in zip(frames.first, frames.frames, strict=True) if frame.short]
    return WrittenChunks(
        chunks=tuple(chunks),
        reason=reason,
        clipped=tuple(clipped),
        over=tuple([c.id for c in chunks if c.text_tokens > budget or c.token_count > budget]),
        broken=cuts.broken,
        clipped_sections=frozenset(np.unique(shown).tolist()) & contexts.clipped,
        short_headers=tuple(f"t{units.columns.table[u] + 1}" for u in short),
    )


class _Writers(NamedTuple):
    """What writes chunks: any one, and where all readers see the same the plain ones together."""

    one: ChunkWriter
    many: ChunkBatch | None
    contexts: ContextChooser


def _writers(run: StageRun) -> _Writers:
    """The writers of this run."""
    stage, units, access, tokenizer = run.atoms(), run.units(), run.access(), run.tokenizer()
    budget, costs = run.profile.assembly.token_budget, run.costs()
    bodies = BodyBuilder(stage.atoms, costs, stage.frame_costs, run.frames(), access, tokenizer, run.tails())
    chooser = ContextChooser(units.columns, units.parents, run.contexts(), units.layout.title, access, tokenizer)
    labels = {page.number: page.label for page in units.layout.pages}
    one = ChunkWriter(stage.atoms, bodies, chooser, units.regions, labels, access, budget, tokenizer)
    if len(access.sets) > 1 or not tokenizer.additive:
        return _Writers(one, None, chooser)
    links = ChunkLinks(units.columns, units.regions, labels)
    many = ChunkBatch(stage.atoms, costs, stage.frame_costs, chooser, links, access.of_range(0, 0), budget)
    return _Writers(one, many, chooser)


class _Loop:
    """Writes the plain chunks together and the others one by one; one that is too large on its final strings is cut again."""

    def __init__(self, run: StageRun, writers: _Writers, cuts: Cuts, cancelled: Callable[[], bool] | None) -> None:
        self._run = run
        self._writers = writers
        self._cuts = cuts
        self._cancelled = cancelled
        self._budget = run.profile.assembly.token_budget
        self._reason = cuts.reason.copy()
        self._clipped: list[int] = []
        self._again = False

    def chunks(self) -> tuple[list[Chunk], npt.NDArray[np.int8], list[str]]:
        """The chunks, the reasons with the cuts added here, and the ids of chunks whose context was clipped."""
        places: list[int] = self._cuts.places.tolist()
        stands = self._stands(self._cuts.places)
        take_break()
        parts = _parts([place.section for place in stands])
        ready = self._together(stands, parts)
        chunks: list[Chunk] = []
        floor = 0
        for k, (a, b) in enumerate(pairwise(places)):
            if k % _SLICE == 0:
                stop_if(self._cancelled)
            chunk = ready[k]
            if chunk is not None and floor == places[max(k - 1, 0)]:
                chunks.append(chunk)
                floor = a
            else:
                floor = self._one(chunks, a, b, floor, self._cuts.why[k], parts[k], stands[k])  # type: ignore[arg-type]
        chunks = _renumbered(chunks) if self._again else chunks
        return chunks, self._reason, [chunks[k].id for k in self._clipped]

    def _stands(self, places: Ints) -> list[ChunkPlace]:
        if len(places) < 2:
            return []
        atoms = self._run.atoms().atoms
        first, last = places[:-1], places[1:] - 1
        return self._writers.contexts.places(atoms.unit[first], atoms.unit_end[last], atoms.piece[first] == 0)

    def _together(self, stands: list[ChunkPlace], parts: list[tuple[int, int]]) -> list[Chunk | None]:
        many = self._writers.many
        if many is None or not stands:
            return [None] * len(stands)
        return many.chunks(self._cuts.places, stands, self._cuts.why, parts)

    def _one(
        self, chunks: list[Chunk], a: int, b: int, floor: int, why: CutReason, part: tuple[int, int], stand: ChunkPlace
    ) -> int:
        """Write [a, b), in more than one chunk if need be; gives where the last one begins."""
        writer = self._writers.one
        todo = [(a, b, why)]
        while todo:
            i, j, reason = todo.pop()
            here = stand if (i, j) == (a, b) else writer.place(i, j)
            chunk, was_clipped = writer.chunk(len(chunks), i, j, floor, reason, part, here)
            if j - i > 1 and (chunk.text_tokens > self._budget or chunk.token_count > self._budget):
                middle, self._again = self._cut(i, j, self._reason), True
                todo += [(middle, j, "budget"), (i, middle, reason)]
                continue
            self._clipped += [len(chunks)] if was_clipped else []
            chunks.append(chunk)
            floor = i
        return floor

    def _cut(self, a: int, b: int, reason: npt.NDArray[np.int8]) -> int:
        """Cut atoms [a, b) once more, and say so in ``reason``."""
        atoms = self._run.atoms().atoms
        middle = _inner_cut(self._run, a, b)
        if atoms.piece[middle] == 0:
            reason[int(atoms.unit[middle]) - 1] = REASONS.index("budget")
        return middle


def _inner_cut(run: StageRun, a: int, b: int) -> int:
    """Where to cut [a, b) once more: the least forbidden place, of those the best scored, of those nearest the middle."""
    atoms, rules = run.atoms().atoms, run.rules()
    _, scores = run.scores()
    middle = (a + b) / 2

    def worth(k: int) -> tuple[float, float, float]:
        if atoms.piece[k]:
            return (0.0, 1.0, -abs(k - middle))
        boundary = int(atoms.unit[k]) - 1
        return (-float(rules.forbidden[boundary]), float(scores[boundary]), -abs(k - middle))

    return max(range(a + 1, b), key=worth)


def _parts(sections: list[int]) -> list[tuple[int, int]]:
    """For each chunk which of how many chunks of its section it is, from 1."""
    totals: dict[int, int] = {}
    seen = []
    for section in sections:
        totals[section] = totals.get(section, 0) + 1
        seen.append(totals[section])
    return [(part, totals[section]) for part, section in zip(seen, sections, strict=True)]


def _renumbered(chunks: list[Chunk]) -> list[Chunk]:
    """Positions and parts counted anew after some chunks were cut again."""
    place = {section_id: i for i, section_id in enumerate(dict.fromkeys(c.section_id for c in chunks))}
    parts = _parts([place[c.section_id] for c in chunks])
    return [
        replace(c, id=f"c{k}", position=k, part=part, parts=total)
        for k, (c, (part, total)) in enumerate(zip(chunks, parts, strict=True))
    ]
