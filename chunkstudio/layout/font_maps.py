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
_GLYPH_ORDER_SHIFT = 29  # glyph numbers of the usual TrueType order lie this far below the characters' codes
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_STRANGE = re.compile("[\x00-\x08\x0e-\x1f\ufffd\ue000-\uf01f\uf100-\uf8e5\uf8ff]")
"""Signs that no text has: unknown ones, control characters, private ones but for those of symbol and formula fonts."""
_LETTER = re.compile("[A-Za-zÀ-ÖØ-öø-ɏ]")
_VOWEL = re.compile("[aeiouyàáâãäåæèéêëìíîïòóôõöøœùúûüýÿąęıőű]", re.IGNORECASE)
_CAPITAL = re.compile(r"[D-\]]")
_MIXED = re.compile(r"[a-z][A-Z]|[A-Za-z][\d\\^_@#$%&*+=<>~|{}\[\]\x00-\x1f\x7f-\x9f][A-Za-z]|[\x00-\x08\x0e-\x1f]")
_LETTER_RUN = re.compile(r"[A-Za-z]{4,}")


FontKey = tuple[str, bool]
"""A font's name, and whether its characters are mere glyph numbers: subsets of one name may differ in that."""


def font_key(fragment: Fragment) -> FontKey:
    """What a fragment's text is judged by."""
    return fragment.style.font, _unmapped(fragment) * 2 > len(fragment.text)


def unreadable_fonts(fragments: Sequence[Fragment]) -> frozenset[FontKey]:
    """Keys of the page's fonts whose text is not what is printed.

    Few glyph numbers (bullets, a sign of a formula) are judged together with the font's other text.
    """
    texts: dict[FontKey, list[str]] = defaultdict(list)
    unmapped: dict[FontKey, int] = defaultdict(int)
    for fragment in fragments:
        count = _unmapped(fragment)
        key = (fragment.style.font, count * 2 > len(fragment.text))
        texts[key].append(fragment.text)
        unmapped[key] += count
    out: set[FontKey] = set()
    for font in {font for font, _ in texts if not is_symbol_font(font)}:
        keys = [key for key in ((font, False), (font, True)) if key in texts]
        apart = sum(len("".join(text.split())) for text in texts.get((font, True), ())) >= _SMALLEST_SAMPLE
        for judged in [[key] for key in keys] if apart else [keys]:
            text = " ".join(text for key in judged for text in texts[key])
            if _is_unreadable(text, sum(unmapped[key] for key in judged)):
                out.update(judged)
    return frozenset(out)


def _unmapped(fragment: Fragment) -> int:
    if len(fragment.runs) == 1:
        return len(fragment.glyphs) if fragment.style.paint & CHAR_NO_UNICODE else 0
    if not any(style.paint & CHAR_NO_UNICODE for _, style in fragment.runs):
        return 0
    return sum(n for style, n in fragment.styles() if style.paint & CHAR_NO_UNICODE)


def _is_unreadable(text: str, unmapped: int) -> bool:
    ink = len("".join(text.split()))
    if ink == 0:
        return False
    if unmapped > 0.5 * ink:
        return not (len(text) >= _SMALLEST_SAMPLE and _reads_like_words(text, ink))
    if ink >= 8 and len(_STRANGE.findall(text)) > _STRANGE_SHARE * ink:
        return True
    return ink >= 4 * _SMALLEST_SAMPLE and _looks_shifted(text, ink)


def _reads_like_words(text: str, ink: int) -> bool:
    """Whether Latin text has about the vowels and the plain words that every language written so has."""
    letters = len(_LETTER.findall(text))
    if letters < max(_SMALLEST_SAMPLE // 2, 0.6 * ink):
        return False
    return 0.22 <= len(_VOWEL.findall(text)) / letters <= 0.62 and _mixed_share(text) < 0.2


def _looks_shifted(text: str, ink: int) -> bool:
    """Nearly all ASCII, and either words once the usual glyph order is undone, or long runs of letters without a vowel."""
    if sum(map(text.count, "aeiou")) > 0.22 * ink:  # says no for most text, in little time
        return False
    if len(_VOWEL.findall(text)) > 0.22 * ink or len(text.encode("ascii", "ignore")) < 0.9 * len(text):
        return False
    controls = len(_CONTROL.findall(text))  # the blank has glyph number 3
    if controls > 0.03 * len(text) and len(_CAPITAL.findall(text)) > 0.5 * ink:
        shifted = "".join(c if c == " " else chr(ord(c) + _GLYPH_ORDER_SHIFT) for c in text)
        return _reads_like_words(shifted, ink)
    runs = _LETTER_RUN.findall(text)
    if sum(map(len, runs)) < 0.4 * ink:
        return False
    bare = sum(1 for run in runs if not _VOWEL.search(run))
    return bare * 2 > len(runs) and _mixed_share(text) > 0.15


def _mixed_share(text: str) -> float:
    """Share of the words with letters in which capitals, digits or signs stand between letters."""
    words = [word for word in text.split() if _LETTER.search(word)]
    return sum(bool(_MIXED.search(word)) for word in words) / len(words) if words else 0.0
