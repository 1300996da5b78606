"""Text of scanned pages by Tesseract, where it is installed and the profile asks for it; page by page."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.pymupdf_import import import_pymupdf

pymupdf: Any = import_pymupdf()

_RESOLUTION = 250
_MOST_PIXELS = 30_000_000
_SIZE_ERROR = 0.2
_LANGUAGES = {
    "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "et": "est", "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "it": "ita", "ja": "jpn",
    "ko": "kor", "lt": "lit", "lv": "lav", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus",
    "sk": "slk", "sl": "slv", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "chi_sim",
}  # fmt: skip


@cache
def tessdata_folder() -> str | None:
    """The folder with Tesseract's language data, or None where Tesseract is not installed (see TESSDATA_PREFIX)."""
    try:
        folder = pymupdf.get_tessdata()
    except Exception:  # PyMuPDF raises RuntimeError, and others when the search itself fails
        return None
    return str(folder) if folder and Path(str(folder)).is_dir() else None


def tesseract_language(language: str) -> str | None:
    """Tesseract's name for an ISO code (``de`` or ``de-CH``), English for none; None where its data is not installed."""
    folder = tessdata_folder()
    if folder is None:
        return None
    name = _tesseract_name(language)
    return name if (Path(folder) / f"{name}.traineddata").is_file() else None


def _tesseract_name(language: str) -> str:
    """``deu`` for ``de`` or ``de-CH``; a language that is not in the list is taken for Tesseract's own name of it."""
    code = language.lower().replace("_", "-").split("-")[0]
    return _LANGUAGES.get(code, code) if code else "eng"


def why_not_recognised(language: str) -> str:
    """What a user does next when a scan has no text although recognition was asked for."""
    if tessdata_folder() is None:
        return "Install Tesseract, or run the file through a text recognition program."
    if tesseract_language(language) is None:
        name = _tesseract_name(language)
        return f"Install Tesseract's data for this language ({name}.traineddata), or change layout.language."
    return "Tesseract found no words in it; check the language of the profile (layout.language)."


def recognised_fragments(page: Any, language: str) -> list[Fragment] | None:
    """The page's text as Tesseract reads it, in displayed coordinates; None where it cannot be used or fails."""
    name = tesseract_language(language)
    if name is None:
        return None
    area = max(page.rect.width * page.rect.height, 1.0)
    resolution = min(_RESOLUTION, int(72 * (_MOST_PIXELS / area) ** 0.5))
    try:
        flags = pymupdf.TEXT_PRESERVE_LIGATURES | pymupdf.TEXT_PRESERVE_WHITESPACE
        read = page.get_textpage_ocr(flags=flags, language=name, dpi=resolution, full=True, tessdata=tessdata_folder())
        raw = read.extractRAWDICT()
    except Exception:  # the engine's own errors have no common type; the page then counts as one without text
        return None
    fragments = page_fragments(raw, 0, float(page.rect.width), float(page.rect.height))
    _even_sizes(fragments)
    for fragment in fragments:
        fragment.ocr = True
    return fragments


def _even_sizes(fragments: list[Fragment]) -> None:
    """Give lines that are near the page's usual size that size: Tesseract measures each by its tallest letters, so that
    lines of one paragraph differ by a tenth."""
    sizes = [fragment.size for fragment in fragments for _ in fragment.glyphs]
    if not sizes:
        return
    usual = median(sizes)
    for fragment in fragments:
        if abs(fragment.size - usual) <= _SIZE_ERROR * usual:
            fragment.set_glyphs(fragment.glyphs, [(at, replace(style, size=usual)) for at, style in fragment.runs])
