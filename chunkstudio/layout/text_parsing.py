"""A file of text as a layout worker opens it: one page that holds the text, and pictures of its lines."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunkstudio.layout.model import DocumentInfo, ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.plain_text import clean_source
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.reader import page_pixels
from chunkstudio.layout.text_file import read_text, text_document
from chunkstudio.layout.text_rows import LINE_HEIGHT, TextRows

pymupdf: Any = import_pymupdf()

_MARGIN = 22.0
"""Points left and right of a line: the mark of a box's class stands there."""
_SIZE = 9.0
_MOST_ROWS = 3000
"""Rows that one picture shows: in one of more they could not be told apart anyway."""


class TextParsing:
    """An open file of text, with the methods of ``PageParsing``. Raises ChunkStudioError where it cannot be read."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        text, self._warnings = read_text(self._path)
        self._source = clean_source(text)
        self._font = pymupdf.Font("cour")
        self._info: DocumentInfo | None = None
        self._rows: list[str] = []

    def info(self) -> DocumentInfo:
        """What the file says of itself."""
        if self._info is None:
            info = text_document(self._source, self._path.name, LayoutOptions()).info
            self._info = replace(info, warnings=self._warnings)
        return self._info

    def parse(self, number: int, options: LayoutOptions) -> ParsedPage:
        """The one page, with the whole text."""
        width, height = self.info().page_sizes[0]
        return ParsedPage(number, width, height, 0, options.parser, source=self._source)

    def render(self, number: int, scale: float, clip: Rect | None) -> PageImage:
        """Pixels of the page or of ``clip``: each line of the text at its place, as it is written."""
        del number
        rows = self._rows = self._rows or TextRows(self._source.split("\n")).rows()
        width, height = self.info().page_sizes[0]
        with pymupdf.open() as document:
            page = document.new_page(width=width, height=height)
            writer = pymupdf.TextWriter(page.rect)
            top, bottom = (clip[1], clip[3]) if clip is not None else (0.0, height)
            first = max(math.floor(top / LINE_HEIGHT), 0)
            for k in range(first, min(math.ceil(bottom / LINE_HEIGHT), len(rows), first + _MOST_ROWS)):
                if rows[k].strip():
                    writer.append((_MARGIN, (k + 0.75) * LINE_HEIGHT), rows[k], font=self._font, fontsize=_SIZE)
            writer.write_text(page)
            return page_pixels(page, scale, clip)

    def close(self) -> None:
        """Nothing is held open."""
