"""A choice among few words as one row of joined buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QSizePolicy, QWidget

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.theme import Theme


class _Segment(QAbstractButton):
    """One word of the choice; the chosen one stands raised in a frame. ``stepped`` asks for the one before or after."""

    stepped = Signal(int)

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setText(text)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("body", 500))
        theme.theme_changed.connect(self._restyle)

    def sizeHint(self) -> QSize:
        bold = self._theme.font("body", 600)
        metrics = QFontMetrics(bold)
        return QSize(metrics.horizontalAdvance(self.text()) + 14, max(24, metrics.height() + 8))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        role: Role = "text" if self.isEnabled() else "disabled"
        if self.isChecked():
            painter.setPen(QPen(theme.color("control" if self.isEnabled() else "border"), 1))
            painter.setBrush(theme.color("raised"))
            painter.drawRoundedRect(area, 4, 4)
        elif self.underMouse() and self.isEnabled():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("base"))
            painter.drawRoundedRect(area, 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.drawRoundedRect(area, 4, 4)
        painter.setFont(theme.font("body", 600 if self.isChecked() else 500))
        painter.setPen(theme.color(role if self.isChecked() else "muted"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()

    def _restyle(self) -> None:
        self.setFont(self._theme.font("body", 500))
        self.updateGeometry()
        self.update()


class SegmentedChoice(QWidget):
    """Emits ``chosen`` with the value of the pressed segment. Arrow keys walk through the segments."""

    chosen = Signal(str)

    def __init__(self, theme: Theme, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._buttons: dict[str, _Segment] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(1, 1, 1, 1)
        row.setSpacing(0)
        for value, label in choices:
            button = _Segment(theme, label, self)
            button.setProperty("value", value)
            self._group.addButton(button)
            self._buttons[value] = button
            row.addWidget(button)
            button.stepped.connect(self._step)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group.buttonClicked.connect(self._clicked)
        theme.theme_changed.connect(self.update)

    @property
    def value(self) -> str:
        """The chosen value, or "" when none is."""
        button = self._group.checkedButton()
        return str(button.property("value")) if button else ""

    def set_value(self, value: str) -> None:
        """Show a choice without telling anyone."""
        if value in self._buttons:
            self._buttons[value].setChecked(True)

    def set_label(self, value: str, label: str) -> None:
        """Other words on a segment, such as a count."""
        button = self._buttons[value]
        if button.text() != label:
            button.setText(label)
            button.updateGeometry()
            button.update()

    def label(self, value: str) -> str:
        """The words on a segment."""
        return self._buttons[value].text()

    def set_help(self, value: str, words: str) -> None:
        """What a segment stands for, in its tooltip and for screen readers."""
        self._buttons[value].setToolTip(words)
        self._buttons[value].setAccessibleDescription(words)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        for button in self._buttons.values():
            button.setAccessibleName(f"{name}: {button.text()}")

    def _step(self, step: int) -> None:
        buttons = list(self._buttons.values())
        at = next((i for i, b in enumerate(buttons) if b.hasFocus()), 0)
        target = buttons[(at + step) % len(buttons)]
        target.setFocus(Qt.FocusReason.TabFocusReason)
        target.click()

    def _clicked(self, button: QAbstractButton) -> None:
        self.chosen.emit(str(button.property("value")))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("hover"))
        painter.drawRoundedRect(QRectF(self.rect()), 5, 5)
        painter.end()
