"""Words of a table region with their places, and the printed rows that they stand in.

All coordinates are points in the table's own reading frame: columns grow with x, rows with y.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from chunkstudio.layout.geometry import Frame, line_frame, to_frame
from chunkstudio.layout.model import Line, Rect

_VALUE = re.compile(
    r"^[($€£¥+\-–—−~<>≤≥±\[]*\s*\d[\d.,'’ /]*\s*[%)\]*†‡]*[a-z*]?$|^[$€£¥]?[-–—−…*.]{1,3}$|^n\.?/?a\.?$|^[xX]$", re.IGNORECASE
)
_PERIOD = re.compile(
    r"^(?:FY|Q[1-4]|H[12])?\s*['’]?(?:19|20)\d\d(?:\s*[-–/]\s*\d{2,4})?[a-z*]?$|^Q[1-4]$|^\(?\d{1,2}\)?$", re.IGNORECASE
)
_LEADERS = re.compile(r"(?:\.{3,}|…{2,}|_{3,}|·{3,})$")
_DOTS = re.compile(r"^[.…·_]+$")
_DOT = re.compile(r"[…·_]|\.\.|(?:^|\s)\.(?:\s|$)")
"""What a line with dots that lead the eye has somewhere."""
_JOINTS = frozenset(("±", "to", "+", "/", "%", ")", "x"))
_CURRENCY = re.compile(r"^(?:[A-Z]{1,3})?[$€£¥]$|^\($|^[(]?[$€£¥][(]?$")
TALL = 2.6
"""Words higher than this, in font sizes, run sideways."""
_CURRENCY_ENDS = "$€£¥("
_CLOSERS = frozenset((")", "%", "%)", ")%", "]"))
_QUARTERS = frozenset(("Q1", "Q2", "Q3", "Q4"))
_GROUP = re.compile(r"^\d{3}(?!\d)")


class Word(NamedTuple):
    """One word (or a whole line whose direction is not the table's), made by the hundred and so a tuple."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool

    @property
    def middle(self) -> float:
        """Its centre in x."""
        return (self.x0 + self.x1) / 2

    @property
    def centre(self) -> float:
        """Its centre in y."""
        return (self.y0 + self.y1) / 2


@dataclass(slots=True)
class Band:
    """Words that stand on one printed row, left to right."""

    y0: float
    y1: float
    words: list[Word]

    @property
    def centre(self) -> float:
        """The middle of the row in y."""
        return (self.y0 + self.y1) / 2


class Segment(NamedTuple):
    """A phrase: neighbouring words of one printed row without a wide gap."""

    words: tuple[Word, ...]
    x0: float
    x1: float

    @classmethod
    def of(cls, words: Sequence[Word]) -> Segment:
        """The phrase of some words (at least one), left to right."""
        return cls(tuple(words), words[0].x0, words[0].x1 if len(words) == 1 else max([w.x1 for w in words]))

    @property
    def text(self) -> str:
        """Its words joined by blanks."""
        return " ".join(w.text for w in self.words)

    @property
    def bold(self) -> bool:
        """True if most of its words are bold."""
        return sum(w.bold for w in self.words) * 2 > len(self.words)


def _without_leaders(words: list[Word]) -> list[Word]:
    """The words of one line; dots that lead the eye from a label to its figure are no text, a lone ellipsis in a cell is."""
    dotted = [bool(_DOTS.match(word.text)) for word in words]
    dots = sum(len(word.text) for word, is_dots in zip(words, dotted, strict=True) if is_dots)
    leads = dots >= (4 if all(dotted) else 3)
    out = []
    for word, is_dots in zip(words, dotted, strict=True):
        if is_dots and leads:
            continue
        kept = _LEADERS.sub("", word.text)
        if kept and kept != word.text:
            word = word._replace(text=kept, x1=word.x0 + len(kept) / len(word.text) * (word.x1 - word.x0))
        out.append(word)
    return out


def words_of(lines: Iterable[Line], frame: Frame = "upright") -> list[Word]:
    """The words of some lines, in the order given. A line in another direction than ``frame`` stays one word."""
    out: list[Word] = []
    for line in lines:
        words = _words(line, to_frame(ink_rect(line), frame), frame)
        out += _without_leaders(words) if may_have_leaders(line) else words
    return out


def _words(line: Line, rect: Rect, frame: Frame) -> list[Word]:
    if line_frame(line) == frame and len(line.stops) >= 2:
        return _along_stops(line, rect) if frame == "upright" else _spread(line, rect)
    text = line.text.strip()
    return [Word(text, *rect, line.size, line.bold)] if text else []


def may_have_leaders(line: Line) -> bool:
    """True if dots of a line may be leaders, which are not among its words."""
    return _has_dots(line.text)


@lru_cache(maxsize=8192)
def _has_dots(text: str) -> bool:
    """Asked of one line by each step that looks for tables."""
    return _DOT.search(text) is not None


def ink_rect(line: Line) -> Rect:
    """The rectangle of a level line by its baseline, where one tall glyph (a bullet of another font) stretches it."""
    x0, y0, x1, y1 = line.rect
    if line.angle or line.vertical or y1 - y0 <= 1.9 * line.size or not y0 < line.baseline <= y1:
        return line.rect
    return (x0, line.baseline - 0.8 * line.size, x1, line.baseline + 0.22 * line.size)


def _along_stops(line: Line, rect: Rect) -> list[Word]:
    """Words of an upright line by their measured places; where ends are unknown, characters share the way to the next start."""
    whole, size, bold = line.text, line.size, line.bold
    _, top, right, bottom = rect
    nexts = [*line.stops[1:], (len(whole), right)]
    ends: Sequence[float | None] = line.ends if len(line.ends) == len(line.stops) else [None] * len(nexts)
    out: list[Word] = []
    for (offset, x), (stop, following), end in zip(line.stops, nexts, ends, strict=True):
        piece = whole[offset:stop]
        text = piece.rstrip()
        if not text:
            continue
        if end is None:
            end = right if stop == len(whole) else x + (following - x) * (len(text) / len(piece))
        out.append(Word(text, x, top, end if end > x else x, bottom, size, bold))
    return out


def _spread(line: Line, rect: Rect) -> list[Word]:
    """Words of a sideways or right-to-left line: spread over its length by their number of characters."""
    total = max(1, len(line.text))
    per = (rect[2] - rect[0]) / total
    out: list[Word] = []
    for index, (offset, _) in enumerate(line.stops):
        stop = line.stops[index + 1][0] if index + 1 < len(line.stops) else len(line.text)
        text = line.text[offset:stop].rstrip()
        if text:
            x = rect[0] + offset * per
            out.append(Word(text, x, rect[1], x + len(text) * per, rect[3], line.size, line.bold))
    return out


def bands_of(words: Sequence[Word]) -> list[Band]:
    """Printed rows from top to bottom: words whose middles lie within the same row's height."""
    bands: list[Band] = []
    tall: list[Word] = []
    upright: list[Word] = []
    for word in words:
        (tall if word.y1 - word.y0 > TALL * max(word.size, 1.0) else upright).append(word)
    host, height = Band(0.0, 0.0, []), (0.0, 0.0, 0.0)
    for word in sorted(upright, key=lambda w: (w.y0 + w.y1, w.x0)):
        if height == (height := (word.y0, word.y1, word.size)) and bands:  # the next word of a line
            host.words.append(word)
            continue
        for host in reversed(bands[-3:]):
            if _on_row(word, host):
                break
        else:
            host = Band(word.y0, word.y1, [word])
            bands.append(host)
            continue
        host.words.append(word)
        if word.size >= 0.8 * host.words[0].size:
            host.y0, host.y1 = min(host.y0, word.y0), max(host.y1, word.y1)
    for word in tall:
        _put_tall(word, bands)
    bands.sort(key=lambda b: b.centre)
    for band in bands:
        band.words = _with_signs(sorted(band.words, key=lambda w: (w.x0, w.y0)))
    return bands


def _with_signs(words: list[Word]) -> list[Word]:
    """A currency sign that stands alone joins the figure right of it, a closing bracket or per cent sign the one left of it."""
    out: list[Word] = []
    for word in words:
        before = out[-1] if out else None
        if before is not None and _belong_together(before, word):
            out[-1] = _joined(before, word)
        else:
            out.append(word)
    return out


def _belong_together(left: Word, right: Word) -> bool:
    if left.text[-1] in _CURRENCY_ENDS and _CURRENCY.match(left.text):
        return is_value(right.text)
    return right.text in _CLOSERS and is_value(left.text) and right.x0 - left.x1 < 2.0 * right.size


def _joined(left: Word, right: Word) -> Word:
    top, bottom = min(left.y0, right.y0), max(left.y1, right.y1)
    return Word(left.text + right.text, left.x0, top, max(left.x1, right.x1), bottom, left.size, left.bold)


def _on_row(word: Word, band: Band) -> bool:
    """Asked a hundred times a page and more, so it compares without calls."""
    top, bottom, first, last = word.y0, word.y1, band.y0, band.y1
    common = (bottom if bottom < last else last) - (top if top > first else first)
    tall, high = bottom - top, last - first
    if common <= 0.5 * (tall if tall < high else high):
        return False
    return abs((top + bottom) / 2 - (first + last) / 2) < 0.45 * max(word.size, band.words[0].size, 1.0)


def _put_tall(word: Word, bands: list[Band]) -> None:
    """A sideways word stands in the last row that it reaches, as a turned column title does."""
    inside = [b for b in bands if word.y0 - 1 <= b.centre <= word.y1 + 1]
    if inside:
        max(inside, key=lambda b: b.centre).words.append(word)
        return
    same = [b for b in bands if b.y0 <= word.centre <= b.y1]
    if same:
        same[-1].words.append(word)
    else:
        bands.append(Band(word.y0, word.y1, [word]))


def has_gap(band: Band, gap: float) -> bool:
    """True if a printed row has two phrases or more, parted by more than ``gap`` times the font size."""
    return any(not _close(before, after, gap) for before, after in pairwise(band.words))


def _close(before: Word, after: Word, gap: float) -> bool:
    """Whether no more than ``gap`` times the larger font size (1 point at least) lies between two words."""
    space = after.x0 - before.x1
    return space <= gap * after.size or space <= gap * before.size or space <= gap


def segments_of(band: Band, gap: float = 0.8, *, part_values: bool = False) -> list[Segment]:
    """The phrases of a printed row: a new one starts where the gap is wider than ``gap`` times the font size.

    With ``part_values`` two figures are two phrases also where they stand closer, as in tables with narrow columns.
    """
    out: list[list[Word]] = []
    for word in band.words:
        if out:
            before = out[-1][-1]
            if _close(before, word, gap) and not (part_values and two_figures(before, word)):
                out[-1].append(word)
                continue
        out.append([word])
    return [Segment.of(words) for words in out]


def two_figures(before: Word, word: Word) -> bool:
    """Two numbers side by side, unless the second is in brackets or goes on with the first (1 234 567)."""
    if not (is_value(before.text) and is_value(word.text)):
        return False
    space = (word.x0 - before.x1) / max(before.size, word.size, 1.0)
    if _GROUP.match(word.text) and before.text[-1:].isdigit():
        return space > 0.4
    return space > (0.5 if word.text[0] in "(±[" else 0.12)


@lru_cache(maxsize=8192)
def is_value(text: str) -> bool:
    """True for numbers with their signs, a dash, or n/a: what stands in the body of a table of figures."""
    parts = text.split()
    return (
        bool(parts)
        and len(parts) <= 5
        and all(_VALUE.match(p) or p in _JOINTS or _CURRENCY.match(p) for p in parts)
        and parts[0] not in _JOINTS
    )


def names_period(text: str) -> bool:
    """True for a year or a quarter alone."""
    return (_PERIOD.match(text.strip()) is not None and len(text.strip("() ")) > 2) or text in _QUARTERS


def is_period(text: str) -> bool:
    """True for a year, a quarter or a number up to 99, which may name columns though they are figures."""
    return _PERIOD.match(text.strip()) is not None
