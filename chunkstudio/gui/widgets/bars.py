"""Bars that carry one message each: cuts affected by a setting, and a chunk's tokens."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.theme import Theme

_BAR = 26


class AffectedBar(QWidget):
    """How many cuts one step of a setting moves, against the setting that moves most. None: not known yet."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._count: int | None = None
        self._most = 1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def show_count(self, count: int | None, most: int) -> None:
        """``count`` cuts move; ``most`` is the largest count of all settings (the full bar)."""
        if (count, most) != (self._count, self._most):
            self._count, self._most = count, max(most, 1)
            words = "not measured for this document" if count is None else f"one step moves {count} cuts of this document"
            self.setToolTip(words[0].upper() + words[1:])
            self.setAccessibleName(f"Cuts affected: {words}")
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(_BAR + 8 + QFontMetrics(self._theme.font("body")).horizontalAdvance("00000"), 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        middle = self.height() / 2
        painter.fillRect(QRectF(0, middle - 4, _BAR, 8), self._theme.color("track"))
        if self._count:
            painter.fillRect(QRectF(0, middle - 4, max(2.0, _BAR * self._count / self._most), 8), self._theme.color("muted"))
        painter.setFont(self._theme.font("body"))
        painter.setPen(self._theme.color("text" if self._count else "muted"))
        words = "\N{EN DASH}" if self._count is None else str(self._count)
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()


@dataclass(frozen=True, slots=True)
class TokenLedger:
    """Tokens of one chunk's retrieval text by where they come from, and its limits."""

    context: int
    overlap: int
    body: int
    budget: int
    minimum: int


class LedgerBar(QWidget):
    """Context (hatched), overlap (cross-hatched in the overlap colour), body and what is left, with the minimum as a tick."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ledger: TokenLedger | None = None
        self.setFixedHeight(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def show_ledger(self, ledger: TokenLedger) -> None:
        """Show the parts of one chunk."""
        self._ledger = ledger
        self.setAccessibleName(
            f"{ledger.context} context, {ledger.overlap} overlap, {ledger.body} body of {ledger.budget} tokens"
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._ledger is None:
            return
        ledger, theme = self._ledger, self._theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.color("track"))
        scale = self.width() / max(ledger.budget, ledger.context + ledger.overlap + ledger.body, 1)
        left = 0.0
        for tokens, role, hatched in (
            (ledger.context, "muted", True),
            (ledger.overlap, "moved", True),
            (ledger.body, "accent", False),
        ):
            area = QRectF(left, 0, tokens * scale, self.height())
            if hatched:
                painter.fillRect(area, theme.color("track"))
                paint_hatching(painter, area, theme.color(role))  # type: ignore[arg-type]
            else:
                painter.fillRect(area, theme.color(role))  # type: ignore[arg-type]
            left += area.width()
            if tokens and left < self.width() - 1:
                painter.fillRect(QRectF(left - 0.5, 0, 1, self.height()), theme.color("base"))
        tick = ledger.minimum * scale
        painter.setPen(QPen(theme.color("text"), 1.5))
        painter.drawLine(QPointF(tick, -1), QPointF(tick, self.height() + 1))
        painter.end()


def paint_hatching(painter: QPainter, area: QRectF, color: QColor) -> None:
    """45 degree hatching, clipped to the area."""
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(color, 1.6))
    x = area.left() - area.height()
    while x < area.right():
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()))
        x += 4
    painter.restore()
