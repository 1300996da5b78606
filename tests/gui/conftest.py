from __future__ import annotations

from collections.abc import Iterator
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
def bare_session(qapp: QApplication) -> Iterator[Session]:
    """A session without jobs: nothing is read or cut behind it.

    Its steps end before it: a stack that the collector takes apart together with its steps frees some of them twice.
    """
    del qapp
    made = Session()
    yield made
    made.undo_stack.clear()
