"""Cuts become chunks: each is written, verified on its final strings, and cut again where a string is still too large."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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
    stage, frames, contexts = run.atoms(), run.frames(), run.contexts()
    units, access, tokenizer = run.units(), run.access(), run.tokenizer()
    budget = run.profile.assembly.token_budget
    bodies = BodyBuilder(stage.atoms, run.costs(), stage.frame_costs, frames, tokenizer)
    title = units.layout.title
    chooser = ContextChooser(units.columns, units.parents, contexts, title, access, tokenizer)
    labels = {page.number: page.label for page in units.layout.pages}
    writer = ChunkWriter(stage.atoms, bodies, chooser, units.regions, labels, access, budget, tokenizer)
    chunks: list[Chunk] = []
    clipped: list[str] = []
    reason = cuts.reason.copy()
    floor = 0
    places = cuts.places.tolist()
    for k, (a, b) in enumerate(zip(places[:-1], places[1:], strict=True)):
        if k % _SLICE == 0:
            stop_if(cancelled)
        why: CutReason = cuts.why[k]  # type: ignore[assignment]
        todo = [(a, b, why)]
        while todo:
            i, j, because = todo.pop()
            chunk, was_clipped = writer.chunk(len(chunks), i, j, floor, because)
            too_large = chunk.text_tokens > budget or chunk.token_count > budget
            if too_large and j - i > 1:
                middle = _inner_cut(run, i, j)
                todo += [(middle, j, "budget"), (i, middle, because)]
                boundary = int(stage.atoms.unit[middle]) - 1
                if stage.atoms.piece[middle] == 0:
                    reason[boundary] = REASONS.index("budget")
                continue
            if was_clipped:
                clipped.append(chunk.id)
            chunks.append(chunk)
            floor = i
    over = tuple(c.id for c in chunks if c.text_tokens > budget or c.token_count > budget)
    used = np.unique(contexts_of(stage.shown, places)) if len(chunks) else np.zeros(0, np.int64)
    return WrittenChunks(
        chunks=_with_parts(chunks),
        reason=reason,
        clipped=tuple(clipped),
        over=over,
        broken=cuts.broken,
        clipped_sections=frozenset(int(s) for s in used) & contexts.clipped,
        short_headers=tuple(
            f"t{units.columns.table[u] + 1}" for u, f in zip(frames.first, frames.frames, strict=True) if f.short
        ),
    )


def contexts_of(shown: npt.NDArray[np.int64], places: list[int]) -> npt.NDArray[np.int64]:
    """Sections whose context the chunks show."""
    return shown[np.array(places[:-1], np.int64)]


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


def _with_parts(chunks: list[Chunk]) -> tuple[Chunk, ...]:
    """Number the chunks that belong to one section."""
    totals: dict[str, int] = {}
    for chunk in chunks:
        totals[chunk.section_id] = totals.get(chunk.section_id, 0) + 1
    seen: dict[str, int] = {}
    out = []
    for chunk in chunks:
        seen[chunk.section_id] = seen.get(chunk.section_id, 0) + 1
        total = totals[chunk.section_id]
        out.append(chunk if total == 1 else replace(chunk, part=seen[chunk.section_id], parts=total))
    return tuple(out)
