"""What the dialogs of a workspace share: a headed column, a table of facts, a list of sentences, one main button."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.palettes import Role
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WORDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


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


class FactTable(QTableWidget):
    """A small table that is read, not edited: the first column takes the room that the others leave, figures stand right.

    ``chosen`` carries the row that was chosen, by pointer or keys.
    """

    chosen = Signal(int)
    STRETCH = QHeaderView.ResizeMode.Stretch

    def __init__(self, columns: Sequence[str], label: str, *, words: Sequence[int] = (0,), wide: int = 0) -> None:
        super().__init__(0, len(columns))
        self._words = words
        self.setHorizontalHeaderLabels(list(columns))
        self.verticalHeader().setVisible(False)
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.setAccessibleName(label)
        self.itemSelectionChanged.connect(self._tell)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(wide, QHeaderView.ResizeMode.Stretch)

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """Replace all rows."""
        self.setRowCount(len(rows))
        for k, row in enumerate(rows):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text)
                item.setTextAlignment(_WORDS if column in self._words else _NUMBER)
                item.setToolTip(plain_tip(text))
                self.setItem(k, column, item)

    def _tell(self) -> None:
        rows = {index.row() for index in self.selectedIndexes()}
        if rows:
            self.chosen.emit(min(rows))

    def fit(self, most: int) -> None:
        """As high as its rows, up to this many pixels."""
        self.setFixedHeight(min(most, 48 + 32 * max(2, self.rowCount())))


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
