"""One sweep of the window: what it tries, its points so far, and running it in the background."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from typing import Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Reporter, Task
from chunkstudio.gui.evaluation.relayout import trial_document
from chunkstudio.gui.session import Session
from chunkstudio.retrieval.sweep import Sweep, SweepPoint, SweepSpec, pareto_front
from chunkstudio.retrieval.vector_cache import VectorCache

MISSING = "The sweep needs Optuna, which is not installed. Install chunkstudio[sweep], then start the program again."


def sweep_possible() -> bool:
    """Whether the library that the sweep needs is installed."""
    return find_spec("optuna") is not None


class SweepRun(QObject):
    """``changed`` fires with each point, and at the end. Stopping keeps what is done; starting the same again goes on."""

    changed = Signal()

    def __init__(self, session: Session, evaluation: EvaluationSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self._lane = Lane("sweep", self)
        self.points: list[SweepPoint] = []
        self.confirmed: dict[int, SweepPoint] = {}
        self.running = False
        self.stopped = False
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
        self.stopped = False
        try:
            spec = SweepSpec(dict(fields), "bayes" if method == "bayes" else "grid", trials)
            storage = self._evaluation.folder / "sweeps.sqlite"
            storage.parent.mkdir(parents=True, exist_ok=True)
            vectors = VectorCache() if self._session.profile.retrieval.retriever != "bm25" else None
            sweep = Sweep([document], questions, self._session.profile, spec, storage=storage, vectors=vectors)
        except ChunkStudioError as error:
            self._ended(error)
            return
        self.running = True
        self._lane.submit(Task("sweep", partial(_work, sweep), self._ended, part=self._arrived))
        self.changed.emit()

    def stop(self) -> None:
        """Stop after the point under way; what is done stays."""
        self._lane.cancel("sweep")
        self.running, self.stopped = False, True
        self.changed.emit()

    def end(self) -> None:
        """Free the thread."""
        self._lane.stop()

    def _arrived(self, news: tuple[SweepPoint, int, int]) -> None:
        point, *done = news
        if point.profile.version not in {p.profile.version for p in self.points}:
            self.points.append(point)
        self.done = (done[0], done[1])
        self.changed.emit()

    def _ended(self, answer: Any) -> None:
        self.running = False
        if isinstance(answer, ChunkStudioError):
            self.error = f"{answer.message} {answer.hint}".strip()
        else:
            found = {p.profile.version: p for p in answer}
            self.confirmed = {i: found[p.profile.version] for i, p in enumerate(self.points) if p.profile.version in found}
        self.changed.emit()


def _work(sweep: Sweep, report: Reporter, cancelled: Cancelled) -> list[SweepPoint]:
    points = sweep.run(progress=lambda point, done, total: report.part((point, done, total)), cancelled=cancelled)
    return sweep.confirm(pareto_front(points)) if not cancelled() else []
