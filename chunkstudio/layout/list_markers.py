"""Printed list markers: bullets and numbers at the start of a line."""

from __future__ import annotations

import re

_BULLETS = "•◦▪▫■□●○◆◇►▶➢➤✓✔✗·∙‣⁃–—−*-"
_BULLET = re.compile(rf"^\s*([{re.escape(_BULLETS)}]|[\uf0a7\uf0b7\uf0d8\uf076\uf0fc]|o(?=\s+[A-Z]))\s+(?=\S)")
_ALONE = re.compile(rf"^\s*([{re.escape(_BULLETS)}]|[\uf0a7\uf0b7\uf0d8\uf076\uf0fc])\s*$")
_NUMBER = re.compile(
    r"^\s*("
    r"\(?\d{1,3}[.)](?=\s)"
    r"|\(\d{1,3}\)"
    r"|\[\d{1,3}\]"
    r"|\(?[a-z][.)](?=\s)|\([a-z]\)"
    r"|\(?[ivx]{1,5}[.)](?=\s)|\([ivx]{1,5}\)"
    r"|[A-Z][.)](?=\s)"
    r"|[①-⑳]"
    r"|[（(][一二三四五六七八九十]{1,3}[）)]"
    r")\s*(?=\S)"
)
_WORD = re.compile(r"\s*(?![ivx])[A-Za-z]{2}")
"""How most lines begin: none of the markers does."""
_NUMBER_ALONE = re.compile(r"^\s*(\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,5}[.)])\s*$")


def printed_marker(text: str) -> str | None:
    """The bullet or number with which a line begins ("•", "3.", "(b)"), or None. ``1.2`` and plain words are none."""
    if _WORD.match(text):
        return None
    for pattern in (_BULLET, _NUMBER, _ALONE, _NUMBER_ALONE):
        found = pattern.match(text)
        if found:
            return found.group(1)
    return None


def is_lone_marker(text: str) -> bool:
    """True if a text is a list marker and nothing else."""
    return bool(_ALONE.match(text) or _NUMBER_ALONE.match(text))


def is_bullet(marker: str) -> bool:
    """True for a marker without a number or letter."""
    return not any(ch.isalnum() for ch in marker) or marker == "o"


def marker_kind(marker: str) -> str:
    """The family of a marker: items of one list share it. A bullet is its own family."""
    if is_bullet(marker):
        return marker
    core = marker.strip("().[]（）")
    shape = (
        "d"
        if core.isdigit()
        else "i"
        if re.fullmatch("[ivx]+", core)
        else "a"
        if core.islower()
        else "A"
        if core.isupper()
        else "c"
    )
    return shape + re.sub(r"\w+", "", marker)


def marker_value(marker: str) -> int | None:
    """The place in its sequence that a numbered marker claims (``c)`` is 3), or None for bullets."""
    core = marker.strip("().[]（）")
    if core.isdecimal():
        return int(core)
    if len(core) == 1 and "①" <= core <= "⑳":
        return ord(core) - ord("①") + 1
    if len(core) == 1 and core.isalpha() and core.isascii():
        return ord(core.lower()) - ord("a") + 1
    return None
