"""Text of scanned pages by Tesseract, where it is installed and the profile asks for it; page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.languages import tesseract_names
from chunkstudio.layout.pymupdf_import import import_pymupdf

pymupdf: Any = import_pymupdf()

_RESOLUTION = 250
_MOST_PIXELS = 30_000_000
_SIZE_ERROR = 0.2


@cache
def tessdata_folder() -> str | None:
    """The folder with Tesseract's language data, or None where Tesseract is not installed (see TESSDATA_PREFIX)."""
    try:
        folder = pymupdf.get_tessdata()
    except Exception:  # PyMuPDF raises RuntimeError, and others when the search itself fails
        return None
    return str(folder) if folder and Path(str(folder)).is_dir() else None


def tesseract_language(language: str) -> str | None:
    """Tesseract's name of a profile's language (``deu``, ``eng+deu``); None where data of it is not installed."""
    names = tesseract_names(language)
    return "+".join(names) if tessdata_folder() is not None and not _not_installed(names) else None


def _not_installed(names: Sequence[str]) -> list[str]:
    """Those of the names that the installed Tesseract has no data for."""
    folder = Path(tessdata_folder() or "")
    return [name for name in names if not (folder / f"{name}.traineddata").is_file()]


def why_not_recognised(language: str) -> str:
    """What a user does next when a scan has no text although recognition was asked for."""
    if tessdata_folder() is None:
        return "Install Tesseract (on Debian: tesseract-ocr), or run the file through a text recognition program."
    missing = _not_installed(tesseract_names(language))
    if missing:
        files = ", ".join(f"{name}.traineddata" for name in missing)
        packages = " ".join(f"tesseract-ocr-{name.replace('_', '-')}" for name in missing)
        return f"Install Tesseract's data for this language ({files}; on Debian: {packages}), or change layout.language."
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
