from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme."""
    made = Theme("light")
    made.apply(qapp)
    return made


@pytest.fixture
def session(bare_session: Session) -> Session:
    """A session without jobs: nothing is read or cut behind it."""
    return bare_session
