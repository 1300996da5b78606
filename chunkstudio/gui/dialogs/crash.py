"""Shows a fault that nobody caught, with text to copy. Nothing is ever sent."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class CrashDialog(QDialog):
    """One dialog for all faults of a run; further ones are added to its text."""

    def __init__(self, theme: Theme, headline: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("A fault in ChunkStudio")
        self.resize(640, 420)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setFont(theme.font("mono"))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName("Details of the fault")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("Copy details", QDialogButtonBox.ButtonRole.ActionRole)
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        hint = "Nothing was lost and nothing is sent. Copy the details into a report, then go on or start again."
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(10)
        column.addWidget(PlainLabel(theme, headline, use="title", weight=600, wrap=True))
        column.addWidget(PlainLabel(theme, hint, role="muted", wrap=True))
        column.addWidget(self.text, 1)
        column.addWidget(buttons)

    def add(self, details: str) -> None:
        """Add one fault."""
        if self.text.toPlainText():
            details = f"\n{'-' * 40}\n{details}"
        self.text.appendPlainText(details)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
