"""The points of a sweep: coverage against tokens, the best ones joined; a click opens a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.plots.plot_look import StillViewBox, quiet_axes, theme_pen
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.focus_ring import FocusRing
from chunkstudio.retrieval.sweep import SweepPoint


class SweepPlot(pg.PlotWidget):  # type: ignore[misc]
    """``chosen`` carries the index of the point that was clicked."""

    chosen = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, viewBox=StillViewBox(x=False, y=False))
        FocusRing(self)
        self._theme = theme
        self._front = pg.PlotCurveItem()
        self._bars = pg.ErrorBarItem(x=np.zeros(1), y=np.zeros(1), top=0.0, bottom=0.0)
        self._points = pg.ScatterPlotItem(size=9, hoverable=True)
        self._picked = pg.ScatterPlotItem(size=15)
        self._held = pg.ScatterPlotItem(size=9, symbol="d")
        for item in (self._bars, self._front, self._picked, self._held, self._points):
            self.addItem(item)
        self._points.sigClicked.connect(self._clicked)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.disableAutoRange()
        self.setLabel("bottom", "tokens to embed")
        self.setLabel("left", "coverage at 2,000 tokens")
        self.showGrid(y=True, alpha=0.25)
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def show_points(
        self, points: Sequence[SweepPoint], front: Sequence[SweepPoint], picked: int, held: Sequence[SweepPoint] = ()
    ) -> None:
        """Show what was tried; ``front`` is the Pareto front, ``picked`` the index of the chosen point (-1: none).

        ``held`` points were confirmed: a hollow mark stands at what they reach on the held-out questions.
        """
        if not points:
            return
        x, y = np.array([p.tokens for p in points], float), np.array([p.score for p in points])
        low, high = np.array([p.low for p in points]), np.array([p.high for p in points])
        self._points.setData(x=x, y=y, data=list(range(len(points))))
        self._bars.setData(x=x, y=y, top=np.maximum(high - y, 0), bottom=np.maximum(y - low, 0), beam=0)
        self._front.setData(np.array([p.tokens for p in front], float), np.array([p.score for p in front]))
        chosen = points[picked] if 0 <= picked < len(points) else None
        self._picked.setData(x=[chosen.tokens] if chosen else [], y=[chosen.score] if chosen else [])
        known = [(p.tokens, p.held_out) for p in held if p.held_out is not None]
        self._held.setData(x=[k[0] for k in known], y=[k[1] for k in known])
        low = np.minimum(low, min((k[1] for k in known), default=1.0))
        margin = max(float(np.ptp(x)) * 0.06, 1.0)
        self.setXRange(float(x.min()) - margin, float(x.max()) + margin, padding=0)
        self.setYRange(max(0.0, float(low.min()) - 0.02), min(1.02, float(high.max()) + 0.02), padding=0)
        self.setAccessibleName(f"{len(points)} points; the best covers {float(y.max()):.3f}")

    def _clicked(self, _item: Any, points: Any, *_: Any) -> None:
        if len(points):
            self.chosen.emit(int(points[0].data()))

    def _restyle(self) -> None:
        theme = self._theme
        quiet_axes(self, theme)
        for name in ("left", "bottom"):
            self.getAxis(name).label.setDefaultTextColor(theme.color("muted"))
            self.getAxis(name).label.setFont(theme.font("small"))
        self._points.setBrush(pg.mkBrush(theme.color("second")))
        self._points.setPen(theme_pen(theme, "base", 1.0))
        self._picked.setBrush(pg.mkBrush(None))
        self._held.setBrush(pg.mkBrush(None))
        self._held.setPen(theme_pen(theme, "accent", 1.5))
        self._picked.setPen(theme_pen(theme, "text", 2.0))
        self._front.setPen(theme_pen(theme, "accent", 1.5, Qt.PenStyle.DashLine))
        self._bars.setOpts(pen=theme_pen(theme, "control", 1.5))
