"""A pool of layout workers: pages and images of many documents, by priority, with a time limit, cancelling, and a cache.

One quick lane opens files, paints pages and reads pages for the fast parser, so that none of these ever waits behind
the layout model; the other lanes run the layout model. Each lane is one thread with one worker process.
"""

from __future__ import annotations

import atexit
import itertools
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.layout import protocol
from chunkstudio.layout.cache import PageCache, page_key
from chunkstudio.layout.file_stamp import Stamp
from chunkstudio.layout.job_queue import Job, JobQueue, Work
from chunkstudio.layout.model import DocumentInfo, ParsedPage, Rect
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.page_image import PageImage
from chunkstudio.layout.pool_lane import Lane

_GRACE = 0.4
_JOIN_SECONDS = 5.0
_keys = itertools.count(1)
_pools: weakref.WeakSet[LayoutPool] = weakref.WeakSet()


class OpenDocument:
    """A document that a pool has opened: what the file says of itself, and what workers need to open it again."""

    def __init__(self, path: Path, password: str | None, key: str) -> None:
        self.path = path
        self.id = key
        self.info = DocumentInfo(sha256="", file_name=path.name, page_count=0)
        self.stamp: Stamp = (0, 0)
        self.password = password
        self.closed = False

    def opening(self) -> protocol.Open:
        """The request with which a worker opens it; refused there when the file has changed since."""
        return protocol.Open(self.id, str(self.path), self.password, self.stamp)


class LayoutPool:
    """Layout workers for one program. Safe to use from several threads; callbacks of futures run in its threads.

    ``workers`` are the processes for the layout model, beside one for quick work; ``time_limit`` is in seconds a page. In
    the ``background`` all processes run at a low priority, so that a window's own thread never waits for the processor.
    """

    def __init__(
        self,
        workers: int = 2,
        *,
        time_limit: float = 120.0,
        cache: PageCache | bool | None = True,
        background: bool = False,
    ) -> None:
        self._cache = PageCache.default() if cache is True else (cache or None)
        self._queue = JobQueue()
        self._documents: dict[str, OpenDocument] = {}
        self._guard = threading.Lock()
        self._look_up = ThreadPoolExecutor(1, thread_name_prefix="layout-cache")
        lane = partial(Lane, self, time_limit=time_limit, background=background)
        self._quick = lane(("quick", "fast"))
        self._lanes = [self._quick, *(lane(("slow", "fast")) for _ in range(max(workers, 1)))]
        self._shut = False
        _pools.add(self)

    @property
    def is_shut(self) -> bool:
        """True after :meth:`shutdown`."""
        return self._shut

    @property
    def queue(self) -> JobQueue:
        """The waiting jobs, for the lanes."""
        return self._queue

    @property
    def process_ids(self) -> tuple[int, ...]:
        """The worker processes that run now, the quick lane's first."""
        return tuple(pid for lane in self._lanes if (pid := lane.pid) is not None)

    def warm(self, *, neural: bool = True) -> None:
        """Start the processes and their imports in the background; the quick lane is ready first (about a quarter second)."""
        self._quick.start(protocol.Warm())
        for lane in self._lanes[1:]:
            lane.start(protocol.Warm(neural=neural))

    def open(self, path: str | Path, password: str | None = None) -> OpenDocument:
        """Open a file and learn its page count, outline and sizes. Blocks; raises ChunkStudioError."""
        if not _is_unicode(str(path)):
            name = Path(path).name.encode("utf-8", "replace").decode()
            hint = "Give the file a name in UTF-8."
            raise ChunkStudioError("cannot_read", f"{name} cannot be opened: its name is not in UTF-8.", hint=hint)
        document = OpenDocument(Path(path).absolute(), password, f"d{next(_keys)}")
        with self._guard:
            self._documents[document.id] = document
        try:
            opened: protocol.Opened = self._put("quick", document, 0, document.opening(), priority=100).result()
        except BaseException:
            self._forget(document)
            raise
        document.info, document.stamp = opened.info, opened.stamp
        return document

    def submit_page(
        self, document: OpenDocument, number: int, options: LayoutOptions, *, priority: int = 0
    ) -> Future[ParsedPage]:
        """Ask for a page (from 1); higher priority goes first. Never an exception: a page that fails is marked so."""
        work: Work = "fast" if options.parser == "fast" else "slow"
        future: Future[ParsedPage] = Future()
        request = protocol.ReadPage(document.id, number, options)
        job = Job(work, document.id, number, request, future, priority, options)
        # A file that anyone can open may be encrypted all the same, to forbid printing: only a needed password is a secret.
        locked = document.info.encrypted and document.password is not None
        if self._cache is None or locked:
            self._enqueue(job)
            return future
        try:
            self._look_up.submit(self._from_cache, job, document)
        except RuntimeError:
            future.cancel()
        return future

    def submit_image(
        self, document: OpenDocument, number: int, scale: float, clip: Rect | None = None, *, priority: int = 10
    ) -> Future[PageImage]:
        """Ask for pixels of a page or of ``clip`` (displayed points). Fails with ChunkStudioError."""
        return self._put("quick", document, number, protocol.Render(document.id, number, scale, clip), priority=priority)

    def reprioritise(self, document: OpenDocument, visible_pages: Sequence[int]) -> None:
        """What is seen now: pages of this document nearest to it go first among those of equal priority."""
        self._queue.see(document.id, visible_pages)

    def cancel(self, document: OpenDocument) -> None:
        """Cancel all that waits for a document; what is being worked on ends by itself."""
        for job in self._queue.remove(lambda job: job.key == document.id):
            job.future.cancel()

    def close(self, document: OpenDocument) -> None:
        """Cancel all work on a document and free its file in every process within a second. Returns at once."""
        document.closed = True
        self.cancel(document)
        self._forget(document)
        for lane in self._lanes:
            lane.release(document.id, _GRACE)

    def shutdown(self) -> None:
        """End all processes and threads; waiting futures are cancelled. May be called more than once.

        No callback of a future runs after this, so that what it calls may be taken down.
        """
        self._shut = True
        self._look_up.shutdown(wait=False, cancel_futures=True)
        for job in self._queue.close():
            job.future.cancel()
        for lane in self._lanes:
            lane.end()
        for lane in self._lanes:
            lane.join(_JOIN_SECONDS)
        self._look_up.shutdown(wait=True)
        _pools.discard(self)

    def document(self, key: str) -> OpenDocument | None:
        """The open document of a key, for the lanes; None once it is closed."""
        with self._guard:
            return self._documents.get(key)

    def keep(self, job: Job, encoded: Any) -> None:
        """Put a parsed page into the cache, if its job may be kept."""
        if self._cache is not None and job.cache_key is not None:
            self._cache.put(job.cache_key, encoded)

    def _forget(self, document: OpenDocument) -> None:
        with self._guard:
            self._documents.pop(document.id, None)

    def _put(self, work: Work, document: OpenDocument, number: int, request: protocol.Request, *, priority: int) -> Future[Any]:
        future: Future[Any] = Future()
        self._enqueue(Job(work, document.id, number, request, future, priority))
        return future

    def _enqueue(self, job: Job) -> None:
        if self.document(job.key) is None:
            job.future.cancel()
            return
        try:
            self._queue.put(job)
        except RuntimeError:
            job.future.cancel()
            return
        for lane in self._lanes:
            if job.work in lane.works:
                lane.start()

    def _from_cache(self, job: Job, document: OpenDocument) -> None:
        page = None
        if self._cache is not None and job.options is not None and not document.closed and not job.future.cancelled():
            job.cache_key = page_key(document.info.sha256, job.number, job.options)
            page = self._cache.get(job.cache_key)
        if page is None:
            self._enqueue(job)
        elif job.future.set_running_or_notify_cancel():
            job.future.set_result(page)


@atexit.register
def _end_all() -> None:
    """No worker outlives the program, also where nobody called shutdown."""
    for pool in list(_pools):
        pool.shutdown()


def _is_unicode(path: str) -> bool:
    """Whether a path can travel to a worker; names in other encodings come as lone surrogates."""
    return not any("\ud800" <= c <= "\udfff" for c in path)
