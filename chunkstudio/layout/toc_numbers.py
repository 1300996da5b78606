"""Page numbers of contents lists that a parser put into boxes of their own, apart from the titles on their rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import same_row
from chunkstudio.layout.line_order import in_reading_order
from chunkstudio.layout.model import Line, union
from chunkstudio.layout.page_numbers import roman_value

_NUMBER = re.compile(r"^\s*(?:\d{1,4}|[ivxlc]{1,7})\s*$")
_LEAST = 3
_RISING = 0.85
_SAME_EDGE = 4.0
_TITLED = frozenset({"text", "list-item", "section-header", "title", "toc", "code", "caption"})


def with_numbers(boxes: Sequence[DraftBox]) -> list[DraftBox]:
    """Copies of a page's boxes with numbers moved to the titles on whose rows they stand, in the places of these.

    Nothing is moved unless there are three numbers or more in one column that rise from row to row: then the list is empty.
    """
    columns = [box for box in boxes if box.box_class in _TITLED and box.lines and all(_NUMBER.match(x.text) for x in box.lines)]
    if sum(len(box.lines) for box in columns) < _LEAST:
        return []
    known = {id(box) for box in columns}
    titles = [box for box in boxes if id(box) not in known and box.box_class in _TITLED and box.frame == "upright"]
    pairs = [(line, owner) for box in columns for line in box.lines if (owner := _title_of(line, titles)) is not None]
    if len(pairs) < _LEAST or not _is_column([line for line, _ in pairs]):
        return []
    moved = {id(line) for line, _ in pairs}
    return [part for box in boxes if (part := _changed(box, pairs, moved)) is not None]


def _title_of(number: Line, titles: Sequence[DraftBox]) -> DraftBox | None:
    """The box of the nearest words to the left on the number's row."""
    rows = [
        (line.rect[2], box)
        for box in titles
        for line in box.lines
        if line.rect[2] < number.rect[0] and same_row(line.rect, number.rect)
    ]
    return max(rows, key=lambda row: row[0])[1] if rows else None


def _is_column(numbers: Sequence[Line]) -> bool:
    """True if the numbers end at one edge and rise downwards."""
    edges = [line.rect[2] for line in numbers]
    if max(edges) - min(edges) > _SAME_EDGE:
        return False
    values = [_value(line.text) for line in sorted(numbers, key=lambda line: line.rect[1])]
    return sum(b >= a for a, b in pairwise(values)) >= _RISING * (len(values) - 1) and values[-1] > values[0]


def _value(text: str) -> int:
    core = text.strip()
    return int(core) if core.isdigit() else roman_value(core) or 0


def _changed(box: DraftBox, pairs: Sequence[tuple[Line, DraftBox]], moved: set[int]) -> DraftBox | None:
    """A copy with the numbers that it gets and without those that it gives; None if nothing is left."""
    out = box.copy()
    kept = [line for line in box.lines if id(line) not in moved]
    gained = [line for line, owner in pairs if owner is box]
    if len(kept) == len(box.lines) and not gained:
        return out
    if not kept and not gained:
        return None
    out.lines = in_reading_order((*kept, *gained), box.frame)
    out.rect = union([line.rect for line in out.lines])
    if gained:
        out.note("split", "toc.page-numbers", count=len(gained))
    return out
