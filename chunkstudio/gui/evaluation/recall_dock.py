"""Recall curves of draft and saved version, the measures beside them, and what their difference shows."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.evaluation.curves import Figures, figures, gate_words, verdict
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.flipped_list import FlippedList
from chunkstudio.gui.evaluation.lane import Cancelled, Progress
from chunkstudio.gui.evaluation.measure_delegate import MeasureDelegate
from chunkstudio.gui.evaluation.measure_rows import BEFORE, CHANGE, INTERVAL, NAME, NOW, MeasureRows
from chunkstudio.gui.evaluation.outcome_box import OutcomeBox
from chunkstudio.gui.evaluation.scoring import Measured, Scoring, measured
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.plot_legend import LegendEntry, PlotLegend
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.scroll_column import ScrollColumn
from chunkstudio.gui.widgets.segmented import SegmentedChoice

if TYPE_CHECKING:
    from chunkstudio.gui.plots.recall_plot import RecallPlot

_NONE = "Recall appears here as soon as there are questions on this document. Press Q on a selected place, or import a set."
_WIDE, _ROOMY = 520, 580
"""From these widths on there is room for curves and measures, and for the intervals of the measures too."""
_SIDE, _CROWDED_SIDE = 340, 290
_DRAFTED = "All questions on this document are drafted. Accept some of them to measure with."


class RecallDock(Panel):
    """Follows the evaluation of the shown document; figures are worked out in the background."""

    title = "Recall"
    object_name = "recall"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.evaluation is not None
        self.evaluation: EvaluationSession = session.evaluation
        self.plot: RecallPlot | None = None
        self.figures: Figures | None = None
        self._of: Measured | None = None
        self._from: list[Scoring] = []
        self.axis = SegmentedChoice(theme, (("k", "Over k"), ("tokens", "Over tokens")))
        self.axis.set_value("k")
        self.axis.setAccessibleName("Axis of the curve")
        self.legend = PlotLegend(theme, ())
        self.model = MeasureRows(self)
        self.table = RowTable(theme, padding=6)
        self.outcome = OutcomeBox(theme)
        self.reader = PlainLabel(theme, role="muted", wrap=True)
        self.flipped = FlippedList(self.evaluation, theme)
        self.gate = PlainLabel(theme, role="muted", wrap=True)
        self._plot_holder = QWidget()
        self._plot_side = QVBoxLayout(self._plot_holder)
        self._side = ScrollColumn(margin=8, spacing=6)
        self._content = self._build()
        self.pages = ContentOrSentence(theme, self._content, _NONE)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        for signal in (self.evaluation.scored, self.evaluation.questions_changed, session.current_changed):
            signal.connect(self.mark)
        session.profile_changed.connect(self.mark)
        self.axis.chosen.connect(self._show_curves)

    def _build(self) -> QWidget:
        self.table.setModel(self.model)
        self.table.setItemDelegate(MeasureDelegate(self.theme, self.table, padding=6))
        self.table.setSelectionMode(RowTable.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setAccessibleName("Measures")
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.set_columns({NAME: 92, BEFORE: 54, NOW: 54, CHANGE: 62}, INTERVAL, fixed=True)
        top = QHBoxLayout()
        top.addWidget(self.axis)
        top.addWidget(self.legend, 1)
        self._plot_side.setContentsMargins(8, 6, 4, 4)
        self._plot_side.setSpacing(2)
        self._plot_side.addLayout(top)
        for widget in (self.reader, self.outcome, self.table, self.flipped, self.gate):
            self._side.column.addWidget(widget)
        self._side.column.addStretch(1)
        content = QWidget()
        row = QHBoxLayout(content)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._plot_holder, 1)
        row.addWidget(self._side, 1)
        return content

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is no room for both, the measures stay; where there is hardly, without their intervals."""
        super().resizeEvent(event)
        self._plot_holder.setVisible(self.width() >= _WIDE)
        crowded = _WIDE <= self.width() < _ROOMY
        self.table.setColumnHidden(INTERVAL, crowded)
        self._side.setMinimumWidth(_CROWDED_SIDE if crowded else _SIDE)

    def refresh(self) -> None:
        scorings = self.evaluation.scorings
        if not scorings or not self.evaluation.listed.questions:
            self._of, self._from = None, []
            self.pages.show_sentence(_NONE)
            return
        if scorings == self._from:
            if self.figures is not None:
                self._show_gate()
            return
        self._of, self._from = measured(scorings), scorings
        if self._of is None:
            self.pages.show_sentence(_DRAFTED)
            return
        self.evaluation.in_background("figures", partial(_work, self._of), self._accept)

    def _accept(self, answer: Any) -> None:
        if isinstance(answer, ChunkStudioError) or answer[0] is not self._of:
            return
        self.figures = answer[1]
        if self.plot is None:
            self._make_plot()
        self.pages.show_content()
        self._show()

    def _make_plot(self) -> None:
        from chunkstudio.gui.plots.recall_plot import RecallPlot

        self.plot = RecallPlot(self.theme)
        self._plot_side.addWidget(self.plot, 1)

    def _show(self) -> None:
        found, of = self.figures, self._of
        assert found is not None
        assert of is not None
        draft = of.profile.version[:4]
        compared = of.before is not None
        version = of.other if compared else draft
        entries = [LegendEntry("bar", "accent", "Draft" if compared else draft)]
        if compared:
            entries.append(LegendEntry("dash", "text", version))
        self.legend.set_entries((LegendEntry("square", "track", "95 %"), *entries))  # the first is left out first
        self.model.name_version(version, compared=compared)
        self.model.set_rows(found.rows)
        rows = self.model.rowCount() * self.table.verticalHeader().defaultSectionSize()
        self.table.setFixedHeight(rows + self.table.horizontalHeader().sizeHint().height() + 2)
        reader = self._from[0].reader
        self.reader.setText(f"Measured as {', '.join(sorted(reader))}." if reader else "")
        self.reader.setVisible(reader is not None)
        self.outcome.show_outcome(*verdict(found, version))
        self.flipped.show_flipped(found.gained, found.lost)
        self._show_gate()
        self._show_curves()

    def _show_gate(self) -> None:
        if self.figures is not None:
            self.gate.setText(gate_words(self.figures, self.session.profile))

    def _show_curves(self, *_: object) -> None:
        found = self.figures
        if found is None or self.plot is None:
            return
        if self.axis.value == "tokens":
            self.plot.show_curves(found.by_tokens, 2000.0, "words of the evidence read within these tokens")
            return
        now = next((y for x, y in zip(found.by_k[0].x, found.by_k[0].mean, strict=True) if x == found.k), None)
        cost = next((r.now for r in found.rows if r.name == f"tok@{found.k}"), 0.0)
        label = f"R@{found.k} {now:.3f}, {cost:,.0f} tok" if now is not None else ""
        self.plot.show_curves(found.by_k, float(found.k), label)


def _work(of: Measured, _progress: Progress, _cancelled: Cancelled) -> tuple[Measured, Figures]:
    return of, figures(of.now, of.before, of.k, of.profile)
