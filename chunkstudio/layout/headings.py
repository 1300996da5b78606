"""Which boxes are headings: what the parser says, checked by rules, and what it missed, found by number and style."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.breaks import with_a_break_each
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.heading_joining import attach_numbers, join_headings
from chunkstudio.layout.heading_rows import split_tables
from chunkstudio.layout.heading_rules import (
    CONTINUED,
    HEADING_CLASSES,
    LONGEST_DIVISION,
    MOST_LINES,
    HeadingContext,
    HeadingView,
    is_missed_heading,
    not_a_heading,
)
from chunkstudio.layout.heading_sources import open_banners, split_bracketed, split_numbered
from chunkstudio.layout.heading_styles import body_style
from chunkstudio.layout.list_markers import printed_marker
from chunkstudio.layout.model import BoxClass
from chunkstudio.layout.run_in_headings import split_run_in
from chunkstudio.layout.slide_titles import slide_numbers, slide_titles

_CANDIDATES = frozenset({"text", "list-item"})
_DIVISIONS = ("heading.same-number-style", "heading.numbered-style")
_MISTAKEN = {
    "caption": ("heading.same-style",),
    "formula": ("heading.same-number-style",),
    "page-header": ("heading.same-style", "heading.same-number-style"),
    "code": _DIVISIONS,
    "footnote": _DIVISIONS,
}
"""What else a heading may be taken for by a parser, and the rules that are enough to tell: its look is that of known ones."""
_NAMED_DEEP = frozenset({"code", "footnote"})
"""Classes in which only a number of two parts or more tells a heading: notes and lines of code have single ones."""


def heading_context(worked: Sequence[PageBoxes], pages: Sequence[Sequence[DraftBox]]) -> HeadingContext:
    """The context of one document pass."""
    widths = {page.page.number: page.page.width for page in worked}
    context = HeadingContext(body_style(page.looks for page in worked), widths, slides=slide_numbers(worked))
    for page in pages:
        running = [box for box in page if box.box_class in ("text", "list-item") and len(box.lines) >= 2]
        edges = Counter(round(box.rect[0]) for box in running)
        if page:
            context.left_edges[page[0].page] = frozenset(edges)
    return context


def find_headings(pages: list[list[DraftBox]], context: HeadingContext) -> None:
    """Correct the classes of headings in place; pieces of one heading become one box, so pages may shrink."""
    for index, page in enumerate(with_a_break_each(pages)):
        open_banners(page, context)
        pages[index] = join_headings(attach_numbers(_parted(page, context), context), context)
    if "heading.slide-title" not in context.without:
        context.slide_titles = slide_titles(pages, context.slides)
    for page in with_a_break_each(pages):
        _reject(page, context)
    for _ in range(2):  # a number found in the first round may be what the next one counts on from
        _recover(pages, context)
    if "heading.table-row" not in context.without:
        split_tables(pages, context)
    if "heading.run-in" not in context.without:
        split_run_in(pages, context)
    for index, page in enumerate(pages):
        pages[index] = join_headings(page, context)
    _drop_continued(pages, context)


def _parted(page: Sequence[DraftBox], context: HeadingContext) -> list[DraftBox]:
    """The boxes of a page with what does not belong into one heading apart."""
    parted = split_bracketed(page)
    return parted if "heading.two-numbers" in context.without else split_numbered(parted)


def headings_of(pages: Sequence[Sequence[DraftBox]]) -> list[DraftBox]:
    """All headings in reading order."""
    return [box for page in pages for box in page if box.box_class in HEADING_CLASSES]


def _reject(page: Sequence[DraftBox], context: HeadingContext) -> None:
    for box in page:
        if box.box_class not in HEADING_CLASSES:
            continue
        view = context.view(box)
        rule = not_a_heading(view, context, page)
        if rule is None:
            if box.box_class == "title":
                box.box_class = "section-header"
            continue
        listed = rule in ("heading.list-item", "heading.bullet") or (
            printed_marker(view.text) is not None and rule == "heading.sentence"
        )
        box.turn_into("list-item" if listed else "text", rule, words=view.words, size=view.style.size, body=context.body.size)


def _recover(pages: Sequence[Sequence[DraftBox]], context: HeadingContext) -> None:
    views = [context.view(box) for box in headings_of(pages)]
    known: Counter[tuple[object, ...]] = Counter(view.key for view in views)
    context.numbers = frozenset(
        view.number.parts for view in views if view.number is not None and view.number.scheme == "decimal"
    )
    leads = [box for page in pages for box in _leads(page)]
    context.leads = Counter(context.view(box).key for box in leads)
    context.lead_boxes = frozenset(id(box) for box in leads)
    context.front_matter_end = _front_matter_end(pages, views)
    for page in with_a_break_each(pages):
        for box in page:
            if not _may_be_heading(box) or (box.box_class == "caption" and not _opens_text(box, page)):
                continue
            view = context.view(box)
            if box.box_class in _NAMED_DEEP and (
                view.number is None or view.number.scheme != "decimal" or view.number.depth < 2
            ):
                continue
            rule = is_missed_heading(view, context, known, page)
            if rule is not None and rule not in context.without and rule in _MISTAKEN.get(box.box_class, (rule,)):
                box.turn_into(
                    "section-header",
                    rule,
                    size=view.style.size,
                    body=context.body.size,
                    number=view.number.printed if view.number else "",
                )


def _may_be_heading(box: DraftBox) -> bool:
    known = box.box_class in _CANDIDATES or box.box_class in _MISTAKEN
    if box.box_class == "page-header" and any(note.rule.startswith("furniture.") for note in box.notes):
        return False
    few = known and 0 < len(box.lines) <= MOST_LINES and len(box.plain.split()) <= LONGEST_DIVISION
    return few and not _was_rejected(box)


def _opens_text(box: DraftBox, page: Sequence[DraftBox]) -> bool:
    """True if running text follows in reading order: what names an object mostly stands right above it."""
    after = next((b for a, b in pairwise(page) if a is box), None)
    return after is not None and after.box_class in _CANDIDATES and after.rect[1] > box.rect[1]


def _leads(page: Sequence[DraftBox]) -> list[DraftBox]:
    """Text boxes of one line that stand right above a text box in reading order."""
    out = []
    for box, after in pairwise(page):
        single = len(box.lines) == 1 and after.box_class in ("text", "list-item")
        if single and (box.box_class == "text" or (box.box_class == "list-item" and len(after.lines) > 1)):
            gap = after.rect[1] - box.rect[3]
            if -4.0 <= gap <= 1.5 * max(1.0, box.size):
                out.append(box)
    return out


def _front_matter_end(pages: Sequence[Sequence[DraftBox]], views: Sequence[HeadingView]) -> tuple[int, float]:
    """Page and y of the first heading after the largest one on the first page: authors and addresses stand between."""
    first = next((box.page for page in pages for box in page if box.lines), 0)
    opening = [view for view in views if view.box.page == first]
    if len(opening) < 2:
        return (first, 0.0)
    largest = max(opening, key=lambda view: view.style.size)
    below = [view.box.rect[1] for view in opening if view.box.rect[1] > largest.box.rect[1]]
    return (first, min(below)) if below else (first, 0.0)


def _was_rejected(box: DraftBox) -> bool:
    return any(note.rule.startswith("heading.") for note in box.notes)


def _plain_key(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _numbered_key(view: HeadingView) -> tuple[object, ...] | None:
    return (view.number.scheme, view.number.parts, _plain_key(view.number.rest)) if view.number is not None else None


def _largest_numbered(pages: Sequence[Sequence[DraftBox]], context: HeadingContext) -> dict[tuple[object, ...] | None, float]:
    """The largest size of each numbered heading, by number and words: what says both again is a running title."""
    sizes: dict[tuple[object, ...] | None, float] = {}
    for view in map(context.view, headings_of(pages)):
        key = _numbered_key(view)
        if key is not None:
            sizes[key] = max(sizes.get(key, 0.0), view.style.size)
    return sizes


def _drop_continued(pages: Sequence[Sequence[DraftBox]], context: HeadingContext) -> None:
    """Headings that only say again what is open: "Notes (continued)", and a chapter's title set small at a page's top."""
    seen: dict[str, float] = {}
    largest = _largest_numbered(pages, context)
    for page in pages:
        content = [box for box in page if box.box_class not in ("page-header", "page-footer")]
        first, lowest = next(iter(content), None), max(content, key=lambda box: box.rect[3], default=None)
        for box in page:
            if box.box_class not in HEADING_CLASSES:
                continue
            view = context.view(box)
            text = view.number.rest if view.number is not None and view.number.rest else view.text
            deep = view.number is not None and view.number.depth > 1  # no page's number
            stripped = CONTINUED.sub("", text)
            if stripped != text and (_plain_key(stripped) in seen or len(stripped.split()) >= 2):
                box.turn_into("page-header" if box is first else "text", "heading.continued", text=text[:60])
            elif (box is first and not deep and view.style.size < 0.8 * seen.get(_plain_key(text), 0.0)) or (
                (box is first or box is lowest) and view.style.size < largest.get(_numbered_key(view), 0.0)
            ):
                edge: BoxClass = "page-header" if box is first else "page-footer"
                box.turn_into(edge, "furniture.running-title", text=text[:60], size=view.style.size)
            else:
                seen.setdefault(_plain_key(text), view.style.size)
