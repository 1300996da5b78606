"""The question set of the window: every change is one step on the window's undo stack."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from chunkstudio.retrieval.questions import Question, QuestionSet

EMPTY = QuestionSet(name="Questions", questions=())


class QuestionEdit(QUndoCommand):
    """Puts a question set in the place of another one."""

    def __init__(self, apply: Callable[[QuestionSet], None], before: QuestionSet, after: QuestionSet, label: str) -> None:
        super().__init__(label)
        self._apply = apply
        self.before = before
        self.after = after

    def redo(self) -> None:
        self._apply(self.after)

    def undo(self) -> None:
        self._apply(self.before)


class QuestionDraft(QObject):
    """The set being edited. ``changed`` fires after each step, and after undo and redo."""

    changed = Signal()

    def __init__(self, stack: QUndoStack, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stack = stack
        self.questions = EMPTY

    def load(self, questions: QuestionSet) -> None:
        """Begin with a set, without a step."""
        self._put(questions)

    def get(self, name: str) -> Question | None:
        """A question by id."""
        return next((q for q in self.questions.questions if q.id == name), None)

    def new_id(self) -> str:
        """An id that no question has."""
        while self.get(name := f"q{secrets.token_hex(4)}") is not None:
            pass
        return name

    def put(self, question: Question, label: str) -> None:
        """Add a question, or replace the one of the same id in its place."""
        self.put_all((question,), label)

    def put_all(self, questions: Iterable[Question], label: str) -> None:
        """Add or replace several questions as one step."""
        merged = {q.id: q for q in self.questions.questions}
        merged |= {q.id: q for q in questions}
        self._step(tuple(merged.values()), label)

    def remove(self, names: Iterable[str], label: str) -> None:
        """Take questions out as one step."""
        gone = set(names)
        self._step(tuple(q for q in self.questions.questions if q.id not in gone), label)

    def _step(self, questions: tuple[Question, ...], label: str) -> None:
        if questions != self.questions.questions:
            after = QuestionSet(name=self.questions.name, questions=questions)
            self._stack.push(QuestionEdit(self._put, self.questions, after, label))

    def _put(self, questions: QuestionSet) -> None:
        if questions != self.questions:
            self.questions = questions
            self.changed.emit()
