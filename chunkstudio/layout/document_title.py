"""The title of a document: printed on its first pages, else from the file's metadata, else its name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Literal

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.heading_numbers import heading_number
from chunkstudio.layout.heading_rules import HeadingContext, HeadingView
from chunkstudio.layout.model import DocumentInfo

TitleSource = Literal["printed", "metadata", "file_name"]
_FIRST_HEADINGS = 4
COVER_WORDS = 60
"""A page with fewer words of running text is a cover."""
_MUCH_LARGER = 1.25
_SOLID = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
_USELESS = re.compile(
    r"^\s*(?:untitled|document\d*|microsoft\s+\w+\s+-.*|.*\.(?:docx?|xlsx?|pptx?|pdf|indd|qxd|tex|dvi|odt|rtf)|doi:.*|[\d\s._-]*|[\w.-]{1,3}|\S*\d{10}-\d\d-\d{6}\S*|[a-z]{1,8}\d*-\d{6,8}\w*)\s*$",
    re.IGNORECASE,
)


def printed_title(
    headings: Sequence[HeadingView], pages: Sequence[Sequence[DraftBox]], context: HeadingContext
) -> HeadingView | None:
    """The heading that is the document's title, or None.

    It stands among the first headings on the first page that has text, before any numbered one; nothing in the document
    is larger, and no other heading has its look (parts of a cover may repeat it).
    """
    first_page = next(
        (page[0].page for page in pages if any(box.lines and box.box_class != "page-header" for box in page)), None
    )
    if first_page is None or not headings:
        return None
    first = [view for view in headings if view.box.page == first_page]
    rivals = [view for view in headings if view.words > 1 or len(headings) < 12 or view.box.page != first_page]
    largest = max((view.style.size for view in rivals), default=0.0)
    opening: list[HeadingView] = []
    for view in headings[:_FIRST_HEADINGS]:
        if view.box.page > first_page + 1 or view.number is not None:
            break
        opening.append(view)
    for view in opening:
        if view.style.size >= 0.97 * largest and view.style.size >= 1.1 * context.body.size and not _has_twin(view, headings):
            return view
    return _dominant(first, headings, context)


def _has_twin(view: HeadingView, headings: Sequence[HeadingView]) -> bool:
    return any(other is not view and other.style.look() == view.style.look() for other in headings)


def _dominant(first: Sequence[HeadingView], headings: Sequence[HeadingView], context: HeadingContext) -> HeadingView | None:
    """A heading anywhere on the first page that is much larger than all others (the front of a folded leaflet)."""
    best = max(first, key=lambda view: view.style.size, default=None)
    if best is None or best.number is not None or best.style.size < 1.5 * context.body.size:
        return None
    others = [view.style.size for view in headings if view is not best]
    return best if others and best.style.size >= _MUCH_LARGER * max(others) else None


def new_path_places(headings: Sequence[DraftBox], title: DraftBox | None, pages: Sequence[Sequence[DraftBox]]) -> set[int]:
    """Places in ``headings`` (the title is not among them) below which nothing printed earlier is a parent: after the
    title, and after a cover, which is a first page with hardly any running text."""
    out: set[int] = set()
    if title is not None:
        order = {id(box): place for place, box in enumerate(box for page in pages for box in page)}
        out |= {next((i for i, box in enumerate(headings) if order[id(box)] > order[id(title)]), 0)}
    cover = next((page for page in pages if any(box.lines for box in page)), None)
    if cover is not None and len(pages) > 1 and words_of_text(cover, _least_lines(headings, cover)) < COVER_WORDS:
        out |= {next((i for i, box in enumerate(headings) if box.page > cover[0].page), 0)}
    return out


def _least_lines(headings: Sequence[DraftBox], cover: Sequence[DraftBox]) -> int:
    """How many lines text must have to count as running text: below a numbered heading all does, short items as well."""
    numbered = any(box.page == cover[0].page and heading_number(box.plain) is not None for box in headings)
    return 1 if numbered else 3


def words_of_text(page: Sequence[DraftBox], least_lines: int) -> int:
    """Words of running text in boxes of so many lines; of scripts without blanks two signs count as a word."""
    running = [box.plain for box in page if box.box_class in ("text", "list-item") and len(box.lines) >= least_lines]
    return sum(max(len(text.split()), len(_SOLID.findall(text)) // 2) for text in running)


def document_title(info: DocumentInfo, printed: str) -> tuple[str, TitleSource]:
    """The title and where it comes from. A metadata title that only names a file or a program does not count."""
    if printed.strip():
        return printed.strip(), "printed"
    if info.title.strip() and not _USELESS.match(info.title):
        return info.title.strip(), "metadata"
    return PurePath(info.file_name).stem or info.file_name, "file_name"
