"""Stems from 0 to a height, painted straight from columns: only those in view, at most one for each pixel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPainter, QPen

from chunkstudio.gui.plots.score_series import Floats, thinned


class StemItem(pg.GraphicsObject):  # type: ignore[misc]
    """Vertical lines at rising ``x`` with one pen."""

    def __init__(self, pen: QPen) -> None:
        super().__init__()
        self._pen = pen
        self._x: Floats = np.empty(0)
        self._heights: Floats = np.empty(0)

    def set_pen(self, pen: QPen) -> None:
        """Paint with another pen."""
        self._pen = pen
        self.update()

    def set_stems(self, x: Floats, heights: Floats) -> None:
        """Replace all stems; ``x`` rises."""
        self.prepareGeometryChange()
        self._x, self._heights = x, heights
        self.informViewBoundsChanged()
        self.update()

    def boundingRect(self) -> QRectF:
        if not len(self._x):
            return QRectF()
        return QRectF(float(self._x[0]), 0.0, max(float(self._x[-1] - self._x[0]), 1e-6), 1.0)

    def paint(self, painter: QPainter, *_: Any) -> None:
        view = self.getViewBox()
        if view is None or not len(self._x):
            return
        (low, high), _y = view.viewRange()
        first = int(np.searchsorted(self._x, low, "left"))
        last = int(np.searchsorted(self._x, high, "right"))
        x, heights = thinned(self._x[first:last], self._heights[first:last], int(view.width()) * 2)
        painter.setPen(self._pen)
        painter.drawLines([QLineF(a, 0.0, a, b) for a, b in zip(x.tolist(), heights.tolist(), strict=True)])
