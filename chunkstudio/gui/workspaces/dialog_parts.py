"""What the dialogs of a workspace share: a headed column, a list of sentences, a row of buttons with one main one."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.palettes import Role
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class WorkDialog(QDialog):
    """A dialog with a title, a column, and a main button (``go``) beside Cancel."""

    def __init__(self, theme: Theme, title: str, go: str, parent: QWidget | None = None, *, width: int = 560) -> None:
        super().__init__(parent)
        self.theme = theme
        self.setWindowTitle(title)
        self.setMinimumWidth(width)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 20, 20, 16)
        self.column.setSpacing(12)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go: QPushButton = self.buttons.addButton(go, QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty(PRIMARY, True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def head(self, text: str) -> PlainLabel:
        """The title line."""
        label = PlainLabel(self.theme, text, use="title", weight=600, wrap=True)
        self.column.addWidget(label)
        return label

    def line(self, text: str = "", *, role: Role = "text", weight: int = 400) -> PlainLabel:
        """A wrapped line of text in the column."""
        label = PlainLabel(self.theme, text, role=role, weight=weight, wrap=True)
        self.column.addWidget(label)
        return label

    def field(self, label: str, widget: QWidget, *others: QWidget) -> None:
        """A heading with what it is for below it; further widgets stand right of the first."""
        heading = PlainLabel(self.theme, label, weight=600)
        heading.setBuddy(widget)
        widget.setAccessibleName(label.replace("&", ""))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(widget, 1)
        for other in others:
            row.addWidget(other)
        self.column.addWidget(heading)
        self.column.addLayout(row)

    def finish(self) -> None:
        """Add the buttons below everything else."""
        self.column.addWidget(self.buttons)


def bullets(items: Iterable[str], limit: int = 12) -> str:
    """Sentences below each other; of very many the first ones and how many more."""
    known = list(items)
    lines = [f"•  {' '.join(item.split())}" for item in known[:limit]]
    if len(known) > limit:
        lines.append(f"…  and {len(known) - limit:,} more")
    return "\n".join(lines)


def counted(count: int, word: str) -> str:
    """ "1 document", "12 documents"."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
