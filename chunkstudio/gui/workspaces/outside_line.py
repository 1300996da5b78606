"""The line of the workspace panel that tells which open documents are not in the workspace, with the way in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QWidget

from chunkstudio.gui.document_state import DocumentState, names_apart
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.wording import names_or_count

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.actions import WorkspaceActions


class OutsideLine(QWidget):
    """Hidden while all open documents are in the workspace. Of several, each can be added alone."""

    def __init__(self, deeds: WorkspaceActions, theme: Theme) -> None:
        super().__init__()
        self._deeds = deeds
        self.words = PlainLabel(theme, role="muted", wrap=True)
        self.add = QPushButton()
        self.menu = QMenu(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 4, 16, 8)
        row.setSpacing(12)
        row.addWidget(self.words, 1)
        row.addWidget(self.add, 0, Qt.AlignmentFlag.AlignTop)
        self.add.clicked.connect(self._clicked)
        self.hide()

    def show_documents(self, outside: Sequence[DocumentState]) -> None:
        """Offer these open documents."""
        self.setVisible(bool(outside))
        self.menu.clear()
        if not outside:
            return
        one = len(outside) == 1
        apart = names_apart(self._deeds.session.documents)
        names = names_or_count([apart[state.key] for state in outside], "documents")
        self.words.setText(f"Open, but not in this workspace: {names}.")
        self.add.setText("Add" if one else "Add…")
        self.add.setAccessibleName(f"Add {names} to the workspace")
        for state in outside if not one else ():
            entry = self.menu.addAction(f"Add {apart[state.key].replace('&', '&&')}")
            entry.setToolTip(str(state.path))
            entry.triggered.connect(partial(self._deeds.desk.documents.add, [state.key]))
        if not one:
            self.menu.addSeparator()
            self.menu.addAction(f"Add all {len(outside):,}").triggered.connect(self._deeds.add_open)

    def _clicked(self) -> None:
        if self.menu.isEmpty():
            self._deeds.add_open()
        else:
            self.menu.popup(self.add.mapToGlobal(self.add.rect().bottomLeft()))
