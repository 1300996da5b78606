"""One chunk: tokens used and left, why it starts and ends, its links, its text and its retrieval text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from chunkstudio.chunking.model import Chunk
from chunkstudio.gui.docks.chunk_facts import ChunkFacts
from chunkstudio.gui.docks.panel import WAITING, Panel
from chunkstudio.gui.overlay_colors import chunk_name
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any

_NOTHING = "Select a chunk on the page or in the list to see its text, its tokens and its limits."
FACTS, TEXT, RETRIEVAL = range(3)


class ChunkInspectorDock(Panel):
    """Three tabs: facts, text for people, retrieval text (what is embedded and searched)."""

    title = "Chunk"
    object_name = "chunk_inspector"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName("Views of the chunk")
        self.facts = ChunkFacts(session, theme)
        self.text = self._reader("Text of the chunk")
        self.retrieval_text = self._reader("Retrieval text of the chunk")
        self._stack = QStackedWidget()
        for words, page in (("Chunk", self.facts), ("Text", self.text), ("Retrieval text", self.retrieval_text)):
            self.tabs.addTab(words)
            self._stack.addWidget(page)
        self._build()
        self.tabs.currentChanged.connect(self._tab_changed)
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
        line.setContentsMargins(4, 0, 4, 0)
        line.addWidget(self.tabs)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(self._stack, 1)
        self.pages = ContentOrSentence(self.theme, content, WAITING)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)
        self.theme.theme_changed.connect(self._restyle)

    def refresh(self) -> None:
        result, chunk = self.session.shown_result, self.session.selected_chunk
        if result is None or chunk is None:
            self.pages.show_sentence(WAITING if result is None else _NOTHING)
            return
        self.tabs.setTabText(FACTS, f"Chunk {chunk_name(chunk.position)}")
        self._show_tab(result, chunk)
        self.pages.show_content()

    def _show_tab(self, result: ChunkedDocument, chunk: Chunk) -> None:
        """Only the tab that is seen is filled: texts are long."""
        tab = self.tabs.currentIndex()
        self._stack.setCurrentIndex(tab)
        if tab == FACTS:
            self.facts.show_chunk(result, chunk)
            return
        field, words = (self.text, chunk.text) if tab == TEXT else (self.retrieval_text, chunk.retrieval_text)
        if field.toPlainText() != words:
            field.setPlainText(words)

    def _tab_changed(self, _index: int) -> None:
        self.mark()

    def _restyle(self) -> None:
        for field in (self.text, self.retrieval_text):
            field.setFont(self.theme.font("body"))
