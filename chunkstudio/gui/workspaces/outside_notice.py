"""Says which open documents are not in the open workspace, and offers to add them; nothing is added before."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from chunkstudio.gui.document_state import names_apart
from chunkstudio.gui.message_bar import MessageBar, Notice
from chunkstudio.gui.wording import names_or_count
from chunkstudio.gui.workspaces.desk import WorkspaceDesk


class OutsideNotice(QObject):
    """Tells once of each document and workspace; the notice stays until it is closed, acted upon or true no longer."""

    def __init__(self, desk: WorkspaceDesk, bar: MessageBar, add: QAction) -> None:
        super().__init__(bar)
        self._desk, self._bar, self._add = desk, bar, add
        self._told: set[str] = set()
        self._path: Path | None = None
        desk.documents.outside_changed.connect(self._tell)

    def _tell(self) -> None:
        """The names are those of all documents outside: the offer adds each of them."""
        outside, path = self._desk.documents.outside, self._desk.path
        keys = {state.key for state in outside}
        if path != self._path:
            self._path, self._told = path, set()
        self._bar.keep(lambda notice: notice.action is not self._add)
        if path is not None and keys - self._told:
            self._told |= keys
            apart, one = names_apart(self._desk.session.documents), len(outside) == 1
            names = names_or_count([apart[state.key] for state in outside], "open documents")
            text = f"{names} {'is' if one else 'are'} not in the workspace {path.stem}."
            hint = f"Add {'it' if one else 'them'} to keep {'its' if one else 'their'} rules and labels there."
            self._bar.show_notice(Notice("info", text, hint, self._add))
