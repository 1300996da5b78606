"""What a chunk costs in both strings, by the place where it begins and the place where it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.assembly_frames import FrameCosts
from chunkstudio.chunking.context import ContextLines, clip_context
from chunkstudio.chunking.overlap import NO_ROOM, OverlapPlan
from chunkstudio.chunking.profile import ContextSettings, SummarySettings
from chunkstudio.chunking.telling_headings import telling_depths
from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import HEADING, Ints, UnitColumns

_TAIL_JOIN = 2
"""Tokens that the white space after a partial overlap may take at most."""


@dataclass(frozen=True, slots=True, eq=False)
class ContextTable:
    """The context lines of each section (by index), clipped to the profile's share, with their tokens.

    ``prefixes`` are the lines as one string; ``tokens`` counts it and what is reserved for summaries; ``clipped`` names
    sections whose lines were cut.
    """

    lines: tuple[ContextLines, ...]
    prefixes: tuple[str, ...]
    tokens: Ints
    reserved: Ints
    clipped: frozenset[int]


@dataclass(frozen=True, slots=True, eq=False)
class FullContexts:
    """The context lines of each section before anything is clipped, as strings too, with their tokens."""

    lines: tuple[ContextLines, ...]
    prefixes: tuple[str, ...]
    tokens: Ints


def full_contexts(columns: UnitColumns, title: str, settings: ContextSettings, tokenizer: Tokenizer) -> FullContexts:
    """Context of every section: its telling headings. Without any heading the path is the title alone."""
    no_headings = len(columns.sections) == 1
    near = [s.heading_path[-depth:] for s, depth in zip(columns.sections, telling_depths(columns), strict=True)]
    paths = [(title,)] if no_headings and title else near
    shown_title, with_path = title if settings.title else "", settings.heading_path
    lines = [ContextLines(title=shown_title, heading_path=path if with_path else ()) for path in paths]
    prefixes = [line.prefix() for line in lines]
    return FullContexts(tuple(lines), tuple(prefixes), np.array(tokenizer.count_many(prefixes), np.int64))


def context_table(
    full: FullContexts, settings: ContextSettings, summaries: SummarySettings, budget: int, tokenizer: Tokenizer
) -> ContextTable:
    """The contexts within their share of the budget."""
    limit = int(settings.share * budget)
    wanted = summaries.reserved_tokens * (settings.document_summary + settings.section_summary)
    lines, prefixes, tokens = list(full.lines), list(full.prefixes), full.tokens.copy()
    clipped = set()
    for i in np.flatnonzero(tokens > limit).tolist():
        lines[i], cut = clip_context(lines[i], limit, tokenizer)
        prefixes[i] = lines[i].prefix()
        tokens[i] = tokenizer.count(prefixes[i])
        if cut:
            clipped.add(i)
    reserved = np.clip(limit - tokens, 0, wanted)
    return ContextTable(tuple(lines), tuple(prefixes), tokens + reserved, reserved, frozenset(clipped))


def bound_ends(atoms: Atoms, forbidden: Ints) -> Ints:
    """For each atom the first place after it where a cut is not forbidden."""
    n = len(atoms)
    if n == 0:
        return np.zeros(0, np.int64)
    free = np.ones(n, np.bool_)
    whole = atoms.unit[1:] != atoms.unit[:-1]
    if len(forbidden):
        free[:-1] = ~(whole & (forbidden[np.minimum(atoms.unit_end[:-1] - 1, len(forbidden) - 1)] > 0))
    places = np.flatnonzero(free)
    return places[np.searchsorted(places, np.arange(n))] + 1


def shown_sections(atoms: Atoms, parents: Ints) -> Ints:
    """Whose path a chunk that begins at each atom shows: the section's, or its parent's if its heading opens the body."""
    section = atoms.columns.section[atoms.unit]
    opens = (atoms.columns.kind[atoms.unit] == HEADING) & (atoms.piece == 0)
    return np.where(opens, parents[section], section)


def section_parents(columns: UnitColumns) -> Ints:
    """Index of each section's parent; the root is its own."""
    place: Mapping[str, int] = {s.id: i for i, s in enumerate(columns.sections)}
    return np.array([place[s.parent] if s.parent is not None else 0 for s in columns.sections], np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class ChunkCosts:
    """``text_open[i] + text_close[j]`` is the count of the chunk [i, j) as text, overlap and repeats included; plain likewise.

    ``context`` is what of ``plain_open`` is context. ``plan`` is the overlap with places without room for it cleared.
    """

    text_open: Ints
    text_close: Ints
    plain_open: Ints
    plain_close: Ints
    context: Ints
    plan: OverlapPlan


def chunk_costs(
    atoms: Atoms, frames: FrameCosts, contexts: ContextTable, shown: Ints, plan: OverlapPlan, bound: Ints, budget: int
) -> ChunkCosts:
    """Costs at all places 0..n; an overlap that would push what must stay together after it (up to the place ``bound``)
    out of the budget is dropped."""
    text_heads, plain_heads = atoms.text.heads, atoms.plain.heads
    text_close = atoms.text.tails + frames.text_close
    plain_close = atoms.plain.tails
    context = np.append(contexts.tokens[shown], 0)
    start = plan.start
    text_open = frames.text_open - np.where(plan.tail, text_heads - plan.limit - _TAIL_JOIN, text_heads[start])
    plain_open = context + frames.plain_open - np.where(plan.tail, plain_heads - plan.limit - _TAIL_JOIN, plain_heads[start])
    crowded = np.zeros(len(atoms) + 1, np.bool_)
    crowded[:-1] = (text_open[:-1] + text_close[bound] > budget) | (plain_open[:-1] + plain_close[bound] > budget)
    crowded &= plan.tail | (start < np.arange(len(atoms) + 1))
    if crowded.any():
        text_open = np.where(crowded, frames.text_open - text_heads, text_open)
        plain_open = np.where(crowded, context + frames.plain_open - plain_heads, plain_open)
        plan = OverlapPlan(
            plan.limit,
            np.where(crowded, np.arange(len(start)), start),
            plan.tail & ~crowded,
            np.where(crowded, NO_ROOM, plan.why),
        )
    return ChunkCosts(text_open, text_close, plain_open, plain_close, context, plan)
