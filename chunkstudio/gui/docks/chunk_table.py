"""The chunks of the shown document as a table; sorting, filtering, and selecting both ways."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import WAITING, Panel, absence
from chunkstudio.gui.item_models import chunk_table_model as columns
from chunkstudio.gui.item_models.chunk_table_model import ChunkTableModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.search_field import SearchField

_PADDING, _RAIL = 8, 6
_WIDTHS = {
    columns.CHUNK: 62,
    columns.TOKENS: 150,
    columns.PAGES: 72,
    columns.CONTAINS: 124,
    columns.STARTS: 84,
    columns.FINDING: 36,
}


class ChunkTableDock(Panel):
    """Chunk, heading path, tokens, pages, contents, reason and findings of each chunk."""

    title = "Chunks"
    object_name = "chunk_table"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.model = ChunkTableModel(self)
        self.table = RowTable(theme)
        self.table.setAccessibleName("Chunks of the document")
        self.table.setModel(self.model)
        self.table.setItemDelegate(RowDelegate(theme, self.table))
        self.filter = SearchField(theme, "Filter by heading, text, reason or chunk", icon="filter", height=24)
        self._shown = PlainLabel(theme, role="muted", use="small")
        self._layout_key: object = None
        self._following = False
        self._classes: dict[str, str] = {}
        self._build()
        self._connect()

    def _build(self) -> None:
        header = self.table.horizontalHeader()
        self.table.set_columns(_WIDTHS, columns.PATH)
        header.setSortIndicator(columns.CHUNK, Qt.SortOrder.AscendingOrder)
        header.setSectionsClickable(True)
        self.table.setSortingEnabled(True)
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 4, 12, 4)
        bar.setSpacing(8)
        bar.addWidget(self.filter, 1)
        bar.addWidget(self._shown)
        content = QWidget()
        column_box = QVBoxLayout(content)
        column_box.setContentsMargins(0, 0, 0, 0)
        column_box.setSpacing(0)
        column_box.addLayout(bar)
        column_box.addWidget(self.table, 1)
        self.pages = ContentOrSentence(self.theme, content, WAITING)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def _connect(self) -> None:
        session = self.session
        session.current_changed.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.before_view_changed.connect(self.mark)
        for signal in (session.result_changed, session.current_changed, session.before_view_changed):
            signal.connect(self._recount)
        session.selection_changed.connect(self._follow_selection)
        self.filter.textChanged.connect(self._filter_changed)
        self.filter.down_pressed.connect(self._enter_table)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.table.row_hovered.connect(self._row_hovered)
        self.table.activated_row.connect(self._reveal)
        self.table.doubleClicked.connect(self._double_clicked)
        session.hover_changed.connect(self._follow_hover)
        self._recount()

    def refresh(self) -> None:
        result = self.session.shown_result
        missing = absence(self.session, WAITING)
        if result is None or missing:
            self.model.set_rows(())
            self.pages.show_sentence(missing)
            return
        self.pages.show_content()
        if self._layout_key is not result.layout:
            self._layout_key = result.layout
            self._classes = {box.id: box.box_class for box in result.layout.boxes()}
        assembly = result.profile.assembly
        self._following = True
        self.model.show_chunks(
            result.chunks,
            budget=assembly.token_budget,
            minimum=assembly.min_tokens,
            box_classes=self._classes,
            findings=result.diagnostics.warnings,
        )
        self._following = False
        last = result.chunks[-1].id if len(result.chunks) else ""
        self.table.widen(columns.CHUNK, last, padding=_PADDING + _RAIL)
        self._tell_shown()
        self._follow_selection()

    def _recount(self, *_: object) -> None:
        result = self.session.shown_result
        self.set_count(len(result.chunks) if result is not None else None)

    def _tell_shown(self) -> None:
        shown, total = len(self.model.rows), self.model.total
        self._shown.setText(f"{shown:,} of {total:,} chunks" if shown != total else "")

    def _filter_changed(self, words: str) -> None:
        self._following = True
        self.model.set_filter(words)
        self._following = False
        self._tell_shown()
        self._follow_selection()

    def _enter_table(self) -> None:
        """From the filter down to the first row that it left, or to the chosen one."""
        if self.model.rows:
            self.table.setFocus()
            if not self.table.currentIndex().isValid():
                self.table.setCurrentIndex(self.model.index(0, 0))

    def _follow_selection(self) -> None:
        if not self.isVisible():
            self.mark()
            return
        chunk = self.session.selected_chunk
        self._following = True
        self.table.choose_row(self.model.row_of(chunk.position) if chunk is not None else -1)
        self._following = False

    def _follow_hover(self) -> None:
        hover = self.session.hover
        if self.isVisible():
            self.table.light_row(self.model.row_of(hover.index) if hover.kind == "chunk" else -1)

    def _row_chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid() and not self._following:
            self.session.select("chunk", self.model.rows[current.row()].id, reveal=True)

    def _row_hovered(self, row: int) -> None:
        if 0 <= row < len(self.model.rows):
            self.session.set_hover("chunk", self.model.rows[row].id)
        else:
            self.session.set_hover(None)

    def _double_clicked(self, index: QModelIndex) -> None:
        self._reveal(index.row())

    def _reveal(self, row: int) -> None:
        self.session.select("chunk", self.model.rows[row].id, reveal=True)
