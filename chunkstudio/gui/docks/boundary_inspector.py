"""Why a place is cut or not: verdict, score by its parts, signals, and what would change the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QToolButton, QVBoxLayout, QWidget

from chunkstudio.gui.docks.change_list import ChangeList
from chunkstudio.gui.docks.left_out import left_out_words
from chunkstudio.gui.docks.panel import Panel, absence
from chunkstudio.gui.item_models import signals_model as columns
from chunkstudio.gui.item_models.boundary_words import explanation, place_words, verdict
from chunkstudio.gui.item_models.score_parts import part_rows
from chunkstudio.gui.item_models.signals_model import SignalsModel
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.score_bar import ScoreBar, ScoreBarPart
from chunkstudio.gui.widgets.scroll_column import ScrollColumn
from chunkstudio.gui.widgets.verdict_box import VerdictBox

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Boundary

_NOTHING = "Select a boundary on the page to see its score, its reason and what would change it."


class BoundaryInspectorDock(Panel):
    """Follows the selection: a boundary itself, the start of a chosen chunk, the end of a chosen box."""

    title = "Boundary"
    object_name = "boundary_inspector"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.heading = PlainLabel(theme, use="title", weight=600, wrap=True)
        self.sides = PlainLabel(theme, role="muted", wrap=True)
        self.verdict = VerdictBox(theme)
        self.bar = ScoreBar(theme)
        self.model = SignalsModel(self)
        self.signals = RowTable(theme, padding=2)
        self.changes = ChangeList(session, theme)
        self._earlier = self._step_button("up", "Cut before", -1)
        self._later = self._step_button("down", "Cut after", 1)
        self.changes.comes_after = self._later
        self._build()
        for signal in (session.selection_changed, session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)

    def _step_button(self, icon: str, words: str, step: int) -> QToolButton:
        button = QToolButton()
        button.setAutoRaise(True)
        button.setIcon(self.theme.icon(icon, "muted"))
        button.setIconSize(QSize(16, 16))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setProperty("step", step)
        button.clicked.connect(self._step)
        return button

    def _build(self) -> None:
        table = self.signals
        table.setModel(self.model)
        table.setItemDelegate(RowDelegate(self.theme, table, padding=2))
        table.setAccessibleName("Signals of the boundary")
        table.setSelectionMode(RowTable.SelectionMode.NoSelection)
        table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = table.horizontalHeader()
        header.setMinimumSectionSize(16)
        table.set_columns({columns.LETTER: 16, columns.WEIGHT: 46, columns.ADDS: 42}, columns.MEASURED, fixed=True)
        header.setSectionResizeMode(columns.SIGNAL, QHeaderView.ResizeMode.Stretch)
        title = QHBoxLayout()
        title.setSpacing(2)
        title.addWidget(self.heading, 1)
        title.addWidget(self._earlier, 0, Qt.AlignmentFlag.AlignTop)
        title.addWidget(self._later, 0, Qt.AlignmentFlag.AlignTop)
        scroll = ScrollColumn(spacing=4)
        scroll.column.addLayout(title)
        scroll.column.addWidget(self.sides)
        scroll.column.addSpacing(8)
        scroll.column.addWidget(self.verdict)
        scroll.column.addSpacing(12)
        scroll.column.addWidget(self.bar)
        scroll.column.addSpacing(4)
        scroll.column.addWidget(table)
        scroll.column.addSpacing(8)
        scroll.column.addWidget(self.changes)
        scroll.column.addStretch(1)
        self.pages = ContentOrSentence(self.theme, scroll, _NOTHING)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def refresh(self) -> None:
        result, row = self.session.shown_result, self.session.selected_boundary
        if result is None or row is None:
            self.pages.show_sentence(absence(self.session, "") or left_out_words(self.session) or _NOTHING)
            self.changes.clear()
            return
        boundary = result.boundary(row)
        before, after = result.units[row], result.units[row + 1]
        self.heading.setText(place_words(before, after, cut=boundary.cut))
        self.sides.setText(f"{before.id}  →  {after.id}   ·   {self._chunks(row)}")
        bar: Role = "accent" if boundary.cut else "control"
        self.verdict.show_verdict(f"{boundary.score:.2f}", verdict(boundary), explanation(boundary), bar=bar)
        self._show_parts(boundary)
        self.changes.show_boundary(row)
        self.pages.show_content()

    def _show_parts(self, boundary: Boundary) -> None:
        parts = [ScoreBarPart(p.letter, p.adds) for p in part_rows(boundary)]
        self.bar.show_parts(parts, boundary.threshold_sum, f"sum threshold {boundary.threshold_sum:.2f}")
        self.model.show_boundary(boundary)
        rows = self.model.rowCount()
        high = self.signals.horizontalHeader().sizeHint().height() + rows * self.signals.verticalHeader().defaultSectionSize()
        self.signals.setFixedHeight(high)

    def _chunks(self, row: int) -> str:
        """ "ends c250, starts c251" at a cut, "inside c250" elsewhere."""
        result = self.session.shown_result
        assert result is not None
        before, after = result.chunk_of_unit(row), result.chunk_of_unit(row + 1)
        if before is None or after is None:
            return "left out of the chunks"
        if before.position == after.position:
            return f"inside {chunk_name(before.position)}"
        return f"ends {chunk_name(before.position)}, starts {chunk_name(after.position)}"

    def _step(self) -> None:
        """Go to the next cut before or after the shown boundary."""
        result, row = self.session.shown_result, self.session.selected_boundary
        button = self.sender()
        if result is None or row is None or button is None:
            return
        step = int(button.property("step"))
        cuts = [int(c) for c in result.cuts]
        ahead = [c for c in cuts if c > row] if step > 0 else [c for c in reversed(cuts) if c < row]
        if ahead:
            self.session.select("boundary", result.columns.unit_id(ahead[0]), reveal=True)
