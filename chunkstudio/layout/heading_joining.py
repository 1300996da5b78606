"""Headings that a parser gave in pieces: a number apart from its title, a title wrapped over lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, common_y, height, same_row, share_of_width
from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.heading_rules import DIVISION_WORD, HEADING_CLASSES, HeadingContext, HeadingView
from chunkstudio.layout.model import union
from chunkstudio.layout.spelt_numbers import spelt_value

_NUMBER_REACH = 80.0
_NUMBER_ONLY = re.compile(r"^\s*(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,6}|[A-Z])[.)]?\s*$")


def join_headings(page: Sequence[DraftBox], context: HeadingContext) -> list[DraftBox]:
    """The boxes of a page with the pieces of each heading as one box; order is kept."""
    out: list[DraftBox] = []
    for box in page:
        before = out[-1] if out else None
        rule = _joins(before, box, context) if before is not None else None
        if before is None or rule is None:
            out.append(box)
            continue
        before.lines = (*before.lines, *box.lines)
        before.rect = union([before.rect, box.rect])
        if box.box_class == "title":
            before.box_class = "title"
        before.note("class", rule, joined=box.plain[:60])
        context.forget(before)
    return out


def attach_numbers(page: list[DraftBox], context: HeadingContext) -> list[DraftBox]:
    """The boxes of a page with each number that stands apart to the left of its heading ("Item 1.", "2.3") put into it."""
    taken: set[int] = set()
    for box in page:
        if box.box_class not in HEADING_CLASSES or context.view(box).number is not None or box.frame != "upright":
            continue
        mate = next((other for other in page if other is not box and id(other) not in taken and _leads_row(other, box)), None)
        if mate is not None:
            taken.add(id(mate))
            box.lines = (*mate.lines, *box.lines)
            box.rect = union([mate.rect, box.rect])
            box.note("class", "heading.number-on-row", number=mate.plain)
            context.forget(box)
    return [box for box in page if id(box) not in taken]


def _leads_row(number: DraftBox, heading: DraftBox) -> bool:
    if number.box_class not in ("text", "list-item", "section-header") or len(number.lines) != 1 or not heading.lines:
        return False
    gap = heading.rect[0] - number.rect[2]
    if not -2.0 <= gap <= _NUMBER_REACH or not same_row(number.rect, heading.lines[0].rect):
        return False
    found = heading_number(number.plain)
    named = found is not None and not found.rest and found.scheme not in ("roman", "letter", "paren")
    return named or bool(_NUMBER_ONLY.match(number.plain))


def _joins(before: DraftBox, box: DraftBox, context: HeadingContext) -> str | None:
    if before.box_class not in HEADING_CLASSES or box.box_class not in HEADING_CLASSES or before.frame != box.frame:
        return None
    a, b = context.view(before), context.view(box)
    if DIVISION_WORD.match(a.text) and _is_lone_number(b.text) and _near(a, b, 2.5):
        return "heading.word-and-number"
    if _is_bare_number(a) and b.number is None and _near(a, b, 4.5) and b.style.size >= 0.85 * a.style.size:
        return "heading.number-and-title"
    if _is_bare_number(a) and same_row(before.rect, box.rect) and b.number is None:
        return "heading.number-and-title"
    if _is_subtitle(a, b):
        return "heading.subtitle"
    if (
        b.number is None
        and _same_look(a, b)
        and _near(a, b, 0.75)
        and not re.search(r"[.!?:)]\s*$", a.text)
        and a.words + b.words <= 30
    ):
        return "heading.wrapped"
    return None


def _is_lone_number(text: str) -> bool:
    return bool(_NUMBER_ONLY.match(text)) or spelt_value(text.strip()) is not None


def _is_subtitle(a: HeadingView, b: HeadingView) -> bool:
    """The second half of a title that a colon announces, set smaller in the same font right below."""
    smaller = b.style.size < a.style.size and a.style.font == b.style.font
    return smaller and b.number is None and a.text.endswith((":", "：")) and _near(a, b, 0.6)


def _is_bare_number(view: HeadingView) -> bool:
    if _NUMBER_ONLY.match(view.text):
        return True
    return (
        view.number is not None
        and not view.number.rest
        and view.number.scheme in ("book", "part", "chapter", "annex", "section", "subsection", "title", "article")
    )


def _same_look(a: HeadingView, b: HeadingView) -> bool:
    s, t = a.style, b.style
    return (
        abs(s.size - t.size) <= 0.5
        and (s.bold, s.italic, s.color, s.font) == (t.bold, t.italic, t.color, t.font)
        and s.caps == t.caps
    )


def _near(a: HeadingView, b: HeadingView, lines: float) -> bool:
    """Right below each other, with white space of at most so many line heights, and not in different columns."""
    first, second = a.box.rect, b.box.rect
    tall = max(1.0, height(a.box.lines[-1].rect), height(b.box.lines[0].rect))
    gap = -common_y(first, second)
    return (
        second[1] > first[1]
        and -0.5 * tall <= gap <= lines * tall
        and (share_of_width(first, second) > 0.3 or common_x(first, second) > -20.0)
    )
