"""Headings hidden in other boxes: banners taken for pictures, notes in brackets below a title, two divisions in one box."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import WORD_RANK, HeadingNumber, heading_number
from chunkstudio.layout.heading_rules import HEADING_CLASSES, HeadingContext
from chunkstudio.layout.line_order import rows_of
from chunkstudio.layout.model import Line, union

_BRACKETED = re.compile(r"^\s*[(（\[].*[)）\]]\s*$")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_BANNER_LINES = 3


def open_banners(page: Sequence[DraftBox], context: HeadingContext) -> None:
    """A picture whose only text is a numbered division in large type ("Chapter I: ...") is that heading."""
    for box in page:
        if box.box_class != "picture" or not 0 < len(box.lines) <= _BANNER_LINES or len(box.plain.split()) > 14:
            continue
        number = heading_number(box.plain)
        named = number is not None and number.scheme in ("book", "part", "chapter", "annex", "title", "section")
        if named and _LETTERS.search(box.plain) and box.size >= 1.25 * context.body.size:
            box.rect = union([line.rect for line in box.lines])
            box.turn_into("section-header", "heading.banner", size=box.size, body=context.body.size)


def split_bracketed(page: Sequence[DraftBox]) -> list[DraftBox]:
    """The page with rows in brackets at the end of a heading ("(in millions)") as text boxes behind it."""
    out: list[DraftBox] = []
    for box in page:
        out.append(box)
        if box.box_class not in HEADING_CLASSES or len(box.lines) < 2 or heading_number(box.plain) is not None:
            continue
        rows = rows_of(box.lines, box.frame)
        first = len(rows)
        while first > 1 and _BRACKETED.match(" ".join(line.text for line in rows[first - 1])):
            first -= 1
        if first == len(rows):
            continue
        piece = box.copy()
        _set_lines(piece, rows[first:])
        _set_lines(box, rows[:first])
        piece.turn_into("text", "heading.in-brackets", rows=len(rows) - first)
        out.append(piece)
    return out


def split_numbered(page: Sequence[DraftBox]) -> list[DraftBox]:
    """The page with each heading box cut in which a row opens another numbered division ("Section 1 Aim", "Article 1")."""
    out: list[DraftBox] = []
    for box in page:
        rows = rows_of(box.lines, box.frame) if box.box_class in HEADING_CLASSES and len(box.lines) > 1 else []
        first_number = heading_number(_words(rows[0])) if rows else None
        cuts = _divisions(rows, first_number) if first_number is not None else []
        if not cuts:
            out.append(box)
            continue
        for first, last in pairwise([0, *cuts, len(rows)]):
            piece = box.copy()
            _set_lines(piece, rows[first:last])
            piece.note("split", "heading.two-numbers", row=first)
            out.append(piece)
    return out


def _divisions(rows: Sequence[Sequence[Line]], before: HeadingNumber) -> list[int]:
    """The rows that open another division: one named by a word, or the decimal number that comes next ("7", "7.1")."""
    cuts = []
    for index, row in enumerate(rows[1:], 1):
        number = heading_number(_words(row))
        if number is None or number.rest[:1].islower() or not (number.scheme in WORD_RANK or _comes_next(before, number)):
            continue
        cuts.append(index)
        before = number
    return cuts


def _comes_next(before: HeadingNumber, number: HeadingNumber) -> bool:
    """Whether a decimal number is the first below the one before, or the next beside it."""
    if before.scheme != "decimal" or number.scheme != "decimal" or not number.rest:
        return False
    return number.parts in ((*before.parts, 1), (*before.parts[:-1], before.parts[-1] + 1))


def _words(row: Sequence[Line]) -> str:
    return " ".join(line.text.strip() for line in row)


def _set_lines(box: DraftBox, rows: Sequence[Sequence[Line]]) -> None:
    box.lines = tuple(line for row in rows for line in row)
    box.rect = union([line.rect for line in box.lines])
