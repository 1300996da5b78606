"""No line of a page is lost: lines that no region holds join a neighbour or become boxes of their own.

Also text in pictures: short labels stay the picture's text, paragraphs printed in or over it become text boxes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import (
    Frame,
    area,
    common_x,
    common_y,
    height,
    line_frame,
    main_frame,
    same_row,
    share_of_width,
    to_frame,
    width,
)
from chunkstudio.layout.model import Line, Rect, TableGrid, union

_WORD = re.compile(r"\w+")
_PROSE_WORDS = 6
_JOINABLE = frozenset({"text", "list-item", "footnote", "code", "caption"})


def words_in(texts: Iterable[str]) -> Counter[str]:
    """Words (runs of letters and digits, casefolded) and how often each stands there."""
    return Counter(_WORD.findall("\n".join(texts).casefold()))


def coverage_of(words: int, texts: Iterable[str], kept: Iterable[str]) -> float:
    """Share 0..1 of the words of ``texts``, ``words`` in number, that are in ``kept``; 1.0 where there are none.

    Texts that are in both take their words with them, so only the others are taken apart.
    """
    if not words:
        return 1.0
    mine, its = Counter(texts), Counter(kept)
    lost = words_in((mine - its).elements()) - words_in((its - mine).elements())
    return 1.0 - sum(lost.values()) / words


def join_neighbours(drafts: list[DraftBox], free: Sequence[Line]) -> list[Line]:
    """Give each free line to the text box that it continues (same look, next row or same row); return those left over."""
    left = list(free)
    moved = True
    while moved and left:
        moved = False
        for line in list(left):
            target = next((draft for draft in drafts if _continues_box(line, draft)), None)
            if target is None:
                continue
            left.remove(line)
            target.lines = (*target.lines, line)
            target.rect = union([target.rect, line.rect])
            target.note("coverage", "coverage.joined", text=line.text[:40])
            moved = True
    return left


def _continues_box(line: Line, draft: DraftBox) -> bool:
    if draft.box_class not in _JOINABLE or not draft.lines or line_frame(line) != draft.frame:
        return False
    rect, box = to_frame(line.rect, draft.frame), to_frame(draft.rect, draft.frame)
    tall = max(1.0, height(rect))
    if common_y(rect, box) < -0.6 * tall or common_x(rect, box) < -1.2 * tall:
        return False
    for other in draft.lines:
        at = to_frame(other.rect, draft.frame)
        near = abs(other.size - line.size) <= 0.08 * max(other.size, line.size) and other.bold == line.bold
        if same_row(rect, at) and -1.2 * tall < common_x(rect, at) < 0.5 * tall and (near or line.superscript):
            return True
        if near and share_of_width(rect, at) > 0.7 and -0.55 * tall < common_y(rect, at) <= 0.3 * tall:
            return width(rect) <= 1.15 * width(box)
    return False


def boxes_from(lines: Sequence[Line], page: int, rule: str = "coverage.new-box") -> list[DraftBox]:
    """Text boxes from lines that no region holds: lines of one look that stand right below or beside each other."""
    groups: list[list[Line]] = []
    for line in sorted(lines, key=lambda item: (round(item.rect[1], 1), item.rect[0])):
        fitting = next((group for group in reversed(groups) if any(_belongs(line, other) for other in group[-6:])), None)
        if fitting is None:
            groups.append([line])
        else:
            fitting.append(line)
    out = []
    for group in groups:
        draft = DraftBox(
            union([line.rect for line in group]), "text", tuple(group), page=page, frame=main_frame(group), repaired=True
        )
        draft.note("class", rule, lines=len(group))
        out.append(draft)
    return out


def _belongs(line: Line, other: Line) -> bool:
    frame = line_frame(line)
    if frame != line_frame(other):
        return False
    a, b = to_frame(line.rect, frame), to_frame(other.rect, frame)
    tall = max(1.0, min(height(a), height(b)))
    if same_row(a, b):
        return common_x(a, b) > -1.5 * tall
    alike = abs(line.size - other.size) <= 0.1 * max(line.size, other.size) and line.bold == other.bold
    return alike and common_y(a, b) > -0.7 * tall and share_of_width(a, b) > 0.3


def prose_of_picture(draft: DraftBox, page_area: float) -> list[Line]:
    """The lines of a picture that are running text (two or more full rows of one look), not labels."""
    if len(draft.lines) < 3:
        return []
    runs: list[list[Line]] = []
    for line in sorted(draft.lines, key=lambda item: (item.rect[1], item.rect[0])):
        if len(line.text.split()) < _PROSE_WORDS or line.angle:
            continue
        if runs and _belongs(line, runs[-1][-1]) and abs(line.rect[0] - runs[-1][-1].rect[0]) < 30:
            runs[-1].append(line)
        else:
            runs.append([line])
    prose = [line for run in runs if len(run) >= 2 for line in run]
    whole_page = page_area > 0 and area(draft.rect) > 0.6 * page_area
    if whole_page and len(draft.lines) > 5:
        return list(draft.lines)
    if not prose:
        return []
    if 2 * sum(len(line.text) for line in prose) > sum(len(line.text) for line in draft.lines) and len(prose) > 5:
        return list(draft.lines)
    return [
        line
        for line in draft.lines
        if line in prose or any(_belongs(line, other) and same_left(line, other) for other in prose)
    ]


def without_edge_prose(rect: Rect, prose: Sequence[Line]) -> Rect:
    """A picture's rectangle without the strip at its lower (or upper) edge that running text fills."""
    if not prose:
        return rect
    text = union([line.rect for line in prose])
    if width(text) < 0.6 * width(rect) or height(text) > 0.7 * height(rect):
        return rect
    if text[3] > rect[3] - 12.0 and text[1] > rect[1] + 20.0:
        return (rect[0], rect[1], rect[2], text[1] - 1.0)
    if text[1] < rect[1] + 12.0 and text[3] < rect[3] - 20.0:
        return (rect[0], text[3] + 1.0, rect[2], rect[3])
    return rect


def same_left(a: Line, b: Line) -> bool:
    """True if two lines begin at the same place, to three points."""
    return abs(a.rect[0] - b.rect[0]) <= 3.0


def missing_from_grid(lines: Sequence[Line], grid: TableGrid) -> list[Line]:
    """Lines in a table's rectangle of which most words are in no cell."""
    have = words_in(cell.text for cell in grid.cells)
    joined = "".join(sorted(have))
    out = []
    for line in lines:
        need = [word.casefold() for word in _WORD.findall(line.text)]
        lost = [word for word in need if have[word] <= 0 and (len(word) < 4 or word not in joined)]
        if need and len(lost) > 0.5 * len(need) and any(len(word) > 2 for word in lost):
            out.append(line)
    return out


def frame_of(lines: Sequence[Line], fallback: Frame) -> Frame:
    """The reading frame of some lines, or the page's where there are none."""
    return main_frame(lines) if lines else fallback
