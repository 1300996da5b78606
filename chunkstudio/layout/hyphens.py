"""Lines of a paragraph joined to one text: words broken at line ends, addresses, and scripts without blanks.

A hyphen at a line's end is dropped only with evidence. Evidence is the document's own words: the joined form stands
elsewhere; or both halves are plain lower-case letters and the form with the hyphen stands nowhere. A hyphen before a
word like "and" is a suspended one ("short- and long-term") and is kept with its blank.
"""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass

from chunkstudio.layout.model import Line

HYPHENS = "-\u2010\u00ad"
_TAIL = re.compile(r"(\w[\w'’]*(?:[-\u2010]\w+)*)[-\u2010\u00ad]$")
_HEAD = re.compile(r"^(\w[\w'’]*(?:[-\u2010]\w+)*)")
_SUSPENDED = frozenset(
    [
        "and",
        "or",
        "to",
        "und",
        "oder",
        "bis",
        "sowie",
        "bzw",
        "et",
        "ou",
        "e",
        "y",
        "o",
        "u",
        "en",
        "of",
        "och",
        "eller",
        "og",
        "i",
        "a",
        "lub",
        "oraz",
        "nor",
        "but",
        "as",
        "by",
        "in",
        "on",
        "for",
        "from",
        "with",
    ]
)
_PAIR = re.compile(r"\w[-\u2010] (\w+) \w+[-\u2010]$")
_ADDRESS = re.compile(r"(?:https?://|ftp://|www\.)\S*$|\S+@\S*$", re.IGNORECASE)
_ADDRESS_GOES_ON = re.compile(
    r"^[\w%~][\w%~.\-]*[/?=&#_.][^\s,;]*|^[\w%~.\-]+\.(?:html?|pdf|php|aspx?|txt|com|org|net)\b", re.IGNORECASE
)
_HYPHENED = re.compile(r"\w+(?:[-\u2010]\w+)+")
_CJK = re.compile("[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]")


@dataclass(frozen=True, slots=True)
class WordEvidence:
    """Words of the whole document, casefolded: plain ones, and ones with a hyphen inside ("price-determining")."""

    plain: Container[str]
    hyphened: Container[str]


NO_EVIDENCE = WordEvidence(frozenset(), frozenset())


def hyphened_words(lines: Sequence[Line]) -> set[str]:
    """The words of some lines that hold a hyphen between letters or digits, casefolded."""
    found: set[str] = set()
    for line in lines:
        if "-" not in line.text and "\u2010" not in line.text:
            continue
        for part in line.text.split():
            if "-" in part or "\u2010" in part:
                found.update(word.casefold().replace("\u2010", "-") for word in _HYPHENED.findall(part))
    return found


def join_lines(lines: Sequence[Line], evidence: WordEvidence) -> tuple[str, tuple[int, ...]]:
    """The text of a paragraph and the offset at which each line begins in it."""
    text = ""
    starts: list[int] = []
    for line in lines:
        piece = line.text.strip()
        if not piece:
            starts.append(len(text))
            continue
        kept, glue = seam(text, piece, evidence)
        text = kept + glue
        starts.append(len(text))
        text += piece
    return text, tuple(min(start, len(text)) for start in starts)


def seam(before: str, after: str, evidence: WordEvidence) -> tuple[str, str]:
    """What is left of ``before`` and what stands between it and ``after``: "", or a blank."""
    if not before:
        return "", ""
    if before[-1] in HYPHENS:
        return _hyphen_seam(before, after, evidence)
    if _CJK.match(before[-1]) and _CJK.match(after[0]):
        return before, ""
    if _ADDRESS.search(_last_word(before)) and _address_goes_on(before, after):
        return before, ""
    if before[-1] in "/–—" and len(before) > 1 and before[-2].isalnum() and after[0].isalnum() and before[-1] != "/":
        return before, ""
    return before, " "


def _last_word(text: str) -> str:
    return text[text.rfind(" ") + 1 :]


def _address_goes_on(before: str, after: str) -> bool:
    if before[-1] in "/=&?_-#%":
        return not after[0].isspace()
    return after[0] in "/?&#=_" or bool(_ADDRESS_GOES_ON.match(after) and before[-1] not in ".,;:")


def _hyphen_seam(before: str, after: str, evidence: WordEvidence) -> tuple[str, str]:
    tail, head = _TAIL.search(_last_word(before)), _HEAD.match(after)
    if _ADDRESS.search(_last_word(before)):
        return before, ""
    if tail is None or head is None:
        return before, " "
    if before[-1] == "\u00ad":
        return before[:-1], ""
    left, right = tail.group(1), head.group(1)
    if right.casefold() in _SUSPENDED:
        return before, " "
    pair = _PAIR.search(before[-80:])
    if pair is not None and pair.group(1).casefold() in _SUSPENDED:
        return before, ""
    return (before[:-1], "") if drops_hyphen(left, right, evidence) else (before, "")


def drops_hyphen(left: str, right: str, evidence: WordEvidence) -> bool:
    """The rule of this module for the halves of one broken word."""
    with_hyphen = f"{left}-{right}".casefold().replace("\u2010", "-")
    if with_hyphen in evidence.hyphened:
        return False
    last = re.split(r"[-\u2010]", left)[-1]
    first = re.split(r"[-\u2010]", right)[0]
    if (last + first).casefold() in evidence.plain and len(last) > 1:
        return True
    plain_halves = last.isalpha() and first.isalpha() and first.islower() and (last.islower() or last.istitle())
    return plain_halves and len(last) > 1 and "-" not in left


def broken_head(before: str, after: str, evidence: WordEvidence) -> tuple[str, int] | None:
    """For a word broken between two boxes: the first box's text with the whole word, and how much of ``after`` it took."""
    if not before or before[-1] not in HYPHENS:
        return None
    head = re.match(r"^\S+", after)
    kept, glue = seam(before, after, evidence)
    if head is None or glue:
        return None
    taken = head.group(0)
    rest = after[len(taken) :]
    return kept + taken, len(taken) + len(rest) - len(rest.lstrip())
