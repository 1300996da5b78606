"""Recall over k, or coverage over tokens, of two versions with their 95 % bands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.evaluation.curves import Curve
from chunkstudio.gui.plots.plot_look import StillViewBox, quiet_axes, theme_pen
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.focus_ring import FocusRing


class RecallPlot(pg.PlotWidget):  # type: ignore[misc]
    """The draft solid with a filled band, the other version dashed with a dotted one; a line marks the profile's k."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, viewBox=StillViewBox(x=False, y=False))
        FocusRing(self)
        self._theme = theme
        self._edges = [pg.PlotCurveItem(), pg.PlotCurveItem()]
        self._band = pg.FillBetweenItem(self._edges[0], self._edges[1])
        self._now = pg.PlotDataItem()
        self._before = pg.PlotDataItem()
        self._before_edges = [pg.PlotCurveItem(), pg.PlotCurveItem()]
        self._mark = pg.InfiniteLine(
            angle=90, movable=False, label="", labelOpts={"position": 0.08, "anchors": [(0, 1), (0, 1)]}
        )
        self.points: tuple[tuple[float, float], ...] = ()
        for item in (*self._edges, self._band, *self._before_edges, self._before, self._now, self._mark):
            self.addItem(item)
        self.disableAutoRange()
        self.hideButtons()
        self.setMenuEnabled(False)
        self.getAxis("left").setWidth(40)
        self.getAxis("bottom").setHeight(22)
        self.showGrid(y=True, alpha=0.25)
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def show_curves(self, curves: Sequence[Curve], mark: float | None, label: str) -> None:
        """Show the draft's curve, and the other version's if there are two; ``mark`` is a place on the x axis."""
        now = curves[0]
        self.points = tuple(zip(now.x, now.mean, strict=True))
        self._now.setData(np.array(now.x), np.array(now.mean))
        for item, edge in zip(self._edges, (now.low, now.high), strict=True):
            item.setData(np.array(now.x), np.array(edge))
        other = curves[1] if len(curves) > 1 else None
        for item in (self._before, *self._before_edges):
            item.setVisible(other is not None)
        if other is not None:
            self._before.setData(np.array(other.x), np.array(other.mean))
            for item, edge in zip(self._before_edges, (other.low, other.high), strict=True):
                item.setData(np.array(other.x), np.array(edge))
        lowest = min(min(c.low) for c in curves)
        self.setYRange(max(0.0, min(0.9, np.floor(lowest * 10) / 10)), 1.02, padding=0)
        self.setXRange(now.x[0], now.x[-1], padding=0.02)
        self._mark.setVisible(mark is not None)
        if mark is not None:
            self._mark.setValue(mark)
            self._mark.label.setFormat(label)
        self.setAccessibleName(", ".join(f"{x:g}: {y:.3f}" for x, y in self.points))

    def _restyle(self) -> None:
        theme = self._theme
        quiet_axes(self, theme)
        accent = theme.color("accent")
        self._now.setPen(theme_pen(theme, "accent", 2.0))
        self._now.setSymbol(None)
        faint = theme.color("accent")
        faint.setAlphaF(0.16)
        self._band.setBrush(pg.mkBrush(faint))
        nothing: Any = pg.mkPen(None)
        for item in self._edges:
            item.setPen(nothing)
        self._before.setPen(theme_pen(theme, "text", 2.0, Qt.PenStyle.DashLine))
        for item in self._before_edges:
            item.setPen(theme_pen(theme, "muted", 1.0, Qt.PenStyle.DotLine))
        self._mark.setPen(theme_pen(theme, "text", 1.0, Qt.PenStyle.DashLine))
        self._mark.label.setColor(accent)
        self._mark.label.fill = pg.mkBrush(theme.color("base"))
        self._mark.label.setFont(theme.font("small", 600))
