"""One page from bytes to ParsedPage: reader, then the parser that the options name. Runs inside worker processes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from chunkstudio.layout.collection_pause import without_collection
from chunkstudio.layout.model import DocumentInfo, LayoutWarning, ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.reader import open_pdf

if TYPE_CHECKING:
    from chunkstudio.layout.neural import NeuralParser


def load_neural() -> None:
    """Load the layout model, so that the first page need not wait for it (about a second)."""
    from chunkstudio.layout.neural_model import load_model

    load_model()


class PageParsing:
    """An open document with its parsers. Raises ChunkStudioError where the file cannot be opened."""

    def __init__(self, path: str, password: str | None) -> None:
        self._path = path
        self._password = password
        self._pdf = open_pdf(path, password)
        self._neural: dict[str, NeuralParser] = {}

    def info(self) -> DocumentInfo:
        """What the file says of itself."""
        return self._pdf.info()

    def render(self, number: int, scale: float, clip: Rect | None) -> PageImage:
        """Pixels of a page; see :meth:`OpenPdf.render`."""
        return self._pdf.render(number, scale, clip)

    def close(self) -> None:
        """Free the file, also where a parser opened it for itself."""
        self._pdf.close()
        for parser in self._neural.values():
            parser.close()
        self._neural.clear()

    def parse(self, number: int, options: LayoutOptions) -> ParsedPage:
        """The page with its regions. Where the layout model fails, the fast parser steps in with a warning."""
        with without_collection():
            return self._parsed(number, options)

    def _parsed(self, number: int, options: LayoutOptions) -> ParsedPage:
        page = self._pdf.read_page(number, options)
        if options.parser == "fast":
            return _with_fast_regions(page)
        try:
            return replace(page, regions=self._parser(options).regions(page))
        except Exception as error:
            message = f"The layout model failed on this page, so its boxes come from the fast parser ({type(error).__name__})."
            warning = LayoutWarning("page_failed", number, message)
            return _with_fast_regions(replace(page, parser="fast", warnings=(*page.warnings, warning)))

    def _parser(self, options: LayoutOptions) -> NeuralParser:
        from chunkstudio.layout.neural import NeuralParser

        key = options.page_key()
        if key not in self._neural:
            self._neural[key] = NeuralParser(self._path, self._password, options)
        return self._neural[key]


def _with_fast_regions(page: ParsedPage) -> ParsedPage:
    from chunkstudio.layout.fast import fast_regions

    return replace(page, regions=fast_regions(page))
