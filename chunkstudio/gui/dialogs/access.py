"""Asks who may read a document: one or more labels, and whether they hold for the whole folder."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


def labels_of(text: str) -> tuple[str, ...]:
    """Labels typed with commas between them, without blanks around and without repeats, in their order."""
    return tuple(dict.fromkeys(part.strip() for part in text.replace(";", ",").split(",") if part.strip()))


class AccessFields(QWidget):
    """The field for labels with its explanation, used alone and in the export dialog."""

    def __init__(self, theme: Theme, state: DocumentState) -> None:
        super().__init__()
        self.field = QLineEdit(", ".join(state.acl or ()))
        self.field.setPlaceholderText("staff, auditors")
        self.field.setAccessibleName("Access labels")
        self.remember = QCheckBox(f"Use these labels for every document in {state.path.parent.name or state.path.parent}")
        heading = PlainLabel(theme, "&Who may read it", weight=600)
        heading.setBuddy(self.field)
        note = "Labels with commas between them. A reader with any of them may read. A side file NAME.acl.yaml is read first."
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addWidget(self.field)
        column.addWidget(PlainLabel(theme, note, role="muted", use="small", wrap=True))
        column.addWidget(self.remember)

    @property
    def labels(self) -> tuple[str, ...]:
        """What was typed."""
        return labels_of(self.field.text())


class AccessDialog(QDialog):
    """The labels of one document."""

    def __init__(self, theme: Theme, state: DocumentState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Access labels")
        self.setMinimumWidth(440)
        self.fields = AccessFields(theme, state)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.button(QDialogButtonBox.StandardButton.Ok).setProperty(PRIMARY, True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        name = PlainLabel(theme, state.name, use="title", weight=600, wrap=True)
        column.addWidget(name)
        column.addWidget(self.fields)
        column.addWidget(buttons)
