"""Pens, brushes and small shapes that several painters share."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from chunkstudio.gui.overlay_colors import DASHES, Stroke


def pen(color: str | QColor, width: float, stroke: Stroke = "solid") -> QPen:
    """A pen of ``width`` logical pixels with flat ends; dashes are measured in pixels whatever the width."""
    out = QPen(QColor(color), width)
    out.setCapStyle(Qt.PenCapStyle.FlatCap)
    out.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    dashes = DASHES[stroke]
    if dashes:
        out.setDashPattern([max(0.1, d / width) for d in dashes])
    return out


def faded(color: str | QColor, opacity: float) -> QColor:
    """The colour with an opacity of 0..1."""
    out = QColor(color)
    out.setAlphaF(opacity)
    return out


@lru_cache(maxsize=32)
def hatching(color: str, opacity: float, ratio: float, gap: float = 6.0, width: float = 1.2) -> QBrush:
    """A brush of lines at 45 degrees, ``gap`` pixels apart; it repeats without seams at any device pixel ratio."""
    side = max(4, round(gap * 2**0.5 * ratio))
    picture = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(faded(color, opacity), width * ratio))
    for shift in (-side, 0, side):
        painter.drawLine(QPointF(shift - 1, side + 1), QPointF(shift + side + 1, -1))
    painter.end()
    picture.setDevicePixelRatio(ratio)
    return QBrush(picture)


def polygon(points: list[QPointF]) -> QPolygonF:
    """Points as a polygon."""
    return QPolygonF(points)


@cache
def lock_path() -> QPainterPath:
    """A lock, 8 x 10 pixels, its upper left at the origin."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 4, 8, 6), 1.2, 1.2)
    shackle = QPainterPath()
    shackle.moveTo(1.6, 4)
    shackle.lineTo(1.6, 2.8)
    shackle.arcTo(QRectF(1.6, 0.4, 4.8, 4.8), 180, -180)
    shackle.lineTo(6.4, 4)
    shackle.lineTo(5.2, 4)
    shackle.lineTo(5.2, 2.8)
    shackle.arcTo(QRectF(2.8, 1.6, 2.4, 2.4), 0, 180)
    shackle.lineTo(2.8, 4)
    shackle.closeSubpath()
    return path.united(shackle)


def diamond(middle: QPointF, radius: float) -> QPolygonF:
    """A square on its tip."""
    x, y = middle.x(), middle.y()
    return QPolygonF([QPointF(x - radius, y), QPointF(x, y - radius), QPointF(x + radius, y), QPointF(x, y + radius)])
