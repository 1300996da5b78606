"""What the window reads: signals and read-only properties of the session; wishes are in :mod:`chunkstudio.gui.session`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui import linkage
from chunkstudio.gui.activity import Busy, Event
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.page_images import PageImages
from chunkstudio.gui.profile_draft import ProfileDraft
from chunkstudio.gui.rule_book import RuleBook
from chunkstudio.gui.selection import NOTHING, Selection

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
    from chunkstudio.chunking.model import Chunk
    from chunkstudio.gui.evaluation.comparison_state import Comparison
    from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
    from chunkstudio.gui.explorer import Explorer
    from chunkstudio.gui.workspaces.actions import WorkspaceActions
else:
    ChunkedDocument = Comparison = EvaluationSession = Explorer = WorkspaceActions = Any

LAYERS = ("boxes", "chunks", "boundaries", "overlap", "order", "excluded", "evidence", "access", "differences")
"""Overlay layers of the page view, in the order of the layer strip."""

INSPECT_LAYERS = frozenset({"boxes", "chunks", "boundaries", "overlap", "excluded"})
TUNE_LAYERS = frozenset({"chunks", "boundaries", "differences"})
COMPARE_LAYERS = frozenset({"chunks", "boundaries", "differences"})
EVALUATE_LAYERS = frozenset({"chunks", "boundaries", "evidence"})


class SessionState(QObject):
    """State of one window: open documents, profile draft, selection, hover, layers. Read it after a signal."""

    documents_changed = Signal()
    """The list of documents, or a title, error, password or ACL of one, changed."""
    current_changed = Signal()
    """Another document is shown (or none)."""
    layout_changed = Signal(str)
    """Pages or boxes of a document arrived (its key)."""
    result_changed = Signal(str)
    """A new ChunkedDocument, or another ``previous``, was accepted for a document (its key)."""
    preview_changed = Signal(str)
    """The cuts of a slider position are there ahead of the whole result (document key)."""
    profile_changed = Signal()
    selection_changed = Signal()
    hover_changed = Signal()
    layers_changed = Signal()
    busy_changed = Signal()
    before_view_changed = Signal()
    message = Signal(str, str, str)
    """Level (info, ok, warning, error), sentence, hint: for the inline bar."""
    activity_changed = Signal()
    page_requested = Signal(int, object)
    """A page to show, and a rectangle in points (or None) to bring into view; the page view obeys."""
    page_shown = Signal(int)
    """The page in the middle of the view changed."""
    find_changed = Signal()
    """What is searched for in the shown document, its hits, or the current one changed."""
    pointer_moved = Signal(int, float, float)
    """Page and place in points under the pointer; page 0 when it left the pages."""

    def __init__(self, profile: Profile | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.images = PageImages(parent=self)
        self.explorer: Explorer | None = None
        """Answers slow questions on the shown result; None where nothing is worked out, as in tests of a panel."""
        self.evaluation: EvaluationSession | None = None
        """Questions and how they are answered; None where nothing is evaluated, as in tests of a panel."""
        self.comparison: Comparison | None = None
        """What the Compare view compares the draft with; None as above."""
        self._reference: Profile | None = None
        self.passwords: dict[str, str] = {}
        """What was typed for locked files that are open, by key; nowhere else and never on disk."""
        self.workspace: WorkspaceActions | None = None
        """The workspace of the window; None where there is no window, as in tests of a panel."""
        self._draft = ProfileDraft(profile or Profile(), self)
        self.rules = RuleBook(self._draft.undo_stack, self)
        self._states: dict[str, DocumentState] = {}
        self._current: str | None = None
        self._selection = NOTHING
        self._hover = NOTHING
        self._layers = INSPECT_LAYERS
        self._hidden: frozenset[str] = frozenset()
        self._busy: Busy | None = None
        self._errand: Busy | None = None
        self._before = False
        self._page = 0
        self._events: list[Event] = []
        self._find: tuple[str, tuple[Any, ...], int] = ("", (), -1)

    @property
    def documents(self) -> tuple[DocumentState, ...]:
        """All open documents in the order in which they were opened."""
        return tuple(self._states.values())

    @property
    def current(self) -> DocumentState | None:
        """The document that is shown."""
        return self._states.get(self._current) if self._current else None

    def state(self, key: str) -> DocumentState | None:
        """The state of one document; None when it is not (or no longer) open."""
        return self._states.get(key)

    @property
    def shown_result(self) -> ChunkedDocument | None:
        """The result to paint: the one before the changes while "as it was before" is held, else the newest."""
        state = self.current
        if state is None:
            return None
        return state.previous if self._before and state.previous is not None else state.result

    @property
    def profile(self) -> Profile:
        """The draft: what results are made with."""
        return self._draft.profile

    @property
    def baseline(self) -> Profile:
        """The saved version that the draft is compared with."""
        return self._draft.baseline

    @property
    def reference(self) -> Profile:
        """The profile that ``previous`` results are made with: the saved version, or what Compare has chosen instead."""
        return self._reference if self._reference is not None else self._draft.baseline

    @property
    def undo_stack(self) -> QUndoStack:
        """All undoable steps."""
        return self._draft.undo_stack

    @property
    def selection(self) -> Selection:
        """What is chosen in the shown document."""
        return self._selection

    @property
    def hover(self) -> Selection:
        """What the pointer is over, anywhere in the window."""
        return self._hover

    @property
    def selected_chunk(self) -> Chunk | None:
        """The chunk that belongs to the selection (see :func:`chunkstudio.gui.linkage.chunk_of`)."""
        return linkage.chunk_of(self.shown_result, self._selection)

    @property
    def selected_boundary(self) -> int | None:
        """Row of the boundary that belongs to the selection (see :func:`chunkstudio.gui.linkage.boundary_of`)."""
        return linkage.boundary_of(self.shown_result, self._selection)

    @property
    def layers(self) -> frozenset[str]:
        """Names of the overlay layers that are on."""
        return self._layers

    @property
    def hidden_classes(self) -> frozenset[str]:
        """Box classes that are switched off in the legend."""
        return self._hidden

    @property
    def busy(self) -> Busy | None:
        """Work under way; None when there is none. What a person sent out (an export) goes before layout and cutting."""
        return self._errand or self._busy

    @property
    def before_held(self) -> bool:
        """Whether the window shows the result as it was before the changes."""
        return self._before

    @property
    def current_page(self) -> int:
        """The page in the middle of the view, from 1; 0 without a document."""
        return self._page

    @property
    def find_hits(self) -> tuple[Any, ...]:
        """Hits of the search in reading order: objects with ``page``, ``rect`` (points) and ``box_id``."""
        return self._find[1]

    @property
    def find_index(self) -> int:
        """Which hit is the current one; -1 before the first step."""
        return self._find[2]

    @property
    def activity(self) -> Sequence[Event]:
        """What happened, oldest first; the last 500 events."""
        return tuple(self._events)
