"""Plain text as a document of one page: paragraphs at blank lines, positions by line number (a long line takes several rows).

The text itself is kept as ``source`` and every box knows where in it it stands, so that offsets of chunks are offsets
into the text as it was given (after line ends were made uniform).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Sequence

from chunkstudio.layout.model import DocumentInfo, LayoutBox, LayoutDocument, LayoutPage, LayoutWarning
from chunkstudio.layout.text_rows import PAGE_WIDTH, TextRows

_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
_UNSEEN = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs"})


def clean_source(text: str) -> str:
    """The text as it is kept: no byte order mark, line feeds at line ends.

    Control characters and lone surrogates become blanks, one for one, so that offsets hold.
    """
    return _CONTROLS.sub(" ", text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def has_visible(text: str) -> bool:
    """Whether a reader sees anything of a text: blanks and signs without width are nothing."""
    return any(unicodedata.category(sign) not in _UNSEEN for sign in text)


def text_page(rows: TextRows, boxes: tuple[LayoutBox, ...]) -> LayoutPage:
    """The one page of a text, as long as its lines."""
    return LayoutPage(1, PAGE_WIDTH, rows.height, 0, "1", "fast", boxes)


def blank_warnings(boxes: Sequence[LayoutBox]) -> tuple[LayoutWarning, ...]:
    """The warning of a text without any words."""
    if boxes:
        return ()
    return (LayoutWarning("blank", 1, "The file holds nothing but blanks, so there is nothing to cut."),)


def document_from_text(text: str, title: str = "") -> LayoutDocument:
    """One page as long as the text, cleaned by :func:`clean_source`."""
    source = clean_source(text)
    digest = hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
    rows = TextRows(source.split("\n"))
    boxes: list[LayoutBox] = []
    at_line, at = 0, 0
    for start, end in _seen_paragraphs(source):
        at_line += source.count("\n", at, start)
        rect = rows.rect(at_line, at_line + source.count("\n", start, end) + 1)
        boxes.append(LayoutBox(f"p1.b{len(boxes)}", 1, rect, "text", source[start:end], source_start=start))
        at = start
    page = text_page(rows, tuple(boxes))
    info = DocumentInfo(digest, "", 1, title=title, page_sizes=((PAGE_WIDTH, page.height),))
    return LayoutDocument(
        info,
        (page,),
        title,
        "metadata" if title else "file_name",
        stable_layout_hash(digest, title),
        warnings=blank_warnings(boxes),
        source=source,
    )


def _seen_paragraphs(source: str) -> Iterator[tuple[int, int]]:
    """Paragraphs that a reader sees; one of signs without width belongs to the one before it, the first to the next."""
    held: tuple[int, int] | None = None
    seen = False
    for start, end in _paragraphs(source):
        visible = has_visible(source[start:end])
        if held is None:
            held, seen = (start, end), visible
        elif visible and seen:
            yield held
            held = (start, end)
        else:
            held, seen = (held[0], end), seen or visible
    if held is not None and seen:
        yield held


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
    return hashlib.sha256(f"plain text 2\n{digest}\n{title}".encode()).hexdigest()
