"""One chunk: tokens used and left, why it starts and ends, its links, its text and its retrieval text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from chunkstudio.gui.docks.chunk_facts import ChunkFacts
from chunkstudio.gui.docks.left_out import left_out_words
from chunkstudio.gui.docks.panel import WAITING, Panel, absence
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.segmented import SegmentedChoice

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk
else:
    ChunkedDocument = Any

_NOTHING = "Select a chunk on the page or in the list to see its text, its tokens and its limits."
FACTS, TEXT, RETRIEVAL = "facts", "text", "retrieval"


class ChunkInspectorDock(Panel):
    """Three tabs: facts, text for people, retrieval text (what is embedded and searched)."""

    title = "Chunk"
    object_name = "chunk_inspector"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.tabs = SegmentedChoice(theme, [(FACTS, "Overview"), (TEXT, "Text"), (RETRIEVAL, "Retrieval text")])
        self.tabs.setAccessibleName("View of the chunk")
        self.tabs.set_value(FACTS)
        self.facts = ChunkFacts(session, theme)
        self.text = self._reader("Text of the chunk")
        self.retrieval_text = self._reader("Retrieval text of the chunk")
        self._stack = QStackedWidget()
        for page in (self.facts, self.text, self.retrieval_text):
            self._stack.addWidget(page)
        self._build()
        self.tabs.chosen.connect(self.mark)
        for signal in (session.selection_changed, session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)

    def _reader(self, name: str) -> QPlainTextEdit:
        field = QPlainTextEdit()
        field.setReadOnly(True)
        field.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        field.setAccessibleName(name)
        field.setFont(self.theme.font("body"))
        field.document().setDocumentMargin(12)
        return field

    def _build(self) -> None:
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setContentsMargins(16, 10, 16, 0)
        line.addWidget(self.tabs)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(self._stack, 1)
        self.pages = ContentOrSentence(self.theme, content, WAITING)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        self.theme.theme_changed.connect(self._restyle)

    def mark(self, *args: object) -> None:
        chunk = self.session.selected_chunk
        self.set_heading(f"{self.title} {chunk_name(chunk.position)}" if chunk is not None else self.title)
        super().mark(*args)

    def refresh(self) -> None:
        result, chunk = self.session.shown_result, self.session.selected_chunk
        if result is None or chunk is None:
            self.pages.show_sentence(absence(self.session, WAITING) or left_out_words(self.session) or _NOTHING)
            return
        self._show_tab(result, chunk)
        self.pages.show_content()

    def _show_tab(self, result: ChunkedDocument, chunk: Chunk) -> None:
        """Only the tab that is seen is filled: texts are long."""
        tab = self.tabs.value
        if tab == FACTS:
            self._stack.setCurrentWidget(self.facts)
            self.facts.show_chunk(result, chunk)
            return
        field, words = (self.text, chunk.text) if tab == TEXT else (self.retrieval_text, chunk.retrieval_text)
        if field.toPlainText() != words:
            field.setPlainText(words)
        self._stack.setCurrentWidget(field)

    def _restyle(self) -> None:
        for field in (self.text, self.retrieval_text):
            field.setFont(self.theme.font("body"))
