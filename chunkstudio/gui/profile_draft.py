"""The profile being edited: a draft against a saved version, with undo."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.profile_fields import setting_label
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.history import ProfileEdit


class ProfileDraft(QObject):
    """Draft and saved version of the profile; every change goes through the undo stack."""

    changed = Signal()

    def __init__(self, profile: Profile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.profile = profile
        self.baseline = profile
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(500)

    def edit(
        self, values: dict[str, Any], *, label: str = "", path: str = "", dragging: bool = False
    ) -> ChunkStudioError | None:
        """Change settings as one step. Returns the refusal, with the field's name, instead of raising it."""
        try:
            after = self.profile.replace(values)
        except ChunkStudioError as refusal:
            return refusal
        pending = self._open_drag(path)
        if after == self.profile and not (pending and not dragging):
            return None
        text = label or _label(next(iter(values)))
        step = ProfileEdit(self._put, self.profile, after, text, path=path, dragging=dragging)
        self.undo_stack.push(step)
        return None

    def replace(self, profile: Profile, label: str) -> None:
        """Take another whole profile (a preset, a file) as one step named ``label``."""
        if profile != self.profile:
            self.undo_stack.push(ProfileEdit(self._put, self.profile, profile, label))

    def save_version(self) -> None:
        """Make the draft the saved version that later changes are compared with."""
        self.baseline = self.profile
        self.undo_stack.setClean()
        self.changed.emit()

    def load(self, profile: Profile, label: str) -> None:
        """Take a saved profile as draft and version at once; undo brings the earlier draft back."""
        self.baseline = profile
        if profile == self.profile:
            self.changed.emit()
        self.replace(profile, label)

    def _put(self, profile: Profile) -> None:
        if profile != self.profile:
            self.profile = profile
            self.changed.emit()

    def _open_drag(self, path: str) -> bool:
        """Whether the newest step is an unfinished drag of this field."""
        index = self.undo_stack.index()
        newest = self.undo_stack.command(index - 1) if index else None
        return isinstance(newest, ProfileEdit) and bool(path) and newest.path == path and newest.dragging


def _label(path: str) -> str:
    """How a setting is called in "Undo ...": its label, lower case at the start."""
    name = setting_label(path)
    return name[:1].lower() + name[1:] if not name[:2].isupper() else name
