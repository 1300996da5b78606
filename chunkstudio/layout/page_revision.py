"""Which state of the program parsed a page: a hash over the sources that a page's parse runs through.

Changing one of these modules (or the version of PyMuPDF) makes cached pages of that parser stale, without a number
that somebody must remember to raise.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from chunkstudio import __version__

READER_SOURCES = (
    "annotations", "bidi", "clip_paths", "code_indent", "covered_text", "double_strike", "font_maps", "fragments",
    "hidden_layers", "hidden_text", "ink_check", "languages", "letter_spacing", "line_building", "model", "note_marks",
    "ocr", "options", "page_drawings", "page_graphics", "page_parsing", "page_reading", "reader", "reading_frame",
    "sanitise", "sifting", "structure_tags", "symbol_fonts", "vertical_text",
)  # fmt: skip
PARSER_SOURCES = {
    "fast": ("fast*", "table*", "geometry", "heading_styles", "list_markers", "captions", "drafts", "line_order"),
    "neural": ("neural*", "table*", "geometry", "captions", "drafts"),
}


@cache
def page_revision(parser: str) -> str:
    """Hash of all that decides what a page of this parser looks like, apart from file and options."""
    folder = Path(__file__).parent
    digest = hashlib.sha256(f"{__version__};{_pymupdf_version()};{parser}".encode())
    for pattern in (*READER_SOURCES, *PARSER_SOURCES[parser]):
        for path in sorted(folder.glob(f"{pattern}.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()[:16]


def _pymupdf_version() -> str:
    try:
        return version("pymupdf")
    except PackageNotFoundError:
        return "none"
