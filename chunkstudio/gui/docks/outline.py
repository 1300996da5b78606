"""Sections of the document as a tree with their chunks and pages, then its tables and figures."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QVBoxLayout, QWidget

from chunkstudio.gui.docks.panel import NO_DOCUMENT, Panel, absence
from chunkstudio.gui.item_models.outline_model import CHUNKS, NAME, PAGE, OutlineModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTree
from chunkstudio.gui.widgets.search_field import SearchField

_PADDING = 4
_OPEN_LEVELS = 3


class OutlineDock(Panel):
    """Choosing a row selects its section, table or figure and brings it into view; the selection is followed back."""

    title = "Outline"
    object_name = "outline"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        self.model = OutlineModel(self)
        self.tree = RowTree(theme)
        self.tree.setModel(self.model)
        self.tree.setItemDelegate(RowDelegate(theme, self.tree, padding=_PADDING))
        self.tree.setAccessibleName("Sections, tables and figures")
        self.filter = SearchField(theme, "Filter sections", icon="filter")
        self._shown: object = None
        self._following = False
        self._build()
        for signal in (session.current_changed, session.before_view_changed):
            signal.connect(self.mark)
        session.result_changed.connect(self.mark_document)
        session.selection_changed.connect(self._follow_selection)
        self.filter.textChanged.connect(self._filter_changed)
        self.tree.selectionModel().currentChanged.connect(self._chosen)

    def _build(self) -> None:
        header = self.tree.header()
        header.setMinimumSectionSize(36)
        self.tree.set_columns({CHUNKS: 50, PAGE: 38}, NAME)
        content = QWidget()
        column_box = QVBoxLayout(content)
        column_box.setContentsMargins(0, 8, 0, 0)
        column_box.setSpacing(6)
        top = QVBoxLayout()
        top.setContentsMargins(8, 0, 8, 0)
        top.addWidget(self.filter)
        column_box.addLayout(top)
        column_box.addWidget(self.tree, 1)
        self.pages = ContentOrSentence(self.theme, content, NO_DOCUMENT)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def refresh(self) -> None:
        result = self.session.shown_result
        missing = absence(self.session)
        if result is None or missing:
            self._shown = None
            self.model.show_document((), (), ())
            self.pages.show_sentence(missing)
            return
        sections = [(s.id, s.title, s.page) for s in result.sections]
        shown = (sections, len(result.tables), len(result.figures))
        if shown != self._shown:
            self._shown = shown
            self.tree.widen(CHUNKS, f"{len(result.chunks)}", padding=_PADDING)
            self.tree.widen(PAGE, f"{len(result.layout.pages)}", padding=_PADDING)
            self._replace(result.sections, result.tables, result.figures)
        else:
            counts = {section.id: len(section.chunk_ids) for section in result.sections}
            counts |= {table.id: len(table.chunk_ids) for table in result.tables}
            counts |= {figure.id: len(figure.chunk_ids) for figure in result.figures}
            self.model.set_chunk_counts(counts)
        if len(sections) == 1 and not result.tables and not result.figures:
            self.pages.show_sentence("No headings were found. The chunks are cut by paragraphs; see Findings.")
            return
        self.pages.show_content()
        self._follow_selection()

    def _replace(self, sections: object, tables: object, figures: object) -> None:
        """Put a new tree in place; what was folded stays folded while the ids are the same."""
        folded = self._folded()
        self._following = True
        self.model.show_document(sections, tables, figures)  # type: ignore[arg-type]
        self._unfold(folded)
        self._following = False
        count = self.model.shown()
        self.filter.setPlaceholderText(f"Filter {count:,} entr{'y' if count == 1 else 'ies'}")
        self.filter.setToolTip("Sections, tables and figures")

    def _folded(self) -> set[str]:
        out: set[str] = set()
        pending = [self.model.index(r, 0) for r in range(self.model.rowCount())]
        while pending:
            index = pending.pop()
            node = self.model.node(index)
            if node is not None and node.children:
                if not self.tree.isExpanded(index):
                    out.add(node.id or node.icon)
                pending += [self.model.index(r, 0, index) for r in range(len(node.children))]
        return out

    def _unfold(self, folded: set[str]) -> None:
        self.tree.expandToDepth(_OPEN_LEVELS)
        for row in range(self.model.rowCount()):
            index = self.model.index(row, 0)
            node = self.model.node(index)
            if node is not None and node.kind is None and not self.filter.text():
                self.tree.setExpanded(index, False)
        for name in folded:
            index = self.model.index_of(name)
            if index.isValid():
                self.tree.setExpanded(index, False)

    def _filter_changed(self, words: str) -> None:
        self._following = True
        self.model.set_filter(words)
        self._following = False
        if words:
            self.tree.expandAll()
        else:
            self._unfold(set())
        self._follow_selection()

    def _follow_selection(self) -> None:
        if not self.isVisible():
            self.mark()
            return
        name = self._name_to_show()
        index = self.model.index_of(name) if name else QModelIndex()
        if index == self.tree.currentIndex().siblingAtColumn(0):
            return
        self._following = True
        if index.isValid():
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index)
        else:
            self.tree.clearSelection()
            self.tree.setCurrentIndex(QModelIndex())
        self._following = False

    def _name_to_show(self) -> str:
        chosen = self.session.selection
        if chosen.kind in ("section", "table", "figure"):
            return chosen.id
        chunk = self.session.selected_chunk
        return chunk.section_id if chunk is not None else ""

    def _chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        node = self.model.node(current)
        if not self._following and node is not None and node.kind is not None:
            self.session.select(node.kind, node.id, reveal=True)
