"""Running text told from rows of tables before any word is looked at: most lines of most pages are done with here.

A line that stands alone on its row, without a wide gap, and is longer than a label in a table may be, is in no table
without rules and parts those above it from those below.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from chunkstudio.layout.geometry import common_y, height
from chunkstudio.layout.model import Line, Rect
from chunkstudio.layout.table_words import TALL, ink_rect, may_have_leaders

LONGEST_LABEL = 40
"""Letters of the longest phrase that may stand alone between rows of several."""


def parts_without_prose(lines: Sequence[Line], gap: float, least_rows: int) -> list[list[Line]]:
    """The lines between those of running text, top to bottom, where they may form at least ``least_rows`` rows of phrases.

    ``lines`` are level lines of one text column; phrases are parted by more than ``gap`` times the font size.
    """
    placed = [(ink_rect(line), line) for line in lines]
    if any(height(rect) > TALL * max(line.size, 1.0) for rect, line in placed):  # it may stand in any row
        return [list(lines)]
    shared = _sharing_rows(placed)
    single = [id(line) not in shared and _is_one_phrase(line, gap) for line in lines]
    prose = [alone and len(line.text) - line.text.count(" ") > LONGEST_LABEL for line, alone in zip(lines, single, strict=True)]
    middles = sorted(rect[1] + rect[3] for (rect, _), is_prose in zip(placed, prose, strict=True) if is_prose)
    parts: list[list[Line]] = [[] for _ in range(len(middles) + 1)]
    several = [0] * len(parts)
    for (rect, line), is_prose, alone in zip(placed, prose, single, strict=True):
        if not is_prose:
            place = bisect_left(middles, rect[1] + rect[3])
            parts[place].append(line)
            several[place] += not alone
    return [part for part, count in zip(parts, several, strict=True) if count >= least_rows]


def _sharing_rows(placed: Sequence[tuple[Rect, Line]]) -> set[int]:
    """Identities of the lines that overlap another by more than half of the lower one's height."""
    found: set[int] = set()
    near: list[tuple[Rect, Line]] = []
    for rect, line in sorted(placed, key=lambda item: item[0][1]):
        near = [(other, beside) for other, beside in near if other[3] > rect[1]]
        for other, beside in near:
            if common_y(rect, other) > 0.5 * min(height(rect), height(other)):
                found |= {id(line), id(beside)}
        near.append((rect, line))
    return found


def _is_one_phrase(line: Line, gap: float) -> bool:
    """True if the words of a line are known to stand close to each other."""
    if len(line.stops) < 2:
        return not may_have_leaders(line)
    if len(line.ends) != len(line.stops) or may_have_leaders(line):
        return False
    widest = gap * max(line.size, 1.0)
    for (_, start), end, (_, following) in zip(line.stops, line.ends, line.stops[1:], strict=False):
        if following - end > widest and following - start > widest:
            return False
    return True
