"""Lines of a cover: what a parser calls headings on the pages before the text begins (author, date, version, address).

A heading opens what follows. On a page without running text only the document's title, numbered divisions and what a
sentence or list follows do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from chunkstudio.layout.document_title import COVER_WORDS, words_of_text
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.heading_rules import HEADING_CLASSES

_MOST_PAGES = 6
_SENTENCE_WORDS = 12
_OBJECTS = frozenset({"list-item", "code", "formula"})


def drop_cover_lines(pages: Sequence[Sequence[DraftBox]], title: DraftBox | None) -> None:
    """Turn into text the headings on cover pages that open nothing. ``title`` is the printed title, which stays.

    Cover pages are those before the first one with text, a table or contents, at most six; a document that has nothing
    else has none.
    """
    covers = list(takewhile(_is_cover, pages))
    if len(covers) == len(pages):
        return
    for page in covers[:_MOST_PAGES]:
        flow = [box for box in page if box.box_class not in ("page-header", "page-footer", "picture")]
        opened = False
        for box in reversed(flow):
            heading = box.box_class in HEADING_CLASSES
            opened = opened if heading else _has_content(box)
            if heading and not opened and box is not title and heading_number(box.plain) is None:
                box.turn_into("text", "heading.cover-line", page=box.page)


def _is_cover(page: Sequence[DraftBox]) -> bool:
    return words_of_text(page, 1) < COVER_WORDS and all(box.box_class not in ("toc", "table") for box in page)


def _has_content(box: DraftBox) -> bool:
    """True for what a heading, or one above it, is printed for: a list, a listing, a sentence."""
    return box.box_class in _OBJECTS or len(box.plain.split()) >= _SENTENCE_WORDS
