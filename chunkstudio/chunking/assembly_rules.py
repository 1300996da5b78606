"""Where the document must be cut, must not be cut, and may be merged: flags over the boundaries between units."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.access import shows_nothing_new
from chunkstudio.chunking.access_map import AccessMap
from chunkstudio.chunking.profile import AssemblySettings
from chunkstudio.chunking.signals import Flags, Neighbours
from chunkstudio.chunking.table_names import ends_with_colon, introduction
from chunkstudio.chunking.token_columns import TokenStream
from chunkstudio.chunking.unit_columns import CAPTION, FOOTNOTE, HEADING, LIST_ITEM, TABLE_ROW, Ints, UnitColumns

FREE, SECTION, ACCESS, TABLE, MANUAL = 0, 1, 2, 3, 4
"""Codes of ``BoundaryRules.forced``; a higher one wins."""

GRADE_WHOLE, GRADE_LIST, GRADE_HEADER, GRADE_CAPTION, GRADE_RULE, GRADE_HEADING = 2, 3, 4, 5, 6, 8
"""How bad it is to cut where it is forbidden, when the budget leaves no other way."""


@dataclass(frozen=True, slots=True, eq=False)
class BoundaryRules:
    """Row i is the boundary after unit i. ``forced`` is a code from above, ``forbidden`` a grade (0: allowed).

    ``soft`` marks section starts at which two small siblings may be merged.
    """

    forced: Ints
    forbidden: Ints
    soft: Flags


def boundary_rules(
    columns: UnitColumns,
    forbidden: Ints,
    sizes: TokenStream,
    settings: AssemblySettings,
    access: AccessMap | None,
    never: Flags | None,
    always: Flags | None,
) -> BoundaryRules:
    """All flags; ``forbidden`` are those of :func:`forbidden_cuts`. ``never`` and ``always`` come from manual rules;
    ``access`` None means that no labels are known."""
    n = max(len(columns) - 1, 0)
    forbidden = forbidden.copy()
    whole = small_wholes(columns, sizes, min(settings.min_tokens, settings.token_budget // 3))
    forbidden[whole] = np.maximum(forbidden[whole], GRADE_WHOLE)
    forced: Ints = np.zeros(n, np.int64)
    soft: Flags = np.zeros(n, np.bool_)
    if settings.respect_section_starts:
        starts = section_starts(columns)
        if settings.merge_small_chunks:
            soft = starts & mergeable(columns, starts, sizes, settings.min_tokens)
        forced[starts & ~soft] = SECTION
    if settings.table_mode == "isolate":
        forced[isolating_cuts(columns, forbidden)] = TABLE
    if access is not None and len(access.sets) > 1:
        forced[_access_cuts(columns, access)] = ACCESS
    if never is not None:
        forbidden[never] = np.maximum(forbidden[never], GRADE_RULE)
        forced[never & (forced != ACCESS)] = FREE
    if always is not None:
        forced[always & (forced != ACCESS)] = MANUAL
    forbidden[forced != FREE] = 0
    return BoundaryRules(forced, forbidden, soft & (forced == FREE))


def section_starts(columns: UnitColumns) -> Flags:
    """True where the next unit opens a run of headings."""
    heading = columns.kind == HEADING
    return np.asarray(heading[1:] & ~heading[:-1])


def forbidden_cuts(pairs: Neighbours, captions: Flags) -> Ints:
    """Grades of the places where structure forbids a cut."""
    c = pairs.columns
    out: Ints = np.zeros(len(pairs.a), np.int64)
    out[_list_intros(pairs) | _table_intros(pairs) | _announcements(pairs)] = GRADE_LIST
    out[captions] = GRADE_CAPTION
    header = (c.kind[pairs.a] == TABLE_ROW) & (c.row[pairs.a] == 0) & (c.table[pairs.a] == c.table[pairs.b])
    out[header] = GRADE_HEADER
    out[c.kind[pairs.a] == HEADING] = GRADE_HEADING
    return out


def _list_intros(pairs: Neighbours) -> npt.NDArray[np.bool_]:
    """Between what a list belongs to and its first item."""
    c = pairs.columns
    out = np.zeros(len(pairs.a), np.bool_)
    for i in np.flatnonzero((c.kind[pairs.a] != LIST_ITEM) & (c.kind[pairs.a] != HEADING) & (c.kind[pairs.b] == LIST_ITEM)):
        out[i] = c.boxes[c.box[i + 1]].parent == c.boxes[pairs.box_a[i]].id
    return out


def _announcements(pairs: Neighbours) -> npt.NDArray[np.bool_]:
    """Between a line that ends with a colon and what it announces: a list, code, a formula, a quotation, a sub-list. The
    fields of a form, each with its colon, announce nothing."""
    c = pairs.columns
    colon = np.array([ends_with_colon(c, i) for i in range(len(c))], np.bool_)
    field = colon[1:] & (c.kind[pairs.b] != LIST_ITEM)
    return np.asarray(colon[:-1] & ~field & (c.kind[pairs.b] != HEADING))


def _table_intros(pairs: Neighbours) -> npt.NDArray[np.bool_]:
    """Between the sentence that introduces a table and its first row."""
    c = pairs.columns
    out = np.zeros(len(pairs.a), np.bool_)
    for i in np.flatnonzero((c.table[pairs.b] >= 0) & (c.table[pairs.b] != c.table[pairs.a])):
        intro = introduction(c, int(i) + 1)
        if intro is not None:
            out[intro : i + 1] = True
    return out


def small_wholes(columns: UnitColumns, sizes: TokenStream, least: int) -> Flags:
    """True inside each list and each table of less than ``least`` tokens: what is too small for a chunk is not cut apart."""
    kind, table = columns.kind, columns.table
    rows = (table[1:] >= 0) & (table[1:] == table[:-1])
    inside = rows | ((kind[1:] == LIST_ITEM) & (kind[:-1] == LIST_ITEM))
    out = np.zeros(len(inside), np.bool_)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], inside.astype(np.int8), [0]])))
    pairs = edges.reshape(-1, 2)
    small = pairs[sizes.sizes(pairs[:, 0], pairs[:, 1] + 1) < least]
    steps: Ints = np.zeros(len(inside) + 1, np.int64)
    steps[small[:, 0]] = 1
    steps[small[:, 1]] -= 1
    out[:] = np.cumsum(steps)[:-1] > 0
    return out


def mergeable(columns: UnitColumns, starts: Flags, sizes: TokenStream, least: int) -> Flags:
    """Section starts between siblings of which at least one is smaller than ``least`` tokens.

    Headings that a Markdown source marks are sure, so a section keeps its own path unless a merge brings small siblings in
    a row to ``least``.
    """
    ranges: Ints = np.array([s.own_range for s in columns.sections], np.int64).reshape(-1, 2)
    own = sizes.sizes(ranges[:, 0], ranges[:, 1])
    small = own < least
    place = {s.id: i for i, s in enumerate(columns.sections)}
    parents: Ints = np.array([-1 if s.parent is None else place[s.parent] for s in columns.sections], np.int64)
    before, after = columns.section[:-1], columns.section[1:]
    has_text = np.zeros(len(starts), np.bool_)
    has_text[:-1] = columns.kind[2:] != HEADING
    siblings = (before > 0) & (parents[before] == parents[after])
    out = np.asarray(starts & siblings & has_text & (small[before] | small[after]))
    if not len(columns) or columns.boxes[0].source_end is None:
        return out
    return _worth_merging(out & small[before] & small[after], before, after, own, least)


def _worth_merging(soft: Flags, before: Ints, after: Ints, own: Ints, least: int) -> Flags:
    """Those of the section starts at which the sections that they join in a row have ``least`` tokens together."""
    runs: list[list[int]] = []
    for k in np.flatnonzero(soft).tolist():
        if runs and after[runs[-1][-1]] == before[k]:
            runs[-1].append(k)
        else:
            runs.append([k])
    out = np.zeros(len(soft), np.bool_)
    for run in runs:
        out[run] = own[before[run[0]]] + own[after[run]].sum() >= least
    return out


def isolating_cuts(columns: UnitColumns, forbidden: Ints) -> Ints:
    """Boundaries before and after each table; captions, notes and headings that belong to it stay with it."""
    n = len(columns)
    table = columns.table
    out = []
    for i in np.flatnonzero(table[1:] != table[:-1]):
        if table[i + 1] >= 0:
            k = int(i)
            while k >= 0 and forbidden[k]:
                k -= 1
            out.append(k)
        if table[i] >= 0:
            k = int(i)
            while k < n - 1 and ((columns.kind[k + 1] == CAPTION and forbidden[k]) or columns.kind[k + 1] == FOOTNOTE):
                k += 1
            out.append(k)
    return np.array([k for k in out if 0 <= k < n - 1], dtype=np.int64)


def _access_cuts(columns: UnitColumns, access: AccessMap) -> Ints:
    """The access borders. Right behind headings that all readers of what follows may see, the border moves before them."""
    out = []
    for place in np.flatnonzero(access.borders()):
        k, reader = int(place), access.of_unit(int(place) + 1)
        while k >= 0 and columns.kind[k] == HEADING and shows_nothing_new(access.of_unit(k), reader):
            k -= 1
        out.append(k if k >= 0 else int(place))
    return np.array(out, dtype=np.int64)
