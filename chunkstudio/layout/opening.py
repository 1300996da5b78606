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
from chunkstudio.layout.text_file import is_text_file, read_text, text_document

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
    if is_text_file(source):
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
    text, warnings = read_text(path)
    layout = text_document(text, path.name, options)
    return replace(layout, warnings=(*warnings, *layout.warnings))
