"""Labels that never read markup, follow the theme, and elide with the whole text as tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import FontUse, Theme


class PlainLabel(QLabel):
    """Plain text in one of the theme's colours and fonts; wraps on demand."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        role: Role = "text",
        use: FontUse = "body",
        weight: int = 400,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look: tuple[Role, FontUse, int] = (role, use, weight)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setForegroundRole(QPalette.ColorRole.WindowText)
        self.setWordWrap(wrap)
        self.setText(text)
        self._restyle()
        theme.theme_changed.connect(self._restyle)

    def set_look(self, role: Role, *, use: FontUse | None = None, weight: int | None = None) -> None:
        """Another colour, and on demand another font."""
        look = (role, use or self._look[1], self._look[2] if weight is None else weight)
        if look != self._look:
            self._look = look
            self._restyle()

    def _restyle(self) -> None:
        role, use, weight = self._look
        self.setFont(self._theme.font(use, weight))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.color(role))
        self.setPalette(palette)


class ElidedLabel(PlainLabel):
    """One line that is cut at the end (or in the middle) where it has no room; its tooltip has the whole text."""

    elide_mode = Qt.TextElideMode.ElideRight

    def __init__(self, theme: Theme, text: str = "", **look: object) -> None:
        super().__init__(theme, text, **look)  # type: ignore[arg-type]
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumWidth(24)

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, self.fontMetrics().height() + 2)

    def minimumSizeHint(self) -> QSize:
        return QSize(24, self.fontMetrics().height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        text = self.fontMetrics().elidedText(self.text(), self.elide_mode, self.width())
        self.setToolTip(plain_tip(self.text()) if text != self.text() else "")
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        painter.drawText(self.rect(), int(self.alignment() | Qt.AlignmentFlag.AlignVCenter), text)
        painter.end()
