"""The engine in its own thread: one request a document waits at most, the newest wins, a failed run changes nothing."""

from __future__ import annotations

import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.right_of_way import window_first

if TYPE_CHECKING:
    from chunkstudio.gui.engine_runs import EngineRuns


@dataclass(frozen=True, slots=True)
class EngineRequest:
    """What to cut. ``serial`` counts profile changes: a higher one ends runs of lower ones; ``stamp`` counts arrived pages.

    ``visible`` are the numbers of the pages in view.
    """

    key: str
    serial: int
    stamp: int
    info: Any
    pages: tuple[Any, ...]
    profile: Any
    baseline: Any
    access: Any
    done: int
    total: int
    complete: bool
    rules: tuple[Any, ...] = ()
    visible: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    """A step of a run: ``layout``, ``preview``, or the end: ``result`` (with ``previous``) or ``error``. Seconds it took.

    A ``passing`` result is that of the pages from before; one on all pages follows.
    """

    request: EngineRequest
    layout: Any = None
    preview: Any = None
    result: Any = None
    previous: Any = None
    passing: bool = False
    error: ChunkStudioError | None = None
    seconds: float = 0.0

    @property
    def ends(self) -> bool:
        """Whether the run is over."""
        return (self.result is not None and not self.passing) or self.error is not None


class Mailbox:
    """Waiting requests, one a document; a newer one takes the place of an older one. Safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, EngineRequest] = {}
        self._newest: dict[str, int] = {}
        self._first = ""
        self.closed = False

    def put(self, request: EngineRequest) -> None:
        """Leave a request; an older one of the same document is forgotten."""
        with self._lock:
            self._waiting[request.key] = request
            self._newest[request.key] = request.serial

    def forget(self, key: str) -> None:
        """Drop a document: its waiting request, and the run under way."""
        with self._lock:
            self._waiting.pop(key, None)
            self._newest.pop(key, None)

    def cancel_all(self) -> None:
        """Drop everything that waits and end the run under way."""
        with self._lock:
            self._waiting.clear()
            self._newest.clear()

    def prefer(self, key: str) -> None:
        """Serve this document before others."""
        self._first = key

    def take(self) -> EngineRequest | None:
        """The next request; None when nothing waits."""
        with self._lock:
            if self.closed or not self._waiting:
                return None
            key = self._first if self._first in self._waiting else next(iter(self._waiting))
            return self._waiting.pop(key)

    def dropped(self, request: EngineRequest) -> bool:
        """Whether nobody waits for this document any more: it was closed, or everything was cancelled."""
        return self.closed or request.key not in self._newest

    def overtaken(self, request: EngineRequest) -> bool:
        """Whether a run is of no use any more: a newer profile waits, or the document was closed."""
        return self.closed or self._newest.get(request.key) != request.serial


class EngineWorker(QObject):
    """Lives in the engine's thread and works off the mailbox."""

    def __init__(self, mailbox: Mailbox, post: Callable[[EngineAnswer], None]) -> None:
        super().__init__()
        self._mailbox = mailbox
        self._post = post
        self._runs: EngineRuns | None = None
        self._closing: list[str] = []

    def release(self, key: str) -> None:
        """Ask (from any thread) to forget what was kept for a document."""
        self._closing.append(key)

    @Slot()
    def work(self) -> None:
        """Serve all waiting requests."""
        if self._mailbox.closed:
            return
        from chunkstudio.gui.engine_runs import EngineRuns

        if self._runs is None:
            self._runs = EngineRuns()
        self._free_closed(self._runs)
        while (request := self._mailbox.take()) is not None:
            self._free_closed(self._runs)  # a file that was read anew begins anew
            self._serve(self._runs, request)

    def _free_closed(self, runs: EngineRuns) -> None:
        while self._closing:
            runs.forget(self._closing.pop())

    def _serve(self, runs: EngineRuns, request: EngineRequest) -> None:
        started = time.perf_counter()

        def overtaken() -> bool:
            window_first.stand_aside()
            return self._mailbox.overtaken(request)

        def dropped() -> bool:
            window_first.stand_aside()
            return self._mailbox.dropped(request)

        try:
            for answer in runs.steps(request, overtaken, dropped):
                self._post(answer)
        except ChunkStudioError as error:
            self._post(EngineAnswer(request, error=error, seconds=time.perf_counter() - started))
        except Exception as fault:
            traceback.print_exc()
            self._post(EngineAnswer(request, error=_as_error(request, fault), seconds=time.perf_counter() - started))

    @Slot()
    def warm(self) -> None:
        """Import the engine and its tokenizer before the first document needs them."""
        if self._mailbox.closed:
            return
        from chunkstudio.gui.engine_runs import warm_engine

        warm_engine(lambda: self._mailbox.closed)


def _as_error(request: EngineRequest, fault: Exception) -> ChunkStudioError:
    name = getattr(request.info, "file_name", request.key)
    return ChunkStudioError(
        "crashed",
        f"Cutting {name} failed: {type(fault).__name__}: {fault}",
        hint="The last good result stays. Undo the last change, or report the fault from Help.",
    )


class EngineThread(QObject):
    """Starts and stops the engine: requests go in by :meth:`submit`, answers reach ``receive`` in the window's thread."""

    _wake = Signal()
    _warm = Signal()

    def __init__(self, receive: Callable[[EngineAnswer], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mailbox = Mailbox()
        self._inbox: Inbox[EngineAnswer] = Inbox(receive)
        self._thread = QThread(self)
        self._thread.setObjectName("engine")
        self._worker = EngineWorker(self._mailbox, self._inbox.post)
        self._worker.moveToThread(self._thread)
        self._wake.connect(self._worker.work, Qt.ConnectionType.QueuedConnection)
        self._warm.connect(self._worker.warm, Qt.ConnectionType.QueuedConnection)
        self._thread.start()

    def submit(self, request: EngineRequest) -> None:
        """Cut as soon as possible; a waiting request of the same document is replaced."""
        self._mailbox.put(request)
        self._wake.emit()

    def overtaken(self, request: EngineRequest) -> bool:
        """Whether an answer to this request is stale and must not be shown."""
        return self._mailbox.overtaken(request)

    def prefer(self, key: str) -> None:
        """Serve this document (the one that is shown) first."""
        self._mailbox.prefer(key)

    def forget(self, key: str) -> None:
        """Drop a closed document."""
        self._mailbox.forget(key)
        self._worker.release(key)
        self._wake.emit()

    def cancel(self) -> None:
        """End the run under way and drop what waits; what is shown stays."""
        self._mailbox.cancel_all()

    def warm(self) -> None:
        """Load the engine in the background."""
        self._warm.emit()

    def give_up(self) -> None:
        """Ask the thread to end and deliver nothing any more; returns at once."""
        self._mailbox.closed = True
        self._inbox.close()
        self._thread.quit()

    def stop(self) -> None:
        """End the thread; waits until it has: a run notices soon, loading and compiling end by themselves.

        There is no limit: to take down a thread that runs would end the program with a crash.
        """
        self.give_up()
        self._thread.wait()
