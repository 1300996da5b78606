"""Open a whole document: what the library and the command line use; blocking, with progress and cancelling."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from pathlib import Path

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout.model import DocumentInfo, LayoutDocument, LayoutWarning, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.pool import LayoutPool, OpenDocument

MARKDOWN_SUFFIXES = (".md", ".markdown")
TEXT_SUFFIXES = (".txt", ".text", *MARKDOWN_SUFFIXES)
_POLL = 0.1
_guard = threading.Lock()
_shared: list[LayoutPool] = []

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


def shared_pool() -> LayoutPool:
    """The pool of this program for callers who bring none; made on first use, ended at exit."""
    with _guard:
        if not _shared or _shared[0].is_shut:
            _shared[:] = [LayoutPool(min(2, os.cpu_count() or 1))]
        return _shared[0]


def open_document(
    path: str | Path,
    *,
    password: str | None = None,
    options: LayoutOptions | None = None,
    pages: Sequence[int] | None = None,
    progress: Progress | None = None,
    cancelled: Cancelled | None = None,
    pool: LayoutPool | None = None,
) -> LayoutDocument:
    """The layout of a PDF, or of a plain text or Markdown file (.txt, .md).

    ``pages`` (from 1) limits the work; page numbers and box ids stay those of the file. ``progress`` gets pages done and
    pages in all, ``cancelled`` is asked several times a second; both are called in the calling thread.
    Raises ChunkStudioError: the opening codes of ``layout.opening_errors``, ``crashed``, ``timeout``, ``cancelled``,
    ``changed`` where the file is no longer the same at the end, ``bad_argument`` for pages that the file does not have.
    """
    source = Path(path)
    if source.suffix.lower() in TEXT_SUFFIXES:
        text = _open_text(source, options or LayoutOptions())
        _page_numbers(text.info, pages)  # a text is one page: others are refused as they are of a PDF
        return text
    pool = pool or shared_pool()
    chosen = options or LayoutOptions()
    document = pool.open(source, password)
    try:
        numbers = _page_numbers(document.info, pages)
        parsed = _parse(pool, document, numbers, chosen, progress, cancelled)
    finally:
        pool.close(document)
    return _assembled(document, parsed, chosen)


def _page_numbers(info: DocumentInfo, pages: Sequence[int] | None) -> list[int]:
    if pages is None:
        return list(range(1, info.page_count + 1))
    numbers = sorted(set(pages))
    wrong = [n for n in numbers if not 1 <= n <= info.page_count]
    if wrong or not numbers:
        named = f"no page {wrong[0]}" if wrong else "no pages to read"
        hint = f"Choose pages from 1 to {info.page_count}."
        raise ChunkStudioError("bad_argument", f"{info.file_name} has {named}.", hint=hint, field="pages")
    return numbers


def _parse(
    pool: LayoutPool,
    document: OpenDocument,
    numbers: Sequence[int],
    options: LayoutOptions,
    progress: Progress | None,
    cancelled: Cancelled | None,
) -> list[ParsedPage]:
    waiting: set[Future[ParsedPage]] = {pool.submit_page(document, number, options) for number in numbers}
    done: list[ParsedPage] = []
    if progress is not None:
        progress(0, len(numbers))
    while waiting:
        if cancelled is not None and cancelled():
            raise ChunkStudioError("cancelled", f"Reading {document.path.name} was cancelled.")
        finished, waiting = wait(waiting, _POLL, FIRST_COMPLETED)
        done += [future.result() for future in finished]
        if finished and progress is not None:
            progress(len(done), len(numbers))
    return sorted(done, key=lambda page: page.number)


def _assembled(document: OpenDocument, pages: Sequence[ParsedPage], options: LayoutOptions) -> LayoutDocument:
    from chunkstudio.layout.document_pass import assemble

    changed = next((w for w in _warnings(pages) if w.code == "changed"), None)
    if changed is not None:
        raise ChunkStudioError("changed", changed.message, hint="Open the file again.")
    return assemble(document.info, pages, options)


def _warnings(pages: Iterable[ParsedPage]) -> Iterable[LayoutWarning]:
    return (warning for page in pages for warning in page.warnings)


def _open_text(path: Path, options: LayoutOptions) -> LayoutDocument:
    """A text file: UTF-8, or Latin-1 with a warning where its bytes are no UTF-8."""
    from chunkstudio.layout.markdown_text import document_from_markdown
    from chunkstudio.layout.plain_text import document_from_text

    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path and the spelling.") from None
    except OSError as error:
        hint = "Check the file and its permissions."
        raise ChunkStudioError("cannot_read", f"{path.name} cannot be read: {error.strerror or error}.", hint=hint) from None
    warnings: tuple[LayoutWarning, ...] = ()
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
        message = f"{path.name} is not UTF-8; it was read as Latin-1."
        warnings = (LayoutWarning("decoded_as_latin1", 0, message, hint="Save it as UTF-8 if letters look wrong."),)
    if path.suffix.lower() in MARKDOWN_SUFFIXES:
        layout = document_from_markdown(text, path.stem, max_level=options.max_level)
    else:
        layout = document_from_text(text, title=path.stem)
    info = replace(layout.info, file_name=path.name)
    return replace(layout, info=info, warnings=(*warnings, *layout.warnings))
