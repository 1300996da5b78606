"""Asking for the password of a locked document of the workspace; it is kept in memory only."""

from __future__ import annotations

from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from chunkstudio.gui.item_models.plain_tip import plain_tip


def ask_password(window: QWidget, title: str, *, wrong: bool) -> str:
    """What was typed; "" when nothing was."""
    words = f"That password does not open {title}. Try again." if wrong else f"{title} is locked. Its password:"
    text, done = QInputDialog.getText(window, "Locked document", plain_tip(words), QLineEdit.EchoMode.Password)
    return text if done else ""
