"""How text looks: the style of a box, the body style of a document, and which of two styles stands out more."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.model import Line

_LETTERS = re.compile(r"[^\W\d_]")
_STYLE_WORDS = re.compile(r"[,\-\s]*(?:Bold|Italic|Oblique|Regular|Roman|MT|PSMT|PS)+(?=$|[,\-])", re.IGNORECASE)
_SUBSET = re.compile(r"^[A-Z]{6}\+")
_CAPS_LOOK = 200
_SMALL = string.ascii_lowercase.encode()
_NO_LETTERS = bytes(set(range(128)) - set(string.ascii_letters.encode()))
T = TypeVar("T", int, str)
_BODY_CLASSES = frozenset({"text", "list-item"})


@dataclass(frozen=True, slots=True)
class Style:
    """The look of most characters of a box. ``size`` in points to a half; ``caps``: letters are capitals;
    ``centred``: it stands in the middle of the page, away from both margins."""

    size: float
    bold: bool = False
    italic: bool = False
    caps: bool = False
    color: int = 0
    font: str = ""
    centred: bool = False

    def look(self) -> tuple[float, bool, bool, bool, str, bool]:
        """All that must agree for two headings to be of one style. Colour is left out: parts of a document vary in it."""
        return (self.size, self.bold, self.italic, self.caps, self.font, self.centred)


def style_of(box: DraftBox, page_width: float = 0.0, left_edges: frozenset[int] = frozenset()) -> Style:
    """The style of a box. To see whether it is centred: the page's width and where its running text begins, in points."""
    lines = [line for line in box.lines if line.text.strip()] or list(box.lines)
    if not lines:
        return Style(0.0)
    weight = sum(len(line.text) for line in lines) or 1
    bold = sum(len(line.text) for line in lines if line.bold) >= 0.6 * weight
    italic = sum(len(line.text) for line in lines if line.italic) >= 0.6 * weight
    size = round(2 * _largest_usual_size(lines)) / 2
    color, font = _most(lines, _color), font_family(_most(lines, _font))
    return Style(size, bold, italic, is_caps(box.plain), color, font, _centred(box, page_width, left_edges))


def is_caps(text: str) -> bool:
    """True if the beginning of a text has three letters or more that know case, and nine in ten are capitals."""
    start = text[:_CAPS_LOOK]
    if start.isascii():
        letters = start.encode().translate(None, _NO_LETTERS)
        return len(letters) >= 3 and len(letters.translate(None, _SMALL)) >= 0.9 * len(letters)
    cased = [ch for ch in start if ch.isalpha() and ch.lower() != ch.upper()]
    return len(cased) >= 3 and sum(ch.isupper() for ch in cased) >= 0.9 * len(cased)


def font_family(name: str) -> str:
    """A font's name without its subset tag and the words for bold, italics and the like, which differ between tools."""
    bare = _SUBSET.sub("", name)
    return _STYLE_WORDS.sub("", bare) or bare


def _largest_usual_size(lines: list[Line]) -> float:
    """The size of most characters; of small capitals the reader may give a smaller one, so ties go up."""
    weight: Counter[float] = Counter()
    if len({line.size for line in lines}) == 1:
        return lines[0].size
    for line in lines:
        weight[line.size] += max(1, len(_LETTERS.findall(line.text)))
    return max(weight, key=lambda size: (weight[size], size))


def _most(lines: list[Line], value: Callable[[Line], T]) -> T:
    weight: Counter[T] = Counter()
    if len({value(line) for line in lines}) == 1:
        return value(lines[0])
    for line in lines:
        weight[value(line)] += len(line.text)
    return max(weight, key=lambda found: (weight[found], str(found)))


def _color(line: Line) -> int:
    return line.color


def _font(line: Line) -> str:
    return line.font


def _centred(box: DraftBox, page_width: float, left_edges: frozenset[int]) -> bool:
    """In the middle of the page, and not there by chance because it begins where running text begins."""
    if page_width <= 0:
        return False
    middle = (box.rect[0] + box.rect[2]) / 2
    edge = round(box.rect[0])
    if any(edge + step in left_edges for step in (-1, 0, 1)):
        return False
    return abs(middle - page_width / 2) < 0.02 * page_width and box.rect[0] > 0.14 * page_width


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """What running text looks like: its usual size, font, colour, and whether it is bold."""

    size: float
    font: str
    color: int
    bold: bool

    def stands_out(self, style: Style) -> bool:
        """True if a style differs from running text in a way that readers take for a heading."""
        if style.size >= 1.08 * self.size:
            return True
        if style.size < 0.8 * self.size:
            return False
        other_font = style.font != self.font and style.size >= 0.95 * self.size
        return (style.bold and not self.bold) or style.caps or style.italic or style.color != self.color or other_font


Looks = Counter[tuple[float, str, int, bool, bool]]
"""Characters by size, font, colour, bold and monospaced."""


def looks_of(boxes: Iterable[DraftBox]) -> Looks:
    """The looks of running text, or of all boxes where there is none but listings."""
    weight: Looks = Counter()
    spare: Looks = Counter()
    for box in boxes:
        counter = weight if box.box_class in _BODY_CLASSES else spare
        for line in box.lines:
            counter[(round(2 * line.size) / 2, line.font, line.color, line.bold, line.mono)] += len(line.text)
    return weight if any(not key[4] for key in weight) else weight + spare


def body_style(looks: Iterable[Looks]) -> BodyStyle:
    """The look of most characters. Monospaced text counts only where there is hardly any other: listings are long."""
    total: Looks = Counter()
    for counter in looks:
        total.update(counter)
    if not total:
        return BodyStyle(10.0, "", 0, False)
    other = sum(count for key, count in total.items() if not key[4])
    if other >= 0.02 * sum(total.values()):
        total = Counter({key: count for key, count in total.items() if not key[4]})
    size, font, color, bold, _ = max(total, key=lambda key: (total[key], key))
    return BodyStyle(size, font_family(font), color, bold)
