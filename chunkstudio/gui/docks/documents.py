"""The open documents, all under the same profile: chunks, faults, spread of tokens; choosing one shows it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.document_state import names_apart
from chunkstudio.gui.item_models import documents_model as columns
from chunkstudio.gui.item_models.documents_model import DocumentsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

_WIDE = 360


class DocumentsDock(TablePanel):
    """One row for each open document. Delete closes the chosen one."""

    title = "Documents"
    object_name = "documents"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        self._model = DocumentsModel()
        super().__init__(
            session,
            theme,
            parent,
            model=self._model,
            sentence=NO_DOCUMENT,
            stretch=columns.NAME,
            widths={columns.CHUNKS: 64, columns.FAULTS: 60, columns.SPREAD: 64},
            two_lines=True,
        )
        self.rows_model.setParent(self)
        self.table.setToolTip("Delete closes the chosen document.")
        session.documents_changed.connect(self.mark)
        session.documents_changed.connect(self._recount)
        session.current_changed.connect(self.mark)
        session.result_changed.connect(self.mark)
        session.layout_changed.connect(self.mark)
        self._recount()

    def refresh(self) -> None:
        states = self.session.documents
        self._model.names = names_apart(states)
        self.show_rows(states)
        if not states:
            self.pages.show_sentence(NO_DOCUMENT)
            return
        self.pages.show_content()
        current = self.session.current
        self.choose(next((i for i, s in enumerate(self.rows_model.rows) if current and s.key == current.key), -1))

    def _recount(self) -> None:
        count = len(self.session.documents)
        self.set_count(count if count > 1 else None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _WIDE
        if narrow != self._model.narrow:
            self._model.narrow = narrow
            for column in (columns.CHUNKS, columns.FAULTS):
                self.table.setColumnHidden(column, narrow)
            self.table.viewport().update()

    def row_chosen(self, row: Any) -> None:
        self.session.show_document(row.key)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        current = self.session.current
        if event.key() == Qt.Key.Key_Delete and current is not None:
            self.session.close_document(current.key)
            return
        super().keyPressEvent(event)
