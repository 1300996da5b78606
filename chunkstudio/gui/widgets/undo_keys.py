"""Undo and redo for the whole window while a field has the focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent
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
