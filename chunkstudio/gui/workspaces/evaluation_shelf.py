"""Questions and evaluations in the open workspace: the small door through which the evaluation's panels reach them.

``session.workspace.shelf`` is one; without an open workspace nothing is kept and every answer is empty, so a caller need not
ask whether one is open. All calls are short and belong in the window's thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.workspaces.desk import WorkspaceDesk
from chunkstudio.retrieval.questions import QuestionSet

if TYPE_CHECKING:
    from chunkstudio.workspace.evaluation_store import StoredEvaluation
    from chunkstudio.workspace.profile_store import ProfileVersion

DRAFT = "window"


class EvaluationShelf(QObject):
    """``opened`` tells that another workspace (or none) is open, ``changed`` that its contents may have."""

    opened = Signal()
    changed = Signal()

    def __init__(self, desk: WorkspaceDesk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        desk.opened.connect(self.opened)
        desk.contents_changed.connect(self.changed)

    @property
    def is_open(self) -> bool:
        """Whether a workspace is open."""
        return self._desk.work is not None

    @property
    def can_write(self) -> bool:
        """Whether a workspace is open that this window may change."""
        return self._desk.can_write

    def holds(self, sha256: str) -> bool:
        """Whether what is reached on a document with these bytes belongs in the workspace: it, or what it was, is in it."""
        outside = self._desk.documents.outside
        return not any(state.info is not None and state.info.sha256 == sha256 for state in outside)

    # ---- what is worked on ------------------------------------------------------------------------------------------
    def draft(self) -> QuestionSet | None:
        """The questions that were worked on in this workspace; None where there are none yet."""
        work = self._desk.work
        try:
            return work.evaluations.draft(DRAFT) if work is not None else None
        except ChunkStudioError as error:
            self._desk.tell(error)
            return None

    def keep_draft(self, questions: QuestionSet) -> bool:
        """Autosave the questions that are worked on. False where they could not be kept (they then belong elsewhere)."""
        return self._kept(lambda work: work.evaluations.keep_draft(DRAFT, questions), listed=False) is not _NOTHING

    # ---- sets that never change -------------------------------------------------------------------------------------
    def question_sets(self) -> list[tuple[str, str, int, bool]]:
        """(hash, name, number of questions, frozen by an approval) of every set, oldest first."""
        work = self._desk.work
        return work.evaluations.question_sets() if work is not None else []

    def questions(self, digest: str) -> QuestionSet | None:
        """A set by its hash; None, and a message, where there is none."""
        work = self._desk.work
        try:
            return work.evaluations.questions(digest) if work is not None else None
        except ChunkStudioError as error:
            self._desk.tell(error)
            return None

    def save_questions(self, questions: QuestionSet) -> str:
        """Keep a set under its hash, which is returned; "" where it could not be kept."""
        digest = self._kept(lambda work: work.evaluations.save_questions(questions, author=work.author))
        return "" if digest is _NOTHING else str(digest)

    def keep_asked(self) -> str:
        """Keep the questions that are worked on as a set, so that an approval can stand on them; "" where there are none."""
        asked = self.draft()
        return self.save_questions(asked) if asked is not None and asked.questions else ""

    # ---- evaluations ------------------------------------------------------------------------------------------------
    def versions(self) -> list[ProfileVersion]:
        """The profile versions, oldest first."""
        work = self._desk.work
        return work.profiles.all() if work is not None else []

    def save_evaluation(self, profile: Profile, questions: QuestionSet, summary: dict[str, Any]) -> StoredEvaluation | None:
        """Keep what a saved version reached on a set (``summary`` as ``retrieval.reports.evaluation_data`` gives it).

        The version becomes "evaluated". None where the profile is not saved as a version (a draft has no name yet), or
        nothing could be kept.
        """
        if not any(v.hash == profile.version for v in self.versions()):
            return None

        def keep(work: Any) -> StoredEvaluation:
            digest = work.evaluations.save_questions(questions, author=work.author)
            stored: StoredEvaluation = work.evaluations.save(profile.version, digest, summary, author=work.author)
            return stored

        stored = self._kept(keep)
        return None if stored is _NOTHING else stored

    def evaluations(self, profile_hash: str = "") -> list[StoredEvaluation]:
        """The evaluations of a version ("" for all), oldest first."""
        work = self._desk.work
        if work is None:
            return []
        return work.evaluations.of_profile(profile_hash) if profile_hash else work.evaluations.all()

    def _kept(self, change: Any, *, listed: bool = True) -> Any:
        """A short change; its refusal is shown, and answered with a mark of its own. ``listed`` ones show in the panel."""
        work = self._desk.work
        if work is None or not self._desk.can_write:
            return _NOTHING
        try:
            answer = change(work)
        except ChunkStudioError as error:
            self._desk.tell(error)
            return _NOTHING
        if listed:
            self._desk.refresh()
        return answer


_NOTHING = object()
