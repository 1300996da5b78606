"""What would change a boundary's decision: for each control the smallest change, applied with one click."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.chunking.model import Boundary
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


class ChangeList(QWidget):
    """Rows under the heading "What would change it"; empty while nothing is known."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def clear(self) -> None:
        """Show nothing."""

    def show_boundary(self, row: int, boundary: Boundary) -> None:
        """Ask for the changes of one boundary and show them when they are there."""
