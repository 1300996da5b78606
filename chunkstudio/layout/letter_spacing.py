"""Letter-spaced words ("S U M M A R Y", or "SU MM ARY" where only some gaps were read as blanks) read as words, told by
the even gaps between their letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.fragments import Glyph

_SPACED = re.compile(r"\s*(?:[^\W\d_][.,:&'’]?\s+){4,}[^\W\d_][.,:!?]?\s*")
_PIECES = re.compile(r"\s*(?:[A-ZÀ-ÖØ-Þ]{1,4}[.,:&'’]?\s+){2,}[A-ZÀ-ÖØ-Þ]{1,4}[.,:!?]?\s*")
_LEAST_GAP = 0.05
"""Widths of a letter: with less between them letters are not set apart, whatever blanks were read."""
_SHORT = 3.2
_WORD_BREAK = 1.45
_LONGEST_WORD = 16
_EVEN = 0.6


def is_spaced(text: str) -> bool:
    """True if a line may be letter-spaced: five single letters or more with blanks between them, not the alphabet itself;
    or capitals in pieces that are shorter than words."""
    if len(text) < 9 or not text[:3].strip():
        return False
    if _SPACED.fullmatch(text) is None:
        return _PIECES.fullmatch(text) is not None and _mostly_short(text.split())
    letters = [ch for ch in text if ch.isalpha()]
    steps = [ord(b) - ord(a) for a, b in pairwise(letters)]
    same_case = all(ch.isupper() for ch in letters) or sum(ch.islower() for ch in letters) >= len(letters) - 3
    return same_case and sum(step == 1 for step in steps) < 0.5 * len(steps)


def _mostly_short(pieces: Sequence[str]) -> bool:
    return sum(map(len, pieces)) <= _SHORT * len(pieces)


def closed_up(glyphs: Sequence[Glyph]) -> list[Glyph] | None:
    """The glyphs of a letter-spaced line with blanks only between its words; None where its gaps are not those of one.

    Most gaps must be alike; a clearly wider one parts two words. Positions along the reading direction, in points.
    """
    ink = [glyph for glyph in glyphs if not glyph[0].isspace()]
    gaps = [b[1] - a[2] for a, b in pairwise(ink)]
    usual = median(gaps)
    even = [gap for gap in gaps if abs(gap - usual) <= 0.35 * usual]
    letter = median([end - start for _, start, end in ink])
    if usual <= _LEAST_GAP * letter or len(even) < _EVEN * len(gaps):
        return None
    out, run = [ink[0]], 1
    for glyph, gap in zip(ink[1:], gaps, strict=True):
        if gap > _WORD_BREAK * usual:
            out.append((" ", out[-1][2], glyph[1]))
            run = 0
        run += 1
        if run > _LONGEST_WORD:
            return None
        out.append(glyph)
    return out
