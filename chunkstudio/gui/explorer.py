"""Questions on a result that take longer than a frame: how many cuts each setting moves, and what would turn a cut.

They are answered in a thread of their own, when nothing else is asked for: a slider in motion comes first.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, Slot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.right_of_way import window_first
from chunkstudio.gui.session import Session

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.counterfactuals import Change
else:
    ChunkedDocument = Change = Any

_IDLE_MS = 400
_PAUSE_MS = 150
_AFFECTED = -1


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """On one result: the changes that would turn ``boundary``, or (-1) the cuts affected by each setting."""

    result: ChunkedDocument
    boundary: int


@dataclass(frozen=True, slots=True, eq=False)
class Reply:
    """The answer to a question; empty where it failed or was given up."""

    question: Question
    counts: Mapping[str, int]
    changes: tuple[Change, ...]


class _Questions:
    """Waiting questions, one of each kind; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[bool, Question] = {}
        self._newest: dict[bool, Question] = {}
        self.closed = False

    def put(self, question: Question) -> None:
        with self._lock:
            kind = question.boundary == _AFFECTED
            self._waiting[kind] = self._newest[kind] = question

    def take(self) -> Question | None:
        """The next question; those on a single boundary first."""
        with self._lock:
            if self.closed:
                return None
            return self._waiting.pop(False, None) or self._waiting.pop(True, None)

    def drop(self) -> None:
        """Give up what waits and what is being answered."""
        with self._lock:
            self._waiting.clear()
            self._newest.clear()

    def given_up(self, question: Question) -> bool:
        return self._newest.get(question.boundary == _AFFECTED) is not question


class _Thinker(QObject):
    """Lives in the thread and answers."""

    def __init__(self, questions: _Questions, post: Callable[[Reply], None]) -> None:
        super().__init__()
        self._questions = questions
        self._post = post

    @Slot()
    def warm(self) -> None:
        """Load the plots' library, so that the first plot does not hold up the window."""
        if not self._questions.closed:
            import_module("chunkstudio.gui.plots.score_plot")

    @Slot()
    def work(self) -> None:
        """Answer all waiting questions."""
        while (question := self._questions.take()) is not None:
            self._answer(question)

    def _answer(self, question: Question) -> None:
        from chunkstudio.chunking.counterfactuals import counterfactuals
        from chunkstudio.chunking.sensitivity import sensitivities

        counts: Mapping[str, int] = {}
        changes: tuple[Change, ...] = ()

        def given_up() -> bool:
            window_first.stand_aside()
            return self._questions.given_up(question)

        try:
            if question.boundary == _AFFECTED:
                found = sensitivities(question.result, given_up)
                counts = {s.field: max(s.moved_down, s.moved_up, 0) for s in found}
            else:
                changes = counterfactuals(question.result, question.boundary)
        except ChunkStudioError:
            return  # given up: somebody asks again
        except Exception:
            traceback.print_exc()
        if not given_up():
            self._post(Reply(question, counts, changes))


class Explorer(QObject):
    """Answers for the shown result. Signals fire in the window's thread."""

    affected_changed = Signal()
    """:attr:`affected` is known, or was forgotten since the result changed."""
    changes_found = Signal(int)
    """:meth:`changes` of this boundary are known."""
    _wake = Signal()
    _warm = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._wanted = 0
        self._affected: Mapping[str, int] = {}
        self._affected_of: ChunkedDocument | None = None
        self._changes: dict[int, tuple[Change, ...]] = {}
        self._changes_of: ChunkedDocument | None = None
        self._questions = _Questions()
        self._inbox: Inbox[Reply] = Inbox(self._accept)
        self._thread = QThread(self)
        self._thread.setObjectName("explorer")
        self._thinker = _Thinker(self._questions, self._inbox.post)
        self._thinker.moveToThread(self._thread)
        self._wake.connect(self._thinker.work, Qt.ConnectionType.QueuedConnection)
        self._warm.connect(self._thinker.warm, Qt.ConnectionType.QueuedConnection)
        self._thread.start(QThread.Priority.LowPriority)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(_IDLE_MS)
        self._idle.timeout.connect(self._ask_affected)
        self._awaited: tuple[ChunkedDocument | None, int] = (None, -1)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._ask_waiting)
        for signal in (session.profile_changed, session.current_changed, session.result_changed):
            signal.connect(self._moved_on)

    @property
    def affected(self) -> Mapping[str, int]:
        """Cuts that one step of each setting moves, by dotted path; the last ones known while newer are worked out."""
        return self._affected

    def want_affected(self, wanted: bool) -> None:
        """Somebody began (or ceased) to show :attr:`affected`; without anybody it is not worked out."""
        self._wanted += 1 if wanted else -1
        if wanted:
            self._idle.start()

    def ask_changes(self, boundary: int) -> tuple[Change, ...] | None:
        """What would turn a boundary of the shown result; None while that is worked out (``changes_found`` tells)."""
        result = self._result()
        if result is None:
            return ()
        if result is self._changes_of and boundary in self._changes:
            return self._changes[boundary]
        if (result, boundary) != self._awaited:
            self._awaited = (result, boundary)
            self._pause.start()
        return None

    def warm(self) -> None:
        """Load what panels will need, away from the window's thread."""
        self._warm.emit()

    def give_up(self) -> None:
        """Ask the thread to end and deliver nothing any more; returns at once."""
        self._questions.closed = True
        self._questions.drop()
        self._inbox.close()
        self._idle.stop()
        self._pause.stop()
        self._thread.quit()

    def stop(self) -> None:
        """End the thread; what is being answered is given up. Waits until it has ended."""
        self.give_up()
        self._thread.wait()

    def _result(self) -> ChunkedDocument | None:
        state = self._session.current
        return state.result if state is not None else None

    def _ask(self, result: ChunkedDocument, boundary: int) -> None:
        self._questions.put(Question(result, boundary))
        self._wake.emit()

    def _moved_on(self, *_: object) -> None:
        """Something newer is on its way: the old questions are of no use."""
        self._questions.drop()
        self._pause.stop()
        self._awaited = (None, -1)
        if self._wanted > 0:
            self._idle.start()

    def _ask_waiting(self) -> None:
        """Ask about the boundary that was chosen last; meanwhile another may have been, or the slider moved on."""
        result, boundary = self._awaited
        if result is not None and result is self._result():
            self._ask(result, boundary)

    def _ask_affected(self) -> None:
        result = self._result()
        if self._wanted > 0 and result is not None and result is not self._affected_of:
            self._ask(result, _AFFECTED)

    def _accept(self, reply: Reply) -> None:
        if reply.question.result is not self._result():
            return
        if reply.question.boundary == _AFFECTED:
            self._affected, self._affected_of = reply.counts, reply.question.result
            self.affected_changed.emit()
            return
        if self._changes_of is not reply.question.result:
            self._changes, self._changes_of = {}, reply.question.result
        self._changes[reply.question.boundary] = reply.changes
        self.changes_found.emit(reply.question.boundary)
