"""A number field that lets people type anything and hands it on, so that a refusal can be explained beside it."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.undo_keys import asks_for_letter, asks_for_undo


class NumberBox(QAbstractSpinBox):
    """Emits ``entered`` with an int or float, None for an empty optional field, or the text where it is no number.

    A comma is a decimal point where fractions are allowed; between whole groups of three digits it is left out.

    ``restored`` tells that the text is the value again, so that nothing is refused any more.
    """

    entered = Signal(object)
    restored = Signal()

    def __init__(
        self, theme: Theme, *, whole: bool, step: float, optional: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._whole = whole
        self._step = step
        self._optional = optional
        self._value: float | None = None
        self._limits = (float("-inf"), float("inf"))
        self._refused = False
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.setFont(theme.font("body"))
        self.setKeyboardTracking(False)
        self.lineEdit().setPlaceholderText("none" if optional else "")
        self.editingFinished.connect(self._commit)
        theme.theme_changed.connect(self._restyle)

    @property
    def value(self) -> float | None:
        """The last value set from outside."""
        return self._value

    def set_value(self, value: float | None) -> None:
        """Show a value; typed text that was refused is replaced."""
        self._value = value
        self.lineEdit().setText(self._words(value))
        self.set_refused(False)

    def set_limits(self, low: float, high: float) -> None:
        """Where the arrows stop; typing is free."""
        self._limits = (low, high)

    def set_refused(self, refused: bool) -> None:
        """Frame the field as refused."""
        if refused != self._refused:
            self._refused = refused
            self.setProperty("wrong", refused)
            self.update()

    def _words(self, value: float | None) -> str:
        if value is None:
            return ""
        return str(int(value)) if self._whole and float(value).is_integer() else short_number(value)

    def _commit(self) -> None:
        text = self.lineEdit().text().strip()
        if text == self._words(self._value):
            if self._refused:
                self._restore()
            return
        self.entered.emit(self._parsed(text))

    def _parsed(self, text: str) -> float | int | str | None:
        if not text and self._optional:
            return None
        plain = text.replace("\N{MINUS SIGN}", "-")
        plain = re.sub(r"(?<=\d)[\s,'\u2019](?=\d{3}\b)", "", plain) if self._whole else plain.replace(",", ".")
        try:
            return int(plain) if self._whole else float(plain)
        except ValueError:
            return text

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        flags = QAbstractSpinBox.StepEnabledFlag.StepNone
        now = self._value if self._value is not None else self._limits[0]
        if now < self._limits[1]:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepUpEnabled
        if now > self._limits[0]:
            flags |= QAbstractSpinBox.StepEnabledFlag.StepDownEnabled
        return flags

    def stepBy(self, steps: int) -> None:
        now = self._value if self._value is not None else max(self._limits[0], 0.0)
        target = min(max(round(now + steps * self._step, 6), self._limits[0]), self._limits[1])
        self.entered.emit(int(target) if self._whole else target)
        self.selectAll()

    def _takes_escape(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and self.lineEdit().text() != self._words(self._value)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes_escape(event):
            self._restore()
            return
        super().keyPressEvent(event)

    def _restore(self) -> None:
        self.set_value(self._value)
        self.restored.emit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._takes_escape(event):
            event.accept()  # else the window would stop its work with it
            return True
        if asks_for_letter(event):
            event.ignore()  # no number has one: the window's key with it works here too
            return False
        if asks_for_undo(event) and self.lineEdit().text() == self._words(self._value):
            event.ignore()
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.lineEdit().deselect()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def sizeHint(self) -> QSize:
        return QSize(max(64, self.fontMetrics().horizontalAdvance("32000") + 34), max(24, self.fontMetrics().height() + 8))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def _restyle(self) -> None:
        self.setFont(self._theme.font("body"))
        self.updateGeometry()


def short_number(value: float) -> str:
    """Two decimals, three where the third counts: "0.50", "0.487"."""
    two, three = f"{value:.2f}", f"{value:.3f}"
    return two if float(two) == float(three) else three
