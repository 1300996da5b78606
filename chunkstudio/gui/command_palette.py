"""The command palette: type a few letters of any command, press Enter."""

# ruff: noqa: ARG002 - the delegate has the signatures that Qt calls

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListView, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from chunkstudio.gui.commands import Command, CommandTable, shortcut_text
from chunkstudio.gui.style import Flag
from chunkstudio.gui.style_paint import StylePainter
from chunkstudio.gui.theme import Theme

_ROW, _INSET = 32, 16
_WIDTH = 640  # the longest command beside what it needs
GAP = 12
"""Pixels between a command's name and the words at its right."""
_INSIDE, _SCATTERED = 1_000, 100_000
_Index = QModelIndex | QPersistentModelIndex


def match(query: str, text: str) -> int | None:
    """How well a query fits a text: smaller is better, None if its letters do not all occur in order.

    Words that begin as what was typed come first, then those that hold it, then letters here and there.
    """
    low, wanted = text.lower(), query.lower().split()
    if all(word in low for word in wanted):
        inside = sum(f" {word}" not in f" {low}" for word in wanted)
        return _INSIDE * inside + sum(low.index(word) for word in wanted)
    place, cost = -1, _SCATTERED
    for letter in query.lower().replace(" ", ""):
        found = low.find(letter, place + 1)
        if found < 0:
            return None
        cost += found - place
        place = found
    return cost


class CommandList(QAbstractListModel):
    """Commands that fit what is typed, best first; those that cannot be used now come last."""

    def __init__(self, table: CommandTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all = [c for c in table if c.in_palette]
        self.shown: list[Command] = []
        self.set_query("")

    def set_query(self, query: str) -> None:
        """Show what fits."""
        fits = [(match(query, title(c)), c) for c in self._all]
        found = [(not c.enabled(), cost, c) for cost, c in fits if cost is not None]
        self.beginResetModel()
        self.shown = [c for _, _, c in sorted(found, key=lambda f: f[:2])]
        self.endResetModel()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        return title(self.shown[index.row()])


def title(command: Command) -> str:
    """Menu and text of a command, as the palette lists it."""
    menu = command.menu.partition("/")[0]
    text = command.text.replace("&", "").rstrip("…")
    return f"{menu}: {text}" if menu else text


class _Rows(QStyledItemDelegate):
    """Command at the left, shortcut at the right."""

    def __init__(self, theme: Theme, rows: CommandList) -> None:
        super().__init__(rows)
        self._theme = theme
        self._rows = rows

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(200, _ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        command = self._rows.shown[index.row()]
        rect: QRect = option.rect
        state = option.state
        StylePainter(self._theme).row(painter, rect, state & ~Flag.State_MouseOver, first=True)
        inner = rect.adjusted(_INSET, 0, -_INSET, 0)
        enabled = command.enabled()
        words = command.missing or shortcut_text(command)
        painter.save()
        painter.setFont(self._theme.font("small"))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, words)
        left = inner.adjusted(0, 0, -painter.fontMetrics().horizontalAdvance(words) - GAP, 0)
        painter.setFont(self._theme.font("ui", 500 if enabled else 400))
        painter.setPen(self._theme.color("text" if enabled else "disabled"))
        name = painter.fontMetrics().elidedText(title(command), Qt.TextElideMode.ElideRight, left.width())
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, name)
        painter.restore()


class CommandPalette(QDialog):
    """Shows itself over the window; Enter runs the chosen command after the palette has closed."""

    def __init__(self, table: CommandTable, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle("Commands")
        self._below = parent.window()
        self._table = table
        self._theme = theme
        self.rows = CommandList(table, self)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Type a command")
        self.field.setAccessibleName("Command")
        self.field.setMinimumHeight(36)
        self.field.setFont(theme.font("title"))
        self.list = QListView(self)
        self.list.setModel(self.rows)
        self.list.setItemDelegate(_Rows(theme, self.rows))
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QListView.Shape.NoFrame)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self._filter)
        self.field.installEventFilter(self)
        self.list.clicked.connect(self.accept)
        self._filter("")
        self._place(parent)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("control"))
        painter.fillRect(self.rect().adjusted(1, 1, -1, -1), self._theme.color("base"))
        painter.end()

    def _place(self, parent: QWidget) -> None:
        width = min(_WIDTH, parent.width() - 48)
        self.resize(width, min(420, parent.height() - 96))
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + 72)

    def _filter(self, text: str) -> None:
        self.rows.set_query(text)
        if self.rows.shown:
            self.list.setCurrentIndex(self.rows.index(0, 0))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move in the list while the text field has the keyboard."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}.get(
                Qt.Key(event.key())
            )
            if step is not None and self.rows.shown:
                row = min(len(self.rows.shown) - 1, max(0, self.list.currentIndex().row() + step))
                self.list.setCurrentIndex(self.rows.index(row, 0))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.accept()
                return True
        return super().eventFilter(watched, event)

    def done(self, result: int) -> None:
        """Close, and hand the keyboard back: not every window manager activates the window below, which knows its part."""
        super().done(result)
        self._below.activateWindow()

    def accept(self) -> None:
        """Close, then run the chosen command; one that cannot be used now says what it needs, and the palette stays."""
        row = self.list.currentIndex().row()
        chosen = self.rows.shown[row] if 0 <= row < len(self.rows.shown) else None
        if chosen is not None and not chosen.enabled():
            return
        super().accept()
        if chosen is not None:
            self._table.run(chosen.id)
