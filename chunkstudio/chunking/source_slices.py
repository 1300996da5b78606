"""Markdown that was given: the text of each unit is the slice of the source that it was read from.

The units of such a box come from :mod:`chunkstudio.chunking.text_source` as those of any box; here their Markdown becomes
what the source says, so that the document's Markdown is the source itself and nothing of it is lost. Markup belongs to
the unit that it stands at, and what stands between two units is white space only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.chunking.model import UnitKind
from chunkstudio.chunking.text_source import Part, UnitText
from chunkstudio.layout.markdown_places import offset_at, place_of
from chunkstudio.layout.model import LayoutBox

_SPACE = re.compile(r"\s+")
_LINE_ENDS = re.compile(r"\s*\n")
_KIND: dict[str, UnitKind] = {"code": "code_line", "list-item": "list_item", "footnote": "footnote"}


def units_of_source(box: LayoutBox, units: Sequence[UnitText], source: str) -> list[UnitText]:
    """The units of a box that was read from Markdown, each with its slice of the source; one unit where none was made.

    A box of plain text, and any that did not come from a source, keeps its units.
    """
    start, end = box.source_start, box.source_end
    if start is None or end is None:
        return list(units)
    whole = UnitText(source[start:end], box.text, _KIND.get(box.box_class, "sentence"), (Part(0, 0, len(box.text)),))
    if not units:
        return [whole._replace(plain="")]
    slices = _slices(box, units, source, start, end)
    if any(not source[a:b].strip() for a, b in slices):  # places that are not told apart, as inside one entity
        return [whole._replace(kind=units[0].kind, level=units[0].level)]
    out = []
    for i, (unit, (a, b)) in enumerate(zip(units, slices, strict=True)):
        gap = source[slices[i - 1][1] : a] if i else unit.gap
        out.append(unit._replace(text=source[a:b], gap=gap))
    return out


def _slices(box: LayoutBox, units: Sequence[UnitText], source: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where the Markdown of each unit begins and ends."""
    pattern = _LINE_ENDS if box.box_class in ("code", "table") else _SPACE
    rows = _row_places(source, start, end) if box.table is not None else []
    edges = [_unit_places(box, unit, rows, end) for unit in units]
    cuts = []
    for (_, low), (high, _) in pairwise(edges):
        high = max(low, high)
        space = pattern.search(source, low, high)
        cuts.append((space.start(), space.end()) if space else (high, high))
    return list(zip([start, *(b for _, b in cuts)], [*(a for a, _ in cuts), end], strict=True))


def _unit_places(box: LayoutBox, unit: UnitText, rows: Sequence[tuple[int, int]], end: int) -> tuple[int, int]:
    """The places of a unit's first sign and behind its last."""
    _, first, last = unit.parts[0]
    if first < 0:
        return rows[min(last, len(rows) - 1)]
    return place_of(box.source_runs, first, end), place_of(box.source_runs, max(last - 1, first), end) + 1


def _row_places(source: str, start: int, end: int) -> list[tuple[int, int]]:
    """Where each row of a pipe table stands; the header ends with the rule below it."""
    lines, at = [], start
    for line in source[start:end].split("\n"):
        lines.append((at, at + len(line)))
        at += len(line) + 1
    return [(lines[0][0], lines[min(1, len(lines) - 1)][1]), *lines[2:]]


def plain_offset(box: LayoutBox, part: tuple[int, int], plain: str, place: int) -> int:
    """How much of a unit's plain text stands before a place in the source.

    ``part`` are the characters of the box that the unit was made from; ``plain`` is their end or all of them.
    """
    first, last = part
    text = box.text[first:last]
    shift = len(text) - len(plain) if text.endswith(plain) else 0
    offset = offset_at(box.source_runs, place, len(box.text), box.source_end or 0) - first - shift
    return max(min(offset, len(plain)), 0)
