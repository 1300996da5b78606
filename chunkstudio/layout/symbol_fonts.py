"""Symbol fonts whose characters come out as letters: a tick is stored as ``3`` and would be read as a number."""

from __future__ import annotations

from functools import lru_cache

# Dingbats at 0x21..0x7E follow U+2701.. but for these places, which Unicode had elsewhere already.
_DINGBAT_EXCEPTIONS = {
    0x25: 0x260E, 0x2A: 0x261B, 0x2B: 0x261E, 0x48: 0x2605, 0x6C: 0x25CF, 0x6E: 0x25A0, 0x73: 0x25B2, 0x74: 0x25BC,
    0x75: 0x25C6, 0x77: 0x25D7,
}  # fmt: skip
_DINGBATS = {chr(c): chr(_DINGBAT_EXCEPTIONS.get(c, 0x2701 + c - 0x21)) for c in range(0x21, 0x7F)}
_WINGDINGS = {
    "l": "●", "n": "■", "o": "□", "q": "❑", "r": "❑", "u": "◆", "v": "❖", "w": "◆", "§": "▪", "Ø": "➢", "ü": "✓", "û": "✗",
    "þ": "☑", "ý": "☒", "¨": "□", "Ÿ": "•", "à": "→", "\x9f": "•", "²": "◆",
}  # fmt: skip


def printed_symbols(font: str, text: str) -> str:
    """What a reader sees for text in a symbol font; text in any other font is returned as it is."""
    name = font.lower()
    if "dingbats" in name and "wing" not in name:
        return "".join(_DINGBATS.get(c, c) for c in text)
    if "wingdings" in name:
        return "".join(_WINGDINGS.get(c, c) for c in text)
    return text


@lru_cache(maxsize=512)
def prints_symbols(font: str) -> bool:
    """True for fonts that :func:`printed_symbols` may translate."""
    name = font.lower()
    return "dings" in name or "dingbats" in name


def is_symbol_font(font: str) -> bool:
    """True for the fonts that :func:`printed_symbols` translates."""
    return "dingbats" in font.lower()
