"""Paints a question over two lines, its page and cause below; and the row of a result that holds evidence in yellow."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from chunkstudio.gui.evaluation.ranked_rows import HOLDS_ROLE
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.row_delegate import Reader, RowDelegate

Index = QModelIndex | QPersistentModelIndex
_LINES = 2


class QuestionDelegate(RowDelegate):
    """The first column wraps; the others are as in all lists."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, two_lines=True)
        self._first = False

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self._first = index.column() == 0
        super().paint(painter, option, index)

    def _words(self, painter: QPainter, inner: QRect, get: Reader) -> None:
        if not self._first:
            super()._words(painter, inner, get)
            return
        painter.setFont(self._font("body"))
        painter.setPen(self._theme.color("text"))
        high = draw_wrapped(painter, QRect(inner.left(), inner.top() + 5, inner.width(), inner.height()), str(get(0)), _LINES)
        second = get(ItemRole.SECOND)
        if second:
            painter.setFont(self._font("small"))
            painter.setPen(self._theme.color("muted"))
            below = QRect(inner.left(), inner.top() + 5 + high + 1, inner.width(), painter.fontMetrics().height() + 2)
            shown = painter.fontMetrics().elidedText(str(second), Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop), shown)


def draw_wrapped(painter: QPainter, area: QRect, text: str, lines: int) -> int:
    """Draw plain text in at most so many lines, the last one elided; the height used in pixels."""
    metrics = QFontMetrics(painter.font())
    layout = QTextLayout(text, painter.font())
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    high = 0
    for number in range(lines):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(area.width())
        at = line.textStart()
        rest = text[at:] if number == lines - 1 else text[at : at + line.textLength()]
        shown = metrics.elidedText(rest.strip(), Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(QPointF(area.left(), area.top() + high + metrics.ascent()), shown)
        high += metrics.height()
    layout.endLayout()
    return high


class RankedDelegate(RowDelegate):
    """As two-line rows; a result that holds evidence has the ground of evidence on the page."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent, two_lines=True, padding=8)

    def _ground(self, painter: QPainter, rect: QRect, widget: QWidget | None, index: Index, chosen: bool) -> None:
        if index.data(HOLDS_ROLE) and not chosen:
            painter.fillRect(rect, QColor("#3A3314" if self._theme.dark else "#FFF5D1"))
            if index.column() == 0:
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self._theme.color("warn"))
            return
        super()._ground(painter, rect, widget, index, chosen)
