"""Page numbers as they are printed: arabic or roman, alone or in a running head, rising with the pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache

_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?<![A-Za-z])(m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3}))(?![A-Za-z])", re.IGNORECASE)
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_PAGE_OF = re.compile(
    r"^\W*(?:page|p\.?|seite|s\.|pagina|página|pág\.?|strana|sida|side|stránka|第)?\s*[#ivxlc]+\W*(?:(?:of|von|de|di|/|из)\s*#\W*)?(?:页|頁)?$"
)
_SENTENCE = re.compile(r"[.!?。！？]$")
_LEAST_WORDS = 4
_AT_END = re.compile(r"^[\s\-–—|\])]*$")
_LED_BY = re.compile(r"(?:page|p\.|seite|s\.|pagina|página|strana|sida|side|第)\s*$", re.IGNORECASE)


def roman_value(text: str) -> int | None:
    """The value of a well-formed roman number in one case (i to mmmcmxcix), else None."""
    if not text.isascii() or not (text.islower() or text.isupper()) or not _ROMAN.fullmatch(text):
        return None
    digits = [_VALUES[ch] for ch in text.lower()]
    return sum(-d if i + 1 < len(digits) and digits[i + 1] > d else d for i, d in enumerate(digits))


@lru_cache(2048)  # each text near an edge is asked three or four times, and a running head on every page
def digits_masked(text: str) -> str:
    """Text as it is compared over pages: casefolded, white space folded, digit runs and lone roman numbers as ``#``."""
    folded = " ".join(_DIGITS.sub("#", text.casefold()).split())
    words = folded.split(" ")
    for place in {0, len(words) - 1}:
        core = words[place].strip(".,-–—|[]()")
        if roman_value(core) is not None and len(words) <= 3:
            words[place] = words[place].replace(core, "#")
    return " ".join(words)


def is_sentence(text: str) -> bool:
    """True for text of some words that ends like a sentence, which running heads and feet seldom do."""
    return bool(_SENTENCE.search(text)) and len(text.split()) >= _LEAST_WORDS and not is_page_number(text)


def is_page_number(text: str) -> bool:
    """True for text that is nothing but a page number: ``12``, ``- iv -``, ``Page 3 of 9``, ``Seite 4``."""
    return bool(_PAGE_OF.match(digits_masked(text)))


def _numbers(text: str) -> list[tuple[int, str, bool]]:
    """Value, print and whether roman, of each number that could be the page's."""
    found = [
        (int(m.group()), m.group(), False)
        for m in _DIGITS.finditer(text)
        if len(m.group()) <= 4
        and (not text[: m.start()].strip(" -–—|[(") or _AT_END.match(text[m.end() :]) or _LED_BY.search(text[: m.start()]))
    ]
    words = text.split()
    for word in {words[0], words[-1]} if words else ():
        core = word.strip(".,-–—|[]()")
        value = roman_value(core)
        if value is not None and (len(words) <= 2 or len(core) > 1):
            found.append((value, core, True))
    return found


def page_counters(spots: Sequence[tuple[int, str, Hashable]]) -> dict[int, str]:
    """Which of the texts near page edges hold the page's number.

    ``spots`` are (page index, text, place on the page). A number is the page's if, at like places, number minus page
    index is the same on three pages or more; where the text is nothing but a page number, on two, or on four wherever
    they stand. Gives spot -> number.
    """
    groups: dict[tuple[int, bool], list[tuple[int, str]]] = defaultdict(list)
    for place, (page, text, _) in enumerate(spots):
        for value, printed, roman in _numbers(text):
            groups[(value - page, roman)].append((place, printed))
    out: dict[int, str] = {}
    for members in sorted(groups.values(), key=lambda found: -len({spots[p][0] for p, _ in found})):
        pages = len({spots[p][0] for p, _ in members if is_page_number(spots[p][1])})
        by_place: dict[Hashable, set[int]] = defaultdict(set)
        for p, _ in members:
            by_place[spots[p][2]].add(spots[p][0])
        for p, printed in members:
            count = len(by_place[spots[p][2]])
            alone = is_page_number(spots[p][1])
            if count >= 3 or (alone and (count >= 2 or pages >= 4)):
                out.setdefault(p, printed)
    return out
