"""Keys of the whole window while a field has the focus: undo and redo, and letters in fields for numbers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence


def asks_for_undo(event: QEvent) -> bool:
    """Whether a field is asked if it wants the keys of undo or redo for itself.

    Text fields of Qt always say yes, so that after a value was entered Ctrl+Z would do nothing at all: a field that
    holds no unfinished text ignores the event, and the window undoes the change.
    """
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    keys = QKeySequence.StandardKey
    return event.matches(keys.Undo) or event.matches(keys.Redo)


def asks_for_letter(event: QEvent) -> bool:
    """Whether a field is asked if it wants a plain letter for itself; an E, which stands in numbers, is none."""
    if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier)
    return plain and event.text().isalpha() and event.key() != Qt.Key.Key_E
