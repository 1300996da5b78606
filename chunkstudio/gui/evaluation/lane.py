"""A thread that works off tasks by kind: of each kind only the newest counts, an older one is given up."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal, Slot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.right_of_way import window_first

Progress = Callable[[int, int], None]
Cancelled = Callable[[], bool]


class Reporter:
    """What a task tells while it works: called with done and total, and :meth:`part` with something that is ready."""

    def __init__(self, progress: Progress, part: Callable[[Any], None]) -> None:
        self._progress = progress
        self.part = part

    def __call__(self, done: int, total: int) -> None:
        self._progress(done, total)


Work = Callable[[Reporter, Cancelled], Any]


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """``work`` runs in the lane's thread; ``receive`` gets what it returned, ``part`` what was ready before, both in the
    window's thread."""

    kind: str
    work: Work
    receive: Callable[[Any], None]
    progress: Progress | None = None
    part: Callable[[Any], None] | None = None


@dataclass(frozen=True, slots=True)
class _News:
    task: Task
    value: Any = None
    done: int = 0
    total: int = 0
    ended: bool = False
    partial: bool = False


class _Tasks:
    """Waiting tasks, one of each kind; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[str, Task] = {}
        self._newest: dict[str, Task] = {}

    def put(self, task: Task) -> None:
        with self._lock:
            self._waiting.pop(task.kind, None)
            self._waiting[task.kind] = self._newest[task.kind] = task

    def take(self) -> Task | None:
        with self._lock:
            return self._waiting.pop(next(iter(self._waiting)), None) if self._waiting else None

    def drop(self, kind: str | None) -> None:
        with self._lock:
            for name in [kind] if kind is not None else list(self._newest):
                self._waiting.pop(name, None)
                self._newest.pop(name, None)

    def given_up(self, task: Task) -> bool:
        return self._newest.get(task.kind) is not task

    def finish(self, task: Task) -> None:
        with self._lock:
            if self._newest.get(task.kind) is task:
                del self._newest[task.kind]

    def has(self, kind: str) -> bool:
        return kind in self._newest


class _Worker(QObject):
    def __init__(self, tasks: _Tasks, post: Callable[[_News], None]) -> None:
        super().__init__()
        self._tasks = tasks
        self._post = post

    @Slot()
    def work(self) -> None:
        while (task := self._tasks.take()) is not None:
            self._serve(task)

    def _serve(self, task: Task) -> None:
        def progress(done: int, total: int) -> None:
            if task.progress is not None:
                self._post(_News(task, None, done, total))

        def part(value: Any) -> None:
            self._post(_News(task, value, partial=True))

        def cancelled() -> bool:
            window_first.stand_aside()
            return self._tasks.given_up(task)

        try:
            value = task.work(Reporter(progress, part), cancelled)
        except ChunkStudioError as error:
            value = error
        except Exception as fault:
            traceback.print_exc()
            value = ChunkStudioError("crashed", f"The evaluation failed: {fault}", hint="Report it from Help.")
        self._post(_News(task, value, ended=True))


class Lane(QObject):
    """One low-priority thread. A failed task hands its ChunkStudioError to ``receive``; given-up ones hand nothing."""

    _wake = Signal()

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tasks = _Tasks()
        self._inbox: Inbox[_News] = Inbox(self._deliver)
        self._thread = QThread(self)
        self._thread.setObjectName(name)
        self._worker = _Worker(self._tasks, self._inbox.post)
        self._worker.moveToThread(self._thread)
        self._wake.connect(self._worker.work, Qt.ConnectionType.QueuedConnection)
        self._thread.start(QThread.Priority.LowPriority)

    def submit(self, task: Task) -> None:
        """Do this as soon as possible in place of older tasks of its kind."""
        self._tasks.put(task)
        self._wake.emit()

    def cancel(self, kind: str | None = None) -> None:
        """Give up the tasks of a kind, or all of them."""
        self._tasks.drop(kind)

    def busy(self, kind: str) -> bool:
        """Whether a task of this kind waits or runs."""
        return self._tasks.has(kind)

    def stop(self) -> None:
        """End the thread; what runs is given up. There is no limit: taking down a running thread ends in a crash."""
        self._tasks.drop(None)
        self._inbox.close()
        self._thread.quit()
        self._thread.wait()

    def _deliver(self, news: _News) -> None:
        if self._tasks.given_up(news.task):
            return
        if news.partial:
            if news.task.part is not None:
                news.task.part(news.value)
            return
        if not news.ended:
            if news.task.progress is not None:
                news.task.progress(news.done, news.total)
            return
        self._tasks.finish(news.task)
        news.task.receive(news.value)
