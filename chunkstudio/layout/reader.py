"""The door to PyMuPDF for text and page images; imported only inside worker processes.

Every failure of opening is a :class:`ChunkStudioError` that names the file; every failure of a page is left to the worker,
which turns it into a failed page.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunkstudio.layout.hidden_layers import hidden_layers, show_layers
from chunkstudio.layout.model import DocumentInfo, LayoutWarning, OutlineEntry, ParsedPage, Rect
from chunkstudio.layout.opening_errors import OpenedFile, open_checked, open_document_of
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.page_reading import PageSource, read_page
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.sanitise import sanitise

pymupdf: Any = import_pymupdf()
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

MOST_PIXELS = 24_000_000
_CUT_SHORT = re.compile(r"treating as end of file|premature end of data|zlib error")
"""What MuPDF says, and goes on, when a compressed stream breaks off or is no such stream."""


def _contents(page: Any) -> tuple[bytes | None, bool]:
    """The page's own content (None where it is no stream), and whether it is missing or cannot be decoded to its end.

    Shared fonts aren't looked at: they are read once only.
    """
    pymupdf.TOOLS.mupdf_warnings()  # what was said before is flushed, or saying it again would only be counted
    try:
        contents = page.read_contents()
    except Exception:  # of many types, where the content is no stream
        return None, True
    return contents, bool(_CUT_SHORT.search(pymupdf.TOOLS.mupdf_warnings()))


def open_pdf(path: str | Path, password: str | None = None) -> OpenPdf:
    """Open a PDF for reading. Raises ChunkStudioError with one of the opening codes; see ``opening_errors``."""
    source = Path(path)
    return OpenPdf(source, password, open_checked(source, password))


class OpenPdf:
    """One open PDF. Not thread safe; belongs to one worker process. Pages count from 1."""

    def __init__(self, path: Path, password: str | None, opened: OpenedFile) -> None:
        self.path = path
        self.sha256 = opened.sha256
        self._password = password
        self._document = opened.document
        self._warnings = opened.warnings
        self._off_layers = hidden_layers(opened.document)
        self._has_labels = _has_labels(opened.document)
        self._layered: Any = None

    def close(self) -> None:
        """Free the file."""
        self._document.close()
        if self._layered is not None:
            self._layered.close()

    @property
    def page_count(self) -> int:
        """How many pages the file has."""
        return int(self._document.page_count)

    def info(self) -> DocumentInfo:
        """What the file says of itself: metadata title, outline, page sizes as displayed, labels."""
        document = self._document
        metadata = document.metadata or {}
        facts = [(_size(page), self._label(page)) for page in map(self._loaded, range(document.page_count))]
        return DocumentInfo(
            sha256=self.sha256,
            file_name=self.path.name,
            page_count=document.page_count,
            title=sanitise(metadata.get("title") or ""),
            language=sanitise(str(getattr(document, "language", None) or "")),
            outline=self._outline(),
            page_sizes=tuple(size for size, _ in facts),
            page_labels=tuple(label for _, label in facts),
            repaired=any(w.code == "repaired" for w in self._warnings),
            encrypted=bool(metadata.get("encryption")),
            warnings=self._warnings,
        )

    def _loaded(self, index: int) -> Any:
        """A page, or None where it is damaged."""
        try:
            return self._document.load_page(index)
        except Exception:
            return None

    def _label(self, page: Any) -> str:
        """The label of a page; "" for none, as it is for all pages of most files."""
        if not self._has_labels or page is None:
            return ""
        try:
            return sanitise(page.get_label() or "")
        except Exception:
            return ""

    def _outline(self) -> tuple[OutlineEntry, ...]:
        try:
            entries = self._document.get_toc(simple=True)
        except Exception:
            return ()
        return tuple(OutlineEntry(int(level), sanitise(title), max(int(page), 0)) for level, title, page in entries)

    def read_page(self, number: int, options: LayoutOptions) -> ParsedPage:
        """Lines, rules, images, hidden text and warnings of one page, without regions. Raises what PyMuPDF raises."""
        page = self._document.load_page(number - 1)
        layered = None
        if self._off_layers:
            layered = self._with_all_layers().load_page(number - 1)
        contents, is_cut_short = _contents(page)
        parsed = read_page(PageSource(page, layered, contents), number, self._label(page), options)
        if not is_cut_short:
            return parsed
        message = "A part of this page cannot be decoded; text may be missing."
        damaged = LayoutWarning("damaged", number, message, hint="Fetch the file again, or save it anew with a PDF reader.")
        others = (warning for warning in parsed.warnings if warning.code != "blank")
        return replace(parsed, warnings=(*others, damaged))

    def _with_all_layers(self) -> Any:
        """The file once more with its hidden layers shown, so that what they hold can be named."""
        if self._layered is None:
            self._layered = open_document_of(self.path, self._password)
            show_layers(self._layered, self._off_layers)
        return self._layered

    def render(self, number: int, scale: float, clip: Rect | None = None) -> PageImage:
        """Pixels of a page (or of ``clip``, in displayed points) at ``scale`` pixels per point.

        The scale is lowered where more than 24 million pixels would result; the image says which scale it has.
        """
        return page_pixels(self._document.load_page(number - 1), scale, clip)


def page_pixels(page: Any, scale: float, clip: Rect | None) -> PageImage:
    """Pixels of a page of PyMuPDF; see :meth:`OpenPdf.render`."""
    area = pymupdf.Rect(clip) & page.rect if clip is not None else page.rect
    if area.is_empty:
        return PageImage(0, 0, 0, b"", scale)
    pixels = area.width * area.height * scale * scale
    if pixels > MOST_PIXELS:
        scale *= (MOST_PIXELS / pixels) ** 0.5
    pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=area, alpha=False, colorspace=pymupdf.csRGB)
    return PageImage(pixmap.width, pixmap.height, pixmap.stride, bytes(pixmap.samples_mv), scale)


def _has_labels(document: Any) -> bool:
    try:
        return bool(document.get_page_labels())
    except Exception:
        return True  # then each page is asked


def _size(page: Any) -> tuple[float, float]:
    """Width and height of a page as displayed, in points; (0, 0) for a damaged one."""
    try:
        rect, rotation = page.cropbox, page.rotation
    except Exception:
        return (0.0, 0.0)
    size = (round(rect.width, 2), round(rect.height, 2))
    return size[::-1] if rotation in (90, 270) else size
