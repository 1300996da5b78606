"""The score strip: every boundary near the shown page, with the threshold as a line that can be dragged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from chunkstudio.chunking.model import REASONS
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.plots.plot_look import StillViewBox, quiet_axes, theme_pen
from chunkstudio.gui.plots.score_series import ScoreSeries
from chunkstudio.gui.plots.stem_item import StemItem
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.focus_ring import FocusRing

REASON_MARKS: dict[str, tuple[str, Role, bool]] = {
    "section": ("s", "text", True),
    "budget": ("t", "warn", False),
    "table": ("d", "ok", False),
    "access": ("o", "error", False),
    "manual": ("d", "moved", True),
}
"""Symbol, colour and whether it is filled, by reason; cuts by score are the plain tall bars."""

_TOP = 1.12
_MARK_AT = 1.055
_PAGES_SHOWN = 10.0
_PAGE_PIXELS = 44


class ScorePlot(pg.PlotWidget):  # type: ignore[misc]
    """Emits ``threshold_dragged`` (value, whether still dragged), ``boundary_clicked``, ``range_changed`` (pages)."""

    threshold_dragged = Signal(float, bool)
    boundary_clicked = Signal(int)
    boundary_hovered = Signal(int)
    range_changed = Signal(float, float)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, viewBox=StillViewBox(x=True, y=False))
        FocusRing(self)
        self._theme = theme
        self._series: ScoreSeries | None = None
        self._pressed: QPointF | None = None
        self._selected: int | None = None
        self._quiet = StemItem(theme_pen(theme, "control"))
        self._loud = StemItem(theme_pen(theme, "accent", 3))
        self._marks = {reason: pg.ScatterPlotItem(pxMode=True, size=9) for reason in REASON_MARKS}
        self._chosen = pg.InfiniteLine(angle=90, movable=False)
        self._line = pg.InfiniteLine(
            pos=0.5,
            angle=0,
            movable=True,
            bounds=(0.0, 1.0),
            label="Threshold {value:.2f}",
            labelOpts={"position": 0.985, "movable": False, "anchors": [(1, 0.5), (1, 0.5)]},
        )
        for item in (self._chosen, self._quiet, self._loud, *self._marks.values(), self._line):
            self.addItem(item)
        self._chosen.hide()
        self._set_up()
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def _set_up(self) -> None:
        self.disableAutoRange()
        self.setYRange(0.0, _TOP, padding=0)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setMouseTracking(True)
        self.setAccessibleName("Scores of all boundaries along the pages")
        left = self.getAxis("left")
        left.setTicks([[(v, f"{v:g}") for v in (0, 0.25, 0.5, 0.75, 1)]])
        left.setWidth(40)
        self.getAxis("bottom").setHeight(22)
        self.showGrid(y=True, alpha=0.25)
        self._line.sigDragged.connect(self._dragged)
        self._line.sigPositionChangeFinished.connect(self._released)
        self.getViewBox().sigXRangeChanged.connect(self._range_moved)

    # ---- what is shown -------------------------------------------------------------------------------------------
    def show_series(self, series: ScoreSeries, threshold: float) -> None:
        """Show boundaries and threshold; the part of the document in view stays."""
        first = self._series is None or not len(self._series.x)
        ends = (series.x[0], series.x[-1]) if len(series.x) else (1.0, 2.0)
        known = self._series is not None and len(self._series.x) == len(series.x)
        self._series = series
        cut = series.cut
        self._quiet.set_stems(series.x[~cut], series.scores[~cut])
        self._loud.set_stems(series.x[cut], np.maximum(series.scores[cut], 0.012))
        for reason, item in self._marks.items():
            places = series.x[series.reasons == REASONS.index(reason)]
            if not np.array_equal(places, item.getData()[0]):
                item.setData(x=places, y=np.full(len(places), _MARK_AT))
        if not self._line.moving:
            self._line.setValue(threshold)
        if not known:
            low, high = float(np.floor(ends[0])), float(np.ceil(ends[1]))
            self.getViewBox().setLimits(xMin=low, xMax=max(high, low + 0.5), minXRange=0.25, maxXRange=max(high - low, 0.5))
        if first:
            self.show_range(ends[0], ends[0] + _PAGES_SHOWN)

    def show_page(self, page: int) -> None:
        """Bring a page into view if it is outside."""
        (low, high), _ = self.getViewBox().viewRange()
        if not (low <= page and page + 1 <= high) or high - low > 4 * _PAGES_SHOWN:
            self.show_range(page + 0.5 - _PAGES_SHOWN / 2, page + 0.5 + _PAGES_SHOWN / 2)

    def show_range(self, low: float, high: float) -> None:
        """Show this stretch of pages, moved inside the document where it reaches beyond."""
        if self._series is None or not len(self._series.x):
            return
        first, last = float(np.floor(self._series.x[0])), float(np.ceil(self._series.x[-1]))
        span = min(high - low, last - first)
        low = min(max(low, first), last - span)
        self.setXRange(low, low + span, padding=0)

    def choose(self, boundary: int | None) -> None:
        """Mark one boundary; None marks none."""
        self._selected = boundary
        known = self._series is not None and boundary is not None and 0 <= boundary < len(self._series.x)
        self._chosen.setVisible(known)
        if known and self._series is not None and boundary is not None:
            place = float(self._series.x[boundary])
            self._chosen.setValue(place)
            (low, high), _ = self.getViewBox().viewRange()
            if not low <= place <= high:
                self.show_range(place - (high - low) / 2, place + (high - low) / 2)

    @property
    def threshold(self) -> float:
        """Where the line lies now."""
        return float(self._line.value())

    # ---- hands ------------------------------------------------------------------------------------------------------
    def _dragged(self, _line: Any) -> None:
        self.threshold_dragged.emit(round(self.threshold, 2), True)

    def _released(self, _line: Any) -> None:
        self.threshold_dragged.emit(round(self.threshold, 2), False)

    def _range_moved(self, _view: Any, span: tuple[float, float]) -> None:
        self._mark_pages()
        self.range_changed.emit(float(span[0]), float(span[1]))

    def _mark_pages(self) -> None:
        """A page number for each page that has room for one."""
        (low, high), _ = self.getViewBox().viewRange()
        room = max((self.width() - 50) / _PAGE_PIXELS, 1)
        step = max(1, int(np.ceil((high - low) / room)))
        pages = range(int(np.ceil(low)), int(high) + 1)
        self.getAxis("bottom").setTicks([[(p, str(p)) for p in pages if (p - 1) % step == 0]])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_line"):
            self._mark_pages()

    def _at(self, place: QPointF) -> int | None:
        if self._series is None or not len(self._series.x):
            return None
        view = self.getViewBox()
        point = view.mapSceneToView(self.mapToScene(place.toPoint()))
        (low, high), (bottom, top) = view.viewRange()
        return self._series.nearest(
            point.x(),
            point.y(),
            per_x=view.width() / max(high - low, 1e-9),
            per_y=view.height() / max(top - bottom, 1e-9),
            reach=8.0,
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        start, self._pressed = self._pressed, None
        if start is None or event.button() != Qt.MouseButton.LeftButton:
            return
        if (event.position() - start).manhattanLength() < 4 and not self._line.mouseHovering:
            found = self._at(event.position())
            if found is not None:
                self.boundary_clicked.emit(found)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        if event.buttons() == Qt.MouseButton.NoButton:
            found = self._at(event.position())
            self.boundary_hovered.emit(-1 if found is None else found)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.boundary_hovered.emit(-1)

    def _restyle(self) -> None:
        theme = self._theme
        quiet_axes(self, theme)
        self._quiet.set_pen(theme_pen(theme, "disabled", 1))
        self._loud.set_pen(theme_pen(theme, "accent", 3))
        self._chosen.setPen(theme_pen(theme, "second", 7))
        self._chosen.setOpacity(0.45)
        self._line.setPen(theme_pen(theme, "text", 2))
        self._line.setHoverPen(theme_pen(theme, "accent", 3))
        self._line.label.setColor(theme.color("base"))
        self._line.label.fill = pg.mkBrush(theme.color("text"))
        self._line.label.border = theme_pen(theme, "text")
        self._line.label.setFont(theme.font("body", 600))
        for reason, (symbol, role, filled) in REASON_MARKS.items():
            color = theme.color(role)
            self._marks[reason].setSymbol(symbol)
            self._marks[reason].setPen(theme_pen(theme, role, 1.5))
            self._marks[reason].setBrush(pg.mkBrush(color) if filled else pg.mkBrush(theme.color("base")))
