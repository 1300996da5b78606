"""The window's client of the layout workers: opening, pages fast first and neural behind, visible pages first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_pages import DocumentPages
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.turns import turns
from chunkstudio.layout.file_stamp import require_unchanged
from chunkstudio.layout.model import ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions

if TYPE_CHECKING:
    from chunkstudio.layout.pool import LayoutPool
else:
    LayoutPool = Any

_QUICK_PRIORITY = 5
_VISIBLE_BONUS = 15
_FIRST_PAGES = 3
_TURN_SECONDS = 0.005
_Wanted = tuple[LayoutOptions, int, int]


@dataclass(frozen=True, slots=True)
class _Opened:
    key: str
    ticket: int
    document: Any = None
    error: ChunkStudioError | None = None


@dataclass(frozen=True, slots=True)
class _Arrived:
    key: str
    ticket: int
    number: int
    options: LayoutOptions
    future: Future[ParsedPage]


class LayoutJobs(QObject):
    """Open documents and their pages. Signals fire in the window's thread with the document's key."""

    opened = Signal(str)
    refused = Signal(str, object)
    pages_arrived = Signal(str)
    not_read_anew = Signal(str, object)
    """Other options ask for pages of a file that was changed or removed: what was read stays. Key and ChunkStudioError."""
    progress_changed = Signal()

    def __init__(self, make_pool: Callable[[], LayoutPool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_pool = make_pool
        self._pool: LayoutPool | None = None
        self._pages: dict[str, DocumentPages] = {}
        self._tickets: dict[str, int] = {}
        self._opening: dict[str, Path] = {}
        self._counter = 0
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="opening")
        self._inbox: Inbox[_Opened | _Arrived] = Inbox(self._receive)

    @property
    def pool(self) -> LayoutPool:
        """The workers, made when first asked for; belongs to the window's thread, or there could be two of them."""
        if self._pool is None:
            self._pool = self._make_pool()
        return self._pool

    def warm(self, *, neural: bool) -> None:
        """Start the workers ahead of the first document; with ``neural`` they load the layout model too."""
        self._threads.submit(self.pool.warm, neural=neural)

    def pages(self, key: str) -> DocumentPages | None:
        """What has arrived of a document; None while it is not open."""
        return self._pages.get(key)

    def open_keys(self) -> list[str]:
        """Keys of the documents that are open."""
        return list(self._pages)

    def opening(self) -> list[Path]:
        """Files that are being opened right now."""
        return list(self._opening.values())

    def open(self, key: str, path: Path, password: str | None, options: LayoutOptions) -> None:
        """Open in the background; :attr:`opened` or :attr:`refused` follows, then pages as they arrive.

        A document that is open already is read anew: its pages are kept until the file is open, and if it is refused.
        """
        self._counter += 1
        ticket = self._tickets[key] = self._counter
        self._opening[key] = path
        self._threads.submit(self._open_now, self.pool, key, ticket, path, password, options)
        self.progress_changed.emit()

    def _open_now(
        self, pool: LayoutPool, key: str, ticket: int, path: Path, password: str | None, options: LayoutOptions
    ) -> None:
        """Runs in a thread of its own, since opening reads and hashes the file."""
        try:
            document = pool.open(path, password)
        except ChunkStudioError as error:
            self._inbox.post(_Opened(key, ticket, error=error))
        except Exception as fault:
            hint = "Try again; if it fails again, the file may be damaged."
            refusal = ChunkStudioError("crashed", f"{path.name} could not be opened: {fault}", hint=hint)
            self._inbox.post(_Opened(key, ticket, error=refusal))
        else:
            self._inbox.post(_Opened(key, ticket, document=(document, options)))

    def close(self, key: str) -> None:
        """Withdraw everything of a document and free its file; also while it is still being opened."""
        self._tickets.pop(key, None)
        self._opening.pop(key, None)
        pages = self._pages.pop(key, None)
        if pages is not None:
            self._withdraw(pages)
            self._threads.submit(self.pool.close, pages.document)
        self.progress_changed.emit()

    def set_options(self, key: str, options: LayoutOptions) -> bool:
        """Take the layout options of another profile; True when pages are parsed again."""
        pages = self._pages.get(key)
        if pages is None:
            return False
        if pages.reads_anew(options) and (error := not_as_opened(pages)) is not None:
            if not pages.out_of_date:
                pages.out_of_date = True
                self.not_read_anew.emit(key, error)
            return False
        if not pages.change_options(options):
            return False
        self._withdraw(pages)
        self._submit(key, pages)
        return True

    def look_at(self, key: str, visible: tuple[int, ...]) -> None:
        """Work on these pages first."""
        pages = self._pages.get(key)
        if pages is not None and pages.under_way:
            self.pool.reprioritise(pages.document, visible)

    def cancel(self) -> None:
        """Stop parsing; the pages that arrived stay. Files that are being opened are given up."""
        for key in list(self._opening):
            path = self._opening.pop(key)
            self._take_back(key)
            hint = "Open the file again to go on."
            self.refused.emit(key, ChunkStudioError("cancelled", f"Opening {path.name} was cancelled.", hint=hint))
        for pages in self._pages.values():
            pages.cancelled = pages.cancelled or not pages.complete
            self._withdraw(pages)
        self.progress_changed.emit()

    def _take_back(self, key: str) -> None:
        """A file is not opened after all; where it was read before, that goes on."""
        before = self._pages.get(key)
        if before is None:
            self._tickets.pop(key, None)
            return
        self._counter += 1
        self._tickets[key] = self._counter
        self._withdraw(before)
        self._submit(key, before)

    def resume(self, key: str) -> None:
        """Go on with pages that were cancelled."""
        pages = self._pages.get(key)
        if pages is not None and pages.cancelled:
            pages.cancelled = False
            self._submit(key, pages)

    def submit_image(self, key: str, page: int, scale: float, clip: Rect | None, priority: int) -> Future[Any] | None:
        """See :class:`chunkstudio.gui.page_images.ImageSource`."""
        pages = self._pages.get(key)
        if pages is None:
            return None
        future: Future[Any] = self.pool.submit_image(pages.document, page, scale, clip, priority=priority)
        return future

    def stop(self) -> None:
        """Drop everything and end the workers; first of all their processes, since a thread may be waiting for one to start."""
        self._inbox.close()
        self._tickets.clear()
        for pages in self._pages.values():
            self._withdraw(pages)
        if self._pool is not None:
            self._pool.shutdown()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _withdraw(self, pages: DocumentPages) -> None:
        under_way, pages.under_way = pages.under_way, {}
        for future in under_way.values():
            future.cancel()

    def _submit(self, key: str, pages: DocumentPages) -> None:
        """Ask for all pages, a few a turn: the fast layout of each, then the one that counts; the first pages go before."""
        ticket = self._tickets[key]
        turns().drop(self, f"ask {key}")
        wanted: list[_Wanted] = []
        if pages.options.parser == "neural":
            wanted += self._stage(pages.quick_options, pages.missing(quick=True), _QUICK_PRIORITY)
        wanted += self._stage(pages.options, pages.missing(quick=False), 0)
        self._ask_some(key, ticket, pages, iter(wanted))

    @staticmethod
    def _stage(options: LayoutOptions, numbers: list[int], priority: int) -> list[_Wanted]:
        return [(options, number, priority + (_VISIBLE_BONUS if number <= _FIRST_PAGES else 0)) for number in numbers]

    def _ask_some(self, key: str, ticket: int, pages: DocumentPages, wanted: Iterator[_Wanted]) -> None:
        """Ask for as many as one turn has time for. Stops where other options, a cancel or a close came between."""
        until = time.perf_counter() + _TURN_SECONDS
        for options, number, priority in wanted:
            if self._tickets.get(key) != ticket or pages.cancelled or not pages.wants(options):
                return
            future = self.pool.submit_page(pages.document, number, options, priority=priority)
            pages.under_way[(options.parser, number)] = future
            future.add_done_callback(partial(self._page_done, key, ticket, number, options))
            if time.perf_counter() > until:
                turns().add(self, f"ask {key}", partial(self._ask_some, key, ticket, pages, wanted))
                break
        self.progress_changed.emit()

    def _page_done(self, key: str, ticket: int, number: int, options: LayoutOptions, future: Future[ParsedPage]) -> None:
        """Runs in a thread of the pool."""
        if not future.cancelled():
            self._inbox.post(_Arrived(key, ticket, number, options, future))

    def _receive(self, item: _Opened | _Arrived) -> None:
        if self._tickets.get(item.key) != item.ticket:
            if isinstance(item, _Opened) and item.document is not None:
                self._threads.submit(self.pool.close, item.document[0])
        elif isinstance(item, _Opened):
            self._receive_opened(item)
        else:
            self._receive_page(item)

    def _receive_opened(self, item: _Opened) -> None:
        self._opening.pop(item.key, None)
        before = self._pages.get(item.key)
        if item.error is not None:
            self._take_back(item.key)
            self.refused.emit(item.key, item.error)
        else:
            document, options = item.document
            if before is not None:
                self._withdraw(before)
                self._threads.submit(self.pool.close, before.document)
            pages = self._pages[item.key] = DocumentPages(document, document.info, options)
            self.opened.emit(item.key)
            self._submit(item.key, pages)
        self.progress_changed.emit()

    def _receive_page(self, item: _Arrived) -> None:
        pages = self._pages[item.key]
        pages.under_way.pop((item.options.parser, item.number), None)
        if item.future.exception() is None and pages.take(item.future.result(), item.options):
            self.pages_arrived.emit(item.key)
        self.progress_changed.emit()


def not_as_opened(pages: DocumentPages) -> ChunkStudioError | None:
    """Why a file cannot be read any more: it is not the one that was opened. None while it is."""
    try:
        require_unchanged(pages.document.path, pages.document.stamp)
    except ChunkStudioError as error:
        return error
    return None
