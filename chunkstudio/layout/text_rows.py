"""Lines of a text on its page: a line that is too long for one row takes as many as it needs, cut at blanks."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from chunkstudio.layout.model import Rect

LINE_HEIGHT = 12.0
"""Points that one row of text counts as."""
PAGE_WIDTH = 612.0
COLUMNS = 104
"""Signs of usual width that a row holds."""
_WIDE = ("W", "F")


class TextRows:
    """Where the lines of a text stand on its page."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._first = [0]
        for line in lines:
            count = 1 if 2 * len(line) <= COLUMNS and "\t" not in line else len(rows_of(line))
            self._first.append(self._first[-1] + count)

    @property
    def height(self) -> float:
        """Height of the page in points."""
        return self._first[-1] * LINE_HEIGHT

    def rect(self, first: int, end: int) -> Rect:
        """The rectangle of lines [first, end), as wide as the page."""
        return (0.0, self._first[first] * LINE_HEIGHT, PAGE_WIDTH, self._first[end] * LINE_HEIGHT)

    def rows(self) -> list[str]:
        """All rows from the top of the page down."""
        return [row for line in self._lines for row in rows_of(line)]


def rows_of(line: str) -> list[str]:
    """The rows that one line takes, at least one; each is cut behind its last blank if there is one in its second half."""
    text = line.expandtabs(4).rstrip()
    out: list[str] = []
    at = 0
    while (end := at + _reach(text[at : at + COLUMNS])) < len(text):
        blank = text.rfind(" ", (at + end) // 2, end)
        cut = blank + 1 if blank >= 0 else end
        out.append(text[at:cut])
        at = cut
    return [*out, text[at:]]


def _reach(head: str) -> int:
    """How many signs of the beginning of a text fit into one row."""
    if head.isascii():
        return len(head)
    width = 0
    for k, sign in enumerate(head):
        width += 2 if unicodedata.east_asian_width(sign) in _WIDE else 1
        if width > COLUMNS:
            return k
    return len(head)
