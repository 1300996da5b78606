"""Keeps what marks are made of between two states of a document, so that a moved slider costs only the cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.pages.cut_view import CutView, view_of_preview, view_of_result
from chunkstudio.gui.pages.document_marks import DocumentMarks, Sources
from chunkstudio.gui.pages.marks import EvidenceMark
from chunkstudio.gui.pages.page_stack import PageStack, stack_pages
from chunkstudio.gui.pages.side_marks import Side
from chunkstudio.gui.pages.unit_places import UnitPlaces, rows_by_page
from chunkstudio.gui.session import Session
from chunkstudio.layout.model import LayoutDocument, LayoutPage

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any

_shared: WeakKeyDictionary[Session, MarkKeeper] = WeakKeyDictionary()


def shared_keeper(session: Session) -> MarkKeeper:
    """The keeper of a session's current document: page view and thumbnails show the same marks."""
    keeper = _shared.get(session)
    if keeper is None:
        keeper = _shared[session] = MarkKeeper()
    return keeper


class MarkKeeper:
    """For the document that is shown: page stack, unit places, cuts. Everything is remade only when its source changed."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Hold nothing: no document is shown."""
        self._places: UnitPlaces | None = None
        self._columns: object = None
        self._view: tuple[object, CutView] | None = None
        self._pages: tuple[LayoutDocument, dict[int, LayoutPage]] | None = None
        self._stack: tuple[object, PageStack] | None = None

    def stack(self, state: DocumentState) -> PageStack:
        """All pages of the document: their sizes from the file, or from the layout where only some pages were read."""
        source = state.info if state.info is not None and state.info.page_sizes else state.layout
        if self._stack is None or self._stack[0] is not source:
            if source is None:
                return stack_pages(())
            if source is state.info and state.info is not None:
                sizes = [(i, w, h) for i, (w, h) in enumerate(state.info.page_sizes, start=1)]
            else:
                sizes = [(p.number, p.width, p.height) for p in (state.layout.pages if state.layout else ())]
            self._stack = (source, stack_pages(sizes))
        return self._stack[1]

    def marks(
        self,
        state: DocumentState,
        result: ChunkedDocument | None,
        parser: str,
        evidence: dict[int, tuple[EvidenceMark, ...]] | None = None,
        side: Side | None = None,
    ) -> DocumentMarks:
        """Marks of the newest boxes with the cuts of ``result`` (the one to show)."""
        pages = self._page_map(state.layout)
        if state.layout is not None and state.layout.source:
            parser = ""  # a text reads alike for both, so no page of it is provisional
        if result is None:
            return DocumentMarks(Sources(pages, parser=parser, evidence=evidence or {}))
        if self._places is None or self._columns is not result.columns:
            self._places, self._columns = UnitPlaces(result.units, rows_by_page(result.columns)), result.columns
        view = self._cuts(state, result)
        layout: LayoutDocument = result.layout
        cut_pages = pages if layout is state.layout else {p.number: p for p in layout.pages}
        previous = state.previous if state.previous is not result and (side is None or side.has_cuts) else None
        return DocumentMarks(Sources(pages, cut_pages, view, self._places, previous, parser, evidence or {}, side))

    def _cuts(self, state: DocumentState, result: ChunkedDocument) -> CutView:
        """The newest cuts: those of a slider's position while it moves, else those of the result."""
        preview = state.preview if result is state.result else None
        source: object = preview if preview is not None else result
        if self._view is None or self._view[0] is not source:
            view = view_of_preview(preview, result) if preview is not None else None
            self._view = (source, view or view_of_result(result))
        return self._view[1]

    def _page_map(self, layout: LayoutDocument | None) -> dict[int, LayoutPage]:
        if layout is None:
            return {}
        if self._pages is None or self._pages[0] is not layout:
            self._pages = (layout, {p.number: p for p in layout.pages})
        return self._pages[1]
