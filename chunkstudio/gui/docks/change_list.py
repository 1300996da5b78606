"""What would change a boundary's decision: for each control the smallest change, applied with one click."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.chunking.profile_fields import setting_label
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.link_row import LinkRow
from chunkstudio.gui.widgets.number_box import short_number

if TYPE_CHECKING:
    from chunkstudio.chunking.counterfactuals import Change
else:
    Change = Any

_EFFECTS = {"no_cut": "joins", "cut": "cuts"}
_LOOKING = "Looking for the smallest changes"
_NONE = "No single setting within its range would change it."


class ChangeList(QWidget):
    """Rows under the heading "What would change it"; a click makes the change as one step that can be undone."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._boundary = -1
        self._shown: tuple[Change, ...] | None = None
        self.note = PlainLabel(theme, _LOOKING, role="muted", wrap=True)
        self._rows: list[LinkRow] = []
        self.comes_after: QWidget | None = None
        """The control before the rows on the way of the Tab key; rows that are made later would come last otherwise."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        heading = PlainLabel(theme, "What would change it", use="ui", weight=600)
        heading.setContentsMargins(0, 0, 0, 6)
        self._column.addWidget(heading)
        self._column.addWidget(self.note)
        self.hide()
        if session.explorer is not None:
            session.explorer.changes_found.connect(self._found)

    @property
    def rows(self) -> tuple[LinkRow, ...]:
        """The changes as rows."""
        return tuple(self._rows)

    def clear(self) -> None:
        """Show nothing."""
        self._boundary = -1
        self.hide()

    def show_boundary(self, boundary: int) -> None:
        """Show what would change one boundary of the shown result, as soon as it is known."""
        explorer = self._session.explorer
        if explorer is None or self._session.before_held:
            self.clear()
            return
        self._boundary = boundary
        self._show(explorer.ask_changes(boundary))
        self.show()

    def _found(self, boundary: int) -> None:
        if boundary == self._boundary and self.isVisible():
            self.show_boundary(boundary)

    def _show(self, changes: tuple[Change, ...] | None) -> None:
        if self.comes_after is not None and any(row.hasFocus() for row in self._rows):
            self.comes_after.setFocus(Qt.FocusReason.ShortcutFocusReason)  # else Qt puts it into the next panel
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self._rows = []
        self.note.setVisible(not changes)
        self.note.setText(_LOOKING if changes is None else _NONE)
        for change in changes or ():
            row = LinkRow(self._theme, "corner", change_words(change), _EFFECTS[change.effect], right_role="ok")
            row.hint = "Make this change; it can be undone"
            row.setProperty("field", change.field)
            row.setProperty("value", change.value)
            row.clicked.connect(self._apply)
            self._rows.append(row)
            self._column.addWidget(row)
        chain = ([self.comes_after] if self.comes_after is not None else []) + self._rows
        for one, next_one in itertools.pairwise(chain):
            QWidget.setTabOrder(one, next_one)

    def _apply(self) -> None:
        row = self.sender()
        if isinstance(row, LinkRow):
            refused = self._session.edit_profile(row.property("field"), row.property("value"))
            if refused is not None:
                self._session.log("warning", refused.message, refused.hint, show=True)


def change_words(change: Change) -> str:
    """ "Threshold: 0.50 → 0.74"."""
    label = setting_label(change.field)
    return f"{label}: {_number(change.current)} → {_number(change.value)}"


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return short_number(value) if isinstance(value, float) else f"{value:,}"
