"""Marks of notes: raised numbers and letters, stars or daggers behind a word send the reader to the note that opens with
them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.fragments import Fragment

_RAISED_TEXT = re.compile(
    r"[\s(\[]*(?:\d{1,3}|[a-z]|[*†‡§¶#]{1,3})(?:[\s,;()\[\]–-]+(?:\d{1,3}|[a-z]|[*†‡§¶#]{1,3}))*[\s)\],;.]*"
)
_MARK = re.compile(r"\d{1,3}|[a-z]|[*†‡§¶#]{1,3}")
_SIGNS = re.compile(r"(?<=[^\W_])[.,;:)\]”\"]?(?P<sign>[*†‡§¶]{1,3})(?![^\W_])|(?<=\S)(?P<digits>[¹²³⁴-⁹]{1,2})")
_SIGNS_IN = frozenset("*†‡§¶¹²³⁴⁵⁶⁷⁸⁹")
PLAIN_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
"""Raised figures as plain ones."""
_OPENS = re.compile(
    r"\s*(?:[(\[]?(\d{1,3}|[a-z])[)\]]|([*†‡§¶#]{1,3})(?=\s*[^\W_])"
    r"|(\d{1,3})(?:\.\s+|\s*)(?=[^\W\d_]|[\"“„‘'«(\[「『])|([a-z])(?:\.\s+|\s+)(?=[A-Z]))\s*\S"
)
_WORD = re.compile(r"[^\W\d_]{4}|[\u3040-\u9fff\uac00-\ud7af]{2}")
_SMALLER = 0.85
_SHIFT = 0.05


def raised_marks(row: Sequence[Fragment], lead: Fragment, text: str) -> tuple[str, ...]:
    """The marks ("1", "a", "*") behind the words of a printed line, without their brackets.

    ``row`` holds the line's fragments from left to right, ``lead`` is the one of most characters, ``text`` the finished line.
    What stands before all words is no reference but a note's own number, and left out.
    """
    found: list[str] = []
    if len(row) > 1 or len(row[0].runs) > 1:
        for place, fragment in enumerate(row):
            if place and fragment.size <= _SMALLER * lead.size and lead.base - fragment.base > _SHIFT * lead.size:
                found += _marks(fragment.text)
            elif len(fragment.runs) > 1:
                found += _raised_runs(fragment)
    if not _SIGNS_IN.isdisjoint(text):
        for sign in _SIGNS.finditer(text):
            found.append(sign["sign"] or sign["digits"].translate(PLAIN_DIGITS))
    return tuple(dict.fromkeys(found))


def opening_mark(text: str) -> str | None:
    """The mark with which a text opens that may be a note ("1", "a", "*", without brackets), or None.

    A note holds a word: "3 sin 3x" is part of a formula.
    """
    found = _OPENS.match(text)
    return found[found.lastindex or 0] if found is not None and _WORD.search(text) else None


def _raised_runs(fragment: Fragment) -> list[str]:
    ends = [start for start, _ in fragment.runs[1:]] + [len(fragment.glyphs)]
    found: list[str] = []
    for (start, style), end in zip(fragment.runs, ends, strict=True):
        if start and style.superscript and end - start <= 12:
            found += _marks("".join([glyph[0] for glyph in fragment.glyphs[start:end]]))
    return found


def _marks(text: str) -> list[str]:
    return _MARK.findall(text) if _RAISED_TEXT.fullmatch(text) else []
