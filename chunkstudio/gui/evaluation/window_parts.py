"""The evaluation's parts of the main window, made in order and connected with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from chunkstudio.gui.commands import Command, Needs
from chunkstudio.gui.evaluation.ask_bar import AskBar
from chunkstudio.gui.evaluation.evaluation_keeper import EvaluationKeeper
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.evidence_layer import EvidenceLayer
from chunkstudio.gui.evaluation.labelling import Labelling, PageSweep
from chunkstudio.gui.evaluation.question_actions import QuestionActions
from chunkstudio.gui.evaluation.question_commands import question_commands
from chunkstudio.gui.evaluation.side_layer import SideLayer
from chunkstudio.gui.pages.page_view import PageView
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

if TYPE_CHECKING:
    from chunkstudio.gui.evaluation.sweep_dialog import SweepDialog
    from chunkstudio.gui.workspaces.evaluation_shelf import EvaluationShelf


class EvaluationParts(QObject):
    """Bar, labelling, evidence on the pages, and commands. ``bar`` belongs above the pages."""

    commands_changed = Signal()
    """What can be done with questions may have changed."""

    def __init__(
        self,
        window: QWidget,
        session: Session,
        evaluation: EvaluationSession,
        theme: Theme,
        settings: QSettings,
        pages: PageView,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._evaluation = evaluation
        self._pages = pages
        self._window = window
        self._theme = theme
        self.sweep: SweepDialog | None = None
        self.labelling = Labelling(session, evaluation, self)
        self.actions = QuestionActions(window, session, evaluation, self.labelling, settings)
        self.bar = AskBar(self.labelling, theme)
        self.layer = EvidenceLayer(evaluation, self.labelling, pages.show_extras, self)
        self.side = SideLayer(session, pages.show_extras, self)
        self._sweep = PageSweep(pages.canvas, self.labelling)
        if session.workspace is not None:
            self._use_workspace(session.workspace.shelf)
        for signal in (evaluation.questions_changed, evaluation.scored, evaluation.chosen_changed):
            signal.connect(self.commands_changed)
        self.bar.left.connect(self._back_to_pages)

    def _use_workspace(self, shelf: EvaluationShelf) -> None:
        """Questions, evaluations and the versions to compare with are those of the open workspace."""
        self._evaluation.keeper.use_shelf(shelf)
        self.keeper = EvaluationKeeper(self._session, self._evaluation, shelf, self)
        if self._session.comparison is not None:
            self._session.comparison.use_shelf(shelf)

    def commands(self) -> list[Command]:
        """The Evaluate menu."""
        own = question_commands(self._session, self._evaluation, self.labelling, self.actions)
        can_sweep = Needs("accepted questions", self._can_sweep)
        return [*own, Command("sweep", "S&weep…", self.show_sweep, "Evaluate/5", enabled=can_sweep)]

    def show_sweep(self) -> None:
        """The dialog that tries many profiles on the questions of the shown document."""
        from chunkstudio.gui.evaluation.sweep_dialog import SweepDialog

        self.sweep = SweepDialog(self._session, self._evaluation, self._theme, self._window)
        self.sweep.show()

    def stop(self) -> None:
        """End what runs in a dialog of its own."""
        if self.sweep is not None and isValid(self.sweep):
            self.sweep.close()

    def _can_sweep(self) -> bool:
        return any(q.status == "accepted" for q in self._evaluation.questions.questions)

    def _back_to_pages(self) -> None:
        self._pages.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
