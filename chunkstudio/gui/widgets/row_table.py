"""Tables and trees of the panels: flat rows of one height, a quiet header, the row under the pointer lit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QTreeView, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.focus_ring import FocusRing

_HINT = QAbstractItemView.ScrollHint
_EDGE = 8  # words keep this far from the panel's edge


def scaled(theme: Theme, pixels: int) -> int:
    """Pixels meant for the list font of 12 px, at the size that the theme gives it now."""
    return round(pixels * theme.font("body").pixelSize() / 12)


def _room_for(theme: Theme, words: Iterable[str], padding: int) -> int:
    """Width in pixels of a column in which the longest of some words fits, in bold."""
    metrics = QFontMetrics(theme.font("body", 600))
    return max(map(metrics.horizontalAdvance, words), default=0) + 2 * padding + 2


@contextmanager
def _nothing_chosen(view: QAbstractItemView) -> Iterator[None]:
    """Keep Qt from making the first row the current one when the keyboard comes in: rows lead to pages, which would jump."""
    choices = view.selectionModel()
    if choices is None or view.currentIndex().isValid():
        yield
        return
    choices.blockSignals(True)
    try:
        yield
        choices.setCurrentIndex(QModelIndex(), QItemSelectionModel.SelectionFlag.NoUpdate)
    finally:
        choices.blockSignals(False)


class QuietHeader(QHeaderView):
    """A flat header: small bold words on the alternate ground, an arrow beside the sorted column."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, padding: int = 8) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._pad = padding
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setHighlightSections(False)
        self.setMinimumSectionSize(28)
        self.setFont(theme.font("small", 600))
        theme.theme_changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), max(26, QFontMetrics(self.font()).height() + 10))

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        theme = self._theme
        painter.save()
        painter.fillRect(rect, theme.color("alt"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), theme.color("border"))
        model = self.model()
        words = str(model.headerData(index, Qt.Orientation.Horizontal) or "") if model else ""
        align = model.headerData(index, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole) if model else None
        flags = int(align) if align else int(Qt.AlignmentFlag.AlignLeft)
        painter.setFont(theme.font("small", 600))
        painter.setPen(theme.color("text"))
        inner = rect.adjusted(self._pad if index else max(self._pad, _EDGE), 0, -self._pad, 0)
        sorted_here = self.isSortIndicatorShown() and self.sortIndicatorSection() == index
        if sorted_here and words:
            wide = painter.fontMetrics().horizontalAdvance(words)
            at = inner.left() + wide + 4 if flags & int(Qt.AlignmentFlag.AlignLeft) else inner.right() - 10
            if not flags & int(Qt.AlignmentFlag.AlignLeft):
                inner.setRight(inner.right() - 14)
            up = self.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
            paint_icon(
                painter,
                "sort-up" if up else "sort-down",
                QRect(at, rect.center().y() - 5, 11, 11).toRectF(),
                theme.color("muted"),
            )
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, flags | int(Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("alt"))
        painter.fillRect(0, self.viewport().height() - 1, self.viewport().width(), 1, self._theme.color("border"))
        painter.end()
        super().paintEvent(event)

    def _restyle(self) -> None:
        self.setFont(self._theme.font("small", 600))
        self.viewport().update()


class RowTable(QTableView):
    """A table that chooses whole rows. ``row_hovered`` tells the row under the pointer, -1 when it left."""

    row_hovered = Signal(int)
    activated_row = Signal(int)

    def __init__(self, theme: Theme, *, row_height: int = 24, padding: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row_height = row_height
        self._widths: dict[int, int] = {}
        self.hovered_row = -1
        self.setHorizontalHeader(QuietHeader(theme, self, padding=padding))
        self.horizontalHeader().setStretchLastSection(False)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setMinimumSectionSize(16)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setMouseTracking(True)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def reset(self) -> None:
        """Lay new rows out at once: left to Qt, that comes after they were painted, and has them painted again."""
        super().reset()
        self.executeDelayedItemsLayout()

    def set_columns(self, widths: Mapping[int, int], stretch: int, *, fixed: bool = False) -> None:
        """Widths in pixels for a 12 px font, scaled with the font; ``stretch`` takes the room that is left."""
        self._widths = dict(widths)
        mode = QHeaderView.ResizeMode.Fixed if fixed else QHeaderView.ResizeMode.Interactive
        for column in widths:
            self.horizontalHeader().setSectionResizeMode(column, mode)
        self.horizontalHeader().setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        self._scale_columns()

    def fit_numbers(self, columns: Iterable[int], *, padding: int) -> None:
        """Widen columns of a short table where a number does not fit: numbers are never elided."""
        model = self.model()
        for column in columns:
            words = (str(model.index(row, column).data() or "") for row in range(model.rowCount()))
            least = _room_for(self._theme, words, padding)
            self.setColumnWidth(column, max(scaled(self._theme, self._widths.get(column, 0)), least))

    def widen(self, column: int, words: str, *, padding: int) -> None:
        """Widen a column where these words, in bold, do not fit; a wider one stays as it is."""
        self.setColumnWidth(column, max(self.columnWidth(column), _room_for(self._theme, [words], padding)))

    def set_row_height(self, pixels: int) -> None:
        """Height of every row for a 12 px font."""
        self._row_height = pixels
        self._restyle()

    def _scale_columns(self) -> None:
        for column, width in self._widths.items():
            self.setColumnWidth(column, scaled(self._theme, width))

    def choose_row(self, row: int) -> None:
        """Mark a row as current and bring it into view; -1 clears."""
        if row < 0 or self.model() is None:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
            return
        index = self.model().index(row, 0)
        if self.currentIndex().row() != row or not self.selectionModel().isRowSelected(row, QModelIndex()):
            self.setCurrentIndex(index)
            seen = self.viewport().rect().contains(self.visualRect(index).center())
            self.scrollTo(index, _HINT.EnsureVisible if seen else _HINT.PositionAtCenter)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._set_hover(self.rowAt(round(event.position().y())))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(-1)

    def focusInEvent(self, event: QFocusEvent) -> None:
        with _nothing_chosen(self):
            super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated_row.emit(self.currentIndex().row())
            return
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            self._copy_row(self.currentIndex().row())
            return
        super().keyPressEvent(event)

    def _copy_row(self, row: int) -> None:
        """Put the row's words on the clipboard, parted by tabs."""
        model = self.model()
        words = [model.index(row, c).data() for c in range(model.columnCount())]
        QGuiApplication.clipboard().setText("\t".join(str(w) for w in words if w))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(self._theme.color("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))
            painter.end()

    def light_row(self, row: int) -> None:
        """Light a row that is hovered elsewhere in the window; -1 lights none."""
        if row != self.hovered_row and not self.underMouse():
            self.hovered_row = row
            self.viewport().update()

    def _set_hover(self, row: int) -> None:
        if row != self.hovered_row:
            self.hovered_row = row
            self.viewport().update()
            self.row_hovered.emit(row)

    def _restyle(self) -> None:
        self.setFont(self._theme.font("body"))
        least = QFontMetrics(self._theme.font("body")).height() + 8
        self.verticalHeader().setDefaultSectionSize(max(self._row_height, least))
        self._scale_columns()
        self.viewport().update()


class RowTree(QTreeView):
    """A tree with the same rows as :class:`RowTable`."""

    row_hovered = Signal(QModelIndex)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.hovered: QPersistentModelIndex | None = None
        self.setHeader(QuietHeader(theme, self, padding=4))
        self.header().setStretchLastSection(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._widths: dict[int, int] = {}
        self.setFont(theme.font("body"))
        FocusRing(self)
        theme.theme_changed.connect(self._restyle)

    def set_columns(self, widths: Mapping[int, int], stretch: int) -> None:
        """Widths in pixels for a 12 px font, scaled with the font; ``stretch`` takes the room that is left."""
        self._widths = dict(widths)
        for column in widths:
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.header().setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        self._scale_columns()

    def widen(self, column: int, words: str, *, padding: int) -> None:
        """Widen a column where these words, in bold, do not fit; a wider one stays as it is."""
        self.header().resizeSection(column, max(self.columnWidth(column), _room_for(self._theme, [words], padding)))

    def _scale_columns(self) -> None:
        for column, width in self._widths.items():
            self.header().resizeSection(column, scaled(self._theme, width))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._set_hover(self.indexAt(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(QModelIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        with _nothing_chosen(self):
            super().focusInEvent(event)

    def drawBranches(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        self.paint_row_ground(painter, rect, index)
        if self.model() is not None and self.model().hasChildren(index):
            icon = "down" if self.isExpanded(index) else "next"
            place = QRect(rect.right() - 12, rect.center().y() - 5, 11, 11)
            paint_icon(painter, icon, place.toRectF(), self._theme.color("muted"))

    def paint_row_ground(self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex) -> None:
        """Fill the part of a row left of its first cell like the row itself."""
        first = index.sibling(index.row(), 0)
        if self.selectionModel() is not None and self.selectionModel().isSelected(first):
            painter.fillRect(rect, self._theme.color("select"))
            painter.fillRect(QRect(0, rect.top(), 3, rect.height()), self._theme.color("accent"))
        elif self.is_hovered(index):
            painter.fillRect(rect, self._theme.color("hover"))

    def is_hovered(self, index: QModelIndex | QPersistentModelIndex) -> bool:
        """Whether the pointer is over the row of an index."""
        return self.hovered is not None and self.hovered == index.sibling(index.row(), 0)

    def _set_hover(self, index: QModelIndex) -> None:
        now = QPersistentModelIndex(index.sibling(index.row(), 0)) if index.isValid() else None
        if now != self.hovered:
            self.hovered = now
            self.viewport().update()
            self.row_hovered.emit(index)

    def _restyle(self) -> None:
        self.setFont(self._theme.font("body"))
        self._scale_columns()
        self.viewport().update()
