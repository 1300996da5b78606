"""The number printed in a heading: "Chapter IV" is 4, "3.2 Fees" is 2, "第三章" is 3, "Foreword" is 0.

Rules, first match counts: a word for a part of a text ("Chapter", "Kapitel", "глава", "الفصل" ...) with the number
before or after it; East Asian ordinals (第...章, 제...장); then a number that opens the heading. Of several in a row
("Part II, Item 7") and of several levels ("3.2") the last one counts, being the heading's own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

import regex

from chunkstudio.chunking.number_words import APPENDIX_WORDS, ORDINAL_WORDS, PART_WORDS, cjk_number, roman_number, word_key


class HeadingNumber(NamedTuple):
    """``number`` is 0 where a heading has none; ``label`` is its number as printed ("IV", "3.2", "B"), else ""."""

    number: int
    label: str


_NONE = HeadingNumber(0, "")
_LARGEST_BARE = 999  # "2023 Annual report" opens with a year, not with a number of its own
_LARGEST = 9999

_CJK_DIGITS = "〇零一二三四五六七八九十百千两兩廿卅壹贰叁肆伍陆柒捌玖拾"
_EAST_ASIAN = re.compile(
    rf"^(?:第|제)\s*(?P<n>[{_CJK_DIGITS}]+|\d+)\s*(?:章|节|節|条|條|款|项|項|篇|部分|部|编|編|卷|巻|回|课|課|讲|講|話|话|册|장|절|조|편|부|관|항|과|권)"
)
_CJK_LIST = re.compile(rf"^[(（]?(?P<n>[{_CJK_DIGITS}]+)(?:[、．.)）]|$)")
_DOTTED = re.compile(r"(?P<n>\d+(?:[.\-]\d+)*)(?P<letter>[A-Za-z])?(?![\w%])")
_LETTER_DOTTED = re.compile(r"(?P<letter>[A-Z])[.\-]?(?P<n>\d+(?:\.\d+)*)(?!\w)")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}\p{N}’'\-]*\.?")
_ROMAN = re.compile(r"(?P<n>[IVXLCDM]+|[ivxlcdm]+)(?:er|re|e)?(?!\w)")
_LETTER = re.compile(r"(?P<n>[A-Za-z])(?!\w)")
_SEPARATOR = re.compile(r"[\s,;:.\-–—()\[\]]*")
_LEADING_MARK = re.compile(r"^[\s§#(\[¶\"“«]*")
_ORDINAL_TAIL = re.compile(r"(?P<n>\d+)(?:st|nd|rd|th|er|re|e|ème|ª|º|a|o|ª|\.)?(?=[\s,:.\-–—]|$)", re.IGNORECASE)


def terminal_heading_number(title: str) -> int:
    """The number printed in a heading, 0 where there is none (then :func:`heading_label` may hold a letter)."""
    return heading_number(title).number


def heading_label(title: str) -> str:
    """The number or letter of a heading as it is printed: "3.2", "IV", "B"; empty where there is none."""
    return heading_number(title).label


@lru_cache(maxsize=4096)
def heading_number(title: str) -> HeadingNumber:
    """Number and label of a heading in any of the languages of :mod:`chunkstudio.chunking.number_words`."""
    text = _LEADING_MARK.sub("", unicodedata.normalize("NFKC", title)).strip()
    if not text:
        return _NONE
    if found := _EAST_ASIAN.match(text) or _CJK_LIST.match(text):
        return _of_digits(found["n"]) if found["n"].isdecimal() else HeadingNumber(cjk_number(found["n"]), found["n"])
    return _after_part_words(text) or _before_part_word(text) or _opening(text)


def _after_part_words(text: str) -> HeadingNumber | None:
    """ "Part II, Item 7": the number after the last of the part words in a row."""
    found: HeadingNumber | None = None
    place = 0
    while word := _WORD.match(text, place):
        key = word_key(word[0])
        if key not in PART_WORDS and key not in APPENDIX_WORDS:
            break
        start = _skip(text, word.end())
        number, end = _number_at(text, start, letters=True, appendix=key in APPENDIX_WORDS)
        if number is None:
            break
        found, place = number, _skip(text, end)
    return found


def _before_part_word(text: str) -> HeadingNumber | None:
    """ "3rd chapter", "3. Bölüm", "Third part", "Zweiter Teil"."""
    if found := _ORDINAL_TAIL.match(text):
        number, end = _of_digits(found["n"]), found.end()
    else:
        word = _WORD.match(text)
        value = ORDINAL_WORDS.get(word_key(word[0]), 0) if word else 0
        if word is None or not value:
            return None
        number, end = HeadingNumber(value, word[0]), word.end()
    after = _WORD.match(text, _skip(text, end))
    return number if after and word_key(after[0]) in PART_WORDS and number.number <= _LARGEST else None


def _opening(text: str) -> HeadingNumber:
    """A number, Roman number or letter that opens a heading without any word before it."""
    if (found := _DOTTED.match(text)) and not _is_quantity(text, found):
        closes = not found["letter"] or re.match(r"[.:)]|\s*$", text[found.end() :])
        return _of_digits(found["n"], found["letter"] or "") if closes else _NONE
    if found := _LETTER_DOTTED.match(text):
        return HeadingNumber(_last(found["n"]), found[0])
    closed = re.match(r"(?P<n>[^\W\d_]+)\s*(?:[.:)\]]|[–—-]\s|$)", text)
    if closed is None:
        return _NONE
    sign = closed["n"]
    if len(sign) == 1 and sign.upper() not in "IVX":
        return HeadingNumber(0, sign) if re.match(r"[A-Za-z]", sign) and len(text) > 1 else _NONE
    value = 0 if set(sign.upper()) & set("CDM") else roman_number(sign)  # "MIX. Notes" is a word
    return HeadingNumber(value, sign) if value and (len(sign) > 1 or len(text) > 1) else _NONE


def _is_quantity(text: str, found: re.Match[str]) -> bool:
    """ "2023 results", "3,000 tonnes" and "50% off" open with a year or an amount."""
    bare = "." not in found["n"] and "-" not in found["n"]
    after = text[found.end() : found.end() + 2]
    amount = bool(re.match(r",\d", after))
    return amount or (bare and int(found["n"]) > _LARGEST_BARE) or (not bare and _last(found["n"]) > _LARGEST)


def _number_at(text: str, start: int, *, letters: bool, appendix: bool) -> tuple[HeadingNumber | None, int]:
    """The number, Roman number, number word or letter at a place after a part word, and where it ends."""
    if found := _LETTER_DOTTED.match(text, start) or _DOTTED.match(text, start):
        number = HeadingNumber(_last(found["n"]), found[0].rstrip("."))
        return (number if number.number <= _LARGEST else None), found.end()
    if found := _ROMAN.match(text, start):
        value = roman_number(found["n"])
        single = len(found["n"]) == 1 and found["n"].upper() not in "IVX"
        if value and not single:
            return HeadingNumber(value, found["n"]), found.end()
    if word := _WORD.match(text, start):
        value, end = _words_at(text, start)
        if value:
            return HeadingNumber(value, text[start:end].strip()), end
        if letters and (letter := _LETTER.match(text, start)) and (appendix or letter["n"].isupper()):
            return HeadingNumber(0, letter["n"]), letter.end()
        return None, word.end()
    return None, start


def _words_at(text: str, start: int) -> tuple[int, int]:
    """A number written in one or two words ("twenty-one", "Twenty First", "третья"); 0 if it is none."""
    word = _WORD.match(text, start)
    if word is None:
        return 0, start
    key = word_key(word[0])
    if value := ORDINAL_WORDS.get(key, 0):
        second = _WORD.match(text, _skip(text, word.end())) if value in range(20, 100, 10) else None
        unit = ORDINAL_WORDS.get(word_key(second[0]), 0) if second else 0
        return (value + unit, second.end()) if second and 0 < unit < 10 else (value, word.end())
    tens, _, unit_word = key.partition("-")
    high, low = ORDINAL_WORDS.get(tens, 0), ORDINAL_WORDS.get(unit_word, 0)
    if high in range(20, 100, 10) and 0 < low < 10:
        return high + low, word.end()
    article = key in {"the", "la", "le", "el"}
    return _words_at(text, _skip(text, word.end())) if article else (0, start)


def _of_digits(digits: str, letter: str = "") -> HeadingNumber:
    return HeadingNumber(_last(digits), digits + letter)


def _last(digits: str) -> int:
    """The last level of a dotted number; a closing zero as in "3.0" is no level."""
    levels = [int(part) for part in re.split(r"[.\-]", digits) if part]
    while len(levels) > 1 and levels[-1] == 0:
        levels.pop()
    return levels[-1] if levels else 0


def _skip(text: str, place: int) -> int:
    found = _SEPARATOR.match(text, place)
    return found.end() if found else place
