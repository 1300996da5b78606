"""A free query on the shown document: ranked chunks with scores and matched words, as an index would return them."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import Panel, absence
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.evaluation.question_delegate import RankedDelegate
from chunkstudio.gui.evaluation.ranked_rows import RANK, SCORE, TEXT, RankedModel, ranked_rows
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.search_field import SearchField

_NOTHING = "Type a question to see which chunks a search returns for it."
_SHOWN = 50


class SearchDock(Panel):
    """Enter searches; choosing a result shows it on the page."""

    title = "Search"
    object_name = "search"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.evaluation is not None
        self.evaluation: EvaluationSession = session.evaluation
        self.field = SearchField(theme, "Ask this document")
        self.words = PlainLabel(theme, role="muted", use="small", wrap=True)
        self.model = RankedModel(self)
        self.table = RowTable(theme, row_height=44, padding=8)
        self.table.setModel(self.model)
        self.table.setItemDelegate(RankedDelegate(theme, self.table))
        self.table.setAccessibleName("Results of the search")
        self.table.set_columns({RANK: 40, SCORE: 100}, TEXT)
        self.pages = ContentOrSentence(theme, self.table, _NOTHING)
        self.words.setContentsMargins(12, 4, 12, 6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(6)
        field = QVBoxLayout()
        field.setContentsMargins(12, 0, 12, 0)
        field.addWidget(self.field)
        column.addLayout(field)
        column.addWidget(self.pages, 1)
        column.addWidget(self.words)
        self.field.returnPressed.connect(self._search)
        self.field.textChanged.connect(self._typed)
        self.table.selectionModel().currentRowChanged.connect(self._chosen)
        self.evaluation.searched.connect(self.mark)
        session.current_changed.connect(self.mark)

    def _search(self) -> None:
        self.evaluation.search(self.field.text())

    def _typed(self, words: str) -> None:
        if not words:
            self.evaluation.search("")

    def refresh(self) -> None:
        found, answered = self.evaluation.found, self.evaluation.answered
        if found is None or answered is None:
            self.model.set_rows(())
            self.words.setText("")
            self.pages.show_sentence(_NOTHING if self.session.shown_result is not None else absence(self.session))
            return
        shown = range(1, _SHOWN + 1)
        index, result = answered
        self.model.set_rows(ranked_rows(found.hits, index, result, self.evaluation.query, shown=shown, holding=set()))
        self.words.setText(f"{len(found.hits)} results · {found.revision} · hands back: {found.return_parent}")
        if found.hits:
            self.pages.show_content()
        else:
            self.pages.show_sentence("No chunk holds a word of this question.")

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            row = self.model.rows[current.row()]
            if row.kind is not None:
                self.session.select(row.kind, row.name, reveal=True)
