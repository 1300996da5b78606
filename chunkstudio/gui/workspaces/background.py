"""Long work on a workspace, one piece at a time in a thread of its own, with progress and a way to stop it."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.activity import Busy
from chunkstudio.gui.inbox import Inbox

Done = Callable[[Any], None]


class Reporter:
    """What a piece of work is given: where it says how far it is, and asks whether to go on. Used in its thread."""

    def __init__(self, tell: Callable[[str, int, int], None]) -> None:
        self._tell = tell
        self._stop = threading.Event()

    def step(self, text: str, done: int, total: int) -> None:
        """``done`` of ``total`` steps; total 0 where it is not known."""
        self._tell(text, done, total)

    def stop(self) -> None:
        """Ask the work to end."""
        self._stop.set()

    def cancelled(self) -> bool:
        """Whether it shall end."""
        return self._stop.is_set()

    def check(self) -> None:
        """Raise ChunkStudioError ``cancelled`` when it shall end."""
        if self.cancelled():
            raise ChunkStudioError("cancelled", "Cancelled.", hint="What was kept until then stays.")


@dataclass(frozen=True, slots=True, eq=False)
class _Task:
    run: Callable[[Reporter], Any]
    done: Done
    failed: Callable[[ChunkStudioError], None]
    reporter: Reporter
    shown: bool


class Background(QObject):
    """Runs tasks in order. ``busy_changed`` tells of the one under way: a Busy, or None."""

    busy_changed = Signal(object)

    def __init__(self, failed: Callable[[ChunkStudioError], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._failed = failed
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._inbox: Inbox[tuple[str, _Task, Any]] = Inbox(self._receive)
        self._waiting: list[_Task] = []
        self.busy: Busy | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing runs or waits."""
        return not self._waiting

    def start(
        self,
        text: str,
        run: Callable[[Reporter], Any],
        done: Done,
        failed: Callable[[ChunkStudioError], None] | None = None,
        *,
        shown: bool = True,
    ) -> Reporter:
        """Do a task when those before it are done; ``done`` gets its answer in the window's thread.

        The reporter that is given back can ask this task alone to end.
        """
        reporter = Reporter(lambda words, k, n: self._inbox.post(("step", task, Busy(words, k, n))))
        task = _Task(run, done, failed or self._failed, reporter, shown)
        self._waiting.append(task)
        if shown and self.busy is None:
            self._tell(Busy(text))
        self._pool.start(lambda: self._run(task))
        return reporter

    def cancel(self) -> None:
        """Ask the shown tasks to end."""
        for task in self._waiting:
            if task.shown:
                task.reporter.stop()

    def stop(self) -> None:
        """End everything; answers are no longer delivered. Waits ten seconds at most."""
        for task in self._waiting:
            task.reporter.stop()
        self._inbox.close()
        self._pool.waitForDone(10_000)
        self._waiting.clear()

    def wait(self) -> None:
        """Wait until what runs is done, ten seconds at most; answers come with the next turn of the event loop."""
        self._pool.waitForDone(10_000)

    def _run(self, task: _Task) -> None:
        """Runs in the thread of the pool."""
        try:
            task.reporter.check()
            self._inbox.post(("done", task, task.run(task.reporter)))
        except ChunkStudioError as error:
            self._inbox.post(("failed", task, error))
        except Exception as fault:
            traceback.print_exc()
            hint = "Nothing was lost. Copy the details from Help for a report."
            self._inbox.post(("failed", task, ChunkStudioError("crashed", f"{type(fault).__name__}: {fault}", hint=hint)))

    def _receive(self, item: tuple[str, _Task, Any]) -> None:
        kind, task, what = item
        if kind == "step":
            if task.shown:
                self._tell(what)
            return
        if task in self._waiting:
            self._waiting.remove(task)
        if not any(t.shown for t in self._waiting):
            self._tell(None)
        (task.done if kind == "done" else task.failed)(what)

    def _tell(self, busy: Busy | None) -> None:
        if busy != self.busy:
            self.busy = busy
            self.busy_changed.emit(busy)
