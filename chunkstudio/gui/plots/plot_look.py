"""How plots look: the theme's ground, quiet axes, our fonts."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPen

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme

# pyqtgraph's own clean-up at exit walks every object of the program and takes apart scenes that Qt has freed already.
pg.setConfigOption("exitCleanup", False)


def cosmetic_pen(color: QColor, width: float, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A pen whose width is in pixels whatever the plot's scale."""
    pen = QPen(color, width, style)
    pen.setCosmetic(True)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def theme_pen(theme: Theme, role: Role, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """A cosmetic pen in one of the theme's colours."""
    return cosmetic_pen(theme.color(role), width, style)


def quiet_axes(plot: Any, theme: Theme) -> None:
    """Ground, axis colours and fonts of a plot widget from the theme."""
    plot.setBackground(theme.color("base"))
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(theme_pen(theme, "border"))
        axis.setTextPen(theme.color("muted"))
        axis.setTickFont(theme.font("small"))
        axis.setStyle(tickLength=-4 if name == "bottom" else 0, tickTextOffset=6)


class WholeAxis(pg.AxisItem):  # type: ignore[misc]
    """An axis of counts: no marks between whole numbers."""

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        levels = [(step, offset) for step, offset in super().tickSpacing(low, high, size) if step >= 1.0]
        return levels or [(1.0, 0.0)]


class StillViewBox(pg.ViewBox):  # type: ignore[misc]
    """A view box without pyqtgraph's own menu; only the axes named can be moved by hand."""

    def __init__(self, *, x: bool, y: bool) -> None:
        super().__init__(enableMenu=False, defaultPadding=0.0)
        self.setMouseEnabled(x=x, y=y)
        self.setBorder(None)
