"""Logical order of right-to-left and mixed lines, from where the glyphs stand.

Files store such lines in any order; what can be trusted is the position of each glyph. The method is the inverse of
display: find the base direction by the strong letters, then turn back each run that reads the other way
(the idea of Unicode Standard Annex 9, applied from the printed line to the text).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from chunkstudio.layout.fragments import Glyph

_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")
_RTL_BLOCKS = re.compile("[\u0590-\u08ff\ufb1d-\ufdfc\ufe70-\ufefc]")
_OPENING, _CLOSING = "([{«", ")]}»"


def has_rtl(text: str) -> bool:
    """True if any letter of the text is written from right to left."""
    return not text.isascii() and _RTL_BLOCKS.search(text) is not None and any(_is_rtl(c) for c in text)


def _is_rtl(char: str) -> bool:
    if "\u0590" <= char <= "\u08ff":
        return unicodedata.bidirectional(char) in ("R", "AL")
    return "\ufb1d" <= char <= "\ufdfc" or "\ufe70" <= char <= "\ufefc"


def _kind(text: str) -> str:
    """R or L for letters, D for digits (they read left to right everywhere), N for what follows its surroundings."""
    for char in text:
        if _is_rtl(char):
            return "R"
        direction = unicodedata.bidirectional(char)
        if direction == "L":
            return "L"
        if direction in ("EN", "AN"):
            return "D"
    return "N"


def clusters(glyphs: list[Glyph]) -> list[Glyph]:
    """Glyphs with what belongs to them: marks, and the further letters of a ligature, which have no width of their own.

    A ligature's further letters stand at the end of its glyph, whichever way the storage order was turned.
    """
    out: list[Glyph] = []
    waiting = ""
    for index, (char, u0, u1) in enumerate(glyphs):
        if char.isspace():
            out.append((char, u0, u1))
        elif unicodedata.combining(char) and out:
            out[-1] = (out[-1][0] + char, out[-1][1], out[-1][2])
        elif u1 - u0 < 0.01 and _is_rtl(char) and index + 1 < len(glyphs) and abs(glyphs[index + 1][2] - u0) < 0.1:
            waiting += char
        elif u1 - u0 < 0.01 and out and not out[-1][0].isspace() and abs(out[-1][2] - u0) < 0.1:
            out[-1] = (out[-1][0] + char, out[-1][1], out[-1][2])
        else:
            out.append((char + waiting, u0, u1))
            waiting = ""
    return out


def is_mostly_rtl(texts: Iterable[str]) -> bool:
    """Whether most letters of a page are written from right to left."""
    known = list(texts)
    right = sum(sum(map(_is_rtl, text)) for text in known if has_rtl(text))
    return right > 0 and right * 2 > sum(sum(map(str.isalpha, text)) for text in known)


def logical_order(items: list[Glyph], *, in_rtl: bool = False) -> tuple[list[Glyph], bool]:
    """Clusters of one printed line in the order in which they are read, and whether the line as a whole is right to left.

    ``in_rtl`` says that the page is written from right to left, so that its lines are, even where Latin names fill them.
    """
    visual = sorted(items, key=lambda c: (c[1] + c[2]) / 2)
    kinds = _with_number_signs([_kind(text) for text, _, _ in visual], visual)
    rtl = in_rtl or kinds.count("R") >= kinds.count("L")
    if rtl:
        visual.reverse()
        kinds.reverse()
    ordered = _turn_runs(visual, kinds, "L" if rtl else "R")
    return _mend_brackets(ordered), rtl


def _with_number_signs(kinds: list[str], items: list[Glyph]) -> list[str]:
    """Percent and currency signs beside a number belong to it."""
    signs = [
        kind == "N" and unicodedata.bidirectional(text[0]) == "ET" for kind, (text, _, _) in zip(kinds, items, strict=True)
    ]
    for order in (range(1, len(kinds)), range(len(kinds) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for index in order:
            if signs[index] and kinds[index] == "N" and kinds[index + step] == "D":
                kinds[index] = "D"
    return kinds


def _turn_runs(items: list[Glyph], kinds: list[str], turned: str) -> list[Glyph]:
    """Reverse each run that reads against the base direction, with the neutral signs inside it."""
    out: list[Glyph] = []
    index = 0
    while index < len(items):
        starts = kinds[index] in ("L", "D") if turned == "L" else kinds[index] == "R"
        if not starts:
            out.append(items[index])
            index += 1
            continue
        stop = _run_end(items, kinds, index, turned)
        part, part_kinds = items[index:stop][::-1], kinds[index:stop][::-1]
        out += _turn_runs(part, part_kinds, "L") if turned == "R" else part
        index = stop
    return out


def _run_end(items: list[Glyph], kinds: list[str], start: int, turned: str) -> int:
    """Where a turned run ends: numbers parted by a blank are two runs in right-to-left text, words are one."""
    last, index = start, start + 1
    latin = kinds[start] == "L"
    while index < len(items):
        kind = kinds[index]
        if turned == "R":
            if kind == "R":
                last = index
            elif kind == "L":
                break
        elif kind == "R" or (kind == kinds[last] == "D" and _are_two_numbers(items[last : index + 1])):
            break
        elif kind != "N":
            latin = latin or kind == "L"
            if index - last == 1 or latin or (index - last == 2 and not items[last + 1][0].isspace()):
                last = index
            else:
                break
        index += 1
    return last + 1


def _are_two_numbers(items: list[Glyph]) -> bool:
    """True for two Arabic digits with a hyphen between them: the right one is read first (rules W4 and W2 of Annex 9)."""
    text = "".join(char for char, _, _ in items)
    return text[1:-1].strip() in ("-", "\u2010", "\u2013") and not (text[0].isascii() and text[-1].isascii())


def _mend_brackets(items: list[Glyph]) -> list[Glyph]:
    """Mirrored brackets are printed as their counterpart; swap them where the text would close before it opens."""
    depth = worst = 0
    for text, _, _ in items:
        depth += (text in _OPENING) - (text in _CLOSING)
        worst = min(worst, depth)
    if worst == 0:
        return items
    return [(text.translate(_MIRRORED) if len(text) == 1 else text, a, b) for text, a, b in items]
