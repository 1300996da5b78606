from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.theme import Theme


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme."""
    made = Theme("light")
    made.apply(qapp)
    return made
