"""The sheet of all shortcuts, from the command table, and of the keys that act in pages, bars and lists."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from chunkstudio.gui.command_palette import match, title
from chunkstudio.gui.commands import CommandTable, shortcut_text
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.search_field import SearchField

PAGE_KEYS = (
    ("Hold B", "Show everything as it was before the changes"),
    ("N, P", "Next and previous cut"),
    ("Tab, Shift+Tab", "Next and previous box in view, then on to the next control"),
    ("Arrows, PgUp, PgDn", "Scroll the pages; Home and End go to both ends"),
    ("+, -, 0", "Zoom in, zoom out, 100 %"),
    ("Ctrl and wheel", "Zoom at the pointer"),
    ("Space and drag", "Move the page"),
    ("Up, Down", "While asking: another part of the box; with Shift more or fewer"),
    ("Enter, Esc", "While asking: keep the question, put it away"),
    ("Ctrl+K, panel:", "Go to any panel by its name"),
    ("Delete", "In Documents: close the chosen one; in Rules: take it back"),
)


class ShortcutSheet(QDialog):
    """Two columns, key and what it does; a field filters them."""

    def __init__(self, table: CommandTable, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        self.resize(520, 600)
        rows = [(shortcut_text(c), title(c)) for c in table if c.shortcuts]
        self._rows: list[tuple[str, QWidget, QWidget]] = []
        grid_widget = QWidget()
        grid = QGridLayout(grid_widget)
        grid.setContentsMargins(4, 4, 12, 4)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        for number, (keys, text) in enumerate([*PAGE_KEYS, *rows]):
            left, right = PlainLabel(theme, keys, weight=600), PlainLabel(theme, text, wrap=True)
            grid.addWidget(left, number, 0)
            grid.addWidget(right, number, 1)
            self._rows.append((f"{keys} {text}", left, right))
        grid.setRowStretch(len(self._rows), 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidget(grid_widget)
        self.search = SearchField(theme, "Find a shortcut")
        self.search.textChanged.connect(self._filter)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 12)
        column.addWidget(self.search)
        column.addWidget(scroll, 1)
        column.addWidget(buttons)

    def _filter(self, words: str) -> None:
        for text, left, right in self._rows:
            fits = match(words, text) is not None if words else True
            left.setVisible(fits)
            right.setVisible(fits)
