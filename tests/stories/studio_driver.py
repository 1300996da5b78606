"""What a story does to the real window: open, wait, read."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.studio import Studio
from chunkstudio.gui.turns import turns

PATIENCE_MS = 60_000


class StudioDriver:
    """A studio under test. All waiting is for states that signals bring about."""

    def __init__(self, studio: Studio, qtbot: QtBot) -> None:
        self.studio = studio
        self.session = studio.session
        self.window = studio.window
        self._qtbot = qtbot

    @property
    def state(self) -> DocumentState:
        """The document that is shown."""
        assert self.session.current is not None
        return self.session.current

    def open(self, *paths: Path) -> DocumentState:
        """Open files and wait until the first is final."""
        self.session.open_paths(paths)
        return self.wait_final()

    def wait_final(self) -> DocumentState:
        """Wait until the shown document is final, cut with the profile of now, and nothing is under way."""
        self._qtbot.waitUntil(self.is_final, timeout=PATIENCE_MS)
        return self.state

    def is_final(self) -> bool:
        """Whether the shown document has the result of the profile of now on its whole layout, and all panels show it."""
        state = self.session.current
        if state is None or not state.final or state.result is None or self.session.busy is not None:
            return False
        return bool(state.result.profile == self.session.profile) and turns().idle

    def wait_error(self) -> DocumentState:
        """Wait until the shown document was refused."""
        self._qtbot.waitUntil(lambda: self.session.current is not None and self.state.error is not None, timeout=PATIENCE_MS)
        return self.state

    def message(self) -> str:
        """What the message bar says; "" when it is closed."""
        notice = self.window.bar.notice
        return f"{notice.text} {notice.hint}" if notice is not None else ""
