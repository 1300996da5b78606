"""Chunks of A and B side by side; choosing a row shows it on the page."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from chunkstudio.gui.docks.panel import absence
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.evaluation.aligned import AlignedRow, Piece, aligned_rows, foreign_pieces, pieces_of
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_delegate import Index, RowDelegate
from chunkstudio.gui.widgets.segmented import SegmentedChoice

TITLE, FIRST, SECOND, KIND = range(4)
_PADDING, _RAIL = 8, 6
_COLORS = {"same": "muted", "moved": "moved", "cut anew": "added"}


class AlignedModel(RowsModel[AlignedRow]):
    """Heading, chunk of A, chunk of B, what became of it."""

    columns = (Column("Heading"), Column("A"), Column("B"), Column("", right=True))

    def name_versions(self, first: str) -> None:
        """Put A's version over its column."""
        self.columns = (Column("Heading"), Column(f"A {first}, tok"), Column("B draft, tok"), Column("", right=True))
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 3)

    def cell(self, row: AlignedRow, column: int, role: int) -> Any:
        chunk = row.first if column == FIRST else row.second if column == SECOND else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            if column in (FIRST, SECOND):
                return _chunk_words(chunk) if chunk is not None else ""
            return (row.title if column == TITLE else row.kind) if row.leads else ""
        if role == ItemRole.RAIL and column == SECOND and chunk is not None:
            return chunk.position
        if role == ItemRole.COLOR:
            return _COLORS[row.kind] if column == KIND else "muted" if column == TITLE or row.kind == "same" else "text"
        if role == ItemRole.WEIGHT:
            return 600 if row.kind != "same" and column in (SECOND, KIND) else 400
        if role == Qt.ItemDataRole.ToolTipRole and chunk is not None:
            return chunk.text
        return None


def _chunk_words(chunk: Piece) -> str:
    """ "c18  363": tokens stand below their unit, which the header has."""
    return f"{chunk.name}  {chunk.tokens:,}"


class GroupDelegate(RowDelegate):
    """Draws rows that belong together as one: a line above the first of them, and a ground of its own where cuts differ.

    Chunks of a changed group are no pairs, though they stand beside each other.
    """

    def _ground(self, painter: QPainter, rect: QRect, widget: QWidget | None, index: Index, chosen: bool) -> None:
        model = index.model()
        row = model.rows[index.row()] if isinstance(model, AlignedModel) else None
        if row is not None and row.kind != "same":
            painter.fillRect(rect, self._theme.color("alt"))
        super()._ground(painter, rect, widget, index, chosen)
        if row is not None and row.leads:
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), self._theme.color("border"))


class AlignedDock(TablePanel):
    """All chunks, or only those that differ."""

    title = "Aligned chunks"
    object_name = "aligned"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        self.model = AlignedModel()
        super().__init__(
            session,
            theme,
            parent,
            model=self.model,
            sentence="Choose two versions to compare.",
            stretch=TITLE,
            widths={FIRST: 76, SECOND: 84, KIND: 72},
        )
        self.table.setItemDelegate(GroupDelegate(theme, self.table))
        self.model.setParent(self)
        self.table.setSortingEnabled(False)
        self.shown = SegmentedChoice(theme, (("all", "All"), ("changed", "Changed")))
        self.shown.set_value("all")
        self.shown.setAccessibleName("Chunks listed")
        self.place = PlainLabel(theme, role="muted")
        self.steps: list[QPushButton] = []
        self._build()
        self._rows: list[AlignedRow] = []
        for signal in (session.current_changed, session.profile_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.selection_changed.connect(self._follow)
        if session.comparison is not None:
            session.comparison.changed.connect(self.mark)
        self.shown.chosen.connect(self._show)

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 8)
        top.addWidget(self.shown)
        top.addStretch(1)
        self.column_box.insertLayout(0, top)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 12, 8)
        foot.setSpacing(8)
        foot.addWidget(self.place, 1)
        for icon, words, step in (("arrow-up", "Previous", -1), ("arrow-down", "Next", 1)):
            button = QPushButton(self.theme.icon(icon), words)
            button.setToolTip(f"{words} difference")
            button.setProperty("step", step)
            button.clicked.connect(self._step)
            self.steps.append(button)
            foot.addWidget(button)
        self.column_box.addLayout(foot)

    def refresh(self) -> None:
        state = self.session.current
        missing = absence(self.session)
        result = state.result if state is not None else None
        foreign = self.session.comparison.foreign if self.session.comparison is not None else None
        old = state.previous if state is not None else None
        if result is None or missing or (old is None and foreign is None):
            self._rows = []
            self.show_rows(())
            self.shown.set_label("all", "All")
            self.shown.set_label("changed", "Changed")
            self._offer_steps(0)
            self.pages.show_sentence(missing or "Both versions cut this document alike. Choose another version at A.")
            self.place.setText("")
            return
        self.pages.show_content()
        if foreign is not None:
            self.model.name_versions(foreign.name)
            first = foreign_pieces(foreign.chunks, result)
        else:
            assert old is not None
            self.model.name_versions(old.profile.version[:4])
            first = pieces_of(old, result)
        self._rows = aligned_rows(first, pieces_of(result, result))
        changed = sum(r.leads and r.kind != "same" for r in self._rows)
        self.shown.set_label("all", f"All {sum(r.leads for r in self._rows):,}")
        self.shown.set_label("changed", f"Changed {changed:,}")
        self.place.setText(f"{changed:,} place{'' if changed == 1 else 's'} cut differently")
        self._offer_steps(changed)
        self._make_room()
        self._show()

    def _make_room(self) -> None:
        """Names and tokens are never elided; tokens stand behind the rail of their chunk."""
        for column, rail in ((FIRST, 0), (SECOND, _RAIL)):
            chunks = [r.first if column == FIRST else r.second for r in self._rows]
            words = (_chunk_words(chunk) for chunk in chunks if chunk is not None)
            self.table.widen(column, max(words, key=len, default=""), padding=_PADDING + rail)
            self.table.widen(column, self.model.columns[column].title, padding=_PADDING)

    def _offer_steps(self, places: int) -> None:
        for button in self.steps:
            button.setEnabled(places > 0)

    def _show(self, *_: object) -> None:
        only = self.shown.value == "changed"
        self.show_rows([r for r in self._rows if not only or r.kind != "same"])
        self._follow()

    def _follow(self) -> None:
        chunk = self.session.selected_chunk
        rows = self.model.rows
        at = next((i for i, r in enumerate(rows) if chunk and r.second and r.second.position == chunk.position), -1)
        self.choose(at)

    def _step(self) -> None:
        step, rows = int(self.sender().property("step")), self.model.rows
        here = self.table.currentIndex().row()
        places = [i for i, r in enumerate(rows) if r.leads and r.kind != "same"]
        ahead = [i for i in places if (i > here if step > 0 else i < here)]
        if ahead:
            self.table.choose_row(ahead[0] if step > 0 else ahead[-1])

    def row_chosen(self, row: Any) -> None:
        result = self.session.shown_result
        if row.second is not None and result is not None and row.second.position < len(result.chunks):
            self.session.select("chunk", result.chunks[row.second.position].id, reveal=True)
        elif row.first is not None and row.first.page:
            self.session.show_page(row.first.page, row.first.rect)
