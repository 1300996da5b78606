"""What belongs to the chosen chunk: tables, figures, notes, section, neighbours."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from chunkstudio.gui.docks.panel import absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.item_models.link_rows import LinksModel, links_of
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

_NOTHING = "Select a chunk on the page to see its tables, figures, section and neighbours."


class LinkedDock(TablePanel):
    """Links of the chosen chunk; choosing one selects what it names."""

    title = "Linked"
    object_name = "linked"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent, model=LinksModel(), sentence=_NOTHING, stretch=0, widths={1: 64}, header=False)
        self.rows_model.setParent(self)
        for signal in (session.selection_changed, session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        self.table.row_hovered.connect(self._hovered)

    def mark(self, *args: object) -> None:
        chunk = self.session.selected_chunk
        self.set_heading(f"Linked to {chunk_name(chunk.position)}" if chunk is not None else self.title)
        super().mark(*args)

    def refresh(self) -> None:
        result, chunk = self.session.shown_result, self.session.selected_chunk
        if result is None or chunk is None:
            self.show_rows(())
            self.pages.show_sentence(absence(self.session, "") or _NOTHING)
            return
        links = links_of(result, chunk)
        self.show_rows(links)
        self.pages.show_content()
        chosen = self.session.selection
        self.choose(next((i for i, x in enumerate(links) if (x.kind, x.id) == (chosen.kind, chosen.id)), -1))

    def _hovered(self, row: int) -> None:
        if 0 <= row < len(self.rows_model.rows):
            link = self.rows_model.rows[row]
            self.session.set_hover(link.kind, link.id)
        else:
            self.session.set_hover(None)

    def row_chosen(self, row: Any) -> None:
        self.session.select(row.kind, row.id, reveal=True)
