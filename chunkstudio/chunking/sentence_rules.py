"""Where sentences end: rules for Western text, and for scripts with their own marks. Pure functions of a text.

Own rules rather than a library: the ones looked at (pysbd, segtok's successors) run at .05-.3 MB/s on Western text,
these at some ten; what they know of abbreviations, initials, references and decimals is in the tables below.
"""

from __future__ import annotations

import re
from typing import Literal

Splitter = Literal["auto", "western", "multilingual"]
Span = tuple[int, int]

_LEADING_WORDS = """dr mr mrs ms mx prof hon rev fr sr sra st gen col maj capt lt sgt cmdr adm gov sen rep pres supt
fig figs eq eqs sec sect ch chap art par para cl no nos nr vol vols pp p ed eds ref refs tab app vs v cf viz e.g i.e eg ie
resp approx ca c incl excl esp z.b d.h u.a bzw vgl abs bspw evtl ggf hrsg usf op cit ibid loc jan feb mar apr jun jul aug sep
sept oct nov dec mon tue tues wed thu thur fri sat sun mme mlle dott sig ing mt ft bros messrs est dist dept univ assn ave
blvd rd bd bde abb abt anm anh aufl fa fam hl jh kap lfd tel ziff nrn okt dez mär febr núm nº av avda pág págs c.-à-d p.ex
mlles mmes"""
_TRAILING_WORDS = """etc inc ltd co corp llc plc gmbh ag sa jr esq ph.d m.d b.a m.a u.s u.k u.s.a u.n e.u d.c a.m p.m usw o.ä
u.ä al et.al seq"""
_OPENING_WORDS = """The This That These Those There Then In It Its We Our They Their He She His Her You Your I A An As At On By
For From If When While With Without Although However But And Or So Thus Therefore Moreover Further Furthermore Also After
Before During Since Such Some Many Most Each Every All Both No Not Once Under Over Until What Which Who Why How Where Here To
Der Die Das Ein Eine Es Wir Sie Er Im Bei Nach Mit Le La Les Un Une Il Elle Nous En Au Dans El Los Las"""
_GERMAN_MONTHS = "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember"
_MONTHS = frozenset(_GERMAN_MONTHS.split())
_LEADING = frozenset(_LEADING_WORDS.split())
"""Never the end of a sentence: what follows belongs to it."""
_TRAILING = frozenset(_TRAILING_WORDS.split())
"""May stand at the end of a sentence or inside it: the next word decides."""
_OPENERS = frozenset(_OPENING_WORDS.split())
"""Words that often open a sentence."""
_CLOSERS = "\"'”’»›)\\]}"
_WESTERN = re.compile(rf"[.!?…]+[{_CLOSERS}]*(?:\[\d[\d,;–\- ]*\])*(?:\d{{1,3}}(?:,\d{{1,3}})*)?\s+(?=\S)")
_OWN_MARKS = "。！？｡．؟۔।॥།။።។։"
_MULTI = re.compile(
    rf"[{_OWN_MARKS}]+[{_CLOSERS}」』）】》〉”’]*\s*"
    rf"|[.!?…]+[{_CLOSERS}]*(?:\[\d[\d,;–\- ]*\])*\s+(?=\S)|(?<=[\u0e00-\u0e7f])\s+(?=[\u0e00-\u0e7f])"
)
_OWN_SCRIPT = re.compile(
    r"[\u0530-\u058f\u0600-\u06ff\u0750-\u077f\u0900-\u0dff\u0e00-\u0e7f\u0f00-\u109f\u1200-\u137f"
    r"\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]"
)
_LAST_WORD = re.compile(r"[^\s(\[{\"'“‘«—–/]+\Z")
_NEXT_WORD = re.compile(r"[\"'“‘«(\[{¿¡*]*([^\s\"'”’»)\]},;:.!?]*)")
_INITIAL = re.compile(r"[^\W\d_]\.(?!\w)")
"""The next letter of an abbreviation that is printed with blanks: "z. B.", "i. A."."""
_THAI_LEAST = 60


def sentence_spans(text: str, splitter: Splitter = "auto") -> list[Span]:
    """The sentences of one paragraph as (start, end) into it, without the white space between them, in order.

    ``auto`` looks for marks of other scripts only where the text has letters of them.
    """
    own = splitter == "multilingual" or (splitter == "auto" and not text.isascii() and _OWN_SCRIPT.search(text) is not None)
    spans: list[Span] = []
    start = len(text) - len(text.lstrip())
    for found in (_MULTI if own else _WESTERN).finditer(text):
        end = found.end()
        if end >= len(text):
            break
        if end > start and _ends_sentence(text, start, found):
            stop = found.start() + len(found.group().rstrip())
            spans.append((start, stop))
            start = end
    stop = len(text.rstrip())
    if stop > start:
        spans.append((start, stop))
    return spans


def _ends_sentence(text: str, start: int, found: re.Match[str]) -> bool:
    """Whether the mark that was found ends the sentence that began at ``start``."""
    mark = found.group()
    first = mark[0]
    if first in _OWN_MARKS:
        return True
    if first.isspace():  # Thai writes no marks: a blank ends a phrase, long ones stand for sentences
        return found.start() - start >= _THAI_LEAST
    following = text[found.end()]
    if following.islower() or following in ",;:)]}":
        return False
    tail = mark.rstrip()
    if tail[-1].isdigit() and not tail.endswith("]") and not _is_note_number(text, found):
        return False
    if first != "." or mark.startswith(".."):
        return True
    return _period_ends(text, start, found)


def _is_note_number(text: str, found: re.Match[str]) -> bool:
    """Digits glued to a full stop are a note's number after a word, but a decimal after a digit."""
    before = text[found.start() - 1] if found.start() else ""
    return before.isalpha() or before in _CLOSERS


def _period_ends(text: str, start: int, found: re.Match[str]) -> bool:
    """A full stop ends a sentence unless it belongs to an abbreviation, an initial or a number before a heading."""
    stop = found.start()
    word = text[max(text.rfind(" ", start, stop) + 1, start) : stop]
    if not word.isalnum():
        word_match = _LAST_WORD.search(word)
        word = word_match.group() if word_match else ""
    if not word or (len(found.group().rstrip()) > 1 and not word.isalpha()):
        return True
    key = word.casefold()
    if key in _LEADING:
        return False
    if word.isdecimal():
        day = len(word) <= 2 and _next_word(text, found.end()) in _MONTHS
        return stop - len(word) > start and not day  # "3. Results" opens with its number, "3. Mai" is a date
    if len(word) == 1 and word.isalpha():
        if _INITIAL.match(text, found.end()):
            return False
        return not word.isupper() or _opens(text, found.end())
    if key in _TRAILING or "." in word:
        return _opens(text, found.end())
    return True


def _opens(text: str, at: int) -> bool:
    """Whether the next word often opens a sentence."""
    return _next_word(text, at) in _OPENERS


def _next_word(text: str, at: int) -> str:
    found = _NEXT_WORD.match(text, at)
    return found.group(1) if found is not None else ""
