"""Keeps the profile draft on disk, so that nothing is lost at exit or in a crash."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.atomic_file import write_atomically

_PAUSE_MS = 1500


class DraftKeeper(QObject):
    """Writes draft and saved version a moment after each change, and at :meth:`flush`."""

    def __init__(self, session: Session, folder: Path) -> None:
        super().__init__(session)
        self._session = session
        self._folder = folder
        self._failing = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.flush)
        session.profile_changed.connect(self._timer.start)

    def flush(self) -> None:
        """Write now. A folder that cannot be written to is told at the first time, then in the activity list only."""
        self._timer.stop()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_atomically(self._folder / "version.yaml", self._session.baseline.to_yaml())
            write_atomically(self._folder / "draft.yaml", self._session.profile.to_yaml())
            self._failing = False
        except (OSError, ChunkStudioError) as fault:
            self._session.log(
                "warning", f"The profile draft could not be kept: {fault}", getattr(fault, "hint", ""), show=not self._failing
            )
            self._failing = True


def kept_profiles(folder: Path) -> tuple[Profile, Profile] | None:
    """Saved version and draft of the last run; None when there are none or they no longer fit."""
    try:
        return Profile.load(folder / "version.yaml"), Profile.load(folder / "draft.yaml")
    except ChunkStudioError:
        return None
