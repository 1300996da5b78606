"""The door to PyMuPDF for text and page images; imported only inside worker processes.

Every failure of opening is a :class:`ChunkStudioError` that names the file; every failure of a page is left to the worker,
which turns it into a failed page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from chunkstudio.layout.double_strike import remove_double_strikes
from chunkstudio.layout.fragments import Fragment, page_fragments
from chunkstudio.layout.hidden_text import Grounds, hidden_reason, mark_ocr_layer
from chunkstudio.layout.line_building import build_lines
from chunkstudio.layout.model import DocumentInfo, HiddenText, LayoutWarning, Line, OutlineEntry, ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_graphics import PageGraphics, page_graphics
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.pymupdf_import import import_pymupdf
from chunkstudio.layout.sanitise import sanitise
from chunkstudio.layout.structure_tags import flat_blocks, heading_tags

pymupdf: Any = import_pymupdf()
pymupdf.TOOLS.mupdf_display_errors(False)
pymupdf.TOOLS.mupdf_display_warnings(False)

_FLAGS = (
    pymupdf.TEXT_PRESERVE_LIGATURES
    | pymupdf.TEXT_PRESERVE_WHITESPACE
    | pymupdf.TEXT_CID_FOR_UNKNOWN_UNICODE
    | pymupdf.TEXT_COLLECT_VECTORS
    | pymupdf.TEXT_COLLECT_STRUCTURE
)
MOST_PIXELS = 40_000_000


def open_pdf(path: str | Path, password: str | None = None) -> OpenPdf:
    """Open a PDF for reading. Raises ChunkStudioError with one of the opening codes; see ``opening_errors``."""
    from chunkstudio.layout.opening_errors import checked_document

    source = Path(path)
    document, sha256, warnings = checked_document(source, password)
    return OpenPdf(source, document, sha256, warnings)


class OpenPdf:
    """One open PDF. Not thread safe; belongs to one worker process. Pages count from 1."""

    def __init__(self, path: Path, document: Any, sha256: str, warnings: tuple[LayoutWarning, ...]) -> None:
        self.path = path
        self.sha256 = sha256
        self._document = document
        self._warnings = warnings

    def close(self) -> None:
        """Free the file."""
        self._document.close()

    @property
    def page_count(self) -> int:
        """How many pages the file has."""
        return int(self._document.page_count)

    def info(self) -> DocumentInfo:
        """What the file says of itself: metadata title, outline, page sizes as displayed, labels."""
        document = self._document
        metadata = document.metadata or {}
        sizes = tuple(self._size(i) for i in range(document.page_count))
        return DocumentInfo(
            sha256=self.sha256,
            file_name=self.path.name,
            page_count=document.page_count,
            title=sanitise(metadata.get("title") or ""),
            language=sanitise(str(getattr(document, "language", None) or "")),
            outline=self._outline(),
            page_sizes=sizes,
            page_labels=tuple(self._label(i) for i in range(document.page_count)),
            repaired=any(w.code == "repaired" for w in self._warnings),
            encrypted=bool(metadata.get("encryption")),
            warnings=self._warnings,
        )

    def _size(self, index: int) -> tuple[float, float]:
        try:
            rect = self._document.page_cropbox(index)
            rotation = self._document.load_page(index).rotation
        except Exception:
            return (0.0, 0.0)
        size = (round(rect.width, 2), round(rect.height, 2))
        return size[::-1] if rotation in (90, 270) else size

    def _label(self, index: int) -> str:
        try:
            return sanitise(self._document.load_page(index).get_label() or "")
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
        display = (0.0, 0.0, float(page.rect.width), float(page.rect.height))
        raw = page.get_textpage(clip=pymupdf.INFINITE_RECT(), flags=_FLAGS).extractRAWDICT()
        tags = heading_tags(raw["blocks"])
        raw["blocks"] = list(flat_blocks(raw["blocks"]))
        turned = _to_display(page)
        graphics = page_graphics(raw["blocks"], turned, display)
        images = tuple(_rect(pymupdf.Rect(turned(i["bbox"]))) for i in page.get_image_info())
        fragments = page_fragments(raw, page.rotation, float(page.cropbox.width), float(page.cropbox.height))
        fragments, hidden, warnings = _sift(fragments, images, graphics, display, number, options)
        lines = tuple(build_lines(remove_double_strikes(fragments)))
        warnings += _empty_page_warnings(lines, images, graphics, number)
        return ParsedPage(
            number=number,
            width=round(display[2], 2),
            height=round(display[3], 2),
            rotation=page.rotation,
            parser=options.parser,
            label=self._label(number - 1),
            lines=lines,
            rules=graphics.rules,
            images=images,
            hidden=tuple(hidden),
            warnings=tuple(warnings),
            heading_tags=tags,
        )

    def render(self, number: int, scale: float, clip: Rect | None = None) -> PageImage:
        """Pixels of a page (or of ``clip``, in displayed points) at ``scale`` pixels per point.

        The scale is lowered where more than 40 million pixels would result; the image says which scale it has.
        """
        page = self._document.load_page(number - 1)
        area = pymupdf.Rect(clip) & page.rect if clip is not None else page.rect
        if area.is_empty:
            return PageImage(0, 0, 0, b"", scale)
        pixels = area.width * area.height * scale * scale
        if pixels > MOST_PIXELS:
            scale *= (MOST_PIXELS / pixels) ** 0.5
        pixmap = page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), clip=area, alpha=False, colorspace=pymupdf.csRGB)
        return PageImage(pixmap.width, pixmap.height, pixmap.stride, bytes(pixmap.samples_mv), scale)


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _rect(rect: Any) -> Rect:
    return round(rect.x0, 2), round(rect.y0, 2), round(rect.x1, 2), round(rect.y1, 2)


def _to_display(page: Any) -> Any:
    if not page.rotation:
        return lambda bbox: bbox
    matrix = page.rotation_matrix
    return lambda bbox: tuple(pymupdf.Rect(bbox) * matrix)


def _sift(
    fragments: list[Fragment], images: Sequence[Rect], graphics: PageGraphics, page: Rect, number: int, options: LayoutOptions
) -> tuple[list[Fragment], list[HiddenText], list[LayoutWarning]]:
    warnings: list[LayoutWarning] = []
    if mark_ocr_layer(fragments, images, page):
        warnings.append(LayoutWarning("ocr_layer", number, "The text of this page comes from a text layer under a scan."))
    grounds = Grounds(graphics.fills, images)
    shown: list[Fragment] = []
    hidden: list[HiddenText] = []
    for fragment in fragments:
        reason = None if fragment.ocr else hidden_reason(fragment, page, ())
        if reason is None and not fragment.ocr and grounds.hides(fragment):
            reason = "hidden"
        if reason is None:
            shown.append(fragment)
            continue
        text = sanitise(fragment.text)
        if text:
            hidden.append(HiddenText(text, fragment.rect, reason))
            if options.hidden_text == "keep" and reason == "hidden":
                shown.append(fragment)
    if any(h.reason == "hidden" for h in hidden):
        message = "This page holds text that no reader can see; it was left out."
        warnings.append(LayoutWarning("hidden_text", number, message))
    return shown, hidden, warnings


def _empty_page_warnings(
    lines: Sequence[Line], images: Sequence[Rect], graphics: PageGraphics, number: int
) -> list[LayoutWarning]:
    if lines:
        return []
    if images:
        hint = "Run it through a text recognition program, or install Tesseract and set layout.ocr to auto."
        return [LayoutWarning("no_text", number, "This page is a picture without text.", hint=hint)]
    if graphics.rules or graphics.fills:
        return [LayoutWarning("no_text", number, "This page has drawings but no text.")]
    return [LayoutWarning("blank", number, "This page is blank.")]
