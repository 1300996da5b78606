"""All settings in their groups; what does not match the search is hidden, headings of empty groups with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from chunkstudio.chunking.profile_fields import ProfileField
from chunkstudio.gui.item_models.setting_groups import SettingGroup, setting_groups
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.setting_controls import FlagRow, NumberRow, setting_row
from chunkstudio.gui.widgets.setting_row import SettingRow

_NARROWEST = 300


class SettingList(QWidget):
    """Rows by dotted path. ``edited`` carries path, value, and whether a hand still drags it."""

    edited = Signal(str, object, bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: dict[str, SettingRow] = {}
        self._groups: list[tuple[QWidget, list[SettingRow], QGridLayout | None, list[SettingRow]]] = []
        self._affected_words: list[PlainLabel] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 12)
        column.setSpacing(12)
        for group in setting_groups():
            column.addWidget(self._group(group))
        self._nothing = PlainLabel(theme, "No setting matches. Clear the search to see all of them.", role="muted")
        self._nothing.setContentsMargins(16, 0, 16, 0)
        self._nothing.hide()
        column.addWidget(self._nothing)
        column.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_values(self, draft: Mapping[str, Any], saved: Mapping[str, Any]) -> None:
        """Put the draft's values into the rows and mark those that differ from the saved version."""
        for path, row in self.rows.items():
            row.show_value(draft[path], saved[path])

    def show_affected(self, counts: Mapping[str, int]) -> None:
        """How many cuts one step of each setting moves, as a bar beside it; without a count there is no bar."""
        most = max(counts.values(), default=1)
        for path, row in self.rows.items():
            if isinstance(row, NumberRow):
                known = path in counts
                row.affected.setVisible(known or not row.affected.isHidden())
                row.affected.show_count(counts.get(path), most)
        for label in self._affected_words:
            label.setVisible(bool(counts) or not label.isHidden())

    def changed_count(self) -> int:
        """How many rows differ from the saved version."""
        return sum(row.changed for row in self.rows.values())

    def filter(self, words: str, *, changed_only: bool) -> None:
        """Show only rows that hold all of the words in name, help or path, and on demand only changed ones."""
        wanted = words.casefold().split()
        anything = False
        for box, rows, grid, flags in self._groups:
            shown = [row for row in rows if _matches(row.field, wanted) and (row.changed or not changed_only)]
            for row in rows:
                row.setVisible(row in shown)
            if grid is not None:
                _arrange(grid, [row for row in flags if row in shown], self.width())
            box.setVisible(bool(shown))
            anything = anything or bool(shown)
        self._nothing.setVisible(not anything)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            for _box, _rows, grid, flags in self._groups:
                if grid is not None:
                    _arrange(grid, [row for row in flags if not row.isHidden()], self.width())

    def _group(self, group: SettingGroup) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._heading(group.title))
        rows = [self._row(field) for field in group.fields]
        flags = [row for row in rows if isinstance(row, FlagRow)]
        for row in rows:
            if row not in flags:
                column.addWidget(row)
        grid: QGridLayout | None = None
        if flags:
            grid = QGridLayout()
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setSpacing(0)
            grid.setColumnStretch(0, 1)
            grid.setColumnStretch(1, 1)
            _arrange(grid, list(flags), self.width())
            column.addLayout(grid)
        self._groups.append((box, rows, grid, list(flags)))
        return box

    def _heading(self, title: str) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(16, 2, 16, 6)
        line.addWidget(PlainLabel(self._theme, title, weight=600))
        line.addStretch(1)
        if not self._groups:
            words = PlainLabel(self._theme, "Cuts affected", role="muted", use="small", weight=600)
            words.setToolTip("How many cuts of the shown document move when the setting is moved by one step")
            words.hide()
            self._affected_words.append(words)
            line.addWidget(words)
        return line

    def _row(self, field: ProfileField) -> SettingRow:
        row = setting_row(self._theme, field)
        row.setObjectName(field.path)
        row.edited.connect(self._row_edited)
        self.rows[field.path] = row
        return row

    def _row_edited(self, value: object, dragging: bool) -> None:
        row = self.sender()
        if isinstance(row, SettingRow):
            self.edited.emit(row.field.path, value, dragging)


def _matches(field: ProfileField, wanted: list[str]) -> bool:
    text = f"{field.label} {field.help} {field.path} {field.group} {' '.join(field.choices)}".casefold()
    return all(word in text for word in wanted)


def _arrange(grid: QGridLayout, rows: list[SettingRow], width: int) -> None:
    """Check boxes in order, two to a line where both fit."""
    across = 2 if 2 * max((row.minimumSizeHint().width() for row in rows), default=0) <= width else 1
    while grid.count():
        grid.takeAt(0)
    for at, row in enumerate(rows):
        grid.addWidget(row, at // across, at % across)
