"""The one sanitiser: every string that leaves the layout package went through here, before offsets were taken.

What it promises of its result: no control characters but the line feed (and the tab where asked for), no lone surrogates,
no U+FFFD, no zero-width signs that only shape print, no soft hyphens, no byte order marks; Latin ligatures and
presentation forms are spelt out (superscripts, fractions and full-width signs stay as printed);
every kind of blank is U+0020.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

SOFT_HYPHEN = "\u00ad"
_ZERO_WIDTH = "\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff\u00ad\u061c"
_DROPPED = frozenset(_ZERO_WIDTH + "\ufffd\ufffe\uffff" + "".join(chr(c) for c in range(0x202A, 0x202F)))
_DROPPED_ISOLATES = frozenset(chr(c) for c in range(0x2066, 0x206A))
_BLANKS = frozenset(
    "\t\x0b\x0c\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u202f\u205f\u3000" + "".join(chr(c) for c in range(0x2000, 0x200B))
)
_LINE_ENDS = frozenset("\r\u2028\u2029")
# Symbol and Wingdings bullets that files leave in the private use area, with the sign that a reader sees; hyphens.
_PRIVATE = {
    "\uf0b7": "•", "\uf0a7": "▪", "\uf0d8": "➢", "\uf0fc": "✓", "\uf076": "❖", "\uf06e": "■", "\uf0a8": "□", "\uf071": "❑",
    "\uf0e0": "→", "\uf0b0": "°", "\uf0b1": "±", "\uf0b4": "×", "\uf02d": "-", "\uf0a3": "≤", "\uf0b3": "≥", "\uf06d": "μ",
    "\u2010": "-", "\u2011": "-",
}  # fmt: skip
# Pieces of tall brackets, which formula fonts take from the private use area.
_PRIVATE |= {chr(0xF8E6 + i): sign for i, sign in enumerate("|-|||⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭") if i >= 5}
_JOINERS = frozenset("\u200c\u200d")
_BLANK_RUN = re.compile(r" {2,}")


_SPELT_OUT = ((0xFB00, 0xFB4F), (0xFB50, 0xFDCF), (0xFDF0, 0xFDFC), (0xFE10, 0xFE44), (0xFE70, 0xFEFC))
"""Blocks whose signs are other letters in special print: ligatures, Arabic and vertical presentation forms."""


@lru_cache(maxsize=8192)
def clean_character(char: str) -> str:
    """What one character of extracted text becomes: itself, its spelling in letters, a blank, or nothing."""
    if " " <= char <= "~":
        return char
    if char in _DROPPED or char in _DROPPED_ISOLATES:
        return ""
    if char in _BLANKS:
        return " "
    if char == "\n" or char in _LINE_ENDS:
        return "\n"
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF or unicodedata.category(char) == "Cc":
        return ""
    if any(first <= code <= last for first, last in _SPELT_OUT):
        return unicodedata.normalize("NFKC", char)
    return _PRIVATE.get(char, char)


def pair_surrogates(text: str) -> str:
    """True surrogate pairs become the character that they stand for; a lone half is left for the caller to drop."""
    if not any("\ud800" <= c <= "\udfff" for c in text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _keeps_joiner(text: str, index: int) -> bool:
    """Zero-width joiners matter inside emoji families and Indic or Arabic words, and nowhere else."""
    if not 0 < index < len(text) - 1:
        return False
    before, after = ord(text[index - 1]), ord(text[index + 1])
    return _wants_joiner(before) and _wants_joiner(after)


def _wants_joiner(code: int) -> bool:
    return 0x0600 <= code <= 0x06FF or 0x0900 <= code <= 0x0DFF or 0x2600 <= code <= 0x27BF or code == 0xFE0F or code >= 0x1F000


def sanitise(text: str, *, keep_lines: bool = False, keep_tabs: bool = False) -> str:
    """The text as a reader should get it; see the module's promise.

    ``keep_lines`` keeps line breaks (as a line feed) and blanks as they are, else every run of blanks becomes one and the
    ends are stripped. ``keep_tabs`` keeps tabs.
    """
    if text.isascii() and text.isprintable() and not keep_lines:
        return _BLANK_RUN.sub(" ", text).strip()
    text = pair_surrogates(text).replace("\r\n", "\n")
    out = []
    for index, char in enumerate(text):
        if (char in _JOINERS and _keeps_joiner(text, index)) or (char == "\t" and keep_tabs):
            out.append(char)
        else:
            out.append(clean_character(char))
    cleaned = "".join(out)
    return cleaned if keep_lines else " ".join(cleaned.split())
