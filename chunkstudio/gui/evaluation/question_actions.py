"""What the Evaluate menu does: ask, walk, suggest, accept, reject, import, export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QFileDialog, QWidget

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.labelling import Labelling
from chunkstudio.gui.evaluation.question_files import form_of, read_questions
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.atomic_file import write_atomically

if TYPE_CHECKING:
    from chunkstudio.retrieval.question_imports import ImportResult

_FOLDER = "questions/folder"
_KINDS = "Question sets (*.yaml *.yml *.json *.jsonl *.csv *.tsv);;All files (*)"
_OWN = "YAML (*.yaml);;JSON (*.json);;JSON lines (*.jsonl);;CSV (*.csv)"
_SUFFIXES = (".yaml", ".yml", ".json", ".jsonl", ".csv")


class QuestionActions(QObject):
    """Dialogs, and steps that can be undone."""

    def __init__(
        self, window: QWidget, session: Session, evaluation: EvaluationSession, labelling: Labelling, settings: QSettings
    ) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._evaluation = evaluation
        self._labelling = labelling
        self._settings = settings
        self.unresolved: ImportResult | None = None

    # ---- single questions --------------------------------------------------------------------------------------------
    def has_chosen(self) -> bool:
        """Whether a question is chosen."""
        return self._evaluation.chosen is not None

    def chosen_is_drafted(self) -> bool:
        """Whether the chosen question waits to be accepted."""
        row = self._evaluation.chosen
        return row is not None and row.question.status == "drafted"

    def edit(self) -> None:
        """Change the chosen question."""
        row = self._evaluation.chosen
        if row is not None:
            self._evaluation.choose(row.question.id)
            self._labelling.edit(row.question)

    def accept(self) -> None:
        """Take the chosen drafted question into the set, and go to the next drafted one."""
        row = self._evaluation.chosen
        if row is not None and row.question.status == "drafted":
            following = self._next_drafted(row.question.id)
            self._evaluation.draft.put(row.question.model_copy(update={"status": "accepted"}), "accept drafted question")
            self._evaluation.choose(following or row.question.id)

    def remove(self) -> None:
        """Delete the chosen question (or reject the drafted one)."""
        row = self._evaluation.chosen
        if row is None:
            return
        drafted = row.question.status == "drafted"
        following = self._next_drafted(row.question.id) if drafted else ""
        self._evaluation.draft.remove([row.question.id], "reject drafted question" if drafted else "delete question")
        self._evaluation.choose(following)

    def _next_drafted(self, name: str) -> str:
        """The drafted question after this one; "" when there is none."""
        ids = [q.id for q in self._evaluation.questions.questions if q.status == "drafted" or q.id == name]
        at = ids.index(name)
        rest = ids[at + 1 :] + ids[:at]
        return rest[0] if rest else ""

    def suggest(self) -> None:
        """Draft questions from headings, table cells and captions; what is in the set already is left as it is."""
        state = self._session.current
        if state is None or state.result is None:
            return
        from chunkstudio.retrieval.drafts import draft_questions

        known = {q.id for q in self._evaluation.draft.questions.questions}
        asked = {q.question for q in self._evaluation.questions.questions}
        fresh = [q for q in draft_questions(state.result) if q.id not in known and q.question not in asked]
        if not fresh:
            self._session.message.emit("info", "There is nothing left to suggest.", "Ask questions of your own with Q.")
            return
        self._evaluation.draft.put_all(fresh, f"suggest {len(fresh)} questions")
        self._session.message.emit(
            "ok", f"{len(fresh)} questions were drafted.", "Accept or reject each; drafted ones are not measured with."
        )

    # ---- files -----------------------------------------------------------------------------------------------------------
    def ask_import(self) -> None:
        """Let the user choose a question set."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Import questions", self._folder(), _KINDS)
        if name:
            self.take(Path(name))

    def ask_import_folder(self) -> None:
        """Let the user choose a folder in the BEIR form."""
        name = QFileDialog.getExistingDirectory(self._window, "Import questions of the BEIR form", self._folder())
        if name:
            self.take(Path(name))

    def take(self, path: Path) -> None:
        """Add the questions of a file; those of the same id are replaced. One step that can be undone."""
        from chunkstudio.gui.evaluation.scoring import has_all_pages

        layouts = [d.layout for d in self._session.documents if d.layout is not None]
        waiting = [d for d in self._session.documents if d.error is None and not has_all_pages(d)]
        if waiting and form_of(path) is not None:
            first = f"{waiting[0].name} is still being read."
            self._session.log("info", first, "Import again when all of its pages are there: quotes are looked up.", show=True)
            return
        try:
            found = read_questions(path, layouts)
        except ChunkStudioError as error:
            self._session.log("error", error.message, error.hint, show=True)
            return
        self._settings.setValue(_FOLDER, str(path if path.is_dir() else path.parent))
        count = len(found.questions.questions)
        self._evaluation.draft.put_all(found.questions.questions, f"import {count} questions")
        here = len(self._evaluation.questions.questions)
        self._session.log("ok", f"{count} questions imported from {path.name}", f"{here} are on this document.", show=True)
        self.unresolved = found if found.unresolved else None
        if found.unresolved:
            self._show_unresolved(found)

    def _show_unresolved(self, found: ImportResult) -> None:
        from chunkstudio.gui.evaluation.unresolved_dialog import UnresolvedDialog

        UnresolvedDialog(self._session, found, self._window).open()

    def ask_export(self) -> None:
        """Let the user choose where the set goes."""
        suggested = str(Path(self._folder()) / "questions.yaml")
        name, _ = QFileDialog.getSaveFileName(self._window, "Export questions", suggested, _OWN)
        if name:
            self.write(Path(name))

    def write(self, path: Path) -> None:
        """Write the whole set of the window, in the form of the file's ending."""
        target = path if path.suffix.lower() in _SUFFIXES else path.with_suffix(".yaml")
        questions = self._evaluation.draft.questions
        try:
            write_atomically(target, questions.dump(".yaml" if target.suffix == ".yml" else target.suffix.lower()))
        except (OSError, ChunkStudioError) as fault:
            self._session.log("error", f"The questions could not be written: {fault}", "Choose another folder.", show=True)
            return
        self._settings.setValue(_FOLDER, str(target.parent))
        self._session.log("ok", f"{len(questions.questions)} questions written to {target.name}", show=True)

    def _folder(self) -> str:
        state = self._session.current
        return str(self._settings.value(_FOLDER, str(state.path.parent) if state is not None else str(Path.home())))
