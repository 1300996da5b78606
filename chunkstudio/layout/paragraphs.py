"""One region of running text, cut into the paragraphs, headings and list items that its lines show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import Frame, height, same_row, to_frame
from chunkstudio.layout.line_order import row_gaps, rows_of, usual_height, usual_white
from chunkstudio.layout.list_markers import is_bullet, is_lone_marker, marker_kind, marker_value, printed_marker
from chunkstudio.layout.model import Line, union

Row = Sequence[Line]
_LONG_ROW = 60
_NOTE_NUMBER = re.compile(r"^\s*\(?(\d{1,3})(?:[.)]\s*|\s+|(?=[^\W\d_]))\S")

_ENDS = re.compile(r"[.!?:;…。！？：»”\"')\]]\s*$")


def split_draft(draft: DraftBox) -> list[DraftBox]:
    """The draft, or one draft for each paragraph in it; classes stay, list items found in text become ``list-item``."""
    rows = rows_of(draft.lines, draft.frame)
    if len(rows) < 2:
        return [draft]
    cuts = _cuts(rows, draft)
    if not cuts:
        return [draft]
    bounds = [0, *sorted(cuts), len(rows)]
    out: list[DraftBox] = []
    for first, last in pairwise(bounds):
        lines = tuple(line for row in rows[first:last] for line in row)
        part = draft.copy()
        part.lines, part.rect = lines, union([line.rect for line in lines])
        if first in cuts:
            part.note("split", cuts[first], row=first)
        if draft.box_class == "text" and cuts.get(first) == "split.list-marker":
            part.box_class = "list-item"
        out.append(part)
    return out


def join_lone_markers(drafts: Sequence[DraftBox]) -> list[DraftBox]:
    """The drafts with each list marker that stands in a box of its own moved to the box with the text of its row."""
    out = list(drafts)
    for draft in drafts:
        if draft.box_class not in ("text", "list-item") or len(draft.lines) != 1 or not is_lone_marker(draft.plain):
            continue
        target = next((other for other in out if other is not draft and _row_beside(draft, other)), None)
        if target is not None:
            target.lines, target.rect = (*draft.lines, *target.lines), union([target.rect, draft.rect])
            target.note("split", "split.lone-marker", marker=draft.plain)
            if draft.box_class == "list-item" and target.box_class == "text":
                target.box_class = "list-item"
            out.remove(draft)
    return out


def _row_beside(marker: DraftBox, other: DraftBox) -> bool:
    if other.box_class not in ("text", "list-item") or other.frame != marker.frame:
        return False
    at = to_frame(marker.lines[0].rect, marker.frame)
    for line in other.lines:
        rect = to_frame(line.rect, other.frame)
        if same_row(at, rect) and -2.0 <= rect[0] - at[2] <= 40.0:
            return True
    return False


def join_oversplit(drafts: Sequence[DraftBox]) -> list[DraftBox]:
    """The drafts of a page with text boxes joined that a parser cut in the middle of a sentence, between two lines."""
    out: list[DraftBox] = []
    white = usual_white([(to_frame(line.rect, draft.frame), line) for draft in drafts if _prose(draft) for line in draft.lines])
    for draft in drafts:
        mate = next((other for other in out if _one_paragraph(other, draft, white)), None) if _prose(draft) else None
        if mate is None:
            out.append(draft)
            continue
        mate.lines, mate.rect = (*mate.lines, *draft.lines), union([mate.rect, draft.rect])
        mate.note("split", "split.joined-again", rows=len(draft.lines))
    return out


def _prose(draft: DraftBox) -> bool:
    """Running text, or what a parser calls list items although no marker is printed."""
    return draft.box_class == "text" or (draft.box_class == "list-item" and printed_marker(draft.plain) is None)


def _one_paragraph(above: DraftBox, below: DraftBox, white: float) -> bool:
    """Same look and left edge, line distance as within the first box or as usual on the page (``white``), and the first
    box's last line does not end a sentence."""
    if above.frame != below.frame or not above.lines or not below.lines:
        return False
    first, second = to_frame(above.rect, above.frame), to_frame(below.rect, below.frame)
    if abs(first[0] - second[0]) > 2.0 or not -8.0 <= second[1] - first[3] <= max(12.0, 1.15 * white):
        return False
    if not _prose(above):
        return False
    rows, next_rows = rows_of(above.lines, above.frame), rows_of(below.lines, below.frame)
    tall = usual_height(above.lines, above.frame)
    gap = second[1] - first[3]
    last, head = _look(rows[-1]), _look(next_rows[0])
    if abs(last.size - head.size) > 0.05 * last.size or printed_marker(next_rows[0][0].text) is not None:
        return False
    usual = max(row_gaps(rows, above.frame)) + 0.15 * tall if len(rows) > 1 else 0.3 * tall
    if (
        gap > max(usual, 1.15 * white)
        or (len(rows) > 1 and last.bold != head.bold)
        or (len(rows) == 1 and len(last.text) < _LONG_ROW)
    ):
        return False
    filled = _right(rows[-1], above.frame) > first[2] - 3.0 * tall or last.text.rstrip()[-1:] in "-\u2010"
    return filled and not _ENDS.search(rows[-1][-1].text)


def _cuts(rows: Sequence[Row], draft: DraftBox) -> dict[int, str]:
    """Row index -> rule, for every row with which something new begins."""
    frame = draft.frame
    gaps = row_gaps(rows, frame)
    usual = median(gaps) if len(gaps) > 2 else min(gaps)
    tall = usual_height(draft.lines, frame)
    indents = _indent_starts(rows, frame, tall)
    markers = _marker_rows(rows, frame)
    notes = _note_rows(rows) if draft.box_class == "footnote" else set()
    cuts: dict[int, str] = {}
    for i in range(1, len(rows)):
        before, row = rows[i - 1], rows[i]
        if i in markers:
            cuts[i] = "split.list-marker"
        elif i in notes:
            cuts[i] = "split.note-number"
        elif gaps[i - 1] > max(usual, 0.0) + 0.45 * tall:
            cuts[i] = "split.gap"
        elif _style_breaks(before, row):
            cuts[i] = "split.style"
        elif i in indents and draft.box_class != "list-item":
            cuts[i] = "split.indent"
    if draft.box_class in ("title", "section-header", "caption"):
        return {i: rule for i, rule in cuts.items() if rule == "split.style" and _far_style(rows[i - 1], rows[i])}
    return cuts


def _left(row: Row, frame: Frame) -> float:
    if len(row) == 1:  # as most are
        return to_frame(row[0].rect, frame)[0]
    return min(to_frame(line.rect, frame)[0] for line in row)


def _right(row: Row, frame: Frame) -> float:
    if len(row) == 1:
        return to_frame(row[0].rect, frame)[2]
    return max(to_frame(line.rect, frame)[2] for line in row)


def _indent_starts(rows: Sequence[Row], frame: Frame, tall: float) -> set[int]:
    """Rows that open a paragraph by first-line indent, or by standing out to the left of hanging lines."""
    if len(rows) < 3:
        return set()
    lefts = [_left(row, frame) for row in rows]
    rights = [_right(row, frame) for row in rows]
    base, right = min(lefts), max(rights)
    if _centred(lefts, rights):
        return set()
    flush = {i for i, x in enumerate(lefts) if x - base <= 0.35 * tall}
    inner = {i for i, x in enumerate(lefts) if 0.6 * tall <= x - base <= 4.0 * tall}
    if len(flush) + len(inner) < len(rows):
        return set()
    if len(flush) >= len(inner):
        return {i for i in inner if i and (i - 1) in flush and _short_or_done(rows[i - 1], frame, right, tall)}
    if 0 not in flush:
        return set()
    return {i for i in flush if i and _short_or_done(rows[i - 1], frame, right, tall)}


def _short_or_done(row: Row, frame: Frame, right: float, tall: float) -> bool:
    return _right(row, frame) < right - 1.5 * tall or bool(_ENDS.search(row[-1].text))


def _centred(lefts: Sequence[float], rights: Sequence[float]) -> bool:
    middles = [(left + right) / 2 for left, right in zip(lefts, rights, strict=True)]
    return max(middles) - min(middles) < 3.0 and max(lefts) - min(lefts) > 6.0


def _marker_rows(rows: Sequence[Row], frame: Frame) -> set[int]:
    """Rows that begin with a list marker: bullets, or numbers that count on, not one that a line happens to begin with."""
    texts = [" ".join(line.text.strip() for line in row) for row in rows]
    found = {i: marker for i, text in enumerate(texts) if (marker := printed_marker(text)) is not None}
    if len(found) < 2:
        return set()
    kept: set[int] = set()
    for i, marker in found.items():
        mates = [j for j, other in found.items() if j != i and marker_kind(other) == marker_kind(marker)]
        value = marker_value(marker)
        counts = is_bullet(marker) or any(abs((marker_value(found[j]) or -9) - (value or -99)) == 1 for j in mates)
        opened = i == 0 or i - 1 in found or bool(_ENDS.search(texts[i - 1])) or is_bullet(marker)
        aligned = any(abs(_left(rows[i], frame) - _left(rows[j], frame)) < 4.0 for j in mates)
        dashes = marker in "-–—" and not (aligned and opened)
        if mates and counts and (opened or aligned) and not dashes and not (_hangs_left(rows, frame) and not opened):
            kept.add(i)
    return kept


def _note_rows(rows: Sequence[Row]) -> set[int]:
    """Rows of a box of notes that begin with the number after that of the note before."""
    found: set[int] = set()
    last: int | None = None
    for i, row in enumerate(rows):
        number = _NOTE_NUMBER.match(row[0].text)
        if number is None:
            continue
        value = int(number.group(1))
        if last is not None and value == last + 1:
            found.add(i)
        if i == 0 or i in found:
            last = value
    return found


def _hangs_left(rows: Sequence[Row], frame: Frame) -> bool:
    """All rows begin at one edge: markers do not show by hanging out, so other evidence is needed."""
    lefts = [_left(row, frame) for row in rows]
    return max(lefts) - min(lefts) < 2.0


def _look(row: Row) -> Line:
    return max(row, key=lambda line: len(line.text)) if len(row) > 1 else row[0]


def _style_breaks(before: Row, row: Row) -> bool:
    """A whole bold (or larger) row next to rows that are not: a heading that the parser left in its paragraph."""
    a, b = _look(before), _look(row)
    if abs(a.size - b.size) > 0.12 * max(a.size, b.size) and not (a.superscript or b.superscript):
        return len(a.text) > 2 and len(b.text) > 2
    bold_before, bold_row = all(line.bold for line in before), all(line.bold for line in row)
    if bold_before == bold_row or any(line.bold for line in (row if bold_before else before)):
        return False
    bold = before if bold_before else row
    return len(" ".join(line.text for line in bold)) <= 90 and not _runs_on(row)


def _runs_on(row: Row) -> bool:
    """True if the sentence goes on from one row to the next: a bold phrase within a paragraph, no heading."""
    head = row[0].text.lstrip()
    return bool(head) and head[0].islower()


def _far_style(before: Row, row: Row) -> bool:
    a, b = _look(before), _look(row)
    return abs(a.size - b.size) > 0.2 * max(a.size, b.size) and height(a.rect) > 0
