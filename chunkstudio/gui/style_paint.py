"""What the style paints: flat frames, fields, rows and tabs in the theme's colours. Sizes in device independent pixels."""

from __future__ import annotations

import re
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QToolButton, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme

RADIUS = 4.0
RINGED = "ringed"
"""Property of a widget around which the ring of the keyboard is all that is painted."""
Flag = QStyle.StateFlag

_COUNT = re.compile(r"^(.*\S) ([\d.,\u202f\u00a0]+)$")


class StylePainter:
    """Paints controls; stateless but for the theme it asks for colours."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme

    def color(self, role: Role) -> QColor:
        """A colour of the theme."""
        return self._theme.color(role)

    def box(self, painter: QPainter, rect: QRect, fill: QColor | None, line: QColor | None, *, radius: float = RADIUS) -> None:
        """A rounded box whose 1 px line lies inside ``rect``."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(line, 1) if line is not None else Qt.PenStyle.NoPen)
        inset = 0.5 if line is not None else 0.0
        painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.restore()

    def focus_ring(self, painter: QPainter, rect: QRect, role: Role = "accent") -> None:
        """The 2 px ring that shows where the keyboard is."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self.color(role), 2))
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        painter.restore()

    def button(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, primary: bool, flat: bool) -> None:
        """Ground of a push button: filled in accent when ``primary``."""
        enabled, down = bool(state & Flag.State_Enabled), bool(state & (Flag.State_Sunken | Flag.State_On))
        over = bool(state & Flag.State_MouseOver) and enabled
        if primary and enabled:
            fill = self.color("second") if over and not down else self.color("accent")
            self.box(painter, rect, fill, fill)
        elif flat:
            if down or over:
                self.box(painter, rect, self.color("select" if down else "hover"), None)
        else:
            fill = self.color("select" if down else "hover" if over else "raised")
            self.box(painter, rect, fill, self.color("accent" if down else "control" if enabled else "border"))
        if state & Flag.State_HasFocus and state & Flag.State_KeyboardFocusChange:
            filled = primary and enabled  # accent on accent would not be seen
            self.focus_ring(painter, rect.adjusted(2, 2, -2, -2) if filled else rect, "on_accent" if filled else "accent")

    def tool_button(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        """Ground of a tool button: nothing at rest."""
        if not state & Flag.State_Enabled:
            return
        if state & (Flag.State_Sunken | Flag.State_On):
            self.box(painter, rect, self.color("select"), None)
        elif state & Flag.State_MouseOver:
            self.box(painter, rect, self.color("hover"), None)

    def focus_rect(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        """What Qt draws around the words of what has the keyboard; only tool buttons and what is RINGED have no other ring."""
        bare = isinstance(widget, QToolButton) or (widget is not None and bool(widget.property(RINGED)))
        if bare and option.state & Flag.State_HasFocus and option.state & Flag.State_KeyboardFocusChange:
            self.focus_ring(painter, widget.rect())  # type: ignore[union-attr]

    def field(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, wrong: bool = False) -> None:
        """Ground and frame of an input; 2 px in error colour where its value is refused."""
        enabled = bool(state & Flag.State_Enabled)
        self.box(painter, rect, self.color("base" if enabled else "window"), self.color("control" if enabled else "border"))
        if wrong or state & Flag.State_HasFocus:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.color("error" if wrong else "accent"), 2))
            painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), RADIUS, RADIUS)
            painter.restore()

    def check(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, round_: bool) -> None:
        """A check box (or radio) mark."""
        side = min(rect.width(), rect.height(), 16)
        spot = QRect(rect.center().x() - side // 2 + 1, rect.center().y() - side // 2 + 1, side, side)
        enabled, on = bool(state & Flag.State_Enabled), bool(state & Flag.State_On)
        part = bool(state & Flag.State_NoChange)
        line = self.color("disabled" if not enabled else "accent" if on or part else "control")
        fill = line if on or part else self.color("base")
        self.box(painter, spot, fill, line, radius=side / 2 if round_ else 3.0)
        ink = self.color("on_accent" if enabled else "base")
        if on and round_:
            self.box(painter, spot.adjusted(5, 5, -5, -5), ink, None, radius=3)
        elif on or part:
            paint_icon(painter, "check" if on else "minus", QRectF(spot).adjusted(2, 2, -2, -2), ink)
        if state & Flag.State_HasFocus and state & Flag.State_KeyboardFocusChange:
            self.focus_ring(painter, spot.adjusted(-2, -2, 2, 2))

    def row(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, first: bool) -> None:
        """Ground of a list row; the chosen one has a 3 px accent bar at the left of its first cell."""
        if state & Flag.State_Selected:
            painter.fillRect(rect, self.color("select"))
            if first:
                painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), self.color("accent"))
        elif state & Flag.State_MouseOver and state & Flag.State_Enabled:
            painter.fillRect(rect, self.color("hover"))

    def tab_ground(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
        """A tab: flat, the chosen one underlined in accent."""
        painter.fillRect(rect, self.color("window"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self.color("border"))
        if state & Flag.State_MouseOver and not state & Flag.State_Selected:
            self.box(painter, rect.adjusted(4, 4, -4, -5), self.color("hover"), None)
        if state & Flag.State_Selected:
            line = rect.adjusted(12, 0, -12, 0)
            painter.fillRect(QRect(line.left(), rect.bottom() - 1, line.width(), 2), self.color("accent"))
        if state & Flag.State_HasFocus:
            self.focus_ring(painter, rect.adjusted(4, 4, -4, -4))

    def tab_label(self, painter: QPainter, rect: QRect, text: str, state: QStyle.StateFlag) -> None:
        """A tab's word, with a count behind it smaller and muted."""
        chosen, enabled = bool(state & Flag.State_Selected), bool(state & Flag.State_Enabled)
        found = _COUNT.match(text)
        word, count = (found[1], found[2]) if found else (text, "")
        font, small = self._theme.font("ui", 600 if chosen else 500), self._theme.font("small", 500)
        painter.save()
        painter.setFont(font)
        painter.setPen(self.color("disabled" if not enabled else "text" if chosen else "muted"))
        left = QRectF(rect).adjusted(12, 0, -4, 0)
        painter.drawText(left, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, word)
        if count:
            wide = QFontMetricsF(font).horizontalAdvance(word)
            painter.setFont(small)
            painter.setPen(self.color("muted"))
            place = left.adjusted(wide + 6, 1, 0, 1)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, count)
        painter.restore()

    def tab_width(self, text: str) -> int:
        """Width that a tab needs, also when it is chosen; Qt shortens the text by the tab row's own, larger font."""
        return round(QFontMetricsF(self._theme.font("ui", 600)).horizontalAdvance(text)) + 22

    def header(self, painter: QPainter, rect: QRect) -> None:
        """Ground of a table header."""
        painter.fillRect(rect, self.color("base"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self.color("border"))

    def scroll_handle(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, upright: bool) -> None:
        """The part of a scroll bar that moves: a rounded bar, darker under the pointer."""
        thick = 6
        extra = ((rect.width() if upright else rect.height()) - thick) // 2
        spot = rect.adjusted(extra, 2, -extra, -2) if upright else rect.adjusted(2, extra, -2, -extra)
        active = state & (Flag.State_MouseOver | Flag.State_Sunken)
        color = self.color("control" if active else "disabled")
        color.setAlphaF(1.0 if active else 0.55)
        self.box(painter, spot, color, None, radius=thick / 2)

    def progress(self, painter: QPainter, rect: QRect, share: float) -> None:
        """A thin bar; a share below 0 means that nobody knows how far it is."""
        thin = QRect(rect.left(), rect.center().y() - 2, rect.width(), 6)
        self.box(painter, thin, self.color("track"), None, radius=3)
        wide = thin.width() if share < 0 else round(thin.width() * min(1.0, share))
        if wide > 0:
            color = self.color("second" if share < 0 else "accent")
            self.box(painter, QRect(thin.left(), thin.top(), wide, thin.height()), color, None, radius=3)

    def slider(self, painter: QPainter, rect: QRect, at: float, state: QStyle.StateFlag) -> None:
        """A horizontal slider: track, filled part and a ring as handle; ``at`` is 0..1."""
        middle = rect.center().y() + 0.5
        left, right = rect.left() + 7.0, rect.right() - 7.0
        x = left + (right - left) * at
        enabled = bool(state & Flag.State_Enabled)
        accent = self.color("accent" if enabled else "disabled")
        self.box(painter, QRectF(left, middle - 2, right - left, 4).toRect(), self.color("track"), None, radius=2)
        self.box(painter, QRectF(left, middle - 2, x - left, 4).toRect(), accent, None, radius=2)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self.color("base"))
        painter.setPen(QPen(accent, 2))
        painter.drawEllipse(QPointF(x, middle), 6, 6)
        painter.restore()
        if state & Flag.State_HasFocus and state & Flag.State_KeyboardFocusChange:
            self.focus_ring(painter, QRectF(x - 10, middle - 10, 20, 20).toRect())
