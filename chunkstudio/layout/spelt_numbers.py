"""Numbers that headings spell out: one to twelve, and first to tenth in English, German, French, Spanish and Italian."""

from __future__ import annotations

import re

_WORDS: tuple[tuple[int, str], ...] = (
    (0, r"preliminar|préliminaire|preliminare"),
    (1, r"one|first|erste[rsn]?|premi(?:er|[èe]re)|primer[oa]?|prim[oa]|únic[oa]|unique|unic[oa]"),
    (2, r"two|second|zweite[rsn]?|deuxi[èe]me|seconde|segund[oa]|second[oa]"),
    (3, r"three|third|dritte[rsn]?|troisi[èe]me|tercer[oa]?|terz[oa]"),
    (4, r"four|fourth|vierte[rsn]?|quatri[èe]me|cuart[oa]|quart[oa]"),
    (5, r"five|fifth|fünfte[rsn]?|cinqui[èe]me|quint[oa]"),
    (6, r"six|sixth|sechste[rsn]?|sixi[èe]me|sext[oa]|sest[oa]"),
    (7, r"seven|seventh|sieb(?:en)?te[rsn]?|septi[èe]me|s[ée]ptim[oa]|settim[oa]"),
    (8, r"eight|eighth|achte[rsn]?|huiti[èe]me|octav[oa]|ottav[oa]"),
    (9, r"nine|ninth|neunte[rsn]?|neuvi[èe]me|noven[oa]|non[oa]"),
    (10, r"ten|tenth|zehnte[rsn]?|dixi[èe]me|d[ée]cim[oa]"),
    (11, r"eleven|eleventh|elfte[rsn]?|onzi[èe]me"),
    (12, r"twelve|twelfth|zwölfte[rsn]?|douzi[èe]me"),
)
SPELT = "(?:" + "|".join(words for _, words in _WORDS) + ")"
"""A pattern without groups of its own; match it without regard to case."""
_VALUES = [(value, re.compile(words, re.IGNORECASE)) for value, words in _WORDS]


def spelt_value(word: str) -> int | None:
    """The number that a word spells, or None."""
    return next((value for value, pattern in _VALUES if pattern.fullmatch(word)), None)
