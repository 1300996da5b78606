"""Footnotes that a parser took for a list or plain text, told by the raised marks of the page that send the reader to them.

A note is set smaller than the words that bear its mark, opens with that mark, and stands low on the page, below a ruled
line or below the table that bears it. What goes on right below it in the same type belongs to the notes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import Frame, common_x, height, share_of_width, width
from chunkstudio.layout.model import Line, ParsedPage, Rect
from chunkstudio.layout.note_marks import PLAIN_DIGITS, opening_mark
from chunkstudio.layout.paragraphs import split_draft

_POWER = re.compile(
    r"(?<![^\W\d_])(?:(?:[^\W\d_]|[kcdmnµμ]m|ft|yd) ?(?P<power>[23²³])"
    r"|(?<![.,\d])10 ?(?P<digits>\d{1,2}|[⁰¹²³⁴-⁹]{1,2}))(?![^\W_])"
)
"""What is raised behind a unit, a single letter or ten is a power of it."""
_TURNED = frozenset({"text", "list-item"})
_HEADINGS = frozenset({"section-header", "title"})
_BEARS_NONE = frozenset({"page-header", "page-footer", "picture"})
_SMALLER = 0.93
_SAME_SIZE = 0.04
_NEXT_GAP = 1.3
_RULE_GAP = 2.5
_TABLE_GAP = 2.6
_SHORTEST_RULE = 20.0


def marked(drafts: Sequence[DraftBox], page: ParsedPage, frame: Frame) -> list[DraftBox]:
    """The boxes of a page with class ``footnote`` on its notes; a box of several notes becomes one for each.

    Only pages that are read from top to bottom are looked at.
    """
    bearers = _bearers(drafts)
    if not bearers or frame not in ("upright", "mirrored"):
        return list(drafts)
    around = _Around(drafts)
    notes: list[DraftBox] = []
    for box in sorted((box for box in drafts if box.lines), key=lambda box: box.rect[1]):
        if box.box_class not in _TURNED:
            continue
        if mark := _mark_of(box, around, bearers, page):
            notes.append(box)
            box.turn_into("footnote", "note.raised-mark", mark=mark, size=box.size)
        elif any(_goes_on(box, note) for note in notes):
            notes.append(box)
            box.turn_into("footnote", "note.goes-on", size=box.size)
    known = {id(box) for box in notes}
    return [part for box in drafts for part in (split_draft(box) if id(box) in known else [box])]


_Bearer = tuple[Line, DraftBox]


class _Around:
    """What stands above a box: the boxes of a page by their lower edges, and its tables."""

    def __init__(self, drafts: Sequence[DraftBox]) -> None:
        self._boxes = [drafts[k] for k in sorted(range(len(drafts)), key=lambda k: (drafts[k].rect[3], -k))]
        self._edges = [box.rect[3] for box in self._boxes]
        self.tables = [box for box in drafts if box.box_class == "table"]

    def above(self, box: DraftBox) -> DraftBox | None:
        """The nearest box above; of several at one height the first."""
        last = bisect_right(self._edges, box.rect[1] + 2.0) - 1
        return next((self._boxes[k] for k in range(last, -1, -1) if share_of_width(self._boxes[k].rect, box.rect) > 0.1), None)


def _bearers(drafts: Iterable[DraftBox]) -> dict[str, list[_Bearer]]:
    """The lines, with their boxes, that send the reader to a note, by its mark."""
    out: dict[str, list[_Bearer]] = defaultdict(list)
    for box in drafts:
        for line in box.lines if box.box_class not in _BEARS_NONE else ():
            for mark in line.raised:
                if not _is_power(mark, line.text):
                    out[mark].append((line, box))
    return out


def _is_power(mark: str, text: str) -> bool:
    """True if the mark stands in the text as the power of a unit, a letter or ten only."""
    if not mark.isdigit():
        return False
    powers = [(found["power"] or found["digits"]).translate(PLAIN_DIGITS) for found in _POWER.finditer(text)]
    if mark not in powers:
        return False
    rest = _POWER.sub(" ", text).translate(PLAIN_DIGITS)
    return re.search(rf"(?<=[^\s\d]) ?{mark}(?![^\W_])", rest) is None


def _mark_of(box: DraftBox, around: _Around, bearers: Mapping[str, Sequence[_Bearer]], page: ParsedPage) -> str | None:
    """The mark with which a note opens that something before it on the page bears, or None."""
    mark = opening_mark(box.plain)
    if mark is None or not any(other is not box and _bears(line, box) for line, other in bearers.get(mark, ())):
        return None
    above = around.above(box)
    if above is not None and above.box_class in _HEADINGS:  # the entries of a bibliography bear numbers too
        return None
    low = box.rect[1] > page.height / 2
    return mark if low or _under_rule(box.rect, box.size, page.rules) or _under_table(box, around.tables) else None


def _bears(line: Line, note: DraftBox) -> bool:
    """A line in larger type that is no lower in the note's own column."""
    beside = common_x(line.rect, note.rect) <= 0
    return note.size <= _SMALLER * line.size and (beside or line.rect[3] <= note.rect[1] + 2.0)


def _under_rule(rect: Rect, size: float, rules: Iterable[Rect]) -> bool:
    return any(
        -2.0 <= rect[1] - rule[3] <= _RULE_GAP * size
        and width(rule) >= _SHORTEST_RULE > height(rule)
        and common_x(rule, rect) > 0
        for rule in rules
    )


def _under_table(box: DraftBox, tables: Iterable[DraftBox]) -> bool:
    return any(
        share_of_width(other.rect, box.rect) > 0.5 and -2.0 <= box.rect[1] - other.rect[3] <= _TABLE_GAP * box.size
        for other in tables
    )


def _goes_on(box: DraftBox, note: DraftBox) -> bool:
    """True for text right below a note, in the same type and column."""
    gap = box.rect[1] - note.rect[3]
    return (
        -2.0 <= gap <= _NEXT_GAP * note.size
        and abs(box.size - note.size) <= _SAME_SIZE * note.size
        and share_of_width(box.rect, note.rect) > 0.5
        and box.rect[0] > note.rect[0] - note.size
    )
