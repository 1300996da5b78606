"""How much of the text before a place a chunk that begins there repeats; depends on the place alone, not on the cuts."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.assembly_atoms import Atoms
from chunkstudio.chunking.profile import AssemblySettings
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.unit_columns import CODE, FIGURE, HEADING, TABLE_ROW, Ints

WHY = (
    "",
    "The profile asks for no overlap.",
    "This is the first chunk.",
    "The overlap scope is the section, and a section begins here.",
    "Headings, table rows, code and pictures are never repeated.",
    "Readers of this chunk may not see the text before it.",
    "The chunk has no room for an overlap.",
    "No whole unit, clause or word of the text before fits into the overlap.",
)
"""Reasons for an overlap of 0, by code."""

NOT_ASKED, FIRST, SECTION_START, NOT_REPEATED, BORDER, NO_ROOM, NOTHING_FITS = range(1, 8)


@dataclass(frozen=True, slots=True, eq=False)
class OverlapPlan:
    """For each place 0..n: ``start`` is the first atom repeated there (the place itself: no whole one),
    ``tail`` whether the end of the atom before is repeated instead, ``why`` the reason for none. ``limit`` is in tokens."""

    limit: int
    start: Ints
    tail: Flags
    why: Ints


def overlap_limit(settings: AssemblySettings) -> int:
    """Tokens that an overlap may take: what the profile asks for, and at most half the budget."""
    return min(settings.overlap_tokens, settings.token_budget // 2)


def plan_overlap(atoms: Atoms, settings: AssemblySettings, access: AccessMap | None) -> OverlapPlan:
    """The overlap at every place, before any cut is chosen."""
    n = len(atoms)
    limit = overlap_limit(settings)
    here: Ints = np.arange(n + 1)
    why: Ints = np.zeros(n + 1, np.int64)
    tail: Flags = np.zeros(n + 1, np.bool_)
    if limit == 0 or n == 0:
        why[:] = NOT_ASKED
        why[:1] = FIRST
        return OverlapPlan(0, here, tail, why)
    wall, why = _walls(atoms, settings, access)
    target = atoms.text.tails - limit
    start = np.maximum(np.searchsorted(np.maximum.accumulate(atoms.text.heads), target, side="left"), wall)
    start = np.minimum(start, here)
    tail = (start == here) & (wall < here)
    return OverlapPlan(limit, start, tail, np.where(wall < here, 0, why))


def _walls(atoms: Atoms, settings: AssemblySettings, access: AccessMap | None) -> tuple[Ints, Ints]:
    """For each place the first atom that may be repeated there, and the code of what stands in the way before it."""
    n = len(atoms)
    c = atoms.columns
    kind = c.kind[atoms.unit]
    edges: Ints = np.zeros(n + 1, np.int64)
    edges[0] = FIRST
    no_text = (kind == TABLE_ROW) | (kind == CODE) | (kind == FIGURE) | (kind == HEADING)
    edges[1:][no_text] = NOT_REPEATED
    if settings.overlap_scope == "section":
        section = c.section[atoms.unit]
        edges[1:-1][section[1:] != section[:-1]] = SECTION_START
    if access is not None and len(access.sets) > 1:
        codes = access.codes[atoms.unit]
        edges[1:-1][codes[1:] != codes[:-1]] = BORDER
    places = np.where(edges > 0, np.arange(n + 1), 0)
    wall = np.maximum.accumulate(places)
    return wall, edges[wall]
