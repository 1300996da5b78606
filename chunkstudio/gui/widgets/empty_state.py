"""A panel's content, or one sentence that says what to do while there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QVBoxLayout, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class ContentOrSentence(QWidget):
    """Shows ``content``, or a sentence in its place."""

    def __init__(self, theme: Theme, content: QWidget, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = PlainLabel(theme, sentence, role="muted", wrap=True)
        self._label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 16)
        column.addWidget(self._label)
        column.addStretch(1)
        page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(content)
        self._stack.addWidget(page)
        self._stack.setCurrentIndex(1)

    @property
    def sentence(self) -> str:
        """The sentence that is shown while there is no content, or "" while there is."""
        return self._label.text() if self._stack.currentIndex() == 1 else ""

    def show_content(self) -> None:
        """Show the content."""
        self._stack.setCurrentIndex(0)

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence instead."""
        self._label.setText(sentence)
        self._stack.setCurrentIndex(1)
