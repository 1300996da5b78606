"""Numbers that headings carry: which scheme, how deep, which value. Covers decimal and lettered schemes, and the words
for part, chapter, article, section, item, note and annex in English, German, French, Spanish and CJK.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from chunkstudio.layout.page_numbers import roman_value
from chunkstudio.layout.spelt_numbers import SPELT, spelt_value

Scheme = Literal[
    "decimal",
    "annexed",
    "letter",
    "roman",
    "paren",
    "book",
    "part",
    "title",
    "chapter",
    "section",
    "subsection",
    "article",
    "paragraph",
    "item",
    "note",
    "annex",
]

WORD_RANK: dict[str, int] = {
    "book": 0,
    "part": 0,
    "title": 1,
    "chapter": 2,
    "annex": 2,
    "section": 3,
    "item": 3,
    "subsection": 4,
    "article": 5,
    "paragraph": 5,
    "note": 6,
}
"""Which of the named schemes contains which: a smaller rank holds a larger one."""

_WORDS: tuple[tuple[Scheme, str], ...] = (
    ("book", r"book|buch|livre|libro|boek|книга"),
    ("part", r"part|teil|partie|parte|deel|часть|część|phần|بخش|חלק"),
    ("title", r"titel|titre|título|titulo"),
    ("chapter", r"chapter|kapitel|chapitre|cap[íi]tulo|capitolo|hoofdstuk|глава|rozdział|kapitola|chương|(?:ال)?فصل|פרק"),
    ("section", r"section|abschnitt|secci[óo]n|sezione|раздел"),
    ("subsection", r"subsection|unterabschnitt|sous[-\u2010\u2011 ]section|subsecci[óo]n|sottosezione|подраздел"),
    ("article", r"article|art\.|artikel|art[íi]culo|articolo|статья"),
    ("item", r"item|punkt"),
    ("note", r"note|anmerkung|nota"),
    ("annex", r"annex|annexe|anhang|anlage|anexo|appendix|appendice|ap[ée]ndice|allegato|schedule|приложение|پیوست|ملحق|נספח"),
)
_VALUE = (
    rf"(?P<value>[LRDA]\.? ?\d{{1,4}}(?:-\d{{1,3}})+|\d{{1,4}}(?:\.\d{{1,3}})*|{SPELT}|[IVXLCDM]{{1,7}}|[A-Z](?:\.\d{{1,3}})*)"
)
_TAIL = r"(?P<tail>(?: ?bis| ?ter|er|re|ère|\.?[ºª°]|[a-z])?)"
_WORDED = [
    (
        scheme,
        re.compile(
            rf"^\s*(?:{words})\s+{_VALUE}{_TAIL}(?=[\s.:)\-–—,]|$)[.:)]?\s*(?:[-–—:]\s*)?(?P<rest>.*)$",
            re.IGNORECASE | re.DOTALL,
        ),
    )
    for scheme, words in _WORDS
]
_POINTED = r"teil|buch|titel|kapitel|abschnitt|unterabschnitt|artikel|punkt|anmerkung|anhang|anlage"
"""Words that digits with a point may count ("3. Kapitel"); in other languages "3. Section headings" is section 3."""
_ORDINAL = re.compile(
    rf"^\s*(?:(?P<pointed>\d{{1,3}})\.\s+(?P<word>{_POINTED})|(?P<value>{SPELT})\s+"
    rf"(?P<named>{'|'.join(words for _, words in _WORDS)}))\b\s*[-–—:.]?\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
_CJK = re.compile(
    r"^\s*第\s*(?P<value>[0-9０-９一二三四五六七八九十百〇零]+)\s*(?P<word>[部编編篇章节節条條款项項])\s*(?P<rest>.*)$",
    re.DOTALL,
)
_KOREAN = re.compile(r"^\s*제\s*(?P<value>\d{1,4})\s*(?P<word>[편장절관조])\s*(?P<rest>.*)$", re.DOTALL)
_CJK_ANNEX = re.compile(
    r"^\s*(?:附件|附录|附錄|付録|別表|別紙|別添)\s*第?(?P<value>[0-9０-９一二三四五六七八九十]{1,3})\s*[:：、．.]?\s*(?P<rest>.*)$",
    re.DOTALL,
)
_CJK_PAREN = re.compile(r"^\s*[(（](?P<value>[一二三四五六七八九十]{1,3})[)）]\s*(?P<rest>\S.*)$", re.DOTALL)
_CJK_LIST = re.compile(r"^\s*(?P<value>[一二三四五六七八九十]{1,3})\s*[、．.]\s*(?P<rest>.+)$", re.DOTALL)
_CJK_WORDS: dict[str, Scheme] = {
    "部": "part", "编": "part", "編": "part", "篇": "part", "편": "part", "章": "chapter", "장": "chapter",
    "节": "section", "節": "section", "절": "section", "관": "subsection", "条": "article", "條": "article", "조": "article",
    "款": "paragraph", "项": "item", "項": "item",
}  # fmt: skip
_SIGN = re.compile(r"^\s*§{1,2}\s*(?P<value>\d{1,4}(?:\.\d{1,3})*)(?P<tail>[a-z]?)[.:)]?\s*(?P<rest>.*)$", re.DOTALL)
_DECIMAL = re.compile(
    r"^\s*(?P<value>\d{1,3}(?:\.\d{1,3}){0,5})(?P<dot>[.)]?)(?:\s+[-–—]?\s*|(?<=\.)(?=[A-Z]))(?P<rest>\S.*)$", re.DOTALL
)
_HYPHENED = re.compile(r"^\s*(?P<value>[٠-٩۰-۹]{1,3}(?: ?[-–] ?[٠-٩۰-۹]{1,3}){1,5})[.:]?\s+(?P<rest>\S.*)$", re.DOTALL)
"""Arabic and Persian numbers of sections, whose parts are set apart by hyphens."""
_ANNEXED = re.compile(r"^\s*(?P<value>(?:[A-Z]|[IVXLC]{2,7})(?:\.\d{1,3}){1,4})\.?\s+(?P<rest>\S.*)$", re.DOTALL)
"""Divisions of an annex ("A.1"), and of what a Roman number counts ("II.1")."""
_LETTERED = re.compile(r"^\s*(?P<value>[A-Z]\d{1,2})[.)]\s+(?P<rest>\S.*)$", re.DOTALL)
_LETTER = re.compile(r"^\s*(?P<value>[A-Z])[.)]\s+(?P<rest>\S.*)$", re.DOTALL)
_ROMAN = re.compile(r"^\s*(?P<value>[IVXLC]{1,7})[.)]\s*(?P<rest>\S.*)$", re.DOTALL)
_PAREN = re.compile(
    r"^\s*(?:\((?P<value>[a-z]|[ivx]{1,5}|\d{1,2})\)|(?P<low>[a-z])[.)]|(?P<num>\d{1,2})\))\s+(?P<rest>\S.*)$", re.DOTALL
)
_MAY_OPEN = re.compile(
    rf"\s*(?:[^\sA-Za-z]|[A-Za-z](?:[.)]|\d)|[IVXLC]{{1,7}}[.)]|(?:{'|'.join(words for _, words in _WORDS)}|{SPELT})\s)",
    re.IGNORECASE,
)
"""What any number begins with: most paragraphs have none, and are not asked for each scheme."""
_CJK_DIGITS = {ch: i for i, ch in enumerate("零一二三四五六七八九")} | {"〇": 0}


@dataclass(frozen=True, slots=True)
class HeadingNumber:
    """A heading's number. ``depth`` counts the parts of a decimal or annexed number (1 for all other schemes);
    ``parts`` are their values, letters as 1, 2, 3 ...; ``rest`` is the title behind the number, "" if it stands alone."""

    scheme: Scheme
    depth: int
    parts: tuple[int, ...]
    rest: str
    printed: str

    @property
    def value(self) -> int:
        """The last part."""
        return self.parts[-1] if self.parts else 0


def heading_number(text: str) -> HeadingNumber | None:
    """The number at the start of a heading, or None. ``I.`` counts as roman, ``C.`` as a letter; ``12 apples`` as decimal."""
    if not _MAY_OPEN.match(text):
        return None
    for scheme, pattern in _WORDED:
        found = pattern.match(text)
        if found and (found["value"][0].isdigit() or found["value"][0].isupper()):
            return _made(scheme, found["value"], found["rest"])
    found = _ORDINAL.match(text)
    if found:
        named = found["word"] or found["named"]
        word = next(scheme for scheme, words in _WORDS if re.fullmatch(words, named, re.IGNORECASE))
        return _made(word, found["pointed"] or found["value"], found["rest"])
    found = _CJK.match(text)
    if found:
        return HeadingNumber(_CJK_WORDS[found["word"]], 1, (_cjk_value(found["value"]),), found["rest"].strip(), found["value"])
    found = _KOREAN.match(text)
    if found:
        value = (int(found["value"]),)
        return HeadingNumber(_CJK_WORDS[found["word"]], 1, value, found["rest"].strip(), found["value"])
    found = _CJK_ANNEX.match(text)
    if found:
        return HeadingNumber("annex", 1, (_cjk_value(found["value"]),), found["rest"].strip(), found["value"])
    found = _SIGN.match(text)
    if found:
        return _made("paragraph", found["value"], found["rest"])
    return _plain_number(text)


def _plain_number(text: str) -> HeadingNumber | None:
    found = _CJK_PAREN.match(text)
    if found:
        return HeadingNumber("paren", 1, (_cjk_value(found["value"]),), found["rest"].strip(), found["value"])
    found = _CJK_LIST.match(text)
    if found:
        return HeadingNumber("letter", 1, (_cjk_value(found["value"]),), found["rest"].strip(), found["value"])
    found = _HYPHENED.match(text)
    if found:
        parts = tuple(int(part) for part in re.findall(r"\d+", found["value"]))
        return HeadingNumber("decimal", len(parts), parts, found["rest"].strip(), found["value"])
    found = _LETTERED.match(text)
    if found:
        letter, digits = found["value"][0], found["value"][1:]
        return HeadingNumber("annexed", 2, (_part(letter), int(digits)), found["rest"].strip(), found["value"])
    for scheme, pattern in (("annexed", _ANNEXED), ("roman", _ROMAN), ("letter", _LETTER)):
        found = pattern.match(text)
        if found and not (scheme == "roman" and (found["value"] in "CDLM" or roman_value(found["value"]) is None)):
            return _made(scheme, found["value"], found["rest"])  # type: ignore[arg-type]
    found = _PAREN.match(text)
    if found:
        value = found["value"] or found["low"] or found["num"]
        return _made("paren", value, found["rest"])
    found = _DECIMAL.match(text)
    if found and not found["value"].startswith("0"):
        return _made("decimal", found["value"], found["rest"])
    return None


def _made(scheme: Scheme, value: str, rest: str) -> HeadingNumber:
    if "-" in value:  # articles of French codes: L. 121-3 is one number
        digits = tuple(int(run) for run in re.findall(r"\d+", value))
        return HeadingNumber(scheme, 1, digits, rest.strip(), value)
    pieces = value.split(".")
    while len(pieces) > 1 and pieces[-1] == "0":
        pieces.pop()
    parts = tuple(_part(piece) for piece in pieces)
    return HeadingNumber(scheme, len(parts), parts, rest.strip(), value)


def _part(piece: str) -> int:
    if piece.isdigit():
        return int(piece)
    spelt = spelt_value(piece)
    if spelt is not None:
        return spelt
    roman = roman_value(piece)
    if roman is not None and (len(piece) > 1 or piece in "IVX"):
        return roman
    return ord(piece.casefold()[0]) - ord("a") + 1 if len(piece) == 1 else 0


def _cjk_value(text: str) -> int:
    folded = text.translate(str.maketrans("０１２３４５６７８９", "0123456789"))
    if folded.isdigit():
        return int(folded)
    total, unit = 0, 0
    for ch in folded:
        if ch == "十":
            total, unit = total + max(1, unit) * 10, 0
        elif ch == "百":
            total, unit = total + max(1, unit) * 100, 0
        else:
            unit = unit * 10 + _CJK_DIGITS.get(ch, 0) if unit else _CJK_DIGITS.get(ch, 0)
    return total + unit
