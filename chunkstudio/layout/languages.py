"""Names of languages: ISO codes as people write them, and Tesseract's own names of its language data."""

from __future__ import annotations

import re

_TESSERACT = {
    "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "et": "est", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "it": "ita", "ja": "jpn",
    "ko": "kor", "lt": "lit", "lv": "lav", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus",
    "sk": "slk", "sl": "slv", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "chi_sim",
}  # fmt: skip
_ISO = {name: code for code, name in _TESSERACT.items()} | {"chi": "zh", "zho": "zh"}
_TRADITIONAL = ("hant", "tw", "hk", "mo")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{1,8}){0,3}")


def is_language(text: str) -> bool:
    """True for nothing, an ISO code (``de``, ``de-CH``), Tesseract's name (``chi_sim``), or several joined by ``+``."""
    return not text or all(_LANGUAGE.fullmatch(part) for part in text.split("+"))


def tesseract_names(language: str) -> tuple[str, ...]:
    """``deu`` for ``de`` or ``de-CH``, several for several, English for none; what is no ISO code is Tesseract's own name."""
    return tuple(_tesseract_name(part) for part in language.lower().split("+")) if language else ("eng",)


def _tesseract_name(part: str) -> str:
    code, *more = part.replace("-", "_").split("_")
    if code == "zh" and any(piece in _TRADITIONAL for piece in more):
        return "chi_tra"
    if code in _TESSERACT or "-" in part:
        return _TESSERACT.get(code, code)
    return part


def iso_code(language: str) -> str:
    """The ISO code of the first of the languages, with its region where it has one; empty for none."""
    first = language.split("+")[0]
    code = first.lower().replace("-", "_").split("_")[0]
    return _ISO.get(code, first)
