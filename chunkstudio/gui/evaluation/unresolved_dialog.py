"""What an import could not find on any page, with the places that come nearest."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QVBoxLayout, QWidget

from chunkstudio.gui.session import Session
from chunkstudio.retrieval.question_imports import ImportResult

_SHORT = 110


class UnresolvedDialog(QDialog):
    """Choosing a line with a near match shows its page."""

    def __init__(self, session: Session, found: ImportResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._found = found
        self.setWindowTitle("Quotes without a place")
        self.resize(720, 380)
        count = len(found.unresolved)
        words = QLabel(f"{count} quote{' is' if count == 1 else 's are'} not printed in the open documents and left out.")
        words.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName("Quotes without a place")
        for item in found.unresolved:
            places = ", ".join(f"p {p.page} ({p.share:.0%})" for p in item.near)
            near = f"nearest {places}" if places else "no near match"
            self.list.addItem(f"{item.question}\n“{item.quote[:_SHORT]}”: {near}")
        self.list.currentRowChanged.connect(self._show)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(words)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)

    def _show(self, row: int) -> None:
        near = self._found.unresolved[row].near
        if near:
            self._session.show_page(near[0].page, near[0].rects[0] if near[0].rects else None)
