"""Asks who may read a document: one or more labels, and whether they hold for the whole folder."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from chunkstudio.chunking.access import DocumentAccess, range_text
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.style import PRIMARY, WRONG
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.wording import enumeration

_ECHO_LINES = 3
_PARTS = 3


def labels_of(text: str) -> tuple[str, ...]:
    """Labels typed with commas between them, without blanks around and without repeats, in their order."""
    return tuple(dict.fromkeys(part.strip() for part in text.replace(";", ",").split(",") if part.strip()))


AccessOf = Callable[[DocumentState, tuple[str, ...]], DocumentAccess | None]
"""Access of a document under typed labels, None without; raises ChunkStudioError where they are refused."""


class AccessFields(QWidget):
    """The field for labels; below it, who may read with what is typed now, or why it is refused. Its height stays."""

    def __init__(self, theme: Theme, state: DocumentState, access_of: AccessOf) -> None:
        super().__init__()
        self._state, self._access_of = state, access_of
        self.field = QLineEdit(", ".join(state.acl or ()))
        self.field.setPlaceholderText("staff, auditors")
        self.field.setAccessibleName("Access labels")
        kept = f"What the open workspace holds comes first, then a side file {state.path.name}.acl.yaml"
        self.field.setToolTip(f"{kept}; narrower parts of both stay")
        self.remember = QCheckBox(f"Use these labels for every document in {state.path.parent.name or state.path.parent}")
        self.refusal = ""
        self.echo = PlainLabel(theme, role="muted", use="small", wrap=True)
        self.echo.setAlignment(Qt.AlignmentFlag.AlignTop)
        heading = PlainLabel(theme, "&Who may read it", weight=600)
        heading.setBuddy(self.field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(heading)
        column.addWidget(self.field)
        column.addWidget(self.echo)
        column.addWidget(self.remember)
        self.echo.setMinimumHeight(_ECHO_LINES * self.echo.fontMetrics().lineSpacing())
        self.field.textChanged.connect(self._tell)
        self._tell()

    @property
    def labels(self) -> tuple[str, ...]:
        """What was typed."""
        return labels_of(self.field.text())

    def _tell(self) -> None:
        try:
            access, self.refusal = self._access_of(self._state, self.labels), ""
        except ChunkStudioError as error:
            access, self.refusal = None, f"{error.message} {error.hint}"
        self.echo.set_look("error" if self.refusal else "muted")
        self.echo.setText(self.refusal or reader_words(access))
        self.field.setProperty(WRONG, bool(self.refusal))
        self.field.update()


def reader_words(access: DocumentAccess | None) -> str:
    """Who may read, as it will be written: "Readers with staff or auditors. Only staff: Annex A."."""
    if access is None:
        return "Without labels only a marked preview can be written. Of several, with commas between them, a reader needs one."
    words = f"Written to each record: readers with {enumeration(access.acl, 'or')}."
    for part in access.narrower[:_PARTS]:
        words += f" Only {enumeration(part.acl, 'or')}: {part.section or _pages(part.pages)}."
    more = len(access.narrower) - _PARTS
    return f"{words} And {more} more narrower part{'' if more == 1 else 's'}." if more > 0 else words


def _pages(ranges: tuple[tuple[int, int], ...]) -> str:
    words = range_text(ranges).replace("-", "\N{EN DASH}")
    return f"page {words}" if words.isdigit() else f"pages {words}"


class AccessDialog(QDialog):
    """The labels of one document."""

    def __init__(self, theme: Theme, state: DocumentState, access_of: AccessOf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Access labels")
        self.setMinimumWidth(520)
        self.fields = AccessFields(theme, state, access_of)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.take = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.take.setProperty(PRIMARY, True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.fields.field.textChanged.connect(self._tell)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        name = PlainLabel(theme, state.name, use="title", weight=600, wrap=True)
        column.addWidget(name)
        column.addWidget(self.fields, 1)
        column.addWidget(buttons)

    def _tell(self) -> None:
        self.take.setEnabled(not self.fields.refusal)
