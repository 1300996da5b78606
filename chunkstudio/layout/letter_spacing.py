"""Letter-spaced words ("S U M M A R Y") read as words, told by the even gaps between single letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from chunkstudio.layout.fragments import Glyph

_SPACED = re.compile(r"\s*(?:[^\W\d_][.,:&'’]?\s+){4,}[^\W\d_][.,:!?]?\s*")
_WORD_BREAK = 1.45
_LONGEST_WORD = 16
_EVEN = 0.6


def is_spaced(text: str) -> bool:
    """True if a line may be letter-spaced: five single letters or more with blanks between them, not the alphabet itself."""
    if len(text) < 9 or not text[:3].strip() or _SPACED.fullmatch(text) is None:
        return False
    letters = [ch for ch in text if ch.isalpha()]
    steps = [ord(b) - ord(a) for a, b in pairwise(letters)]
    same_case = all(ch.isupper() for ch in letters) or sum(ch.islower() for ch in letters) >= len(letters) - 3
    return same_case and sum(step == 1 for step in steps) < 0.5 * len(steps)


def closed_up(glyphs: Sequence[Glyph]) -> list[Glyph] | None:
    """The glyphs of a letter-spaced line with blanks only between its words; None where its gaps are not those of one.

    Most gaps must be alike; a clearly wider one parts two words. Positions along the reading direction, in points.
    """
    ink = [glyph for glyph in glyphs if not glyph[0].isspace()]
    gaps = [b[1] - a[2] for a, b in pairwise(ink)]
    usual = median(gaps)
    even = [gap for gap in gaps if abs(gap - usual) <= 0.35 * usual]
    if usual <= 0 or len(even) < _EVEN * len(gaps):
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
