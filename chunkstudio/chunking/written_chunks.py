"""Cuts become chunks: each is written, verified on its final strings, and cut again where a string is still too large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.chunk_assembler import Cuts
from chunkstudio.chunking.chunk_body import BodyBuilder
from chunkstudio.chunking.chunk_context import ContextChooser
from chunkstudio.chunking.model import REASONS, Chunk, CutReason
from chunkstudio.chunking.progress import stop_if
from chunkstudio.chunking.serializer import ChunkWriter
from chunkstudio.chunking.stages import StageRun

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
    writer = _writer(run)
    chunks, reason, clipped = _Loop(run, writer, cuts, cancelled).chunks()
    budget = run.profile.assembly.token_budget
    shown = stage.shown[cuts.places[:-1]]
    short = [int(u) for u, frame in zip(frames.first, frames.frames, strict=True) if frame.short]
    return WrittenChunks(
        chunks=tuple(chunks),
        reason=reason,
        clipped=tuple(clipped),
        over=tuple(c.id for c in chunks if c.text_tokens > budget or c.token_count > budget),
        broken=cuts.broken,
        clipped_sections=frozenset(np.unique(shown).tolist()) & contexts.clipped,
        short_headers=tuple(f"t{units.columns.table[u] + 1}" for u in short),
    )


def _writer(run: StageRun) -> ChunkWriter:
    """What writes the chunks of this run."""
    stage, units, access, tokenizer = run.atoms(), run.units(), run.access(), run.tokenizer()
    budget = run.profile.assembly.token_budget
    bodies = BodyBuilder(stage.atoms, run.costs(), stage.frame_costs, run.frames(), access, tokenizer)
    chooser = ContextChooser(units.columns, units.parents, run.contexts(), units.layout.title, access, tokenizer)
    labels = {page.number: page.label for page in units.layout.pages}
    return ChunkWriter(stage.atoms, bodies, chooser, units.regions, labels, access, budget, tokenizer)


class _Loop:
    """Writes chunk after chunk; one that is too large on its final strings is cut again."""

    def __init__(self, run: StageRun, writer: ChunkWriter, cuts: Cuts, cancelled: Callable[[], bool] | None) -> None:
        self._run = run
        self._writer = writer
        self._cuts = cuts
        self._cancelled = cancelled
        self._budget = run.profile.assembly.token_budget

    def chunks(self) -> tuple[list[Chunk], npt.NDArray[np.int8], list[str]]:
        """The chunks, the reasons with the cuts added here, and the ids of chunks whose context was clipped."""
        reason = self._cuts.reason.copy()
        chunks: list[Chunk] = []
        clipped: list[str] = []
        places = self._cuts.places.tolist()
        stands = [self._writer.place(a, b) for a, b in pairwise(places)]
        parts, floor, again = _parts([place.section for place in stands]), 0, False
        for k, (a, b) in enumerate(pairwise(places)):
            if k % _SLICE == 0:
                stop_if(self._cancelled)
            todo: list[tuple[int, int, CutReason]] = [(a, b, self._cuts.why[k])]  # type: ignore[list-item]
            while todo:
                i, j, why = todo.pop()
                stand = stands[k] if (i, j) == (a, b) else self._writer.place(i, j)
                chunk, was_clipped = self._writer.chunk(len(chunks), i, j, floor, why, parts[k], stand)
                if j - i > 1 and (chunk.text_tokens > self._budget or chunk.token_count > self._budget):
                    middle, again = self._cut(i, j, reason), True
                    todo += [(middle, j, "budget"), (i, middle, why)]
                    continue
                clipped += [chunk.id] if was_clipped else []
                chunks.append(chunk)
                floor = i
        return (_renumbered(chunks) if again else chunks), reason, clipped

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
    """Parts counted anew after some chunks were cut again."""
    place = {section_id: i for i, section_id in enumerate(dict.fromkeys(c.section_id for c in chunks))}
    parts = _parts([place[c.section_id] for c in chunks])
    return [replace(c, part=part, parts=total) for c, (part, total) in zip(chunks, parts, strict=True)]
