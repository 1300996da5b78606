"""A row that leads somewhere: icon, words, and at the right a page or an effect; works by mouse and keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme


class LinkRow(QAbstractButton):
    """Emits ``clicked``. Where there is nowhere to go, it is shown disabled but in readable colours."""

    def __init__(
        self,
        theme: Theme,
        icon: str,
        text: str,
        right: str = "",
        *,
        right_role: Role = "muted",
        leads: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icon = icon
        self._right = right
        self._right_role: Role = right_role
        self.setText(text.replace("&", "&&"))
        self._plain = text
        self.hint = ""
        """What a click does, for the tooltip."""
        self.setEnabled(leads)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if leads else Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{text} {right}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor)
        theme.theme_changed.connect(self.update)

    @property
    def plain_text(self) -> str:
        """The words as shown."""
        return self._plain

    def sizeHint(self) -> QSize:
        return QSize(160, max(24, QFontMetrics(self._theme.font("body")).height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isEnabled() and (self.underMouse() or self.isDown()):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("select" if self.isDown() else "hover"))
            painter.drawRoundedRect(QRectF(self.rect()), 4, 4)
        if self.hasFocus():
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        middle = self.height() / 2
        paint_icon(painter, self._icon, QRectF(4, middle - 8, 16, 16), theme.color("muted"))
        painter.setFont(theme.font("body", 600))
        wide = painter.fontMetrics().horizontalAdvance(self._right)
        painter.setPen(theme.color(self._right_role))
        if self._right_role == "muted":
            painter.setFont(theme.font("body"))
        place = QRect(0, 0, self.width() - 6, self.height())
        painter.drawText(place, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), self._right)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("text"))
        room = self.width() - 28 - wide - 16
        words = painter.fontMetrics().elidedText(self._plain, Qt.TextElideMode.ElideRight, room)
        hint = self._plain if words != self._plain else ""
        self.setToolTip(plain_tip("\n".join(part for part in (hint, self.hint) if part)))
        painter.drawText(QRect(28, 0, room, self.height()), int(Qt.AlignmentFlag.AlignVCenter), words)
        painter.end()
