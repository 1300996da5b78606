"""Plain text as a document of one page: paragraphs at blank lines, positions by line number.

The text itself is kept as ``source`` and every box knows where in it it stands, so that offsets of chunks are offsets
into the text as it was given (after line ends were made uniform).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from chunkstudio.layout.model import DocumentInfo, LayoutBox, LayoutDocument, LayoutPage

LINE_HEIGHT = 12.0
"""Points that one line of text counts as."""
PAGE_WIDTH = 612.0
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")


def document_from_text(text: str, title: str = "") -> LayoutDocument:
    """One page as long as the text; a byte order mark is dropped, line ends become line feeds.

    Control characters and lone surrogates become blanks, one for one, so that offsets hold.
    """
    source = _CONTROLS.sub(" ", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
    boxes: list[LayoutBox] = []
    at_line, at = 0, 0
    for start, end in _paragraphs(source):
        at_line += source.count("\n", at, start)
        lines = source.count("\n", start, end) + 1
        top = at_line * LINE_HEIGHT
        rect = (0.0, top, PAGE_WIDTH, top + lines * LINE_HEIGHT)
        boxes.append(LayoutBox(f"p1.b{len(boxes)}", 1, rect, "text", source[start:end], source_start=start))
        at = start
    height = (source.count("\n") + 1) * LINE_HEIGHT
    info = DocumentInfo(digest, "", 1, title=title, page_sizes=((PAGE_WIDTH, height),))
    page = LayoutPage(1, PAGE_WIDTH, height, 0, "1", "fast", tuple(boxes))
    return LayoutDocument(
        info, (page,), title, "metadata" if title else "file_name", stable_layout_hash(digest, title), source=source
    )


def _paragraphs(source: str) -> Iterator[tuple[int, int]]:
    """Slices between blank lines, without white space at their ends."""
    end = len(source.rstrip())
    start = len(source) - len(source.lstrip())
    for found in _BLANK_LINES.finditer(source, start, end):
        yield start, start + len(source[start : found.start()].rstrip())
        start = found.end()
    if start < end:
        yield start, end


def stable_layout_hash(digest: str, title: str) -> str:
    """Hash of what later stages see of a plain text."""
    return hashlib.sha256(f"plain text\n{digest}\n{title}".encode()).hexdigest()
