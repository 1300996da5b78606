"""Keeps what a saved version reached in the open workspace: each policy, question set and group of documents once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.session import Session

if TYPE_CHECKING:
    from chunkstudio.gui.evaluation.scoring import Scoring
    from chunkstudio.gui.workspaces.evaluation_shelf import EvaluationShelf


class EvaluationKeeper(QObject):
    """Looks whenever an evaluation is done. Not kept are drafts, drafted questions, readers' views, results whose layout is
    still to come, and those on documents outside the workspace."""

    def __init__(
        self, session: Session, evaluation: EvaluationSession, shelf: EvaluationShelf, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self._shelf = shelf
        self._kept: set[tuple[str, ...]] = set()
        evaluation.progress_changed.connect(self._look)
        shelf.changed.connect(self._look)
        shelf.opened.connect(self._kept.clear)

    def _look(self) -> None:
        evaluation, shelf = self._evaluation, self._shelf
        scorings = evaluation.scorings
        ready = scorings and evaluation.progress is None and not evaluation.busy and evaluation.reader is None
        if not ready or not shelf.can_write:
            return
        profile = scorings[0].result.profile
        if profile != self._session.baseline or any(s.result.profile != profile for s in scorings):
            return
        if any(s.result.layout.provisional or not shelf.holds(s.result.layout.info.sha256) for s in scorings):
            return
        made = sorted((s.result.layout.info.sha256, s.result.policy_version) for s in scorings)
        facts = {"documents": [sha for sha, _ in made], "policy_versions": [policy for _, policy in made]}
        asked = evaluation.draft.questions.hash
        key = (profile.version, asked, *map(str, made))
        if key in self._kept:
            return
        self._kept.add(key)
        known = [e.summary for e in shelf.evaluations(profile.version) if e.question_set_hash == asked]
        if not any(all(summary.get(name) == value for name, value in facts.items()) for summary in known):
            self._keep(scorings, facts)

    def _keep(self, scorings: list[Scoring], facts: dict[str, list[str]]) -> None:
        from chunkstudio.gui.evaluation.scoring import measured
        from chunkstudio.retrieval.reports import evaluation_data

        of = measured(scorings)
        if of is None:
            return
        misses = {row.question.id: list(row.misses) for s in scorings for row in s.rows}
        summary: dict[str, Any] = evaluation_data(of.now, of.k, misses) | facts
        stored = self._shelf.save_evaluation(of.profile, self._evaluation.draft.questions, summary)
        if stored is not None:
            found = summary["measures"].get(f"R@{of.k}")
            words = f", R@{of.k} {found:.3f}" if found is not None else ""
            self._session.log("ok", f"Kept the evaluation of version {of.profile.version[:4]}{words}")
