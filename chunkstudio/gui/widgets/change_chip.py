"""A small switch with sign, count and word of one kind of difference."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme


class ChangeChip(QAbstractButton):
    """Checked: its kind is listed."""

    def __init__(self, theme: Theme, kind: str, sign: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self._sign = sign
        self._role: Role = "added" if kind == "added" else "removed" if kind == "removed" else "moved"
        self.setCheckable(True)
        self.setChecked(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_count(0)
        theme.theme_changed.connect(self.update)

    def show_count(self, count: int) -> None:
        """How many of its kind there are."""
        self._short = f"{self._sign} {count:,}"
        self.setText(f"{self._short} {self._kind}")
        self.setAccessibleName(f"{count} {self._kind}")
        self.setToolTip(f"List cuts that were {self._kind}")
        self.updateGeometry()
        self._update_row()

    @property
    def shown(self) -> str:
        """The words that stand in it: without the kind where those of a chip in its row would be clipped.

        Sign, colour and tooltip still tell the kind.
        """
        return self.text() if all(chip.width() >= chip.sizeHint().width() for chip in self._row()) else self._short

    def _row(self) -> list[ChangeChip]:
        """The chips that stand beside this one, and itself."""
        row = self.parent()
        return [chip for chip in row.children() if isinstance(chip, ChangeChip)] if row is not None else [self]

    def _update_row(self) -> None:
        for chip in self._row():
            chip.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._update_row()

    def sizeHint(self) -> QSize:
        return self._size_for(self.text())

    def minimumSizeHint(self) -> QSize:
        return self._size_for(self._short)

    def _size_for(self, words: str) -> QSize:
        metrics = QFontMetrics(self._theme.font("small", 600))
        return QSize(metrics.horizontalAdvance(words) + 12, metrics.height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        ring = self.hasFocus()
        painter.setPen(QPen(theme.color("accent" if ring else "border"), 2 if ring else 1))
        painter.setBrush(theme.color("hover" if self.isChecked() else "base"))
        painter.drawRoundedRect(area, 4, 4)
        painter.setFont(theme.font("small", 600))
        painter.setPen(theme.color(self._role if self.isChecked() else "disabled"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.shown)
        painter.end()
