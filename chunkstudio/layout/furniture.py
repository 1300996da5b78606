"""Running heads and feet, found by repetition over pages: a place near the page's edge and the text with digits masked.

Position alone never makes furniture. A page's only content stays content. What the parser alone calls a page header or
footer is looked at again in :mod:`furniture_candidates`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from chunkstudio.layout import furniture_lines
from chunkstudio.layout.breaks import take_break, with_a_break_each
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.furniture_candidates import check_candidates, repeats
from chunkstudio.layout.heading_numbers import WORD_RANK, heading_number
from chunkstudio.layout.heading_rules import HEADING_CLASSES
from chunkstudio.layout.heading_styles import body_style, style_of
from chunkstudio.layout.margin_stamps import mark_stamps
from chunkstudio.layout.page_numbers import digits_masked, is_page_number, is_sentence, page_counters

__all__ = ["mark_furniture", "needed", "repeats"]

_CLASSES = frozenset({"page-header", "page-footer"})
_EDGE = 0.14
_TOLERANCE = 9.0
_MOST_LINES = 6
_VERY_TOP = 40.0
_LARGER = 1.25
_SMALLER = 0.85
_SAME_PLACE = 2.0
_LEAST_COMPANY = 3
_TITLED = frozenset({"section-header", "title", "text"})
_CONTENT = frozenset({"table", "picture", "formula", "code"})


@dataclass(frozen=True, slots=True)
class _Spot:
    """A box near an edge: its page's place in the document, the masked text, and the distance from that edge in points."""

    page: int
    box: DraftBox
    key: str
    top: bool
    distance: float


def mark_furniture(pages: Sequence[PageBoxes], boxes: Sequence[list[DraftBox]]) -> dict[int, str]:
    """Set class page-header or page-footer on running heads and feet; give the printed number of each page that has one.

    ``boxes[i]`` are the boxes of ``pages[i]``. The result maps page indices to printed numbers ("12", "iv").
    """
    furniture_lines.split_off(pages, boxes, needed(len(pages)))
    body = body_style(page.looks for page in pages)
    spots = [spot for index, own in enumerate(with_a_break_each(boxes)) for spot in _spots(index, pages[index], own, body.size)]
    repeated = _repeated(spots, len(pages))
    take_break()
    counters = page_counters([(spot.page, spot.box.plain, (spot.top, round(spot.distance / 12))) for spot in spots])
    for place, spot in enumerate(spots):
        if place in repeated:
            _mark(spot, "furniture.repeated", pages=repeated[place], text=spot.key[:60])
        elif place in counters and _may_count(spot):
            _mark(spot, "furniture.page-number", number=counters[place])
    _mark_company(spots, repeated, body.size)
    heads: dict[str, float] = {}
    take_break()
    for place in repeated:
        heads[spots[place].key] = max(heads.get(spots[place].key, 0.0), spots[place].box.size)
    _mark_twins(pages, boxes, heads, body.size)
    check_candidates(pages, boxes, body)
    mark_stamps(pages, boxes)
    printed: dict[int, str] = {}
    for place, spot in enumerate(spots):
        if place in counters and spot.box.box_class in _CLASSES:
            printed.setdefault(spot.page, counters[place])
    return printed


def _may_count(spot: _Spot) -> bool:
    """A heading is no page number unless it is nothing else; nor is a long text."""
    if is_page_number(spot.box.plain):
        return True
    plain = spot.box.plain
    return (
        spot.box.box_class not in ("section-header", "title", "list-item")
        and len(plain.split()) <= 14
        and not is_sentence(plain)
    )


def _mark(spot: _Spot, rule: str, **inputs: object) -> None:
    spot.box.turn_into("page-header" if spot.top else "page-footer", rule, distance=spot.distance, **inputs)


def _spots(index: int, page: PageBoxes, boxes: Sequence[DraftBox], body: float) -> list[_Spot]:
    """Boxes that could be furniture: few lines, in the outer bands or the outermost text of the page, or so classed."""
    tall = page.page.height
    texts = [box for box in boxes if box.lines and box.box_class not in _CONTENT]
    if not texts:
        return []
    first, last = min(box.rect[1] for box in texts), max(box.rect[3] for box in texts)
    out = []
    for box in texts:
        if len(box.lines) > _MOST_LINES or repeats(box):
            continue
        top = (box.rect[1] + box.rect[3]) / 2 < tall / 2
        outermost = box.rect[1] <= first + 2.0 if top else box.rect[3] >= last - 2.0
        in_band = box.rect[3] <= _EDGE * tall if top else box.rect[1] >= (1 - _EDGE) * tall
        if box.box_class in _CLASSES or outermost or in_band:
            distance = box.rect[1] if top else tall - box.rect[3]
            out.append(_Spot(index, box, _key(box, body), top, distance))
    return out


def _key(box: DraftBox, body: float) -> str:
    """Text as it is compared over pages, with digits masked, but not where they tell one thing from another.

    So in what numbers a division ("Item 2" is not "Item 3"), in type larger than running text, and in sentences.
    """
    text = box.plain
    if box.size >= _LARGER * body or is_sentence(text) or _is_named_division(text):
        return " ".join(text.casefold().split())
    return digits_masked(text)


def _is_named_division(text: str) -> bool:
    number = heading_number(text)
    return number is not None and number.scheme in WORD_RANK


def _repeated(spots: Sequence[_Spot], pages: int) -> dict[int, int]:
    """Index of each spot whose masked text stands at the same distance on enough pages -> on how many."""
    by_key: dict[tuple[bool, str], list[int]] = defaultdict(list)
    for place, spot in enumerate(spots):
        if any(ch.isalpha() for ch in spot.key):
            by_key[(spot.top, spot.key)].append(place)
    out: dict[int, int] = {}
    for places in by_key.values():
        for place in places:
            near = [p for p in places if abs(spots[p].distance - spots[place].distance) <= _TOLERANCE]
            count = len({spots[p].page for p in near})
            if count >= _needed(spots[place], pages) or (pages == count == 2 and _opens_both(spots, near)):
                out[place] = count
    return out


def _mark_company(spots: Sequence[_Spot], repeated: Mapping[int, int], body: float) -> None:
    """What stands where running titles stand that repeat: pieces of them in one box, and titles of parts of few pages in
    their place and type, smaller than text or on two pages at least."""
    keys: dict[tuple[bool, str], list[float]] = defaultdict(list)
    looks: dict[tuple[object, ...], list[_Spot]] = defaultdict(list)
    pages: dict[tuple[bool, str], set[int]] = defaultdict(set)
    for place, spot in enumerate(spots):
        pages[(spot.top, spot.key)].add(spot.page)
        if place in repeated:
            keys[(spot.top, spot.key)].append(spot.distance)
            looks[_look(spot)].append(spot)
    for place, spot in enumerate(spots):
        if place in repeated or spot.box.box_class not in _TITLED or not any(ch.isalpha() for ch in spot.key):
            continue
        distances = [keys.get((spot.top, digits_masked(line.text)), ()) for line in spot.box.lines]
        if all(any(abs(d - spot.distance) <= _TOLERANCE for d in found) for found in distances):
            _mark(spot, "furniture.repeated", text=spot.key[:60])
            continue
        beside = [other for other in looks.get(_look(spot), ()) if abs(other.distance - spot.distance) <= _SAME_PLACE]
        known = len(pages[(spot.top, spot.key)]) >= 2 or spot.box.size <= _SMALLER * body
        if len(spot.box.lines) == 1 and known and len({other.page for other in beside}) >= _LEAST_COMPANY:
            _mark(spot, "furniture.running-title", text=spot.key[:60])


def _look(spot: _Spot) -> tuple[object, ...]:
    """Edge, left end and type of a spot."""
    style = style_of(spot.box)
    return spot.top, round(spot.box.rect[0] / _SAME_PLACE), style.size, style.bold, style.italic, style.font


def _opens_both(spots: Sequence[_Spot], places: Sequence[int]) -> bool:
    """One short line in one look, the same but for nothing, at the very top of both pages of a document of two."""
    twins = [spots[place] for place in places]
    looks = {(spot.box.plain, style_of(spot.box)) for spot in twins}
    return len(looks) == 1 and all(spot.top and spot.distance <= _VERY_TOP and len(spot.box.lines) == 1 for spot in twins)


def needed(pages: int) -> int:
    """On how many pages a text must stand at one place to be furniture, where the parser does not call it so."""
    return 99 if pages <= 2 else max(3, min(8, -(-pages // 5)))


def _needed(spot: _Spot, pages: int) -> int:
    if spot.box.box_class in _CLASSES:
        return 2
    return max(needed(pages), pages // 3) if len(spot.key) > 160 else needed(pages)


def _mark_twins(pages: Sequence[PageBoxes], boxes: Sequence[list[DraftBox]], heads: dict[str, float], body: float) -> None:
    """The words of a running head a little below its usual place (a first page, a page with another margin).

    ``heads`` are masked texts with their sizes. A chapter's title that its running head repeats is set larger and stays;
    not so a journal's name above the title on the first page.
    """
    for index, (page, own) in enumerate(with_a_break_each(zip(pages, boxes, strict=True))):
        for box in own:
            if box.box_class not in _TITLED or box.rect[3] >= 0.2 * page.page.height:
                continue
            size = heads.get(_key(box, body)) or heads.get(digits_masked(box.plain))
            if size is None:
                continue
            masthead = index == 0 and any(_is_title_below(box, other, _LARGER * max(size, body)) for other in own)
            if box.size <= _LARGER * size or masthead:
                box.turn_into("page-header", "furniture.repeated", distance=box.rect[1], text=box.plain[:60])


def _is_title_below(box: DraftBox, other: DraftBox, least: float) -> bool:
    """True if a large heading further down may be the title: without a number, and larger or bolder than the box."""
    if other.box_class not in HEADING_CLASSES or other.rect[1] <= box.rect[1] or other.size < least:
        return False
    stronger = other.size > box.size or (style_of(other).bold and not style_of(box).bold)
    return stronger and heading_number(other.plain) is None
