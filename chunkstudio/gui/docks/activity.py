"""What the program did and how long it took, newest first."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.item_models import activity_model as columns
from chunkstudio.gui.item_models.activity_model import ActivityModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


class ActivityDock(TablePanel):
    """Events with time of day, document and duration; choosing one shows its document."""

    title = "Activity"
    object_name = "activity"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            session,
            theme,
            parent,
            model=ActivityModel(),
            sentence="Nothing has happened yet. Opening, cutting and exporting are listed here with their times.",
            stretch=columns.TEXT,
            widths={columns.TIME: 84, columns.DOCUMENT: 208, columns.TOOK: 92},
        )
        self.rows_model.setParent(self)
        session.activity_changed.connect(self.mark)

    def refresh(self) -> None:
        events = self.session.activity
        self.show_rows(tuple(reversed(events)))
        if events:
            self.pages.show_content()

    def row_chosen(self, row: Any) -> None:
        for state in self.session.documents:
            if row.document in (state.key, state.name):
                self.session.show_document(state.key)
                return
