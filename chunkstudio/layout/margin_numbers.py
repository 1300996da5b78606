"""Printed line numbers in a page's margin: taken out of the text, kept as one box of furniture."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import same_row, share_inside
from chunkstudio.layout.line_assignment import split_line
from chunkstudio.layout.model import Line, Region, union

_NUMBER = re.compile(r"^\s*(\d{1,3})\s*$")
_LED = re.compile(r"^\s*(\d{1,3})\s+\S")
LEAST = 5
"""So many numbers in sequence make a margin of line numbers."""
_MANY = 20
_SMALLER = 0.85
_COLUMN = 0.9
"""So great a share of the numbers with a text of its own at one x are the first column of a table."""
_SAME_X = 2.0
"""Points."""
_MORE = 0.25
"""A page with so great a share of its lines outside a table or picture is not that alone."""


def taken_out(lines: Sequence[Line], regions: Sequence[Region] = ()) -> tuple[list[Line], list[Line]]:
    """The line numbers, and all other lines. Numbers count as such when they stand alone or lead their line, one below
    the other at one x, rise by one fixed step, and text stands to the right on their rows or they are small and go on at
    an even pitch, whatever the rows of text do (formulas, figures), unless they are part of a table or figure themselves."""
    upright = [line for line in lines if not line.angle and not line.vertical and not line.rtl]
    candidates = [(int(found.group(1)), line) for line in upright if (found := _NUMBER.match(line.text) or _led(line))]
    chain = _longest_chain(candidates)
    if len(chain) < LEAST:
        return [], list(lines)
    beside = _beside_text(chain, upright)
    if not beside and (not _small_and_even(chain, upright) or _of_a_table_or_figure(chain, upright, regions)):
        return [], list(lines)
    chosen = {id(line) for _, line in chain}
    numbers: list[Line] = []
    rest: list[Line] = []
    for line in lines:
        if id(line) not in chosen:
            rest.append(line)
        elif _NUMBER.match(line.text):
            numbers.append(line)
        else:
            first, *others = split_line(line, [1])
            numbers.append(first)
            rest += others
    return numbers, rest


def box_of(numbers: Sequence[Line], page: int) -> DraftBox:
    """The numbers as one box of class page-header, which is excluded with a reason."""
    box = DraftBox(union([line.rect for line in numbers]), "page-header", tuple(numbers), page=page)
    box.note("class", "furniture.margin-line-numbers", count=len(numbers))
    return box


def _led(line: Line) -> re.Match[str] | None:
    """A number at the start of its line with a clear gap after it."""
    found = _LED.match(line.text)
    if found is None or len(line.stops) < 2:
        return None
    start, after = line.stops[0][1], line.stops[1][1]
    digits = len(found.group(1))
    return found if after - start > digits * 0.6 * line.size + 0.9 * line.size else None


def _longest_chain(candidates: Sequence[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """The longest run, from top to bottom, of right- or left-aligned numbers that rise by one step (1 or 5)."""
    best: list[tuple[int, Line]] = []
    for step in (1, 5):
        ends: list[list[tuple[int, Line]]] = []
        for number, line in sorted(candidates, key=lambda item: item[1].rect[1]):
            for chain in ends:
                last, above = chain[-1]
                if number == last + step and abs(_edge(above) - _edge(line)) < 8.0 and line.rect[1] > above.rect[1]:
                    chain.append((number, line))
                    break
            else:
                ends.append([(number, line)])
        best = max([best, *ends], key=len)
    return best


def _edge(line: Line) -> float:
    """The middle of the number itself."""
    if _NUMBER.match(line.text):
        return (line.rect[0] + line.rect[2]) / 2
    return line.rect[0] + 0.25 * line.size * len(line.text.split(None, 1)[0])


def _small_and_even(chain: Sequence[tuple[int, Line]], lines: Sequence[Line]) -> bool:
    """Many numbers without a gap, smaller than the page's text and at its left, whose distances are all alike."""
    others = [line for line in lines if line.rect[0] > max(number.rect[2] for _, number in chain)]
    counted = len(chain) >= _MANY and chain[1][0] - chain[0][0] == 1
    if not counted or len(others) < 0.8 * (len(lines) - len(chain)) or not others:
        return False
    pitches = [below.baseline - above.baseline for (_, above), (_, below) in pairwise(chain)]
    small = median(line.size for _, line in chain) <= _SMALLER * median(line.size for line in others)
    return small and max(pitches) - min(pitches) <= 0.1 * median(pitches)


def _of_a_table_or_figure(chain: Sequence[tuple[int, Line]], lines: Sequence[Line], regions: Sequence[Region]) -> bool:
    """The numbers lead a column of texts (ranks), or most of them lie in a table or picture (a scale). A page that is one
    table, as are lists of contents, may have line numbers."""
    own = {id(line) for _, line in chain}
    others = [line for line in lines if id(line) not in own]
    beside = [
        [other.rect[0] for other in others if same_row(number.rect, other.rect) and other.rect[0] > number.rect[2]]
        for _, number in chain
    ]
    starts = [min(found) for found in beside if found]
    if starts and sum(abs(x - median(starts)) <= _SAME_X for x in starts) >= _COLUMN * len(chain):
        return True
    held = [region.rect for region in regions if region.box_class in ("table", "picture")]
    return any(
        sum(share_inside(number.rect, rect) > 0.5 for _, number in chain) > 0.5 * len(chain)
        and sum(share_inside(other.rect, rect) <= 0.5 for other in others) > _MORE * len(others)
        for rect in held
    )


def _beside_text(chain: Sequence[tuple[int, Line]], lines: Sequence[Line]) -> bool:
    """Text stands on most of the numbers' rows, and the numbers are the outermost thing on the page's left."""
    own = {id(line) for _, line in chain}
    others = [line for line in lines if id(line) not in own]
    left = min(line.rect[0] for _, line in chain)
    if sum(1 for line in others if line.rect[0] < left - 2.0) > 2:
        return False
    led = sum(1 for _, line in chain if not _NUMBER.match(line.text))
    rows = sum(1 for _, line in chain if any(same_row(line.rect, o.rect) and o.rect[0] > line.rect[2] for o in others))
    wordy = sum(1 for line in others if len(line.text.split()) > 3)
    return rows + led >= 0.6 * len(chain) and rows * 0.5 <= wordy + led
