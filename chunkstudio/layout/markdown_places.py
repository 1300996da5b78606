"""Text with its places in a source: what a reader sees of Markdown, and where each character of it is written.

A place is an offset into the source. Places are kept as runs: within one, text and source go on character by character.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from chunkstudio.layout.text_rows import TextRows

Runs = tuple[tuple[int, int], ...]
"""(offset in the text, offset in the source) at which each run begins; both rise, the second at least not falling."""


@dataclass(slots=True)
class PlacedText:
    """A text in the making, with the place of each piece."""

    pieces: list[str] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0

    def add(self, text: str, place: int) -> None:
        """Put ``text`` at the end; ``place`` is where its first character stands, at or after all before."""
        if text:
            last = self.runs[-1][1] if self.runs else 0
            self.runs.append((self.length, max(place, last)))
            self.pieces.append(text)
            self.length += len(text)

    def add_placed(self, other: PlacedText, between: str = "") -> None:
        """Put another text at the end, with ``between`` before it where there is something on both sides."""
        if not other.length:
            return
        if self.length:
            self.add(between, other.runs[0][1])
        for offset, place in other.runs:
            self.runs.append((self.length + offset, max(place, self.runs[-1][1] if self.runs else 0)))
        self.pieces += other.pieces
        self.length += other.length

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self.pieces)

    def stripped(self) -> tuple[str, Runs]:
        """The text without white space at its ends, and its runs."""
        text = self.text
        clean = text.strip()
        cut = len(text) - len(text.lstrip())
        return clean, moved_runs(self.runs, cut, len(clean))


def moved_runs(runs: Sequence[tuple[int, int]], cut: int, length: int) -> Runs:
    """The runs of the ``length`` characters after the first ``cut`` ones."""
    out: list[tuple[int, int]] = []
    for offset, place in runs:
        if offset >= cut + length:
            break
        moved = (max(offset - cut, 0), place + max(cut - offset, 0))
        if out and out[-1][0] == moved[0]:
            out[-1] = moved
        else:
            out.append(moved)
    return tuple(out)


def place_of(runs: Runs, offset: int, end: int) -> int:
    """Where character ``offset`` of a text stands in the source; the text's own Markdown ends at ``end``."""
    at = bisect_right(runs, offset, key=lambda run: run[0]) - 1
    if at < 0:
        return runs[0][1] if runs else end
    limit = runs[at + 1][1] if at + 1 < len(runs) else end - 1
    return min(runs[at][1] + offset - runs[at][0], max(limit, runs[at][1]))


def offset_at(runs: Runs, place: int, length: int, end: int) -> int:
    """How many characters of a text stand before ``place``: the first that stands there or behind it."""
    low, high = 0, length
    while low < high:
        middle = (low + high) // 2
        if place_of(runs, middle, end) < place:
            low = middle + 1
        else:
            high = middle
    return low


class SourceLines:
    """The lines of a source, where each begins, and the rows that they take on the page."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.lines = source.split("\n")
        self.rows = TextRows(self.lines)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def filled(self, first: int, end: int) -> tuple[int, int]:
        """Lines [first, end) without blank ones at both ends."""
        while first < end and not self.lines[first].strip():
            first += 1
        while end > first and not self.lines[end - 1].strip():
            end -= 1
        return first, end

    def extent(self, first: int, end: int, *, indented: bool = False) -> tuple[int, int]:
        """Where lines [first, end) stand, from their first sign (with ``indented`` from the line's start) to their last."""
        lead = self.lines[first]
        start = self.starts[first] + (0 if indented else len(lead) - len(lead.lstrip()))
        return start, self.starts[end - 1] + len(self.lines[end - 1].rstrip())

    def places(self, content: str, first: int) -> LinePlaces:
        """Where the lines of ``content``, which a parser took out of the source from line ``first`` on, are written."""
        rows, at = [], 0
        for k, line in enumerate(content.split("\n")):
            number = min(first + k, len(self.lines) - 1)
            clean = line.strip()
            found = self.lines[number].rfind(clean)
            rows.append((at, self.starts[number] + max(found, 0) - (len(line) - len(line.lstrip()))))
            at += len(line) + 1
        return LinePlaces(rows)


class LinePlaces:
    """Places of a content that a parser took out of a source line by line."""

    def __init__(self, rows: Iterable[tuple[int, int]]) -> None:
        self._rows = list(rows)

    def place(self, offset: int) -> int:
        """Where character ``offset`` of the content stands."""
        at = bisect_right(self._rows, offset, key=lambda row: row[0]) - 1
        start, place = self._rows[at]
        return max(place + offset - start, 0)

    def add(self, target: PlacedText, text: str, offset: int) -> None:
        """Put ``text``, which stands in the content from ``offset`` on, at the end of a placed text."""
        while text:
            at = bisect_right(self._rows, offset, key=lambda row: row[0]) - 1
            limit = self._rows[at + 1][0] - offset if at + 1 < len(self._rows) else len(text)
            target.add(text[:limit], self.place(offset))
            text, offset = text[limit:], offset + limit
