"""Tables of the shown document; choosing one selects it on the page."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT, absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.item_models import tables_model as columns
from chunkstudio.gui.item_models.tables_model import TablesModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme


class TablesDock(TablePanel):
    """Id, caption, size, pages and chunks of each table."""

    title = "Tables"
    object_name = "tables"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            session,
            theme,
            parent,
            model=TablesModel(),
            sentence=NO_DOCUMENT,
            stretch=columns.CAPTION,
            widths={columns.TABLE: 84, columns.ROWS: 64, columns.COLUMNS: 80, columns.PAGES: 72, columns.CHUNKS: 72},
        )
        self.rows_model.setParent(self)
        for signal in (session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.selection_changed.connect(self._follow_selection)
        for signal in (session.current_changed, session.result_changed):
            signal.connect(self._recount)
        self.table.row_hovered.connect(self._hovered)
        self._recount()

    def refresh(self) -> None:
        result = self.session.shown_result
        tables = tuple(result.tables) if result is not None else ()
        if tables != tuple(self.rows_model.rows):
            self.show_rows(tables)
        if tables:
            self.pages.show_content()
            self._follow_selection()
        else:
            self.pages.show_sentence(absence(self.session) or "This document has no tables.")

    def _recount(self, *_: object) -> None:
        result = self.session.shown_result
        self.set_count(len(result.tables) if result is not None else None)

    def _follow_selection(self) -> None:
        if not self.isVisible():
            self.mark()
            return
        chosen = self.session.selection
        wanted = chosen.id if chosen.kind == "table" else ""
        self.choose(next((i for i, t in enumerate(self.rows_model.rows) if t.id == wanted), -1))

    def _hovered(self, row: int) -> None:
        if 0 <= row < len(self.rows_model.rows):
            self.session.set_hover("table", self.rows_model.rows[row].id)
        else:
            self.session.set_hover(None)

    def row_chosen(self, row: Any) -> None:
        self.session.select("table", row.id, reveal=True)
