"""Chunks by tokens, with budget and minimum as lines to drag, and as dashed steps how it was before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.plots.plot_look import StillViewBox, WholeAxis, quiet_axes, theme_pen
from chunkstudio.gui.plots.token_histogram import bin_edges, counts
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.focus_ring import FocusRing

BUDGET, MINIMUM = "budget", "minimum"


class HistogramPlot(pg.PlotWidget):  # type: ignore[misc]
    """Emits ``limit_dragged`` with ``budget`` or ``minimum``, the value in tokens, and whether it is still dragged."""

    limit_dragged = Signal(str, int, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, viewBox=StillViewBox(x=False, y=False), axisItems={"left": WholeAxis("left")})
        FocusRing(self)
        self._theme = theme
        self._bars = pg.BarGraphItem(x=[0], height=[0], width=1)
        self._before = pg.PlotCurveItem(x=[0, 1], y=[0], stepMode="center")
        self._lines = {name: self._limit(name) for name in (MINIMUM, BUDGET)}
        self.bins: tuple[int, ...] = ()
        for item in (self._bars, self._before, *self._lines.values()):
            self.addItem(item)
        self.disableAutoRange()
        self.hideButtons()
        self.setMenuEnabled(False)
        self.getAxis("left").setWidth(40)
        self.getAxis("bottom").setHeight(22)
        self.showGrid(y=True, alpha=0.25)
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def _limit(self, name: str) -> Any:
        words = "budget {value:.0f}" if name == BUDGET else "min. {value:.0f}"
        anchors = [(1.05, 0.5), (1.05, 0.5)] if name == BUDGET else [(-0.05, 0.5), (-0.05, 0.5)]
        line = pg.InfiniteLine(
            pos=0, angle=90, movable=True, label=words, labelOpts={"position": 0.94, "movable": False, "anchors": anchors}
        )
        line.setProperty("limit", name)
        line.sigDragged.connect(self._dragged)
        line.sigPositionChangeFinished.connect(self._released)
        return line

    def show_tokens(self, tokens: Sequence[int], before: Sequence[int] | None, *, budget: int, minimum: int) -> None:
        """Show the chunks' sizes, and those of the saved version (None: there is nothing to compare with)."""
        largest = max(max(tokens, default=0), max(before or (), default=0))
        edges = bin_edges(budget, largest)
        now = counts(tokens, edges)
        self.bins = tuple(int(c) for c in now)
        step = int(edges[1] - edges[0])
        self._bars.setOpts(x0=edges[:-1] + step * 0.08, width=step * 0.84, height=now)
        earlier = counts(before, edges) if before else None
        self._before.setVisible(earlier is not None)
        if earlier is not None:
            self._before.setData(x=edges, y=earlier)
        top = max(int(now.max(initial=0)), int(earlier.max(initial=0)) if earlier is not None else 0, 1)
        self.setYRange(0, top * 1.22, padding=0)
        self.setXRange(0, float(max(edges[-1], budget * 1.06)), padding=0)
        for name, value in ((BUDGET, budget), (MINIMUM, minimum)):
            if not self._lines[name].moving:
                self._lines[name].setValue(value)
        self._place_words()
        spoken = f"{len(tokens)} chunks; the largest has {max(tokens, default=0)} tokens; budget {budget}, minimum {minimum}"
        self.setAccessibleName(spoken)

    def set_bounds(self, *, least_budget: int, most_minimum: int) -> None:
        """How far the lines may be dragged, in tokens."""
        self._lines[BUDGET].setBounds((least_budget, None))
        self._lines[MINIMUM].setBounds((0, most_minimum))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if hasattr(self, "_lines"):  # the base class resizes itself while it is being made
            self._place_words()

    def _place_words(self) -> None:
        """Words stay inside the view, the minimum's at the left of its line and the budget's at the right where that goes.

        So they stand on their own side of both lines. Where they would meet, the minimum's stand one line lower.
        """
        view = self.getViewBox()
        low, high = view.viewRange()[0]
        pixels = view.width() / max(high - low, 1e-9)
        spans: dict[str, tuple[float, float]] = {}
        for name, line in self._lines.items():
            at, wide = (line.value() - low) * pixels, line.label.boundingRect().width() * 1.05
            left = at > wide if name == MINIMUM else at + wide > view.width()
            spans[name] = (at - wide, at) if left else (at, at + wide)
            line.label.anchors = [(1.05, 0.5) if left else (-0.05, 0.5)] * 2
            line.label.updatePosition()
        meet = spans[MINIMUM][0] < spans[BUDGET][1] + 4 and spans[BUDGET][0] < spans[MINIMUM][1] + 4
        self._lines[MINIMUM].label.setPosition(0.80 if meet else 0.94)

    def _dragged(self, line: Any) -> None:
        self.limit_dragged.emit(line.property("limit"), round(line.value()), True)

    def _released(self, line: Any) -> None:
        self.limit_dragged.emit(line.property("limit"), round(line.value()), False)

    def _restyle(self) -> None:
        theme = self._theme
        quiet_axes(self, theme)
        self._bars.setOpts(brush=pg.mkBrush(theme.color("second")), pen=pg.mkPen(None))
        self._before.setPen(theme_pen(theme, "text", 1.5, Qt.PenStyle.DashLine))
        for line in self._lines.values():
            line.setPen(theme_pen(theme, "warn", 1.5, Qt.PenStyle.DashLine))
            line.setHoverPen(theme_pen(theme, "warn", 2.5))
            line.label.setColor(theme.color("warn"))
            line.label.fill = pg.mkBrush(theme.color("base"))
            line.label.setFont(theme.font("small", 600))
        self.getAxis("bottom").setLabel("")


def median(tokens: Sequence[int]) -> float:
    """Median size; 0 without chunks."""
    return float(np.median(tokens)) if tokens else 0.0
