"""Rows of the start card that open a file each, under a heading."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.pages.sample_list import FileEntry
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_LEFT, _RIGHT = 38, 32
_GAP = 16
_PAD, _LOW_PAD, _BETWEEN = 8, 6, 3
_NAME_SHARE = 0.55


class FileRow(QPushButton):
    """A whole row that opens a file: icon, name, and a line on it below, or beside it in a ``low`` row."""

    def __init__(self, theme: Theme, entry: FileEntry, *, low: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.entry = entry
        self._low = low
        self.setAutoDefault(True)  # Return opens it, as Space does
        self.setAccessibleName(f"Open {entry.name}")
        self.setAccessibleDescription(entry.about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.theme_changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self._lines = [QFontMetrics(font).height() for font in (self._theme.font("ui", 600), self._theme.font("body"))]
        self.setFixedHeight(self._lines[0] + (2 * _LOW_PAD if self._low else 2 * _PAD + self._lines[1] + _BETWEEN))

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Icon, words, and an arrow; a hairline at the bottom."""
        del event
        c, painter = self._theme.color, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), c("select" if self.isDown() else "hover"))
        side = 16 if self._low else 20
        paint_icon(painter, self.entry.icon, QRectF(12 - side / 2, (self.height() - side) / 2, side, side), c("accent"))
        self._words(painter)
        paint_icon(painter, "next", QRectF(self.width() - 20, self.height() / 2 - 7, 14, 14), c("muted"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), c("border"))
        if self.hasFocus():
            painter.setPen(c("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -2), 4, 4)
        painter.end()

    def _words(self, painter: QPainter) -> None:
        wide = self.width() - _LEFT - _RIGHT
        name = about = QRectF(_LEFT, 0, wide, self.height() - 1)
        if not self._low:
            name = QRectF(_LEFT, _PAD, wide, self._lines[0])
            about = QRectF(_LEFT, name.bottom() + _BETWEEN, wide, self._lines[1])
        painter.setFont(self._theme.font("ui", 600))
        painter.setPen(self._theme.color("text"))
        room = wide * _NAME_SHARE if self._low else wide
        shown = painter.fontMetrics().elidedText(self.entry.name, Qt.TextElideMode.ElideMiddle, round(room))
        painter.drawText(name, _MIDDLE, shown)
        left = painter.fontMetrics().horizontalAdvance(shown) + _GAP if self._low else 0
        painter.setFont(self._theme.font("body"))
        painter.setPen(self._theme.color("muted"))
        side = Qt.AlignmentFlag.AlignRight if self._low else Qt.AlignmentFlag.AlignLeft
        words = painter.fontMetrics().elidedText(self.entry.about, Qt.TextElideMode.ElideMiddle, wide - left)
        painter.drawText(about, _MIDDLE | side, words)


class FileRows(QWidget):
    """A heading and a row for each file; nothing at all without files. ``chosen`` carries the path of a row."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[FileRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 8, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(PlainLabel(theme, heading, weight=600))
        self._column.addSpacing(6)
        self.hide()

    def show_files(self, entries: Sequence[FileEntry], *, low: bool) -> None:
        """Offer these files, in this order, in place of those before."""
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = [FileRow(self._theme, entry, low=low) for entry in entries]
        for row in self._rows:
            row.setToolTip(str(row.entry.path))
            row.clicked.connect(self._clicked)
            self._column.addWidget(row)
        self.setVisible(bool(entries))

    def _clicked(self) -> None:
        row = self.sender()
        if isinstance(row, FileRow):
            self.chosen.emit(row.entry.path)


def entry_of(path: Path) -> FileEntry:
    """A file that was open before: its name, and its folder with the user's home as "~"."""
    folder = path.parent
    try:
        about = str(Path("~") / folder.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # elsewhere, or nobody has a home
        about = str(folder)
    return FileEntry(path, "document", path.name, about)
