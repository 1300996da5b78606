"""Small PDFs for the tests of the layout package, drawn by our own code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from chunkstudio.layout.model import ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.reader import open_pdf

pymupdf: Any = import_pymupdf()
Draw = Callable[[Any], object]
FAST = LayoutOptions(parser="fast")
WORDS = "The keeper of the harbour counts every lamp along the quay and writes it down."


def make_pdf(path: Path, *pages: Draw, size: tuple[float, float] = (595, 842), rotation: int = 0, **save: Any) -> Path:
    """Write a PDF with one page for each drawing function."""
    document = pymupdf.open()
    for draw in pages:
        page = document.new_page(width=size[0], height=size[1])
        draw(page)
        page.set_rotation(rotation)
    document.save(path, **save)
    document.close()
    return path


def write(*lines: str, x: float = 72, y: float = 100, size: float = 11, step: float = 16, **more: Any) -> Draw:
    """A drawing function that prints lines below each other."""

    def draw(page: Any) -> None:
        for index, line in enumerate(lines):
            page.insert_text((x, y + index * step), line, fontsize=size, **more)

    return draw


def both(*draws: Draw) -> Draw:
    """A drawing function that does one after the other."""

    def draw(page: Any) -> None:
        for each in draws:
            each(page)

    return draw


def gray_picture(width: int = 620, height: int = 820) -> bytes:
    """A PNG without text, as a scanner would give."""
    pixmap = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, width // 4, height // 4), False)
    pixmap.clear_with(230)
    return bytes(pixmap.tobytes("png"))


def read(path: Path, number: int = 1, options: LayoutOptions = FAST) -> ParsedPage:
    """One page through the reader, without a worker."""
    pdf = open_pdf(path)
    try:
        return pdf.read_page(number, options)
    finally:
        pdf.close()


def texts(page: ParsedPage) -> list[str]:
    """The texts of the page's lines."""
    return [line.text for line in page.lines]


def codes(page: ParsedPage) -> set[str]:
    """The codes of the page's warnings."""
    return {warning.code for warning in page.warnings}


def held_back(page: ParsedPage, reason: str) -> list[str]:
    """The texts that were held back for a reason."""
    return [h.text for h in page.hidden if h.reason == reason]


def numbered(count: int) -> Sequence[Draw]:
    """Pages that say their number."""
    return [write(f"Page number {n} of the ledger.", WORDS) for n in range(1, count + 1)]
