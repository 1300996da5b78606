"""Step A: a laid-out document becomes units with their places in the canonical document text.

Boxes that continue each other form a group and are read as one; the text of a group comes from
:mod:`chunkstudio.chunking.text_source`, and this module lays the groups one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from chunkstudio.chunking.section_tree import SectionTree
from chunkstudio.chunking.sentence_rules import Splitter
from chunkstudio.chunking.source_slices import units_of_source
from chunkstudio.chunking.text_source import LINE, PARAGRAPH, UnitText, group_units
from chunkstudio.chunking.unit_columns import KIND_CODE, BoxSlice, Ints, UnitColumns
from chunkstudio.layout.breaks import stop_if
from chunkstudio.layout.model import LayoutBox, LayoutDocument

Group = tuple[LayoutBox, ...]
_CHECK_EVERY = 64


def flow_groups(layout: LayoutDocument) -> list[Group]:
    """The boxes that belong to the text, in reading order; a box that continues another stands with it."""
    boxes = [box for page in layout.pages for box in page.boxes if box.excluded is None]
    head: dict[str, int] = {}
    groups: list[list[LayoutBox]] = []
    for box in boxes:
        at = head.get(box.continues) if box.continues else None
        if at is not None and groups[at][0].box_class == box.box_class:
            groups[at].append(box)
        else:
            at = len(groups)
            groups.append([box])
        head[box.id] = at
    return [tuple(group) for group in groups]


@dataclass(slots=True)
class _Text:
    """A document text in the making: pieces, and how long they are together."""

    pieces: list[str] = field(default_factory=list)
    length: int = 0


@dataclass(slots=True)
class _Rows:
    """The columns in the making."""

    markdown: _Text = field(default_factory=_Text)
    plain: _Text = field(default_factory=_Text)
    values: list[tuple[int, ...]] = field(default_factory=list)
    parts: list[tuple[BoxSlice, ...]] = field(default_factory=list)
    per_box: dict[int, int] = field(default_factory=dict)
    tables: int = 0
    figures: int = 0
    groups: int = 0


def build_units(
    layout: LayoutDocument, splitter: Splitter = "auto", *, cancelled: Callable[[], bool] | None = None
) -> UnitColumns:
    """All units of a document, its canonical Markdown and plain text, and its sections (without chunk ids).

    ``cancelled`` is asked now and then; when it says yes, ChunkStudioError ``cancelled`` is raised.
    """
    rows, tree = _Rows(), SectionTree()
    boxes: list[LayoutBox] = []
    before: LayoutBox | None = None
    for number, group in enumerate(flow_groups(layout)):
        if number % _CHECK_EVERY == 0:
            stop_if(cancelled)
        head = group[0]
        units = group_units(group, splitter=splitter, figure=rows.figures + 1)
        units = units_of_source(head, units, layout.source)
        if not units:
            continue
        first_box = len(boxes)
        boxes.extend(group)
        if units[0].kind == "heading":
            tree.open(units[0].plain, units[0].level or 0, head.page, head.id, len(rows.values))
        _lay(rows, units, group, first_box, _gap_before(layout, rows, before, head), tree.current)
        before = head
    return _columns(rows, boxes, tree)


def _gap_before(layout: LayoutDocument, rows: _Rows, before: LayoutBox | None, box: LayoutBox) -> str:
    """What stands in the Markdown before a group: the source's own white space where there is a source, else a blank line;
    items of one list follow line by line, indented by depth."""
    if box.source_start is not None:
        return layout.source[rows.markdown.length : box.source_start]
    if before is None:
        return ""
    if before.box_class == "list-item" and box.box_class == "list-item":
        return LINE + "  " * box.depth
    return PARAGRAPH


def _lay(rows: _Rows, units: Iterable[UnitText], group: Group, first_box: int, gap: str, section: int) -> None:
    """Put the units of a group at the end of the document texts."""
    head = group[0]
    is_table, is_figure = head.box_class == "table", head.box_class == "picture"
    table = rows.tables if is_table else -1
    figure = rows.figures if is_figure else -1
    plain_gap = LINE if gap.startswith(LINE) and gap != PARAGRAPH else gap
    markdown, plain, values, per_box = rows.markdown.pieces, rows.plain.pieces, rows.values, rows.per_box
    at, plain_at, group_number = rows.markdown.length, rows.plain.length, rows.groups
    for i, (text, plain_text, kind, parts, own_gap, own_plain_gap, level, row) in enumerate(units):
        before = own_gap if i else gap
        markdown += (before, text)
        start = at + len(before)
        at = start + len(text)
        if plain_text:
            between = (own_plain_gap if i else plain_gap) if plain_at else ""
            plain += (between, plain_text)
            plain_at += len(between)
        plain_start, plain_at = plain_at, plain_at + len(plain_text)
        box = first_box + parts[0][0]
        index = per_box.get(box, 0)
        per_box[box] = index + 1
        where = (box, KIND_CODE[kind], start, at, plain_start, plain_at, section, -1 if level is None else level)
        what = (table if kind == "table_row" else -1, -1 if row is None else row, figure, index, group_number)
        values.append(where + what)
        rows.parts.append(tuple([(first_box + k, a, b) for k, a, b in parts]))
    rows.markdown.length, rows.plain.length = at, plain_at
    rows.tables += is_table
    rows.figures += is_figure
    rows.groups += 1


def _columns(rows: _Rows, boxes: list[LayoutBox], tree: SectionTree) -> UnitColumns:
    table: Ints = np.array(rows.values, dtype=np.int64).reshape(-1, 13)
    names = (
        "box",
        "kind",
        "start",
        "end",
        "plain_start",
        "plain_end",
        "section",
        "level",
        "table",
        "row",
        "figure",
        "index",
        "group",
    )
    columns: dict[str, Ints] = {name: np.ascontiguousarray(table[:, k]) for k, name in enumerate(names)}
    return UnitColumns(
        markdown="".join(rows.markdown.pieces),
        plain="".join(rows.plain.pieces),
        boxes=tuple(boxes),
        sections=tree.finish(len(rows.values)),
        parts=tuple(rows.parts),
        **columns,
    )
