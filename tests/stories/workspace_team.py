"""What a team's story does with the workspace of a window."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from chunkstudio.gui.workspaces.workspace_dock import WorkspaceDock
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet
from tests.stories.studio_driver import StudioDriver

PATIENCE = 60_000


class Team:
    """What a story does with the workspace of a window."""

    def __init__(self, studio: StudioDriver, qtbot: QtBot) -> None:
        self.studio, self._qtbot = studio, qtbot
        self.deeds = studio.window.workspaces
        self.desk = self.deeds.desk

    def wait(self, what: object) -> None:
        self._qtbot.waitUntil(what, timeout=PATIENCE)  # type: ignore[arg-type]

    def settle(self) -> None:
        """Wait until the contents are those of now."""
        self.desk.refresh()
        self.wait(
            lambda: self.desk.background.idle and not self.desk._refresh_timer.isActive() and self.desk.contents is not None
        )

    def states(self) -> list[str]:
        assert self.desk.contents is not None
        return [s.state for s in self.desk.contents.documents]

    def rechunk(self) -> None:
        self.deeds.blast = None
        self.studio.window.table.run("workspace.rechunk")
        self.wait(lambda: self.deeds.blast is not None)
        self.deeds.blast.accept()
        self.wait(lambda: self.desk.background.idle)
        self.settle()

    def save_version(self, note: str) -> None:
        self.studio.window.table.run("profile.save")
        self.deeds.versions.saving.note.setText(note)
        self.deeds.versions.saving.accept()
        self.settle()

    def dock(self) -> WorkspaceDock:
        """The workspace panel, shown."""
        frame = self.studio.window.frames["workspace"]
        frame.show()
        frame.raise_()
        self.wait(lambda: self.studio.window.findChild(WorkspaceDock) is not None)
        return self.studio.window.findChild(WorkspaceDock)

    def choose(self, part: str, row: object, words: str) -> None:
        """Choose an entry in the menu of a row of the workspace panel."""
        menu = QMenu()
        self.dock().fill_menu(menu, part, row)
        next(a for a in menu.actions() if a.text() == words).trigger()

    def questions(self) -> QuestionSet:
        """Two dozen questions about the stations of the shown manual."""
        sha256 = self.studio.state.info.sha256
        asked = []
        for number in range(1, 3):
            for k in range(12):
                evidence = Evidence(document=sha256, page=number, quote=f"Station {number} is special.")
                asked.append(
                    Question(id=f"q{number}-{k}", question=f"What is special at station {number}?", evidence=(evidence,))
                )
        return QuestionSet(name="stations", questions=tuple(asked))
