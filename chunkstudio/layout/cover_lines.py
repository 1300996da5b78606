"""Lines of a cover: what a parser calls headings on the pages before the text begins (author, date, version, address).

A heading opens what follows. On a page without running text, or that is a form, only the document's title, numbered
divisions and what a sentence or list follows do.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

from chunkstudio.layout.document_title import COVER_WORDS, words_of_text
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.heading_rules import HEADING_CLASSES

_MOST_PAGES = 6
_SENTENCE_WORDS = 12
_OBJECTS = frozenset({"list-item", "code", "formula"})
_SLIDES = 3
_FORM_SIGNS = 4
_FORM_NAMES = 3
_LARGE = 1.3
_SAME_MIDDLE = 4.0
_FURNITURE = frozenset({"page-header", "page-footer"})
_ANY_SIZE = 1e9
_TICK = re.compile(r"[☐☑☒□✓✔✗✘\uf06f\uf0a8\uf0fe\uf078\uf0fd]")
_INITIAL = re.compile(r"[A-Z]\.")
_BLANK = re.compile(r"_{3,}")
_IN_BRACKETS = re.compile(r"^\s*\([^()]{12,}(?:\([^()]*\)[^()]*)*\)\s*$")


def drop_cover_lines(pages: Sequence[Sequence[DraftBox]], title: DraftBox | None, body_size: float) -> None:
    """Turn into text the headings on cover pages that open nothing. ``title`` is the printed title, which stays.

    Cover pages are those before the first one with text, a table, contents or the title of a slide, at most six; a document
    that has nothing else has none. A first page that is a form filled in is a cover as well, but lines on it that are
    much larger than text (``body_size`` in points) stay headings.
    """
    if title is not None:
        _drop_below_title(next(page for page in pages if any(box is title for box in page)), title)
    slides = _slide_titles(pages)
    covers = list(takewhile(lambda page: _is_cover(page) and not any(id(box) in slides for box in page), pages))
    if len(covers) == len(pages):
        return
    for page in covers[:_MOST_PAGES]:
        _drop(page, title, _ANY_SIZE, _has_content)
    if not covers and len(pages) > 1 and _is_form(pages[0]):
        _drop(pages[0], title, _LARGE * body_size, _is_text)


def _drop_below_title(page: Sequence[DraftBox], title: DraftBox) -> None:
    """Turn into text what is centred below a centred title and opens nothing: authors, date, version.

    A heading opens what stands right below it; the first one that opens something ends them, as does a number.
    """
    below = [box for box in page if box.box_class not in _FURNITURE and box.rect[1] >= title.rect[3] - 2.0]
    below.sort(key=lambda box: box.rect[1])
    for box, after in pairwise(below):
        if box.box_class not in HEADING_CLASSES:
            if _has_content(box):
                return
            continue
        numbered = heading_number(box.plain) is not None and _INITIAL.match(box.plain) is None
        if not _is_centred(box, title) or numbered or _opens_text(after):
            return
        box.turn_into("text", "heading.cover-line", page=box.page)


def _is_centred(box: DraftBox, title: DraftBox) -> bool:
    """Around the title's middle, from another left edge, and in smaller type."""
    middle = abs((box.rect[0] + box.rect[2]) - (title.rect[0] + title.rect[2])) / 2
    return middle <= _SAME_MIDDLE and abs(box.rect[0] - title.rect[0]) > _SAME_MIDDLE and box.size < title.size


def _opens_text(after: DraftBox) -> bool:
    """True if what stands below a heading is what one is printed for."""
    if after.box_class in HEADING_CLASSES or after.box_class == "picture":
        return False
    return after.box_class == "table" or _has_content(after)


def _slide_titles(pages: Sequence[Sequence[DraftBox]]) -> set[int]:
    """Identities of headings that stand in one place and type on at least three pages and say something else on each:
    titles of slides, which have few words. What says the same again is a list of the parts beside them."""
    places: dict[tuple[object, ...], list[DraftBox]] = defaultdict(list)
    for page in pages:
        for box in page:
            if box.box_class in HEADING_CLASSES and box.lines:
                places[(round(box.rect[0]), round(box.rect[1]), box.size, box.lines[0].font)].append(box)
    found: set[int] = set()
    for boxes in places.values():
        if len({box.page for box in boxes}) >= _SLIDES and len({box.plain for box in boxes}) > 0.5 * len(boxes):
            found |= {id(box) for box in boxes}
    return found


def _drop(page: Sequence[DraftBox], title: DraftBox | None, large: float, is_content: Callable[[DraftBox], bool]) -> None:
    flow = [box for box in page if box.box_class not in ("page-header", "page-footer", "picture")]
    opened = False
    for box in reversed(flow):
        heading = box.box_class in HEADING_CLASSES
        opened = opened if heading else is_content(box)
        ticked = large < _ANY_SIZE and _TICK.search(box.plain) is not None
        if heading and (ticked or not opened) and box is not title and box.size < large and heading_number(box.plain) is None:
            box.turn_into("text", "heading.cover-line", page=box.page)


def _is_form(page: Sequence[DraftBox]) -> bool:
    """True for a page with boxes to tick, blanks, and lines in brackets that say what stands above them."""
    signs = sum(bool(_TICK.search(box.plain) or _BLANK.search(box.plain)) for box in page)
    names = sum(bool(_IN_BRACKETS.match(box.plain)) for box in page)
    return names >= _FORM_NAMES or (names > 0 and signs + names >= _FORM_SIGNS)


def _is_text(box: DraftBox) -> bool:
    """A sentence or a table, no answer in a form."""
    if _IN_BRACKETS.match(box.plain) or _TICK.match(box.plain.lstrip()):
        return False
    return box.box_class == "table" or len(box.plain.split()) >= _SENTENCE_WORDS


def _is_cover(page: Sequence[DraftBox]) -> bool:
    return words_of_text(page, 1) < COVER_WORDS and all(box.box_class not in ("toc", "table") for box in page)


def _has_content(box: DraftBox) -> bool:
    """True for what a heading, or one above it, is printed for: a list, a listing, a sentence."""
    return box.box_class in _OBJECTS or len(box.plain.split()) >= _SENTENCE_WORDS
