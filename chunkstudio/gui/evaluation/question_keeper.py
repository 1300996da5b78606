"""Keeps the question set of the window: in the open workspace, else on disk, so that nothing is lost at exit or in a crash."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.question_draft import EMPTY, QuestionDraft
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.atomic_file import write_atomically
from chunkstudio.retrieval.questions import QuestionSet

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.evaluation_shelf import EvaluationShelf

_PAUSE_MS = 1500


class QuestionKeeper(QObject):
    """Reads ``questions.yaml`` of the user's data folder at the start, writes it a moment after each change.

    While a workspace is open its questions are worked on instead, and kept in it at once.
    """

    def __init__(self, session: Session, draft: QuestionDraft, folder: Path) -> None:
        super().__init__(draft)
        self._session = session
        self._draft = draft
        self._path = folder / "questions.yaml"
        self._shelf: EvaluationShelf | None = None
        self._loading = False
        self._told = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.flush)
        self._read()
        draft.changed.connect(self._changed)

    def use_shelf(self, shelf: EvaluationShelf) -> None:
        """Keep questions in the workspaces that are opened from now on."""
        self._shelf = shelf
        shelf.opened.connect(self._workspace_opened)
        self._workspace_opened()

    def _changed(self) -> None:
        if self._loading:
            return
        if self._shelf is None or not self._shelf.is_open:
            self._timer.start()
        elif not self._shelf.keep_draft(self._draft.questions) and not self._told:
            self._told = True
            hint = "Export the questions to keep what you change."
            self._session.log("warning", "This workspace is open for reading only.", hint, show=True)

    def _workspace_opened(self) -> None:
        """Another workspace, or none, is open: its questions come, or those of the window move into it."""
        shelf, self._told = self._shelf, False
        if shelf is None or not shelf.is_open:
            self._read()
            return
        if self._timer.isActive():
            self._write()
        sets = shelf.question_sets()
        kept = shelf.draft() or (shelf.questions(sets[-1][0]) if sets else None)
        if kept is None:
            shelf.keep_draft(self._draft.questions)
        else:
            self._load(kept)

    def _load(self, questions: QuestionSet) -> None:
        """Begin with other questions; earlier steps belong to those that were there."""
        if questions != self._draft.questions:
            self._loading = True
            self._draft.load(questions)
            self._loading = False
            self._session.undo_stack.clear()

    def _read(self) -> None:
        if self._path.is_file():
            try:
                self._load(QuestionSet.load(self._path))
            except ChunkStudioError as error:
                self._session.log("warning", f"The question draft could not be read: {error.message}", error.hint, show=True)
        elif self._shelf is not None:
            self._load(EMPTY)

    def flush(self) -> None:
        """Write now if something changed. A folder that cannot be written to is reported in the activity list only."""
        if self._shelf is None or not self._shelf.is_open:
            self._write()

    def _write(self) -> None:
        self._timer.stop()
        text = self._draft.questions.dump(".yaml")
        try:
            if not self._draft.questions.questions and not self._path.exists():
                return
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, text)
        except (OSError, ChunkStudioError) as fault:
            self._session.log("warning", f"The question draft could not be kept: {fault}", getattr(fault, "hint", ""))
