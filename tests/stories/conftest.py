from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.studio import Studio
from tests.stories.studio_driver import StudioDriver

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
