"""One job a turn of the event loop: what a new result sets off in many panels never adds up to one long turn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from shiboken6 import isValid

from chunkstudio.gui.right_of_way import window_first

Job = Callable[[], object]


class Turns(QObject):
    """Jobs of the window's thread in the order in which they were asked for; each is followed by a chance to paint.

    A job that waits already is not added again. Jobs whose owner is gone by then are dropped.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[tuple[int, str], tuple[QObject, Job]] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)

    @property
    def idle(self) -> bool:
        """Whether no job waits: all panels show what there is to show."""
        return not self._waiting

    def add(self, owner: QObject, name: str, job: Job) -> None:
        """Do a job soon; ``name`` tells the jobs of one owner apart."""
        self._waiting.setdefault((id(owner), name), (owner, job))
        if not self._timer.isActive():
            self._timer.start(0)

    def drop(self, owner: QObject, name: str) -> None:
        """The job is not needed any more."""
        self._waiting.pop((id(owner), name), None)

    def _next(self) -> None:
        while self._waiting:
            owner, job = self._waiting.pop(next(iter(self._waiting)))
            if not isValid(owner):
                continue
            if self._waiting:
                self._timer.start(0)
            with window_first.turn():
                job()
            return


_turns: Turns | None = None


def turns() -> Turns:
    """The turns of the program's window thread."""
    global _turns
    if _turns is None or not isValid(_turns):
        _turns = Turns(QCoreApplication.instance())
    return _turns
