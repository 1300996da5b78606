"""Small steps through the shown document: pages, chunks, going on with a cancelled layout."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from chunkstudio.gui.session import Session


class Steps:
    """What keys and menus do to move in the shown document."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def page(self, by: int) -> None:
        """Show the next (1) or previous (-1) page."""
        state = self._session.current
        if state is not None and state.pages_total:
            self._session.show_page(min(state.pages_total, max(1, self._session.current_page + by)))

    def last_page(self) -> None:
        """Show the last page."""
        state = self._session.current
        if state is not None and state.pages_total:
            self._session.show_page(state.pages_total)

    def chunk(self, by: int) -> None:
        """Choose the next (1) or previous (-1) chunk and bring it into view; at first, one on the page in view."""
        result = self._session.shown_result
        if result is None or not result.chunks:
            return
        chosen = self._session.selected_chunk
        if chosen is None:
            page = self._session.current_page
            chunk = next((c for c in result.chunks if c.pages and c.pages[-1] >= page), result.chunks[-1])
        else:
            chunk = result.chunks[min(len(result.chunks) - 1, max(0, chosen.position + by))]
        self._session.select("chunk", chunk.id, reveal=True)

    def copy_chunk(self) -> None:
        """Put the text of the chosen chunk on the clipboard."""
        chunk = self._session.selected_chunk
        if chunk is None:
            self._session.message.emit("info", "No chunk is chosen.", "Choose one on the page or in Chunks.")
            return
        QGuiApplication.clipboard().setText(chunk.text)
        self._session.message.emit("ok", f"Text of {chunk.id} copied.", "")

    def can_resume(self) -> bool:
        """Whether the layout of the shown document was cancelled."""
        state = self._session.current
        return state is not None and state.info is not None and state.provisional and self._session.busy is None

    def resume(self) -> None:
        """Go on where the layout was cancelled."""
        state = self._session.current
        if state is not None:
            self._session.resume_work(state.key)
