"""Paints the interval of a difference: a line with a dot, hollow where it shows nothing, beside the zero line."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyleOptionViewItem

from chunkstudio.gui.evaluation.measure_rows import INTERVAL_ROLE
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.widgets.row_delegate import RowDelegate

_ROLES: dict[str, Role] = {"better": "ok", "worse": "error"}


class MeasureDelegate(RowDelegate):
    """As all rows, with the interval in its column."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().paint(painter, option, index)
        interval = index.data(INTERVAL_ROLE)
        if interval is None:
            return
        low, mean, high, verdict = interval
        area = option.rect.adjusted(10, 0, -10, 0)
        middle, half, y = area.center().x() + 0.5, area.width() / 2, area.center().y() + 0.5
        role = _ROLES.get(verdict, "muted")
        color = self._theme.color(role)
        painter.save()
        painter.setPen(QPen(self._theme.color("control"), 1))
        painter.drawLine(QPointF(middle, option.rect.top() + 3), QPointF(middle, option.rect.bottom() - 2))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 2))
        painter.drawLine(QPointF(middle + low * half, y), QPointF(middle + high * half, y))
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(color if verdict in _ROLES else self._theme.color("base"))
        painter.drawEllipse(QPointF(middle + mean * half, y), 4, 4)
        painter.restore()
