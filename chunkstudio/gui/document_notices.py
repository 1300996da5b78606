"""What the message bar says of a document: told while that document is shown, and no longer than it is true."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot

from chunkstudio.gui.message_bar import MessageBar, Notice
from chunkstudio.gui.session import Session


class DocumentNotices(QObject):
    """Puts the session's messages into the bar, and takes those of a document away when another is shown.

    A document whose last run failed says so again when it is shown again. An error goes when its document is closed or a
    later run succeeds.
    """

    def __init__(self, session: Session, bar: MessageBar) -> None:
        super().__init__(bar)
        self._session = session
        self._bar = bar
        session.message.connect(self._tell)
        session.current_changed.connect(self._current_changed)
        session.documents_changed.connect(self._documents_changed)
        session.result_changed.connect(self._result_changed)

    @Slot(str, str, str)
    def _tell(self, level: str, text: str, hint: str) -> None:
        self._bar.show_notice(Notice(level, text, hint, document=self._session.message_document))

    @Slot()
    def _current_changed(self) -> None:
        state = self._session.current
        key = state.key if state is not None else ""
        self._bar.keep(lambda notice: notice.document in ("", key))
        error = state.error if state is not None and state.layout is not None else None
        if error is not None and (self._bar.notice is None or self._bar.notice.text != error.message):
            self._bar.show_notice(Notice("error", error.message, error.hint, document=key))

    @Slot()
    def _documents_changed(self) -> None:
        self._bar.keep(lambda notice: not notice.document or self._session.state(notice.document) is not None)

    @Slot(str)
    def _result_changed(self, key: str) -> None:
        self._bar.keep(lambda notice: notice.level != "error" or notice.document != key)
