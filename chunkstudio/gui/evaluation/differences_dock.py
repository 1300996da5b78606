"""Cuts that A and B do not share, and the settings that make the difference."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QComboBox, QFileDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import Panel, absence
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.evaluation.comparison_state import Comparison, ForeignSide, SettingDifference, shown_value
from chunkstudio.gui.item_models.boundary_changes import BoundaryChange, boundary_changes
from chunkstudio.gui.item_models.effect_figures import ChangesModel
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.change_chip import ChangeChip
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable

_KINDS = (("added", "+"), ("removed", "\N{MINUS SIGN}"), ("moved", "\N{UP DOWN ARROW}"))
_FILE = "file"
_FOREIGN = "foreign"
_MOST_SETTINGS = 8
_ALIKE = "No difference: A and B cut this document alike."
_BY_PIECES = "The grey rail left of the page shows A's chunks, Aligned chunks lists both sides, Recall compares them."


def pieces_words(foreign: ForeignSide, state: DocumentState | None) -> str:
    """How many chunks another tool made of the shown document, beside ours; where to see them."""
    result = state.result if state is not None else None
    if result is None:
        return _BY_PIECES
    own = [p.tokens for p in foreign.chunks.corpus.passages if p.document == result.layout.info.sha256]
    if not own:
        return f"None of the chunks in {foreign.name} lies on this document. Choose another version at A."
    ours = [c.token_count for c in result.chunks]
    sides = (("A", own), ("B", ours))
    words = "; ".join(f"{name}: {len(t):,} chunks, {sum(t) / max(1, len(t)):,.0f} tokens on average" for name, t in sides)
    return f"{words}. {_BY_PIECES}"


class SettingsModel(RowsModel[SettingDifference]):
    """Setting, its value in A and in B."""

    columns = (Column("Settings that differ"), Column("A", right=True), Column("B", right=True))

    def cell(self, row: SettingDifference, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (row.label, shown_value(row.first), shown_value(row.second))[column]
        if role == ItemRole.WEIGHT:
            return 600 if column == 2 else 400
        if role == ItemRole.COLOR:
            return "muted" if column == 1 else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.path
        return None


class DifferencesDock(Panel):
    """Choose A; B is the draft. Choosing a changed cut shows it on the page."""

    title = "Differences"
    object_name = "differences"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.comparison is not None
        self.comparison: Comparison = session.comparison
        self.first = QComboBox()
        self.second = PlainLabel(theme)
        self.note = PlainLabel(theme, role="muted", use="small", wrap=True)
        self.chips = {kind: ChangeChip(theme, kind, sign) for kind, sign in _KINDS}
        self.changes = ChangesModel(self)
        self.list = RowTable(theme, padding=12)
        self.settings = SettingsModel(self)
        self.setting_table = RowTable(theme, padding=12)
        self._found: list[BoundaryChange] = []
        self._build()
        for signal in (session.current_changed, session.profile_changed, self.comparison.changed):
            signal.connect(self.mark)
            signal.connect(self._uncount)
        session.result_changed.connect(self.mark_document)
        session.result_changed.connect(self._uncount)
        self.first.activated.connect(self._choose)
        for chip in self.chips.values():
            chip.toggled.connect(self._show_list)
        self.list.selectionModel().currentRowChanged.connect(self._chosen)

    def _build(self) -> None:
        self.first.setAccessibleName("Version at A")
        self.first.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.first.setMinimumContentsLength(12)
        choice = QGridLayout()
        choice.setContentsMargins(12, 10, 12, 4)
        choice.setColumnStretch(1, 1)
        choice.addWidget(PlainLabel(self.theme, "A", weight=600), 0, 0)
        choice.addWidget(self.first, 0, 1)
        choice.addWidget(PlainLabel(self.theme, "B", role="accent", weight=600), 1, 0)
        choice.addWidget(self.second, 1, 1)
        self.note.setContentsMargins(12, 0, 12, 0)
        chips = QHBoxLayout()
        chips.setContentsMargins(12, 4, 12, 4)
        chips.setSpacing(6)
        for chip in self.chips.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        for table, model, widths, stretch in (
            (self.list, self.changes, {0: 40, 2: 64}, 1),
            (self.setting_table, self.settings, {1: 60, 2: 66}, 0),
        ):
            table.setModel(model)
            table.setItemDelegate(RowDelegate(self.theme, table, padding=12))
            table.set_columns(widths, stretch, fixed=True)
        self.list.setAccessibleName("Changed cuts")
        self.setting_table.setAccessibleName("Settings that differ")
        self.setting_table.setSelectionMode(RowTable.SelectionMode.NoSelection)
        self.pages = ContentOrSentence(self.theme, self.list, "Choose two versions to compare.")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(choice)
        column.addWidget(self.note)
        column.addLayout(chips)
        column.addWidget(self.pages, 1)
        column.addWidget(self.setting_table)

    def refresh(self) -> None:
        self._show_choices()
        differing = self.comparison.differences()
        self.settings.set_rows(differing)
        shown = min(len(differing), _MOST_SETTINGS)
        header = self.setting_table.horizontalHeader().sizeHint().height()
        self.setting_table.setVisible(bool(differing))
        self.setting_table.setFixedHeight(header + shown * self.setting_table.verticalHeader().defaultSectionSize() + 2)
        count = len(differing)
        words = f", {count or 'no'} setting{'s differ' if count > 1 else ' differs'}"
        self.second.setText("Draft" if self.comparison.foreign is not None else f"Draft{words}")
        self.note.setText("A is cut with the draft's layout settings." if self.comparison.borrowed_layout else "")
        self.note.setVisible(bool(self.note.text()))
        self._show_changes()

    def _show_choices(self) -> None:
        choices, chosen = self.comparison.choices(), self.comparison.chosen
        self.first.clear()
        for choice in choices:
            self.first.addItem(choice.words, choice.key)
        self.first.insertSeparator(self.first.count())
        self.first.addItem("Profile from a file…", _FILE)
        self.first.addItem("Chunks of another tool…", _FOREIGN)
        self.first.setCurrentIndex(next((i for i, c in enumerate(choices) if c.key == chosen.key), 0))

    def _show_changes(self) -> None:
        state = self.session.current
        missing = absence(self.session)
        old = state.previous if state is not None else None
        foreign = self.comparison.foreign
        if state is None or state.result is None or missing or old is None or foreign is not None:
            self._found = []
            self.pages.show_sentence(missing or (_ALIKE if foreign is None else pieces_words(foreign, state)))
        else:
            new = state.result
            self._found = boundary_changes(old.cuts, old.columns, new.cuts, new.columns)
            if self._found:
                self.pages.show_content()
            else:
                self.pages.show_sentence(_ALIKE)
        counts = Counter(change.kind for change in self._found)
        for kind, chip in self.chips.items():
            chip.show_count(counts[kind])  # type: ignore[index]
            chip.setVisible(foreign is None)
        self.set_count(len(self._found) if state is not None and state.result is not None else None)
        self._show_list()

    def _uncount(self, *_: object) -> None:
        """Behind another tab changes are not counted, and an old count says nothing."""
        if not self.isVisible():
            self.set_count(None)

    def _show_list(self, *_: object) -> None:
        hidden = {kind for kind, chip in self.chips.items() if not chip.isChecked()}
        self.changes.set_rows([c for c in self._found if c.kind not in hidden])

    def _choose(self, index: int) -> None:
        key = str(self.first.itemData(index))
        if key == _FILE:
            name, _ = QFileDialog.getOpenFileName(self, "Profile to compare with", "", "Profiles (*.yaml *.yml)")
            if not name or not self.comparison.choose_file(Path(name)):
                self.mark()
        elif key == _FOREIGN:
            name, _ = QFileDialog.getOpenFileName(self, "Chunks of another tool", "", "JSON lines (*.jsonl);;All files (*)")
            if name:
                self.comparison.choose_foreign(Path(name))
            self.mark()
        else:
            self.comparison.choose(key)

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        state = self.session.current
        if not current.isValid() or state is None or state.result is None:
            return
        index, columns = self.changes.rows[current.row()].index, state.result.columns
        if 0 <= index < len(columns):
            self.session.select("boundary", columns.unit_id(index), reveal=True)
