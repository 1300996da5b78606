"""Paints the cells of the panels' tables: chosen and hovered rows, rails, token bars, icons, small histograms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.item_models.outline_model import OutlineModel
from chunkstudio.gui.item_models.roles import ItemRole, TokenBar
from chunkstudio.gui.item_models.rows_model import RowsModel
from chunkstudio.gui.overlay_colors import chunk_color
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import FontUse, Theme
from chunkstudio.gui.widgets.row_table import RowTable, RowTree

Index = QModelIndex | QPersistentModelIndex
Reader = Callable[[int], Any]
"""What a cell carries for a role."""

_PAD = 8
# Made once: joining Qt's flags for every cell is felt in a table in motion.
_LEFT = int(Qt.AlignmentFlag.AlignLeft)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_MIDDLE = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)


class RowDelegate(QStyledItemDelegate):
    """One delegate for all cells; what it paints follows from the roles that a cell carries (see :class:`ItemRole`)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, two_lines: bool = False, padding: int = _PAD) -> None:
        super().__init__(parent)
        self._pad = padding
        self._theme = theme
        self._two_lines = two_lines
        self._fonts: dict[tuple[FontUse, int], QFont] = {}
        theme.theme_changed.connect(self._fonts.clear)

    def set_two_lines(self, on: bool) -> None:
        """Whether second lines are shown; the table's rows must be high enough."""
        self._two_lines = on

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        base = super().sizeHint(option, index)
        line = QFontMetrics(self._font("body")).height()
        high = 2 * line + 14 if self._two_lines else line + 8
        return QSize(base.width() + 2 * self._pad, max(44 if self._two_lines else 24, high))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        option = QStyleOptionViewItem(option)
        rect = option.rect
        widget = cast("QWidget | None", option.widget)
        state = option.state
        painter.save()
        self._ground(painter, rect, widget, index, bool(state & QStyle.StateFlag.State_Selected))
        inner = rect.adjusted(self._pad, 0, -self._pad, 0)
        if isinstance(widget, RowTree) and index.column() == 0:
            inner.setLeft(rect.left() + 4)
        get = _reader(index)
        inner = self._marks(painter, inner, get)
        bar = get(ItemRole.BAR)
        spark = get(ItemRole.SPARK)
        if isinstance(bar, TokenBar):
            self._token_bar(painter, inner, bar)
        elif spark:
            self._spark(painter, inner, spark)
        else:
            self._words(painter, inner, get)
        painter.restore()

    def _font(self, use: FontUse, weight: int = 400) -> QFont:
        """A font of the theme, kept: making one for every cell took a quarter of the painting."""
        key = (use, weight)
        if key not in self._fonts:
            self._fonts[key] = self._theme.font(use, weight)
        return self._fonts[key]

    def _ground(self, painter: QPainter, rect: QRect, widget: QWidget | None, index: Index, chosen: bool) -> None:
        theme = self._theme
        if chosen:
            painter.fillRect(rect, theme.color("select"))
            if index.column() == 0 and isinstance(widget, RowTable):
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), theme.color("accent"))
        elif (isinstance(widget, RowTable) and widget.hovered_row == index.row()) or (
            isinstance(widget, RowTree) and widget.hovered is not None and widget.hovered == index.sibling(index.row(), 0)
        ):
            painter.fillRect(rect, theme.color("hover"))

    def _marks(self, painter: QPainter, inner: QRect, get: Reader) -> QRect:
        """Rail and icon at the left of a cell; what is left of the cell."""
        rail = get(ItemRole.RAIL)
        if rail is not None:
            area = QRect(inner.left() + 2, inner.center().y() - 6, 4, 13)
            painter.fillRect(area, QColor(chunk_color(int(rail), dark=self._theme.dark)))
            inner = inner.adjusted(11, 0, 0, 0)
        icon = get(ItemRole.ICON)
        if icon:
            role = get(ItemRole.COLOR) or "muted"
            words = get(Qt.ItemDataRole.DisplayRole)
            above = self._two_lines and get(ItemRole.SECOND) is not None
            top = inner.top() + 7 if above else inner.center().y() - 7
            paint_icon(painter, icon, QRectF(inner.left(), top, 16, 16), self._theme.color(cast(Role, role)))
            inner = inner.adjusted(24 if words else 16, 0, 0, 0)
        return inner

    def _words(self, painter: QPainter, inner: QRect, get: Reader) -> None:
        words = get(Qt.ItemDataRole.DisplayRole)
        if words is None or words == "":
            return
        theme = self._theme
        role = cast(Role, get(ItemRole.COLOR) or "text")
        if get(ItemRole.ICON) and role not in ("muted", "disabled"):
            role = "text"
        painter.setFont(self._font("body", int(get(ItemRole.WEIGHT) or 400)))
        painter.setPen(theme.color(role))
        second = get(ItemRole.SECOND)
        align = get(Qt.ItemDataRole.TextAlignmentRole) or _LEFT
        mode = Qt.TextElideMode.ElideMiddle if get(ItemRole.ELIDE_MIDDLE) else Qt.TextElideMode.ElideRight
        first = QRect(inner)
        if self._two_lines and second is not None:
            first = QRect(inner.left(), inner.top() + 4, inner.width(), painter.fontMetrics().height() + 2)
        shown = painter.fontMetrics().elidedText(str(words), mode, inner.width())
        painter.drawText(first, align | _MIDDLE, shown)
        if self._two_lines and second is not None:
            painter.setFont(self._font("small"))
            painter.setPen(theme.color("muted"))
            below = QRect(inner.left(), first.bottom(), inner.width(), painter.fontMetrics().height() + 4)
            shown = painter.fontMetrics().elidedText(str(second), Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(below, align | _MIDDLE, shown)

    def _token_bar(self, painter: QPainter, inner: QRect, bar: TokenBar) -> None:
        theme = self._theme
        digits = QFontMetrics(self._font("body", 600)).horizontalAdvance("32000") + 8
        wide = max(inner.width() - digits, 20)
        area = QRectF(inner.left(), inner.center().y() - 3, wide, 7)
        painter.fillRect(area, theme.color("track"))
        share = min(bar.tokens / max(bar.budget, 1), 1.0)
        over = bar.tokens > bar.budget
        painter.fillRect(
            QRectF(area.left(), area.top(), area.width() * share, area.height()), theme.color("error" if over else "accent")
        )
        tick = area.left() + area.width() * min(bar.minimum / max(bar.budget, 1), 1.0)
        painter.setPen(QPen(theme.color("text"), 1))
        painter.drawLine(QPointF(tick, area.top() - 2), QPointF(tick, area.bottom() + 2))
        painter.setFont(self._font("body", 600))
        painter.setPen(theme.color("error" if over else "text"))
        place = QRect(inner.right() - digits, inner.top(), digits, inner.height())
        painter.drawText(place, _RIGHT, str(bar.tokens))

    def _spark(self, painter: QPainter, inner: QRect, counts: Any) -> None:
        theme = self._theme
        high = min(inner.height() - 10, 24)
        area = QRectF(inner.left(), inner.center().y() - high / 2, inner.width(), high)
        most = max(max(counts), 1)
        step = area.width() / len(counts)
        for i, count in enumerate(counts):
            tall = max(area.height() * count / most, 1.0 if count else 0.0)
            painter.fillRect(
                QRectF(area.left() + i * step, area.bottom() - tall, max(step - 1, 1), tall), theme.color("second")
            )
        painter.fillRect(QRectF(area.left(), area.bottom(), area.width(), 1), theme.color("border"))


def _reader(index: Index) -> Reader:
    """Reads a cell; our own models are asked without the way through Qt's variants, which a table in motion feels."""
    model = index.model()
    return model.reader(index) if isinstance(model, RowsModel | OutlineModel) else index.data
