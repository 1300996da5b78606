"""Says that unsaved profile changes of the last session act on what is opened now, and offers to take them back."""

from __future__ import annotations

from PySide6.QtGui import QAction

from chunkstudio.chunking.profile import Profile, flatten
from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.gui.message_bar import MessageBar, Notice
from chunkstudio.gui.session import Session
from chunkstudio.gui.wording import enumeration

_NAMED = 3


class DraftNotice(QAction):
    """The offer "Discard changes" with its notice: it stays until closed, and goes once nothing is left to discard."""

    def __init__(self, session: Session, bar: MessageBar) -> None:
        super().__init__("Discard changes", bar)
        self.setToolTip("Back to the saved version; can be undone")
        self._session = session
        self._bar = bar
        self.triggered.connect(session.reset_profile)
        session.profile_changed.connect(self._profile_changed)

    def tell(self) -> None:
        """Show the notice where the draft differs from the saved version."""
        draft, saved = self._session.profile, self._session.baseline
        if draft != saved:
            text = "Unsaved profile changes of your last session are in use."
            self._bar.show_notice(Notice("info", text, _changed(draft, saved), self))

    def _profile_changed(self) -> None:
        if self._session.profile == self._session.baseline:
            self._bar.keep(lambda notice: notice.action is not self)


def _changed(draft: Profile, saved: Profile) -> str:
    """The settings that differ, by name: "Token budget, Threshold and 2 others differ from version 4c1e."."""
    now, then = flatten(draft.to_dict()), flatten(saved.to_dict())
    names = [field.label for field in profile_fields() if now[field.path] != then[field.path]]
    rest = len(names) - _NAMED
    if rest > 0:
        names = [*names[:_NAMED], "1 other setting" if rest == 1 else f"{rest} other settings"]
    words = enumeration(names, "and")
    return f"{words} {'differs' if len(names) == 1 else 'differ'} from the saved version {saved.version[:4]}."
