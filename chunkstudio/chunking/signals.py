"""Step B, first half: what is measured at each boundary, as columns from 0 (nothing) to 1 (as strong as it gets).

Every measure is scaled by the page it stands on (its type size, its width), never by the document's other pages, so that
a weight means the same in every document and an edit in one section moves no score in another.
To add a signal: name it in :data:`chunkstudio.chunking.signal_specs.SIGNALS` and its measure in ``MEASURES`` here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.chunking.unit_columns import (
    CAPTION,
    CODE,
    FIGURE,
    FOOTNOTE,
    FORMULA,
    HEADING,
    LIST_ITEM,
    SENTENCE,
    TABLE_ROW,
    Ints,
    UnitColumns,
)
from chunkstudio.layout.model import LayoutBox

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

GAP_FREE = 0.6
"""White space (in type sizes) that every pair of lines has; only what is more counts as a gap."""
GAP_FULL = 2.4
"""White space beyond that which counts as a full gap."""
INDENT_FREE = 0.01
"""Share of the page's width by which left edges differ that are meant to be in one line."""
INDENT_FULL = 0.20
"""Share of it by which the left edge must move to count fully: a column change does, an indent does not."""
SIZE_FULL = 0.40
"""Relative change of type size that counts fully."""
SHORT_ITEM, LONG_ITEM = 160, 700
"""Characters of a list item that is short, and of one that is a paragraph."""
MIDDLE = 0.3
"""How much less the middle of a long list holds together than its ends."""
MIDDLE_ROWS = 0.22
"""The same of a long table."""
_TOTAL_ROW = re.compile(r"\|\s*(?:sub)?-?\s*(?:total|net |gross |summe|gesamt|ensemble|suma|totale)", re.IGNORECASE)
_LABEL_ROW = re.compile(r"\|\s*[^|\s][^|]*\|(?:\s*\|)+\s*$")
_CLAUSE_START = re.compile(
    r"\(?\d{1,3}(?:\.\d{1,3})+[.)]?\s|(?:§|Art(?:icle|\.)?|Section|Clause|Note|Item|Step|Rule)\s*\d", re.IGNORECASE
)
_NOTE = re.compile(
    r"^\s*(?:(?:see\s)?(?:foot)?notes?\b|sources?\b|(?:key|legend)\s?:|\(this\stable\b|quelle|anmerkung|remarque|fuente|nota"
    r"|\*|†|‡|§|[-–—]\snot\s|\(?\d{1,2}[).](?!\d)(?=[^A-Za-z]{0,12}[^\W\d_])|\([a-z]\)|[a-z]\)"
    r"|[a-z]{1,3}(?:[./][a-z])?(?:\s[-–—]\s|\s?=\s?)\w)",
    re.IGNORECASE,
)
"""How the notes of a table begin: with a mark (before words: "(21) 3,629" is a loss), a word for note, source or key, or an
abbreviation that they explain ("nm - not meaningful")."""
_RAISED = re.compile(r"^\s*\d{1,2}\s+([^\W\d_])")
"""A number without a bracket or point, as a raised one reads, before a word."""
_OPEN_END = ",=-–"
"""Marks after which a sentence goes on; a letter or digit is another."""


@dataclass(frozen=True, slots=True, eq=False)
class BoxFeatures:
    """What the signals need of each box, as columns."""

    page: Ints
    left: Reals
    top: Reals
    bottom: Reals
    page_width: Reals
    size: Reals
    bold: Reals
    mono: Reals
    kind: Ints
    level: Ints
    caption_of: Ints
    depth: Ints
    note: Flags
    raised: Flags
    lead: Flags


@dataclass(frozen=True, slots=True, eq=False)
class Neighbours:
    """The unit before (a) and after (b) every boundary, and the boxes in which one ends and the other begins."""

    columns: UnitColumns
    features: BoxFeatures
    a: Ints
    b: Ints
    box_a: Ints
    box_b: Ints

    @property
    def same_page(self) -> Flags:
        return np.asarray(self.features.page[self.box_a] == self.features.page[self.box_b])


def box_features(boxes: tuple[LayoutBox, ...], page_widths: Mapping[int, float]) -> BoxFeatures:
    """Columns over the boxes; pages without a known width count as 612 points wide."""
    classes: dict[str, int] = {}
    place = {box.id: i for i, box in enumerate(boxes)}
    rows = []
    for box in boxes:
        first = box.lines[0] if box.lines else None
        rows.append(
            (
                box.page,
                box.rect[0],
                box.rect[1],
                box.rect[3],
                page_widths.get(box.page, 612.0),
                box.font_size,
                1.0 if first and first.bold else 0.0,
                1.0 if first and first.mono else 0.0,
                classes.setdefault(box.box_class, len(classes)),
                -1 if box.level is None else box.level,
                place.get(box.caption_of, -1) if box.caption_of else -1,
                box.depth,
                box.box_class == "footnote" or is_note(box.text),
                _opens_with_raised_number(box.text),
                box.box_class == "text" and (bool(_CLAUSE_START.match(box.text)) or _bold_lead(box)),
            )
        )
    table = np.array(rows, dtype=np.float64).reshape(-1, 15)
    page, kind, level, caption_of, depth = (table[:, k].astype(np.int64) for k in (0, 8, 9, 10, 11))
    left, top, bottom, width, size, bold, mono = (np.ascontiguousarray(table[:, k]) for k in range(1, 8))
    flags = (table[:, k] > 0 for k in (12, 13, 14))
    return BoxFeatures(page, left, top, bottom, width, size, bold, mono, kind, level, caption_of, depth, *flags)


def is_note(text: str) -> bool:
    """Whether a text opens like the notes below a table."""
    return _NOTE.match(text) is not None


def _opens_with_raised_number(text: str) -> bool:
    """Whether a text opens as "1 Includes changes" does."""
    found = _RAISED.match(text)
    return found is not None and found[1].isupper()


def _bold_lead(box: LayoutBox) -> bool:
    """A bold first line above lines that are not."""
    return len(box.lines) > 1 and box.lines[0].bold and not box.lines[-1].bold


def neighbours(columns: UnitColumns, page_widths: Mapping[int, float]) -> Neighbours:
    """The pairs of neighbouring units of a document."""
    n = len(columns)
    a = np.arange(max(n - 1, 0))
    last_box = np.array([parts[-1][0] for parts in columns.parts], dtype=np.int64).reshape(n)
    return Neighbours(columns, box_features(columns.boxes, page_widths), a, a + 1, last_box[a], columns.box[a + 1])


def raw_signals(pairs: Neighbours) -> npt.NDArray[np.float32]:
    """(boundaries x signals) in the register's order, each from 0 to 1."""
    out = np.zeros((len(pairs.a), len(SIGNALS)), dtype=np.float32)
    for k, spec in enumerate(SIGNALS):
        out[:, k] = MEASURES[spec.name](pairs)
    return out


def _real(flags: Flags) -> Reals:
    return np.asarray(flags, dtype=np.float64)


def _same_group(p: Neighbours) -> Flags:
    return np.asarray(p.columns.group[p.a] == p.columns.group[p.b])


def _rows_of_one_table(p: Neighbours) -> Flags:
    table = p.columns.table
    return np.asarray((table[p.a] >= 0) & (table[p.a] == table[p.b]))


def _box(p: Neighbours) -> Reals:
    """Another layout box, or another row: rows stand in rectangles of their own as the items of a list do, and what holds
    them together is the table's weight, as the list's weight holds items."""
    return _real(~_same_group(p) | _rows_of_one_table(p))


def _class(p: Neighbours) -> Reals:
    """A change of class, but where it has a signal of its own, at headings and footnotes, and where one sentence runs on
    through a formula or code."""
    f, kind = p.features, p.columns.kind
    changed = f.kind[p.box_a] != f.kind[p.box_b]
    own = (kind[p.b] == HEADING) | (kind[p.b] == FOOTNOTE)
    return _real(changed & ~own & ~_runs_on(p))


def _runs_on(p: Neighbours) -> Flags:
    """Between a sentence without an end and the formula or code in it, and between these and a rest in small letters."""
    c = p.columns
    text, inset = c.kind == SENTENCE, (c.kind == FORMULA) | (c.kind == CODE)
    out = np.zeros(len(p.a), np.bool_)
    for i in np.flatnonzero(text[p.a] & inset[p.b]).tolist():
        last = c.text(i).rstrip()[-1:]
        out[i] = last.isalnum() or last in _OPEN_END
    for i in np.flatnonzero(inset[p.a] & text[p.b]).tolist():
        out[i] = c.text(i + 1)[:1].islower()
    return out


def _page(p: Neighbours) -> Reals:
    return (~p.same_page).astype(np.float64)


def white_space(p: Neighbours) -> Reals:
    """White space between two boxes in type sizes of the smaller one; 0 within a box, over pages and up a column."""
    f = p.features
    gap = f.top[p.box_b] - f.bottom[p.box_a]
    size = np.maximum(np.minimum(f.size[p.box_a], f.size[p.box_b]), 4.0)
    size = np.where(np.minimum(f.size[p.box_a], f.size[p.box_b]) <= 0, 10.0, size)
    counts = p.same_page & ~_same_group(p) & (gap > 0)
    return np.where(counts, gap / size, 0.0)


def _vertical_gap(p: Neighbours) -> Reals:
    return np.clip((white_space(p) - GAP_FREE) / GAP_FULL, 0.0, 1.0)


def _horizontal_gap(p: Neighbours) -> Reals:
    f = p.features
    shift = np.abs(f.left[p.box_b] - f.left[p.box_a]) / np.maximum(f.page_width[p.box_b], 1.0)
    moved = np.clip((shift - INDENT_FREE) / (INDENT_FULL - INDENT_FREE), 0.0, 1.0)
    return np.where(p.same_page & ~_same_group(p), moved, 0.0)


def _font(p: Neighbours) -> Reals:
    f = p.features
    low = np.minimum(f.size[p.box_a], f.size[p.box_b])
    change = np.where(low > 0, np.abs(f.size[p.box_a] - f.size[p.box_b]) / np.maximum(low, 1.0), 0.0)
    style = 0.4 * np.abs(f.bold[p.box_a] - f.bold[p.box_b]) + 0.3 * np.abs(f.mono[p.box_a] - f.mono[p.box_b])
    return np.clip(np.where(change > 0.04, change / SIZE_FULL, 0.0) + style, 0.0, 1.0)


def _heading(p: Neighbours) -> Reals:
    """A heading by its level; half of that for a paragraph that opens like one: with a clause number or a bold lead."""
    c = p.columns
    starts = (c.kind[p.b] == HEADING) & (c.kind[p.a] != HEADING)
    level = np.maximum(c.level[p.b], 0)
    like_heading = p.features.lead[p.box_b] & ~_same_group(p) & (c.kind[p.a] != HEADING)
    return np.where(starts, np.clip(1.0 - 0.15 * np.maximum(level - 1, 0), 0.4, 1.0), np.where(like_heading, 0.5, 0.0))


def _footnote(p: Neighbours) -> Reals:
    c = p.columns
    return _real((c.kind[p.b] == FOOTNOTE) & (c.kind[p.a] != FOOTNOTE))


def _list(p: Neighbours) -> Reals:
    """Items of one list: short and nested ones belong together more than paragraphs, and those at the list's ends more than
    those in its middle."""
    c = p.columns
    both = (c.kind[p.a] == LIST_ITEM) & (c.kind[p.b] == LIST_ITEM)
    longest = np.maximum(_length(c, p.a), _length(c, p.b))
    long = np.clip((longest - SHORT_ITEM) / (LONG_ITEM - SHORT_ITEM), 0.0, 1.0)
    closes = np.where(p.features.depth[p.box_b] < p.features.depth[p.box_a], 0.3, 0.0)
    return np.where(both, np.clip(1.0 - 0.5 * long - closes - MIDDLE * _from_ends(both), 0.2, 1.0), 0.0)


def _table(p: Neighbours) -> Reals:
    """Rows of one table: before a total, and before a row that only details the one above it, they belong together most,
    before the label of a new group of rows and after a total least, and at the table's ends more than in its middle."""
    c, same = p.columns, _rows_of_one_table(p)
    label, total = _marked_rows(c, _LABEL_ROW), _marked_rows(c, _TOTAL_ROW)
    opens = (label[p.b] & ~label[p.a]) | (total[p.a] & ~total[p.b])
    belongs = total[p.b] | _details(c)[p.b]
    keeps = 1.0 - MIDDLE_ROWS * _from_ends(same) - np.where(opens, 0.3, 0.0) + np.where(belongs, 0.22, 0.0)
    return np.where(same, np.clip(keeps, 0.41, 1.0), 0.0)


def _details(c: UnitColumns) -> Flags:
    """Rows whose label comes again further down or up the table below a label that does not, as "Average rate" below each
    kind of debt."""
    labels: dict[int, tuple[int, str]] = {}
    for u in np.flatnonzero((c.table >= 0) & (c.row > 0)).tolist():
        first_cell = c.markdown[int(c.start[u]) : int(c.end[u])].partition("|")[2].partition("|")[0]
        labels[u] = (int(c.table[u]), first_cell.strip().lower())
    often = Counter(own for u, own in labels.items() if own[1] and labels.get(u - 1) != own)
    out = np.zeros(len(c), np.bool_)
    for u, own in labels.items():
        above = labels.get(u - 1)
        out[u] = often[own] > 1 and above is not None and often[above] == 1
    return out


def _from_ends(same: Flags) -> Reals:
    """How far each boundary inside a run lies from the run's ends: 0 at an end, 1 from the fifth boundary on."""
    n = len(same)
    at = np.arange(n)
    before = at - np.maximum.accumulate(np.where(same, -1, at))
    after = np.minimum.accumulate(np.where(same, n, at)[::-1])[::-1] - at
    return np.asarray(np.clip((np.minimum(before, after) - 1) / 4.0, 0.0, 1.0))


def _length(c: UnitColumns, units: Ints) -> Reals:
    return np.asarray(c.end[units] - c.start[units], dtype=np.float64)


def _marked_rows(c: UnitColumns, mark: re.Pattern[str]) -> Flags:
    """Table rows (but for the header) whose Markdown a pattern matches."""
    out = np.zeros(len(c), np.bool_)
    for u in np.flatnonzero((c.table >= 0) & (c.row > 0)).tolist():
        out[u] = mark.match(c.markdown, int(c.start[u]), int(c.end[u])) is not None
    return out


def _table_note(p: Neighbours) -> Reals:
    """A table and the first of the notes right below it, and each of these notes and the next. A raised number alone makes
    a note of what is printed no larger than the table."""
    c, f = p.columns, p.features
    below = p.same_page & (white_space(p) < GAP_FREE + GAP_FULL) & (c.kind[p.b] != TABLE_ROW) & (c.kind[p.b] != HEADING)
    note = f.note[p.box_b] | (f.raised[p.box_b] & (f.size[p.box_b] <= f.size[p.box_a]))
    starts = below & (c.kind[p.a] == TABLE_ROW) & note
    goes_on = np.zeros(len(p.a), np.bool_)
    for i in np.flatnonzero(below & note & (c.kind[p.a] != TABLE_ROW)).tolist():
        goes_on[i] = i > 0 and bool(starts[i - 1] or goes_on[i - 1])
    return np.where(starts, 1.0, np.where(goes_on, 0.5, 0.0))


def _caption(p: Neighbours) -> Reals:
    """A caption and its object, also over the one line that may stand between a caption and the table below it: the title
    of what the caption only numbers, or the unit of the figures."""
    c = p.columns
    over = np.zeros(len(p.a), np.bool_)
    line = (c.kind[p.a] == CAPTION) & (c.kind[p.b] == SENTENCE)
    table = np.where(c.kind[p.b] == TABLE_ROW, c.group[p.b], -1)
    over[:-1] = line[:-1] & (_object_groups(p)[p.box_a[:-1]] == table[1:])
    over[1:] |= over[:-1].copy()
    return _real(captioned(p) | over)


def captioned(p: Neighbours) -> Flags:
    """True between a caption and the table or picture that it belongs to, whichever comes first."""
    c, groups = p.columns, _object_groups(p)
    objects = np.where((c.kind == TABLE_ROW) | (c.kind == FIGURE), c.group, -1)
    before = (c.kind[p.a] == CAPTION) & (groups[p.box_a] == objects[p.b])
    after = (c.kind[p.b] == CAPTION) & (groups[p.box_b] == objects[p.a])
    return np.asarray(before | after)


def _object_groups(p: Neighbours) -> Ints:
    """For each box the group of the object whose caption it is; -2 for other boxes and where the object has no unit."""
    group: Ints = np.full(len(p.columns.boxes), -2, dtype=np.int64)
    group[p.columns.box] = p.columns.group
    return np.where(p.features.caption_of >= 0, group[p.features.caption_of], -2)


MEASURES: Mapping[str, Callable[[Neighbours], Reals]] = {
    "box": _box,
    "class": _class,
    "page": _page,
    "vertical_gap": _vertical_gap,
    "horizontal_gap": _horizontal_gap,
    "font": _font,
    "heading": _heading,
    "footnote": _footnote,
    "list": _list,
    "table": _table,
    "table_note": _table_note,
    "caption": _caption,
}
