"""Titles of slides: what stands first on wide pages, in one type at one height, and says something else on each.

They may end like sentences and be no larger than text, so that their words and their look alone don't tell them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.heading_styles import style_of
from chunkstudio.layout.model import ParsedPage

_WIDER = 1.2
"""Slides are so many times as wide as high at least."""
_LEAST = 3
_SHARE = 0.3
_MOST_LINES = 3
_MOST_WORDS = 20
_CELL = 3.0
_FURNITURE = frozenset({"page-header", "page-footer"})
_TITLES = frozenset({"title", "section-header", "text"})


def slide_numbers(pages: Sequence[PageBoxes]) -> frozenset[int]:
    """The numbers of the pages that may be slides."""
    return frozenset(page.page.number for page in pages if may_be_slide(page.page))


def may_be_slide(page: ParsedPage) -> bool:
    """True for a page that is wider than high."""
    return page.width >= _WIDER * page.height


def slide_titles(pages: Sequence[Sequence[DraftBox]], slides: frozenset[int]) -> frozenset[int]:
    """Identities of the boxes that may be titles of slides if they differ from text. ``slides`` are page numbers."""
    places: dict[tuple[object, ...], list[DraftBox]] = defaultdict(list)
    for page in pages:
        first = _first(page, slides)
        if first is None:
            continue
        style = style_of(first)
        places[(round(first.rect[1] / _CELL), style.size, style.bold, style.font)].append(first)
    least = max(_LEAST, _SHARE * len(slides))
    return frozenset(
        id(box) for boxes in places.values() if len(boxes) >= least and len({b.plain for b in boxes}) >= _LEAST for box in boxes
    )


def _first(page: Sequence[DraftBox], slides: frozenset[int]) -> DraftBox | None:
    """The topmost box of a slide, if it is a line or two of words and something stands below it."""
    boxes = [box for box in page if box.box_class not in _FURNITURE]
    if len(boxes) < 2 or boxes[0].page not in slides:
        return None
    first = min(boxes, key=lambda box: box.rect[1])
    fits = 0 < len(first.lines) <= _MOST_LINES and len(first.plain.split()) <= _MOST_WORDS
    known = first.box_class in _TITLES and any(ch.isalpha() for ch in first.plain)
    return first if fits and known else None
