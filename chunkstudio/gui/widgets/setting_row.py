"""One setting of the profile as a row: name, control, and below it the reason where a value was refused."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from chunkstudio.chunking.profile_fields import ProfileField
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import ElidedLabel, PlainLabel
from chunkstudio.gui.widgets.number_box import short_number

NAME_WIDTH = 134
_MARGIN = 16


class SettingRow(QWidget):
    """Base of the rows. ``edited`` carries a value that a person set, and whether the hand still drags it.

    ``show_value`` puts the profile's value in, with the saved one; the row is marked as changed when they differ.
    """

    edited = Signal(object, bool)

    def __init__(self, theme: Theme, field: ProfileField, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.field = field
        self._saved: Any = field.default
        self._changed = False
        self._pair: tuple[Any, Any] | None = None
        self.setToolTip(field.help)
        self.name = ElidedLabel(theme, field.label)
        self.reset = QToolButton(self)
        self.reset.setAutoRaise(True)
        self.reset.setIcon(theme.icon("reset", "muted"))
        self.reset.setIconSize(QSize(13, 13))
        self.reset.setFixedSize(17, 20)
        self.reset.setAccessibleName(f"Reset {field.label}")
        self.reset.clicked.connect(self._reset)
        policy = self.reset.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset.setSizePolicy(policy)
        self.reset.hide()
        self._refusal = _Refusal(theme)
        self._refusal.hide()
        self.line = QHBoxLayout()
        self.line.setContentsMargins(0, 0, 0, 0)
        self.line.setSpacing(4)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 0, _MARGIN, 0)
        column.setSpacing(0)
        column.addLayout(self.line)
        column.addWidget(self._refusal)
        theme.theme_changed.connect(self.update)

    @property
    def changed(self) -> bool:
        """Whether the value differs from the saved version."""
        return self._changed

    @property
    def refusal(self) -> str:
        """Why the last value was refused, or ""."""
        return self._refusal.text if not self._refusal.isHidden() else ""

    def set_right_margin(self, pixels: int) -> None:
        """Space at the right end of the row."""
        margins = self._column.contentsMargins()
        self._column.setContentsMargins(margins.left(), 0, pixels, 0)

    def add_name(self, width: int = NAME_WIDTH) -> None:
        """Name and reset button at the left of the line."""
        self.name.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.name.setFixedWidth(width - 17)
        self.line.addWidget(self.name)
        self.line.addSpacing(-4)
        self.line.addWidget(self.reset)

    def show_value(self, value: Any, saved: Any) -> None:
        """Show the draft's value and mark whether it differs from the saved one.

        While neither changes, what was typed and why it was refused stay: other figures may be refreshed meanwhile.
        """
        if self._pair == (value, saved):
            return
        self._pair = (value, saved)
        self._saved = saved
        self.put(value)
        changed = value != saved
        if changed != self._changed:
            self._changed = changed
            self.name.set_look("text", weight=600 if changed else 400)
            self.reset.setVisible(changed)
            self.update()
        if changed:
            self.reset.setToolTip(f"Back to {_words(saved)}, the saved value. The default is {_words(self.field.default)}.")
        self.show_refusal("")

    def accept_value(self, value: Any) -> None:
        """What was entered is the draft's value now, even where that is the one from before."""
        if self.refusal:
            self.put(value)
            self.show_refusal("")

    def put(self, value: Any) -> None:
        """Show a value in the control without telling anyone; without a control it is the name's tooltip."""
        self.name.setToolTip(_words(value))

    def show_refusal(self, words: str) -> None:
        """Say below the control why a value was refused; "" takes it away."""
        self._refusal.show_words(words)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        back = menu.addAction(f"Reset to the saved value ({_words(self._saved)})")
        default = menu.addAction(f"Set to the default ({_words(self.field.default)})")
        back.setEnabled(self._changed)
        chosen = menu.exec(event.globalPos())
        if chosen is back:
            self._reset()
        elif chosen is default:
            self.edited.emit(self.field.default, False)

    def _reset(self) -> None:
        self.edited.emit(self._saved, False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        if self._changed:
            painter = QPainter(self)
            painter.fillRect(QRect(0, 2, 3, self.height() - 4), self.theme.color("accent"))
            painter.end()


class _Refusal(QWidget):
    """Icon and sentence in the error colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 4)
        line.setSpacing(6)
        self._icon = QToolButton()
        self._icon.setIcon(theme.icon("error", "error"))
        self._icon.setIconSize(QSize(14, 14))
        self._icon.setAutoRaise(True)
        self._icon.setFixedSize(16, 16)
        self._icon.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._icon.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._label = PlainLabel(theme, role="error", use="small", weight=500, wrap=True)
        line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._label, 1)

    @property
    def text(self) -> str:
        return self._label.text()

    def show_words(self, words: str) -> None:
        self._label.setText(words)
        self.setVisible(bool(words))


def _words(value: Any) -> str:
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return short_number(value) if isinstance(value, float) else str(value)
