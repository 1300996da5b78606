"""Text of scanned pages by Tesseract, where it is installed and the profile asks for it; page by page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.pymupdf_import import import_pymupdf

pymupdf: Any = import_pymupdf()

_RESOLUTION = 250
_MOST_PIXELS = 30_000_000
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
    name = _LANGUAGES.get(language.lower().replace("_", "-").split("-")[0], "eng") if language else "eng"
    return name if (Path(folder) / f"{name}.traineddata").is_file() else None


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
    for fragment in fragments:
        fragment.ocr = True
    return fragments
