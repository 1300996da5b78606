from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.studio import Studio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver
from tests.stories.workspace_team import Team

FAST = Profile().replace({"layout.parser": "fast"})
"""The default profile on the fast layout: stories that are not about the layout model need not wait for it."""

StartStudio = Callable[..., StudioDriver]


@pytest.fixture
def start(qapp: QApplication, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartStudio]:
    """Starts the real window with settings, drafts and cache of its own; ends it after the test."""
    del qapp
    monkeypatch.setenv("CHUNKSTUDIO_CACHE", str(tmp_path / "cache"))
    studios: list[Studio] = []

    def begin(profile: Profile | None = FAST) -> StudioDriver:
        settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
        settings.setValue("preferences/workers", "1")
        studio = Studio(settings, tmp_path / "data", profile)
        studios.append(studio)
        studio.window.resize(1440, 900)
        studio.show()
        qtbot.waitExposed(studio.window)
        return StudioDriver(studio, qtbot)

    yield begin
    for studio in studios:
        studio.window.close()
        studio.end()
        studio.window.deleteLater()


@pytest.fixture
def team(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> Team:
    """A window with one document of known readers, kept in a new workspace."""
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    studio.session.set_acl(state.key, ("staff",))
    studio.wait_final()
    made = Team(studio, qtbot)
    assert made.desk.create(tmp_path / "pumps.chunkstudio")
    made.settle()
    return made
