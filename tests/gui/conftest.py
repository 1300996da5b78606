from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.session import Session


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    """A settings file of its own."""
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def bare_session(qapp: QApplication) -> Session:
    """A session without jobs."""
    del qapp
    return Session()
