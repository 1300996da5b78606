"""Manual rules of the shown document; choosing one shows its place, Delete takes it back."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT
from chunkstudio.gui.docks.table_panel import TablePanel
from chunkstudio.gui.item_models.rules_model import PAGE, QUOTE, RULE, STATE, RuleRow, RulesModel
from chunkstudio.gui.rule_wishes import RuleWishes
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme

_NONE = "No rules. Right-click a boundary or a box on the page to say what must hold there."


class RulesDock(TablePanel):
    """One row for each rule, conflicts marked. Delete takes the chosen ones back; that can be undone."""

    title = "Rules"
    object_name = "rules"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(
            session,
            theme,
            parent,
            model=RulesModel(),
            sentence=_NONE,
            stretch=QUOTE,
            widths={RULE: 136, PAGE: 56, STATE: 104},
        )
        self.rows_model.setParent(self)
        self.wishes = RuleWishes(session)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        session.rules.changed.connect(self.mark)
        session.current_changed.connect(self.mark)
        session.documents_changed.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        for signal in (session.rules.changed, session.current_changed, session.result_changed):
            signal.connect(self._recount)
        self._recount()

    def _recount(self, *_: object) -> None:
        """The tab's count; conflicts are named there, since they want a person."""
        sha256 = self.wishes.sha256
        count = len(self.session.rules.of(sha256)) if sha256 else 0
        conflicts = sum(place.conflict for _, place in self.wishes.places())
        if conflicts:
            self.set_heading(f"{self.title} {count:,} ({conflicts:,} in conflict)")
        else:
            self.set_count(count or None)

    def refresh(self) -> None:
        sha256 = self.wishes.sha256
        if not sha256:
            self.show_rows([])
            self.pages.show_sentence(NO_DOCUMENT)
            return
        places = dict(self.wishes.places())
        rows = [RuleRow(kept.id, kept.rule, places.get(kept.id)) for kept in self.session.rules.of(sha256)]
        self.show_rows(sorted(rows, key=lambda r: (r.state in ("placed", "waiting"), r.page, r.rule.y)))
        if rows:
            self.pages.show_content()
        else:
            self.pages.show_sentence(_NONE)

    def row_chosen(self, row: Any) -> None:
        """Show the place of a rule, or the page on which it was made."""
        assert isinstance(row, RuleRow)
        state = self.session.current
        if row.place is None or row.place.conflict or state is None or state.result is None:
            self.session.show_page(row.page)
        elif row.place.box_id:
            self.session.select("box", row.place.box_id, reveal=True)
        else:
            self.session.select("boundary", state.result.columns.unit_id(row.place.boundary), reveal=True)

    def delete_chosen(self) -> None:
        """Take the chosen rules back as one step."""
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        self.wishes.take_back([self.rows_model.rows[row].name for row in sorted(rows)])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.delete_chosen()
            return
        super().keyPressEvent(event)

    def _menu(self, at: QPoint) -> None:
        if not self.table.selectionModel().selectedRows():
            return
        menu = QMenu(self)
        count = len(self.table.selectionModel().selectedRows())
        action = menu.addAction(self.theme.icon("trash"), "Delete rule" if count == 1 else f"Delete {count} rules")
        action.triggered.connect(self.delete_chosen)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.table.viewport().mapToGlobal(at))
