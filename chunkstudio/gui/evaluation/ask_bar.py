"""The bar above the pages in which a question is typed: Enter keeps it, Escape puts it away."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QToolButton, QVBoxLayout, QWidget

from chunkstudio.gui.evaluation.labelling import Labelling
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import ElidedLabel, PlainLabel

_HINT = "Enter keeps it, Esc puts it away. Select another place and press Q there to add evidence."
_NARROW = "Up and Down choose a part of the box, with Shift several."


class EvidenceLine(QWidget):
    """One evidence: page, words, and a button that takes it away while there are several."""

    def __init__(self, theme: Theme, words: str, *, removable: bool) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(ElidedLabel(theme, words, role="muted"), 1)
        self.remove = QToolButton()
        self.remove.setIcon(theme.icon("close", "muted"))
        self.remove.setFixedSize(20, 20)
        self.remove.setToolTip("Take this evidence away")
        self.remove.setAccessibleName("Take this evidence away")
        self.remove.setVisible(removable)
        row.addWidget(self.remove)


class AskBar(QWidget):
    """Shown while a question is being asked or edited."""

    left = Signal()
    """The keyboard goes back to the pages."""

    def __init__(self, labelling: Labelling, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._labelling = labelling
        self._theme = theme
        self.heading = PlainLabel(theme, use="ui", weight=600)
        self.question = QLineEdit()
        self.answer = QLineEdit()
        self.keep = QPushButton("Keep question")
        self.hint = ElidedLabel(theme, _HINT, role="muted", use="small")
        self.lines: list[EvidenceLine] = []
        self._evidence = QVBoxLayout()
        self._build()
        labelling.changed.connect(self._show)
        labelling.asked.connect(self._take_keyboard)
        labelling.done.connect(self.left)
        theme.theme_changed.connect(self.update)
        self.hide()

    def _build(self) -> None:
        self.question.setPlaceholderText("Type the question that this place answers")
        self.question.setAccessibleName("Question")
        self.answer.setPlaceholderText("Answer (optional)")
        self.answer.setAccessibleName("Answer")
        self.answer.setMaximumWidth(220)
        self.keep.setProperty(PRIMARY, True)
        away = QPushButton("Cancel")
        fields = QHBoxLayout()
        fields.setSpacing(8)
        for widget in (self.question, self.answer, self.keep, away):
            fields.addWidget(widget, 1 if widget is self.question else 0)
        self._evidence.setSpacing(2)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(6)
        column.addWidget(self.heading)
        column.addLayout(self._evidence)
        column.addLayout(fields)
        column.addWidget(self.hint)
        self.question.returnPressed.connect(self._save)
        self.answer.returnPressed.connect(self._save)
        self.keep.clicked.connect(self._save)
        away.clicked.connect(self._labelling.cancel)
        for field in (self.question, self.answer):
            field.installEventFilter(self)

    def _show(self) -> None:
        labelling = self._labelling
        was = self.isVisible()
        if not labelling.asking:
            self.hide()
            return
        if not was:
            old = labelling.editing
            self.question.setText(old.question if old is not None else "")
            self.answer.setText(old.answer if old is not None else "")
        self.heading.setText("Edit question" if labelling.editing is not None else "New question")
        self.hint.setText(f"{_NARROW} {_HINT}" if labelling.can_narrow else _HINT)
        self._show_evidence()
        self.show()

    def _show_evidence(self) -> None:
        for line in self.lines:
            line.hide()
            line.deleteLater()
        self.lines = []
        evidence = self._labelling.evidence
        for number, e in enumerate(evidence):
            line = EvidenceLine(self._theme, f"p {e.page}: {e.quote}", removable=len(evidence) > 1)
            line.remove.setProperty("number", number)
            line.remove.clicked.connect(self._remove)
            self.lines.append(line)
            self._evidence.addWidget(line)

    def _remove(self) -> None:
        button: Any = self.sender()
        self._labelling.remove_evidence(int(button.property("number")))

    def _save(self) -> None:
        if not self._labelling.save(self.question.text(), self.answer.text()):
            self.question.setFocus()

    def _take_keyboard(self) -> None:
        """The words that are asked about stay in view, though the bar takes room from the pages."""
        self.question.setFocus(Qt.FocusReason.ShortcutFocusReason)
        around = self.parentWidget()
        layout = around.layout() if around is not None else None
        if layout is not None:
            layout.activate()
        self._labelling.reveal()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape puts the question away; Up and Down choose a part of the box, with Shift several."""
        if event.type() in (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride) and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
            step = steps.get(Qt.Key(event.key()))
            if event.key() != Qt.Key.Key_Escape and (step is None or not self._labelling.can_narrow):
                return super().eventFilter(watched, event)
            event.accept()
            if event.type() == QEvent.Type.KeyPress:
                if step is None:
                    self._labelling.cancel()
                elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    self._labelling.extend(step)
                else:
                    self._labelling.narrow(step)
            return True
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._theme.color("base"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("border"))
        painter.fillRect(0, 0, 3, self.height(), self._theme.color("accent"))
        painter.end()
