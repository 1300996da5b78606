"""Words of a table region with their places, and the printed rows that they stand in.

All coordinates are points in the table's own reading frame: columns grow with x, rows with y.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from chunkstudio.layout.geometry import Frame, line_frame, to_frame
from chunkstudio.layout.model import Line, Rect


@dataclass(frozen=True, slots=True)
class Word:
    """One word (or a whole line whose direction is not the table's); ``line`` numbers the printed line it is part of."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    size: float
    bold: bool
    line: int

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


@dataclass(frozen=True, slots=True)
class Segment:
    """A phrase: neighbouring words of one printed row without a wide gap."""

    words: tuple[Word, ...]

    @property
    def x0(self) -> float:
        """Where it begins."""
        return self.words[0].x0

    @property
    def x1(self) -> float:
        """Where it ends."""
        return max(w.x1 for w in self.words)

    @property
    def text(self) -> str:
        """Its words joined by blanks."""
        return " ".join(w.text for w in self.words)

    @property
    def bold(self) -> bool:
        """True if most of its words are bold."""
        return sum(w.bold for w in self.words) * 2 > len(self.words)


def words_of(lines: Iterable[Line], frame: Frame = "upright") -> list[Word]:
    """The words of some lines, in the order given. A line in another direction than ``frame`` stays one word."""
    out: list[Word] = []
    for number, line in enumerate(lines):
        rect = to_frame(line.rect, frame)
        if line_frame(line) != frame or len(line.stops) < 2 or frame != "upright":
            text = line.text.strip()
            if line_frame(line) == frame and len(line.stops) >= 2:
                out += _spread(line, rect, number)
            elif text:
                out.append(Word(text, *rect, line.size, line.bold, number))
            continue
        out += _along_stops(line, rect, number)
    return out


def _along_stops(line: Line, rect: Rect, number: int) -> list[Word]:
    """Words of an upright line by their measured starts; an end is the start's share of the way to the next one."""
    out: list[Word] = []
    last = len(line.stops) - 1
    for index, (offset, x) in enumerate(line.stops):
        stop = line.stops[index + 1][0] if index < last else len(line.text)
        piece = line.text[offset:stop]
        text = piece.rstrip()
        if not text:
            continue
        end = rect[2] if index == last else x + (line.stops[index + 1][1] - x) * (len(text) / (len(piece) or 1))
        if index < last:
            end = max(end, line.stops[index + 1][1] - 0.45 * line.size) if len(piece) - len(text) <= 1 else end
        out.append(Word(text, x, rect[1], max(x, end), rect[3], line.size, line.bold, number))
    return out


def _spread(line: Line, rect: Rect, number: int) -> list[Word]:
    """Words of a sideways or right-to-left line: spread over its length by their number of characters."""
    total = max(1, len(line.text))
    per = (rect[2] - rect[0]) / total
    out: list[Word] = []
    for index, (offset, _) in enumerate(line.stops):
        stop = line.stops[index + 1][0] if index + 1 < len(line.stops) else len(line.text)
        text = line.text[offset:stop].rstrip()
        if text:
            x = rect[0] + offset * per
            out.append(Word(text, x, rect[1], x + len(text) * per, rect[3], line.size, line.bold, number))
    return out


def bands_of(words: Sequence[Word]) -> list[Band]:
    """Printed rows from top to bottom: words whose middles lie within the same row's height."""
    bands: list[Band] = []
    upright = [w for w in words if w.y1 - w.y0 <= 2.6 * max(w.size, 1.0)]
    for word in sorted(upright, key=lambda w: (w.centre, w.x0)):
        host = next((b for b in reversed(bands[-3:]) if _on_row(word, b)), None)
        if host is None:
            bands.append(Band(word.y0, word.y1, [word]))
        else:
            host.words.append(word)
            if word.size >= 0.8 * host.words[0].size:
                host.y0, host.y1 = min(host.y0, word.y0), max(host.y1, word.y1)
    for word in words:
        if word.y1 - word.y0 > 2.6 * max(word.size, 1.0):
            _put_tall(word, bands)
    bands.sort(key=lambda b: b.centre)
    for band in bands:
        band.words.sort(key=lambda w: (w.x0, w.y0))
    return bands


def _on_row(word: Word, band: Band) -> bool:
    common = min(word.y1, band.y1) - max(word.y0, band.y0)
    return common > 0.5 * min(word.y1 - word.y0, band.y1 - band.y0) and abs(word.centre - band.centre) < 0.45 * max(
        word.size, band.words[0].size, 1.0
    )


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


def segments_of(band: Band, gap: float = 0.8) -> list[Segment]:
    """The phrases of a printed row: a new one starts where the gap is wider than ``gap`` times the font size."""
    out: list[list[Word]] = []
    for word in band.words:
        if out:
            before = out[-1][-1]
            limit = gap * max(before.size, word.size, 1.0)
            if word.x0 - before.x1 <= limit:
                out[-1].append(word)
                continue
        out.append([word])
    return [Segment(tuple(words)) for words in out]
