"""The score strip: boundaries near the shown page with their scores, and the threshold as a line to drag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT, Panel, absence
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.plot_legend import LegendEntry, PlotLegend

if TYPE_CHECKING:
    from chunkstudio.gui.plots.overview_bar import OverviewBar
    from chunkstudio.gui.plots.score_plot import ScorePlot
    from chunkstudio.gui.plots.score_series import Floats

_PATH = "assembly.threshold"
_LEGEND = (
    LegendEntry("square", "text", "section"),
    LegendEntry("triangle", "warn", "budget"),
    LegendEntry("diamond", "ok", "table"),
    LegendEntry("disc", "error", "access"),
    LegendEntry("bar", "accent", "cut"),
    LegendEntry("hair", "disabled", "not cut"),
)


class ScoreStripDock(Panel):
    """The plot is built when the panel is first seen: pyqtgraph takes longer to load than the rest of the window."""

    title = "Score strip"
    object_name = "score_strip"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.plot: ScorePlot | None = None
        self.overview: OverviewBar | None = None
        self._columns_shown: object = None
        self._x: Floats = np.empty(0)
        self._content = QWidget()
        self.pages = ContentOrSentence(theme, self._content, NO_DOCUMENT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        for signal in (session.current_changed, session.before_view_changed, session.profile_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.preview_changed.connect(self.mark_document)
        session.selection_changed.connect(self.mark)
        session.page_shown.connect(self._page_shown)

    def _build(self) -> None:
        from chunkstudio.gui.plots.overview_bar import OverviewBar
        from chunkstudio.gui.plots.score_plot import ScorePlot

        plot, overview = ScorePlot(self.theme), OverviewBar(self.theme)
        column = QVBoxLayout(self._content)
        column.setContentsMargins(4, 4, 8, 4)
        column.setSpacing(0)
        column.addWidget(PlotLegend(self.theme, _LEGEND))
        column.addWidget(plot, 1)
        column.addWidget(overview)
        plot.threshold_dragged.connect(self._threshold_dragged)
        plot.boundary_clicked.connect(self._clicked)
        plot.boundary_hovered.connect(self._hovered)
        plot.range_changed.connect(overview.show_span)
        overview.range_wished.connect(plot.show_range)
        self.plot, self.overview = plot, overview

    def refresh(self) -> None:
        result = self.session.shown_result
        if result is None or len(result.boundaries) == 0:
            self.pages.show_sentence(absence(self.session) or "This document is a single unit: there is nothing to cut.")
            return
        if self.plot is None:
            self._build()
        assert self.plot is not None and self.overview is not None
        from chunkstudio.gui.plots.score_series import ScoreSeries, positions_along_pages

        self.pages.show_content()
        if self._columns_shown is not result.columns:
            self._columns_shown = result.columns
            box_pages = np.array([box.page for box in result.columns.boxes], dtype=np.float64)
            self._x = positions_along_pages(box_pages[result.columns.box])
        scores, reasons = self._columns()
        series = ScoreSeries(self._x, scores, reasons)
        profile = self.session.reference if self.session.before_held else self.session.profile
        self.plot.show_series(series, profile.assembly.threshold)
        self.overview.show_series(series)
        self.plot.choose(self.session.selected_boundary)

    def _columns(self) -> tuple[Floats, np.ndarray[tuple[int, ...], np.dtype[np.int8]]]:
        """Scores and reasons: those of a slider's position where they are ahead of the whole result."""
        result, state = self.session.shown_result, self.session.current
        assert result is not None
        preview = state.preview if state is not None and not self.session.before_held else None
        if preview is not None and len(preview.reason) == len(self._x):
            return preview.scores, preview.reason
        return result.boundaries.scores, result.boundaries.reason

    def _page_shown(self, page: int) -> None:
        if self.plot is not None and self.isVisible():
            self.plot.show_page(page)

    def _threshold_dragged(self, value: float, dragging: bool) -> None:
        self.session.edit_profile(_PATH, value, dragging=dragging)

    def _clicked(self, boundary: int) -> None:
        result = self.session.shown_result
        if result is not None:
            self.session.select("boundary", result.columns.unit_id(boundary), reveal=True)

    def _hovered(self, boundary: int) -> None:
        result = self.session.shown_result
        if result is None or boundary < 0:
            self.session.set_hover(None)
        else:
            self.session.set_hover("boundary", result.columns.unit_id(boundary))
