"""Fonts whose characters cannot be trusted: without a Unicode map, extraction gives glyph numbers that look like letters.

PyMuPDF says of each character whether its code was only a glyph number; for fonts that lie about their map, statistics
decide. Both are judged by font over a page, since one line is too short.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from chunkstudio.layout.fragments import CHAR_NO_UNICODE, Fragment
from chunkstudio.layout.symbol_fonts import is_symbol_font

_SMALLEST_SAMPLE = 40
_STRANGE_SHARE = 0.25
_WORD = re.compile(r"[^\s]+")
_VOWELS = frozenset("aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿąęıőű")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Za-z][\d\\^_@#$%&*+=<>~|{}\[\]\x00-\x1f\x7f-\x9f][A-Za-z]|[\x00-\x08\x0e-\x1f]")
_LETTER_RUN = re.compile(r"[A-Za-z]{4,}")
_GLYPH_ORDER_SHIFT = 29  # glyph numbers of the usual TrueType order lie this far below the characters' codes


def unreadable_fonts(fragments: Sequence[Fragment]) -> frozenset[str]:
    """Names of the page's fonts whose text is not what is printed."""
    texts: dict[str, list[str]] = defaultdict(list)
    unmapped: dict[str, int] = defaultdict(int)
    for fragment in fragments:
        font = fragment.style.font
        texts[font].append(fragment.text)
        unmapped[font] += sum(n for style, n in fragment.styles() if style.paint & CHAR_NO_UNICODE)
    suspects = {font: " ".join(parts) for font, parts in texts.items() if not is_symbol_font(font)}
    return frozenset(font for font, text in suspects.items() if _is_unreadable(text, unmapped[font]))


def _is_unreadable(text: str, unmapped: int) -> bool:
    ink = sum(1 for c in text if not c.isspace())
    if ink == 0:
        return False
    if unmapped > 0.5 * ink:
        return not (len(text) >= _SMALLEST_SAMPLE and _reads_like_words(text))
    strange = sum(map(_is_strange, text))
    if ink >= 8 and strange > _STRANGE_SHARE * ink:
        return True
    return ink >= 4 * _SMALLEST_SAMPLE and _looks_shifted(text)


def _is_strange(char: str) -> bool:
    """Signs that no text has: unknown ones, control characters, private ones but for those of symbol and formula fonts."""
    if char <= " ":
        return char < " " and not char.isspace()
    if char == "\ufffd":
        return True
    return "\ue000" <= char <= "\uf8ff" and not ("\uf020" <= char <= "\uf0ff" or "\uf8e6" <= char <= "\uf8fe")


def _reads_like_words(text: str) -> bool:
    """Whether Latin text has about the vowels and the plain words that every language written so has."""
    letters = [c for c in text.lower() if c.isalpha() and c < "\u0250"]
    if len(letters) < max(_SMALLEST_SAMPLE // 2, 0.6 * sum(1 for c in text if not c.isspace())):
        return False
    vowels = sum(c in _VOWELS for c in letters) / len(letters)
    return 0.22 <= vowels <= 0.62 and _mixed_share(text) < 0.2


def _looks_shifted(text: str) -> bool:
    """Nearly all ASCII, and either words once the usual glyph order is undone, or long runs of letters without a vowel."""
    if sum(c < "\x80" for c in text) < 0.9 * len(text) or _reads_like_words(text):
        return False
    capitals = sum("D" <= c <= "]" for c in text)
    if capitals > 0.5 * sum(1 for c in text if not c.isspace()):
        return _reads_like_words("".join(c if c == " " else chr(ord(c) + _GLYPH_ORDER_SHIFT) for c in text))
    runs = _LETTER_RUN.findall(text)
    if sum(map(len, runs)) < 0.4 * sum(1 for c in text if not c.isspace()):
        return False
    bare = sum(1 for run in runs if not _VOWELS.intersection(run.lower()))
    return bare * 2 > len(runs) and _mixed_share(text) > 0.15


def _mixed_share(text: str) -> float:
    words = [w for w in _WORD.findall(text) if any(c.isalpha() for c in w)]
    return sum(bool(_MIXED.search(w)) for w in words) / len(words) if words else 0.0
