"""Undo: each change of the profile is one step with a name; a drag is one step however long it takes."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from chunkstudio.chunking.profile import Profile

_EDIT_ID = 1


class ProfileEdit(QUndoCommand):
    """Puts a profile in the place of another one. Edits of the same field merge while ``dragging`` is true."""

    def __init__(
        self,
        apply: Callable[[Profile], None],
        before: Profile,
        after: Profile,
        label: str,
        *,
        path: str = "",
        dragging: bool = False,
    ) -> None:
        super().__init__(label)
        self._apply = apply
        self.before = before
        self.after = after
        self.path = path
        self.dragging = dragging

    def id(self) -> int:
        return _EDIT_ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take over the later step of the same drag; a drag that ends where it began leaves no step."""
        if not isinstance(other, ProfileEdit) or not self.path or other.path != self.path or not self.dragging:
            return False
        self.after = other.after
        self.dragging = other.dragging
        self.setText(other.text())
        self.setObsolete(self.after == self.before)
        return True

    def redo(self) -> None:
        self._apply(self.after)

    def undo(self) -> None:
        self._apply(self.before)
