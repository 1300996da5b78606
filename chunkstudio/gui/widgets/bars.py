"""Bars that carry one message each: cuts affected by a setting, a chunk's tokens, a boundary's score by its parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from chunkstudio.gui.theme import Theme


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
        return QSize(62, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        middle = self.height() / 2
        painter.fillRect(QRectF(0, middle - 4, 34, 8), self._theme.color("track"))
        if self._count:
            painter.fillRect(QRectF(0, middle - 4, max(2.0, 34 * self._count / self._most), 8), self._theme.color("muted"))
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
                _hatch(painter, area, theme.color(role))  # type: ignore[arg-type]
            else:
                painter.fillRect(area, theme.color(role))  # type: ignore[arg-type]
            left += area.width()
            if tokens and left < self.width() - 1:
                painter.fillRect(QRectF(left - 0.5, 0, 1, self.height()), theme.color("base"))
        tick = ledger.minimum * scale
        painter.setPen(QPen(theme.color("text"), 1.5))
        painter.drawLine(QPointF(tick, -1), QPointF(tick, self.height() + 1))
        painter.end()


def _hatch(painter: QPainter, area: QRectF, color: QColor) -> None:
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


@dataclass(frozen=True, slots=True)
class ScoreBarPart:
    """A letter and what it adds (negative where it keeps together), on the scale of the bar."""

    letter: str
    adds: float


class ScoreBar(QWidget):
    """Parts stacked from the left; what keeps together is hatched back from the right end; a mark at the threshold.

    ``threshold`` is on the parts' own scale; ``words`` stand at the mark.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[ScoreBarPart, ...] = ()
        self._threshold = 0.0
        self._words = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.theme_changed.connect(self.update)

    def show_parts(self, parts: Sequence[ScoreBarPart], threshold: float, words: str) -> None:
        """Show the parts of one boundary."""
        self._parts = tuple(p for p in parts if p.adds)
        self._threshold, self._words = threshold, words
        spoken = ", ".join(f"{p.letter} {p.adds:+.2f}" for p in self._parts) or "no signal"
        self.setAccessibleName(f"Parts of the score: {spoken}; {words}")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, 24 + self._theme.font("small").pixelSize() + 8)

    @property
    def end(self) -> float:
        """Value at the right end of the bar, on the scale of the parts."""
        positive = sum(p.adds for p in self._parts if p.adds > 0)
        return max(positive, self._threshold * 1.25, 1.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width, high = float(self.width()), 20.0
        scale = width / self.end
        painter.fillRect(QRectF(0, 0, width, high), theme.color("track"))
        right = self._paint_positive(painter, scale, high)
        self._paint_negative(painter, right, scale, high)
        mark = self._threshold * scale
        painter.fillRect(QRectF(mark - 1, -2, 2, high + 6), theme.color("text"))
        painter.setFont(theme.font("small"))
        painter.setPen(theme.color("muted"))
        below = QRectF(0, high + 4, width, self.height() - high - 4)
        painter.drawText(below, int(Qt.AlignmentFlag.AlignLeft), "0")
        painter.drawText(below, int(Qt.AlignmentFlag.AlignRight), f"{self.end:.2f}".rstrip("0").rstrip("."))
        painter.setFont(theme.font("small", 600))
        painter.setPen(theme.color("text"))
        long = painter.fontMetrics().horizontalAdvance(self._words)
        start = min(max(mark - long / 2, 14.0), width - long - 30)
        painter.drawText(QRectF(start, below.top(), long + 2, below.height()), int(Qt.AlignmentFlag.AlignLeft), self._words)
        painter.end()

    def _paint_positive(self, painter: QPainter, scale: float, high: float) -> float:
        theme = self._theme
        left = 0.0
        for index, part in enumerate(p for p in self._parts if p.adds > 0):
            area = QRectF(left, 0, part.adds * scale, high)
            painter.fillRect(area.adjusted(0, 0, -1, 0), theme.color("second" if index % 2 else "accent"))
            if area.width() > 12:
                painter.setFont(theme.font("small", 600))
                painter.setPen(theme.color("on_accent"))
                painter.drawText(self._clear_of_mark(area, scale), Qt.AlignmentFlag.AlignCenter, part.letter)
            left = area.right()
        return left

    def _clear_of_mark(self, area: QRectF, scale: float) -> QRectF:
        """The wider side of an area where the threshold's mark would run through its middle."""
        mark = self._threshold * scale
        if abs(area.center().x() - mark) > 9 or area.width() < 30:
            return area
        left, right = mark - area.left(), area.right() - mark
        return QRectF(area.left(), 0, left, area.height()) if left >= right else QRectF(mark, 0, right, area.height())

    def _paint_negative(self, painter: QPainter, right: float, scale: float, high: float) -> None:
        theme = self._theme
        for part in (p for p in self._parts if p.adds < 0):
            wide = min(-part.adds * scale, right)
            area = QRectF(right - wide, 0, wide, high)
            painter.fillRect(area, QBrush(theme.color("base")))
            _hatch(painter, area, theme.color("muted"))
            painter.setPen(QPen(theme.color("muted"), 1))
            painter.drawRect(area.adjusted(0.5, 0.5, -1.5, -0.5))
            if wide > 14:
                tag = QRectF(area.center().x() - 7, 3, 14, high - 6)
                painter.fillRect(tag, theme.color("base"))
                painter.setFont(theme.font("small", 600))
                painter.setPen(theme.color("text"))
                painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, part.letter)
            right -= wide
