"""What only the parser calls a page header or footer, without any repetition: kept with a reason, or given back as content.

A place near the page's edge says little: for the fast parser it is all there is, so its candidates need the company of
repeated furniture or of other page numbers. A model also saw how the text looks; its word is enough where the document is
too short for repetition (two pages), and for dates, codes and single words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.geometry import common_x, height, same_row
from chunkstudio.layout.heading_styles import BodyStyle, Style, style_of
from chunkstudio.layout.page_numbers import digits_masked, is_page_number, is_sentence

_CLASSES = frozenset({"page-header", "page-footer"})
_REPEATED = frozenset(
    f"furniture.{rule}" for rule in ("repeated", "page-number", "margin-line-numbers", "beside-text", "running-title")
)
_MAX_LINES = 4
_SAME_PLACE = 3.0
_LEAST_NUMBERS = 3
_LEAST_COMPANY = 2
_FAR_CAPTION = 30.0
_TITLE_SIZE = 1.4
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LONG_NUMBER = re.compile(r"\d{4,}$")
_IMPRINT = re.compile(r"©|\(c\)|copyright|rights reserved|confidential|vertraulich|\bpage \d|\bseite \d", re.IGNORECASE)
"""What running feet say although they end like sentences."""
_NOTE = re.compile(r"^(?:\d{1,3}|[*†‡§¶]{1,3}|\(\d{1,2}\))[\s.)]?\s*[^\W\d_]")


def repeats(box: DraftBox) -> bool:
    """True if repetition over pages, not the parser alone, made this box furniture."""
    return any(note.rule in _REPEATED for note in box.notes)


def check_candidates(pages: Sequence[PageBoxes], boxes: Sequence[list[DraftBox]], body: BodyStyle) -> None:
    """Give back what only the parser calls furniture and nothing else speaks for; a page's only content stays content.

    ``boxes[i]`` are the boxes of ``pages[i]``, already marked by repetition; ``body`` is the look of running text.
    """
    places = _Places(pages, boxes)
    for page, own in zip(pages, boxes, strict=True):
        for box in own:
            if box.box_class in _CLASSES and not repeats(box):
                _check(box, own, page, body, places)
        _keep_only_content(own)
    _keep_repeated_content(boxes)


class _Places:
    """Where the document's furniture stands: by edge, the look and distance of what repeats, and of lone page numbers."""

    def __init__(self, pages: Sequence[PageBoxes], boxes: Sequence[list[DraftBox]]) -> None:
        self.count = len(pages)
        self._repeated: list[tuple[bool, float, Style]] = []
        self._numbers: list[tuple[bool, float]] = []
        for page, own in zip(pages, boxes, strict=True):
            for box in own:
                if box.box_class not in _CLASSES:
                    continue
                top, distance = _place(box, page)
                if repeats(box):
                    self._repeated.append((top, distance, style_of(box)))
                if is_page_number(box.plain):
                    self._numbers.append((top, distance))

    def has_furniture_at(self, box: DraftBox, page: PageBoxes, least: int) -> bool:
        """True if on so many pages repeated furniture of this box's look stands at its distance from the edge."""
        top, distance = _place(box, page)
        look = style_of(box).look()
        return sum(t == top and abs(d - distance) <= _SAME_PLACE and s.look() == look for t, d, s in self._repeated) >= least

    def has_numbers_at(self, box: DraftBox, page: PageBoxes) -> bool:
        """True if lone numbers stand at this box's distance from the edge on several pages."""
        top, distance = _place(box, page)
        return sum(t == top and abs(d - distance) <= _SAME_PLACE for t, d in self._numbers) >= _LEAST_NUMBERS


def _place(box: DraftBox, page: PageBoxes) -> tuple[bool, float]:
    """Whether a box is nearer to the top edge, and its distance from the nearer one in points."""
    top = (box.rect[1] + box.rect[3]) / 2 < page.page.height / 2
    return top, box.rect[1] if top else page.page.height - box.rect[3]


def _check(box: DraftBox, own: Sequence[DraftBox], page: PageBoxes, body: BodyStyle, places: _Places) -> None:
    words = len(box.plain.split())
    edge = _place(box, page)[1]
    if words > 30 or len(box.lines) > _MAX_LINES:
        box.turn_into("text", "furniture.too-long", words=words)
    elif edge > 0.2 * page.page.height:
        box.turn_into("text", "furniture.not-at-edge", edge=edge)
    elif (places.count >= 3 and _prominent(box, body) and not _foot_of_a_row(box, own)) or _is_large(box, body):
        box.turn_into("section-header", "furniture.unrepeated-heading", words=words)
    elif is_page_number(box.plain):
        alone = not places.has_numbers_at(box, page) if places.count >= 3 else bool(_LONG_NUMBER.match(box.plain))
        if _by_place_alone(box) and alone:
            box.turn_into("text", "furniture.number-out-of-sequence", text=box.plain)
    elif _is_beside_repeated(box, own):
        box.note("class", "furniture.beside-repeated", distance=edge)
    elif places.has_furniture_at(box, page, _LEAST_COMPANY if _by_place_alone(box) else 1):
        box.note("class", "furniture.same-place", distance=edge)
    elif _by_place_alone(box) or (not is_label(box.plain) if places.count >= 3 else _is_content(box, own, page, body)):
        _give_back(box, own, body)


def _is_beside_repeated(box: DraftBox, own: Sequence[DraftBox]) -> bool:
    return any(other.box_class in _CLASSES and repeats(other) and same_row(box.rect, other.rect) for other in own)


def _foot_of_a_row(box: DraftBox, own: Sequence[DraftBox]) -> bool:
    """A chapter's name beside the page number in the foot, on the one or two pages that the chapter has."""
    return box.box_class == "page-footer" and _is_beside_repeated(box, own)


def _by_place_alone(box: DraftBox) -> bool:
    """True if the fast parser's bands made it furniture, not a model."""
    return any(note.rule.startswith("fast.furniture.") for note in box.notes)


def is_label(text: str) -> bool:
    """A date, a code, an address on the web or a single word: what a model may take for a running label without repetition."""
    tokens = text.split()
    words = [t for t in tokens if len(re.findall(r"[^\W\d_]", t)) >= 2 and not re.search(r"\d|@|\w\.\w", t)]
    return len(words) < 2 or (len(tokens) <= 5 and bool(_YEAR.search(text)))


def _is_content(box: DraftBox, own: Sequence[DraftBox], page: PageBoxes, body: BodyStyle) -> bool:
    """Where the document is too short for repetition: sentences, notes, and what has other content between it and the edge."""
    if _IMPRINT.search(box.plain):
        return False
    if is_sentence(box.plain) or _is_note(box, body):
        return True
    top = _place(box, page)[0]
    return any(
        other.box_class not in _CLASSES
        and other.lines
        and common_x(box.rect, other.rect) > 0
        and (other.rect[3] <= box.rect[1] if top else other.rect[1] >= box.rect[3])
        for other in own
    )


def _is_note(box: DraftBox, body: BodyStyle) -> bool:
    return box.box_class == "page-footer" and box.size <= 0.95 * body.size and bool(_NOTE.match(box.plain))


def _prominent(box: DraftBox, body: BodyStyle) -> bool:
    """Bold (in a document whose text is not) and not smaller than text, with words and without a page number at an end."""
    style = style_of(box)
    words = box.plain.split()
    ends_in_digits = words[0].strip(".").isdigit() or words[-1].isdigit()
    return style.bold and not body.bold and style.size >= 0.98 * body.size and len(words) >= 2 and not ends_in_digits


def _is_large(box: DraftBox, body: BodyStyle) -> bool:
    """Much larger than text, with words, and no foot: a title, wherever it stands (a chapter opens at the page's top)."""
    large = style_of(box).size >= _TITLE_SIZE * body.size
    return large and box.box_class == "page-header" and len(re.findall(r"[^\W\d_]", box.plain)) >= 3


def _give_back(box: DraftBox, own: Sequence[DraftBox], body: BodyStyle) -> None:
    """Content again: a labelled line at a table or picture is its caption, small numbered text at the foot a note."""
    objects = [other for other in own if other.box_class in ("table", "picture")]
    near = any(common_x(box.rect, o.rect) > 0 and _white(box, o) <= _FAR_CAPTION for o in objects)
    if caption_label(box.plain) is not None and near:
        box.turn_into("caption", "furniture.unrepeated", why="caption")
    elif _is_note(box, body):
        box.turn_into("footnote", "furniture.unrepeated", why="note")
    else:
        box.turn_into("text", "furniture.unrepeated", why="content")


def _white(a: DraftBox, b: DraftBox) -> float:
    """White space between two boxes that stand one above the other, in points."""
    return max(a.rect[1] - b.rect[3], b.rect[1] - a.rect[3])


def _keep_only_content(boxes: Sequence[DraftBox]) -> None:
    """If all that a page has is unrepeated furniture, its longest boxes are its content."""
    if any(box.box_class not in _CLASSES for box in boxes):
        return
    for box in boxes:
        if not repeats(box) and re.search(r"[^\W\d_]{2,}", box.plain):
            box.turn_into("text", "furniture.only-content", height=height(box.rect))


def _keep_repeated_content(boxes: Sequence[Sequence[DraftBox]]) -> None:
    """What repeats only on pages that hold nothing else is their content: furniture also stands on pages of text."""
    beside = {
        digits_masked(box.plain)
        for own in boxes
        if any(box.box_class not in _CLASSES for box in own)
        for box in own
        if box.box_class in _CLASSES
    }
    for own in boxes:
        if any(box.box_class not in _CLASSES for box in own):
            continue
        for box in own:
            repeated = any(note.rule == "furniture.repeated" for note in box.notes)
            if repeated and digits_masked(box.plain) not in beside:
                box.turn_into("text", "furniture.only-content", height=height(box.rect))
