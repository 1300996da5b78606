"""One lane of the pool: a thread that takes jobs one by one and has them answered by its worker process."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from chunkstudio.layout import protocol
from chunkstudio.layout.failed_page import failed_page
from chunkstudio.layout.job_queue import Job, Work
from chunkstudio.layout.protocol import decode_page, error_of
from chunkstudio.layout.worker_process import WorkerGoneError, WorkerProcess

if TYPE_CHECKING:
    from chunkstudio.layout.pool import LayoutPool, OpenDocument

_OPENING_LIMIT = 60.0
_NOT_KEPT = ("page_failed", "no_text")  # the next try may succeed, or find Tesseract installed
_SAID = {
    "timeout": ("took too long", "Try again, or open fewer pages at once."),
    "crashed": ("ended the layout process", "The file may be damaged; save it anew with a PDF reader."),
    "cancelled": ("was closed", ""),
}


class Lane:
    """A thread and its worker process. The process starts with the first job and again after it had to be ended."""

    def __init__(self, pool: LayoutPool, works: Sequence[Work], time_limit: float, *, background: bool = False) -> None:
        self._pool = pool
        self.works = tuple(works)
        self._limit = time_limit
        self._process = WorkerProcess(time_limit, background=background)
        self._busy: object = None
        self._thread = threading.Thread(target=self._run, name="layout-lane", daemon=True)
        self._guard = threading.Lock()
        self._started = False

    @property
    def pid(self) -> int | None:
        """Id of the worker process, while one runs."""
        return self._process.pid

    def start(self, warm: protocol.Warm | None = None) -> None:
        """Start the thread if it does not run yet; with ``warm`` the process is started and its imports done at once."""
        with self._guard:
            if self._started:
                return
            self._started = True
            if warm is not None:
                self._pool.queue.tell(id(self), warm)
            self._thread.start()

    def release(self, key: str, grace: float) -> None:
        """Have the process free a document; where it does not get to that within ``grace`` seconds, it is ended."""
        if key not in self._process.known:
            return
        self._pool.queue.tell(id(self), protocol.Close(key))
        busy = self._busy
        if busy is not None:
            timer = threading.Timer(grace, self._end_if_still, args=(busy, key))
            timer.daemon = True
            timer.start()

    def _end_if_still(self, busy: object, key: str) -> None:
        if self._busy is busy and key in self._process.known:
            self._process.end("cancelled")

    def end(self) -> None:
        """End the process at once and for good; the thread ends with the queue."""
        self._process.shut()

    def join(self, seconds: float) -> None:
        """Wait until the thread has ended: it may be telling others what became of the last job."""
        with self._guard:
            started = self._thread.ident is not None
        if started and self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _run(self) -> None:
        while (task := self._pool.queue.take(self.works, id(self), ready=self._is_running)) is not None:
            self._busy = task
            try:
                if isinstance(task, Job):
                    self._handle(task)
                    if self._pool.document(task.key) is None:  # closed while this process was opening it
                        self._obey(protocol.Close(task.key))
                else:
                    self._obey(task)
            finally:
                self._busy = None
        self._process.end("cancelled")

    def _is_running(self) -> bool:
        return self._process.pid is not None

    def _obey(self, message: protocol.Request) -> None:
        """What the lane was told; a process that does not run has nothing to close."""
        if isinstance(message, protocol.Close):
            if message.key not in self._process.known:
                return
            self._process.known.discard(message.key)
        with contextlib.suppress(WorkerGoneError, OSError):  # the next job tries to start a process again, and says so
            self._process.ask(message, _OPENING_LIMIT)

    def _handle(self, job: Job) -> None:
        if self._pool.document(job.key) is None:
            job.future.cancel()
            return
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            reply = self._reply(job)
        except WorkerGoneError as gone:
            reply = protocol.Failed(gone.reason, "")
        except OSError as error:
            reply = protocol.Failed("crashed", f"The layout process cannot be started: {error}.")
        try:
            self._settle(job, reply)
        except Exception as error:  # or the thread ends, its process with it, and who waits for the page waits for ever
            if not job.future.done():
                self._fail(job, protocol.Failed("crashed", f"What the layout process gave cannot be used: {error!r}."))

    def _reply(self, job: Job) -> protocol.Reply:
        """Ask; where the process was ended for the sake of another document, ask again."""
        while True:
            document = self._pool.document(job.key)
            if document is None:
                return protocol.Failed("cancelled", "The document was closed.")
            try:
                return self._ask(job, document)
            except WorkerGoneError as gone:
                if gone.reason != "cancelled" or self._pool.document(job.key) is None or self._pool.is_shut:
                    raise

    def _ask(self, job: Job, document: OpenDocument) -> protocol.Reply:
        if job.number and job.key not in self._process.known:
            opened = self._process.ask(document.opening(), _OPENING_LIMIT)
            if isinstance(opened, protocol.Failed):
                return opened
            self._process.known.add(job.key)
        reply = self._process.ask(job.request, self._limit if job.number else _OPENING_LIMIT)
        if isinstance(reply, protocol.Opened):
            self._process.known.add(job.key)
        return reply

    def _settle(self, job: Job, reply: protocol.Reply) -> None:
        if isinstance(reply, protocol.PageRead):
            page = decode_page(reply.page)
            if not any(w.code in _NOT_KEPT for w in page.warnings):
                self._pool.keep(job, reply.page)
            job.future.set_result(page)
        elif isinstance(reply, protocol.Painted):
            job.future.set_result(reply.image)
        elif isinstance(reply, protocol.Failed):
            self._fail(job, reply)
        else:
            job.future.set_result(reply)

    def _fail(self, job: Job, failed: protocol.Failed) -> None:
        document = self._pool.document(job.key)
        if job.options is not None and document is not None:
            page = failed_page(document.info, job.number, job.options, failed.code, failed.message)
            job.future.set_result(page)
            return
        if document is not None and not failed.message:
            what, hint = _SAID.get(failed.code, ("could not be read", ""))
            failed = protocol.Failed(failed.code, f"{document.path.name} {what}.", hint)
        if failed.code == "page_failed":
            name = document.path.name if document is not None else "The file"
            failed = protocol.Failed("damaged", f"{name} cannot be read: {failed.message}", "Save it anew with a PDF reader.")
        job.future.set_exception(error_of(failed))
