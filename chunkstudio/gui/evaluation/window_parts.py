"""The evaluation's parts of the main window, made in order and connected with each other."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Qt, Signal
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.commands import Command
from chunkstudio.gui.evaluation.ask_bar import AskBar
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.evidence_layer import EvidenceLayer
from chunkstudio.gui.evaluation.labelling import Labelling, PageSweep
from chunkstudio.gui.evaluation.question_actions import QuestionActions
from chunkstudio.gui.evaluation.question_commands import question_commands
from chunkstudio.gui.pages.page_view import PageView
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


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
        self.labelling = Labelling(session, evaluation, self)
        self.actions = QuestionActions(window, session, evaluation, self.labelling, settings)
        self.bar = AskBar(self.labelling, theme)
        self.layer = EvidenceLayer(evaluation, self.labelling, pages.show_evidence, self)
        self._sweep = PageSweep(pages.canvas, self.labelling)
        for signal in (evaluation.questions_changed, evaluation.scored, evaluation.chosen_changed):
            signal.connect(self.commands_changed)
        self.bar.left.connect(self._back_to_pages)

    def commands(self) -> list[Command]:
        """The Evaluate menu."""
        return question_commands(self._session, self._evaluation, self.labelling, self.actions)

    def _back_to_pages(self) -> None:
        self._pages.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
