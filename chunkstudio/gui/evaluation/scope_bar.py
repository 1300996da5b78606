"""Which questions are measured, and as whom is searched: the shown document or all open ones, any reader or some labels."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.segmented import SegmentedChoice

_ANYONE = "Any reader"


def reader_labels(session: Session) -> list[str]:
    """The labels on the chunks of the open documents, sorted."""
    results = [d.result for d in session.documents if d.result is not None]
    return sorted({label for result in results for chunk in result.chunks for label in chunk.acl or ()})


class ScopeBar(QWidget):
    """The reader's labels can also be typed, several with commas between them."""

    def __init__(self, session: Session, evaluation: EvaluationSession, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._evaluation = evaluation
        self.scope = SegmentedChoice(theme, (("shown", "This document"), ("all", "All open")))
        self.scope.setAccessibleName("Documents whose questions are measured")
        self.reader = QComboBox()
        self.reader.setEditable(True)
        self.reader.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.reader.setAccessibleName("Reader as whom is searched")
        self.reader.setToolTip("Search as a reader with these labels; several with commas between them")
        self.reader.setMinimumWidth(96)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.scope)
        row.addWidget(self.reader, 1)
        row.addStretch()
        self.scope.chosen.connect(self._choose_scope)
        self.reader.activated.connect(self._choose_reader)
        line = self.reader.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._choose_reader)
        self.show_state()

    def show_state(self) -> None:
        """Offer what there is: the reader only where labels exist, all documents only where several are open."""
        self.scope.set_value("all" if self._evaluation.whole else "shown")
        several = len(self._session.documents) > 1 or self._evaluation.whole
        self.scope.setVisible(several)
        labels, reader = reader_labels(self._session), self._evaluation.reader
        offered = [_ANYONE, *(f"As {label}" for label in labels)]
        if [self.reader.itemText(i) for i in range(self.reader.count())] != offered:
            self.reader.clear()
            self.reader.addItems(offered)
        self.reader.setVisible(bool(labels) or reader is not None)
        self.reader.setEditText(_ANYONE if reader is None else f"As {', '.join(sorted(reader))}")
        self.setVisible(several or bool(labels) or reader is not None)

    def _choose_scope(self, name: str) -> None:
        self._evaluation.set_whole(name == "all")

    def _choose_reader(self, *_: object) -> None:
        words = self.reader.currentText().strip()
        labels = [] if words in ("", _ANYONE) else [w.strip() for w in words.removeprefix("As ").split(",") if w.strip()]
        self._evaluation.set_reader(labels)
