"""Keeps the question set of the window on disk, so that nothing is lost at exit or in a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.question_draft import QuestionDraft
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.atomic_file import write_atomically
from chunkstudio.retrieval.questions import QuestionSet

_PAUSE_MS = 1500


class QuestionKeeper(QObject):
    """Reads ``questions.yaml`` of the user's data folder at the start, writes it a moment after each change."""

    def __init__(self, session: Session, draft: QuestionDraft, folder: Path) -> None:
        super().__init__(draft)
        self._session = session
        self._draft = draft
        self._path = folder / "questions.yaml"
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.flush)
        self._read()
        draft.changed.connect(self._timer.start)

    def _read(self) -> None:
        if self._path.is_file():
            try:
                self._draft.load(QuestionSet.load(self._path))
            except ChunkStudioError as error:
                self._session.log("warning", f"The question draft could not be read: {error.message}", error.hint, show=True)

    def flush(self) -> None:
        """Write now if something changed. A folder that cannot be written to is reported in the activity list only."""
        self._timer.stop()
        text = self._draft.questions.dump(".yaml")
        try:
            if not self._draft.questions.questions and not self._path.exists():
                return
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, text)
        except (OSError, ChunkStudioError) as fault:
            self._session.log("warning", f"The question draft could not be kept: {fault}")
