"""The bar above the pages that tells what happened and offers what to do about it; it never blocks the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.status import StatusIcon
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

_SECONDS = {"info": 6, "ok": 6, "warning": 15}
_LOOK: dict[str, tuple[str, Role, Role]] = {
    "info": ("info", "accent", "select"),
    "ok": ("ok", "ok", "ok_bg"),
    "warning": ("warning", "warn", "warn_bg"),
    "error": ("error", "error", "error_bg"),
}
_MOST = 20
"""Notices that wait."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence, what to do, how bad it is, an action to offer (or none), and the key of the document it is about (or "")."""

    level: str
    text: str
    hint: str = ""
    action: QAction | None = None
    document: str = ""


class MessageBar(QWidget):
    """Shows one notice at a time, the newest first; errors and offers stay until closed, others go by themselves."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._waiting: deque[Notice] = deque(maxlen=_MOST)
        self.notice: Notice | None = None
        self.icon = StatusIcon(theme)
        self.text = PlainLabel(theme, use="body", weight=600, wrap=True)
        self.hint = PlainLabel(theme, use="body", role="text", wrap=True)
        self.act = QToolButton()
        self.shut = QToolButton()
        self.shut.setIcon(theme.icon("close"))
        self.shut.setToolTip("Close this message")
        self.shut.setAccessibleName("Close this message")
        self.shut.clicked.connect(self.close_notice)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.text)
        words.addWidget(self.hint)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(10)
        row.addWidget(self.icon)
        row.addLayout(words, 1)
        row.addWidget(self.act)
        row.addWidget(self.shut)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.close_notice)
        theme.theme_changed.connect(self.update)
        self.hide()

    def tell(self, level: str, text: str, hint: str = "") -> None:
        """Show a sentence."""
        self.show_notice(Notice(level, text, hint))

    def show_notice(self, notice: Notice) -> None:
        """Show a notice; an error or an offer that is shown waits behind it and comes back, once."""
        self._waiting = deque((other for other in self._waiting if not _same(other, notice)), maxlen=_MOST)
        if self.notice is not None and _stays(self.notice) and not _same(self.notice, notice):
            self._waiting.append(self.notice)
        self._show(notice)

    def close_notice(self) -> None:
        """Close what is shown; an older one that waited comes back."""
        self._timer.stop()
        self.notice = None
        if self._waiting:
            self._show(self._waiting.pop())
        else:
            self.hide()

    def forget(self, text: str) -> None:
        """Take back a notice that no longer holds."""
        self.keep(lambda notice: notice.text != text)

    def keep(self, where: Callable[[Notice], bool]) -> None:
        """Take back all notices that are not to be kept."""
        self._waiting = deque(filter(where, self._waiting), maxlen=_MOST)
        if self.notice is not None and not where(self.notice):
            self.close_notice()

    def _show(self, notice: Notice) -> None:
        self.notice = notice
        icon, role, _ = _LOOK[notice.level]
        self.icon.show_icon(icon, role)
        self.text.setText(notice.text)
        self.hint.setText(notice.hint)
        self.hint.setVisible(bool(notice.hint))
        self.act.setVisible(notice.action is not None)
        if notice.action is not None:
            self.act.setDefaultAction(notice.action)
        self.setAccessibleName(f"{notice.level}: {notice.text} {notice.hint}")
        self.show()
        self.update()
        if _stays(notice):
            self._timer.stop()
        else:
            self._timer.start(1000 * _SECONDS[notice.level])

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        _, role, ground = _LOOK[self.notice.level if self.notice else "info"]
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color(ground))
        painter.fillRect(QRect(0, 0, 3, self.height()), self._theme.color(role))
        painter.fillRect(QRect(0, self.height() - 1, self.width(), 1), self._theme.color("border"))
        painter.end()


def _stays(notice: Notice) -> bool:
    """Whether it is shown until somebody closes it."""
    return notice.level not in _SECONDS or notice.action is not None


def _same(one: Notice, other: Notice) -> bool:
    """Whether both say the same of the same document."""
    return (one.text, one.document) == (other.text, other.document)
