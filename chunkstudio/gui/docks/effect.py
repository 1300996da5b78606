"""What the draft changes against the saved version: figures, and the list of changed cuts."""

from __future__ import annotations

from collections import Counter

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.docks.panel import NO_DOCUMENT, Panel, absence
from chunkstudio.gui.item_models.boundary_changes import BoundaryChange, boundary_changes
from chunkstudio.gui.item_models.effect_figures import ChangesModel, FiguresModel, figures
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.change_chip import ChangeChip
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable

_PADDING = 16
_KINDS = (("added", "+"), ("removed", "\N{MINUS SIGN}"), ("moved", "\N{UP DOWN ARROW}"))


class EffectDock(Panel):
    """Choosing a changed cut selects its boundary; the chips filter the list by kind."""

    title = "Effect"
    object_name = "effect"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.heading = PlainLabel(theme, use="ui", weight=600)
        self.figures = FiguresModel(self)
        self.figure_table = RowTable(theme, padding=_PADDING)
        self.count = PlainLabel(theme, use="ui", weight=600)
        self.chips = {kind: ChangeChip(theme, kind, sign) for kind, sign in _KINDS}
        self.changes = ChangesModel(self)
        self.list = RowTable(theme, padding=16)
        self._found: list[BoundaryChange] = []
        self._following = False
        self._build()
        for signal in (session.current_changed, session.profile_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.selection_changed.connect(self._follow_selection)
        for chip in self.chips.values():
            chip.toggled.connect(self._show_list)
        self.list.selectionModel().currentRowChanged.connect(self._chosen)

    def _build(self) -> None:
        self._set_up(self.figure_table, self.figures, (None, 66, 70), "Figures of version and draft")
        self.figure_table.setSelectionMode(RowTable.SelectionMode.NoSelection)
        self.figure_table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.figure_table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._set_up(self.list, self.changes, (32, None, 58), "Changed cuts", padding=8)
        self.list.horizontalHeader().hide()
        chips = QHBoxLayout()
        chips.setContentsMargins(16, 0, 16, 0)
        chips.setSpacing(6)
        for chip in self.chips.values():
            chips.addWidget(chip)
        chips.addStretch(1)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 14, 0, 0)
        column.setSpacing(8)
        self.heading.setContentsMargins(16, 0, 16, 0)
        self.count.setContentsMargins(16, 10, 16, 0)
        column.addWidget(self.heading)
        column.addWidget(self.figure_table)
        column.addWidget(self.count)
        column.addLayout(chips)
        listed = QHBoxLayout()  # its signs stand under the words of the headings
        listed.setContentsMargins(8, 0, 0, 0)
        listed.addWidget(self.list)
        column.addLayout(listed, 1)
        self.pages = ContentOrSentence(self.theme, content, NO_DOCUMENT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def _set_up(
        self,
        table: RowTable,
        model: FiguresModel | ChangesModel,
        widths: tuple[int | None, ...],
        name: str,
        *,
        padding: int = _PADDING,
    ) -> None:
        table.setModel(model)
        table.setItemDelegate(RowDelegate(self.theme, table, padding=padding))
        table.setAccessibleName(name)
        known = {column: width for column, width in enumerate(widths) if width is not None}
        table.set_columns(known, widths.index(None), fixed=True)

    def refresh(self) -> None:
        state = self.session.current
        version = self.session.reference.version[:4]
        missing = absence(self.session)
        if state is None or state.result is None or missing:
            self.pages.show_sentence(missing)
            return
        if state.previous is None:
            self.pages.show_sentence(self._why_nothing(version, state.result.profile))
            return
        self.pages.show_content()
        old, new = state.previous, state.result
        held = self.session.before_held
        self.heading.setText(f"Shown now: {version}, as it was before" if held else f"Draft against {version}")
        self.figures.name_version(version, shown=held)
        before, now = old.profile.assembly, new.profile.assembly
        self.figures.set_rows(
            figures(
                old.chunks,
                new.chunks,
                limits=(before.token_budget, before.min_tokens),
                new_limits=(now.token_budget, now.min_tokens),
            )
        )
        self.figure_table.fit_numbers((1, 2), padding=_PADDING)
        rows = self.figures.rowCount() * self.figure_table.verticalHeader().defaultSectionSize()
        self.figure_table.setFixedHeight(rows + self.figure_table.horizontalHeader().sizeHint().height())
        self._found = boundary_changes(old.cuts, old.columns, new.cuts, new.columns)
        total = len(self._found)
        self.count.setText(f"{total:,} {'boundary' if total == 1 else 'boundaries'} changed")
        counts = Counter(change.kind for change in self._found)
        for kind, chip in self.chips.items():
            chip.show_count(counts[kind])  # type: ignore[index]
        self._show_list()

    def _why_nothing(self, version: str, cut_with: Profile) -> str:
        """Why there is no result of the version to compare with."""
        if self.session.profile == self.session.reference:
            return f"The draft equals version {version}. Change a setting to see its effect here."
        if self.session.profile != cut_with:
            return "The draft is being cut. Its effect is shown here in a moment."
        return (
            f"The draft reads the pages differently from version {version}, which was not cut on this document yet. "
            "Undo the change of the layout, and change it again once the version's chunks are here."
        )

    def _show_list(self, *_: object) -> None:
        hidden = {kind for kind, chip in self.chips.items() if not chip.isChecked()}
        self._following = True
        self.changes.set_rows([c for c in self._found if c.kind not in hidden])
        self._following = False
        self._follow_selection()

    def _follow_selection(self) -> None:
        if not self.isVisible():
            return
        row = self.session.selected_boundary
        at = next((i for i, c in enumerate(self.changes.rows) if c.index == row), -1)
        self._following = True
        self.list.choose_row(at)
        self._following = False

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        state = self.session.current
        if self._following or not current.isValid() or state is None or state.result is None:
            return
        change = self.changes.rows[current.row()]
        columns = state.result.columns
        if 0 <= change.index < len(columns):
            self.session.select("boundary", columns.unit_id(change.index), reveal=True)
