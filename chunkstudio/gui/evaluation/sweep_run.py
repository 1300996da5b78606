"""One sweep of the window: what it tries, its points so far, and running it in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Progress, Task
from chunkstudio.gui.evaluation.relayout import trial_document
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.session import Session
from chunkstudio.retrieval.sweep import Sweep, SweepPoint, SweepSpec, pareto_front

MISSING = "The sweep needs Optuna, which is not installed. Install chunkstudio[sweep], then start the program again."


def sweep_possible() -> bool:
    """Whether the library that the sweep needs is installed."""
    return find_spec("optuna") is not None


class SweepRun(QObject):
    """``changed`` fires with each point, and at the end. Stopping keeps what is done; starting again goes on."""

    changed = Signal()

    def __init__(self, session: Session, evaluation: EvaluationSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self._lane = Lane("sweep", self)
        self._inbox: Inbox[tuple[SweepPoint, int, int]] = Inbox(self._arrived)
        self.points: list[SweepPoint] = []
        self.confirmed: dict[int, SweepPoint] = {}
        self._answer: dict[str, SweepPoint] = {}
        self.running = False
        self.done = (0, 0)
        self.error = ""

    @property
    def front(self) -> list[SweepPoint]:
        """Points that no other one beats."""
        return pareto_front(self.points)

    def start(self, fields: Mapping[str, Sequence[Any]], method: str, trials: int) -> None:
        """Try values of some fields on the shown document's accepted questions."""
        state = self._session.current
        if state is None or state.result is None:
            return
        kept = tuple(q for q in self._evaluation.questions.questions if q.status == "accepted")
        questions = self._evaluation.questions.model_copy(update={"questions": kept})
        document = trial_document(self._session, state)
        self.points, self.confirmed, self.error, self.done = [], {}, "", (0, 0)
        self._answer = {}
        try:
            spec = SweepSpec(dict(fields), "bayes" if method == "bayes" else "grid", trials)
            sweep = Sweep([document], questions, self._session.profile, spec)
        except ChunkStudioError as error:
            self._ended(error)
            return
        self.running = True
        self._lane.submit(Task("sweep", partial(self._work, sweep), self._ended))
        self.changed.emit()

    def stop(self) -> None:
        """Stop after the point under way; what is done stays."""
        self._lane.cancel("sweep")
        self.running = False
        self.changed.emit()

    def end(self) -> None:
        """Free the thread."""
        self._inbox.close()
        self._lane.stop()

    def _work(self, sweep: Sweep, _progress: Progress, cancelled: Cancelled) -> list[SweepPoint]:
        points = sweep.run(progress=self._post, cancelled=cancelled)
        return sweep.confirm(pareto_front(points)) if not cancelled() else []

    def _post(self, point: SweepPoint, done: int, total: int) -> None:
        self._inbox.post((point, done, total))

    def _arrived(self, news: tuple[SweepPoint, int, int]) -> None:
        point, *done = news
        self.points.append(point)
        self.done = (done[0], done[1])
        self._match()
        self.changed.emit()

    def _ended(self, answer: Any) -> None:
        self.running = False
        if isinstance(answer, ChunkStudioError):
            self.error = f"{answer.message} {answer.hint}".strip()
        else:
            self._answer = {p.profile.version: p for p in answer}
            self._match()
        self.changed.emit()

    def _match(self) -> None:
        """Confirmed figures by point; the answer may overtake the last points on their way here."""
        found = ((i, self._answer.get(p.profile.version)) for i, p in enumerate(self.points))
        self.confirmed = {i: point for i, point in found if point is not None}
