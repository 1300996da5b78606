"""Which open documents are kept in the open workspace: those that it holds, and those that the user adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.rule_book import RuleKeeper
from chunkstudio.gui.session import Session
from chunkstudio.gui.workspaces.background import Background, Reporter
from chunkstudio.gui.workspaces.document_sync import is_held, keep_document
from chunkstudio.gui.workspaces.workspace_rules import SortedRules, WorkspaceRules

if TYPE_CHECKING:
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.workspace import Workspace


class DocumentKeeper(QObject):
    """Follows the open documents for one workspace at a time; nothing comes into it without :meth:`add` or :meth:`adopt`.

    ``outside_changed`` tells that other open documents than before are not in it, ``kept`` that one was kept as it is now.
    Rules of documents outside are kept by ``scratch``. ``tell`` shows what could not be kept.
    """

    outside_changed = Signal()
    kept = Signal()

    def __init__(
        self,
        session: Session,
        background: Background,
        scratch: RuleKeeper | None,
        tell: Callable[[ChunkStudioError], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._session, self._background, self._scratch, self._tell = session, background, scratch, tell
        self._work: Workspace | None = None
        self._wanted: set[str] = set()
        self._moved: set[str] = set()
        self._seen: dict[str, tuple[object, bool]] = {}
        self._keeping: dict[str, DocumentState] = {}
        self.outside: tuple[DocumentState, ...] = ()
        """Open documents that the workspace, which may be changed, does not hold."""
        session.documents_changed.connect(self.look)
        session.layout_changed.connect(self.look)

    def use(self, work: Workspace | None, changed: Callable[[], None]) -> None:
        """Keep documents and rules in this workspace from now on, or in none. ``changed`` is called when a rule was kept."""
        self._work = work
        for known in (self._wanted, self._moved, self._seen, self._keeping):
            known.clear()
        keeper = self._scratch
        if work is not None:
            keeper = SortedRules(WorkspaceRules(work, self._stored, changed), self._scratch, self._is_outside)
        self._session.rules.set_keeper(keeper)
        self.look()

    def stop(self) -> None:
        """The window ends; what was under way is done."""
        self._work = None

    # ---- what the user says -----------------------------------------------------------------------------------------
    def add(self, keys: Iterable[str]) -> None:
        """These open documents belong to the workspace; one that is still being opened comes when it is."""
        self._wanted.update(keys)
        self._look_again(self._wanted)

    def adopt(self) -> None:
        """All open documents belong to the workspace, which is new; those that are read are kept at once, with their rules."""
        for state in self._session.documents:
            if state.info is None:
                continue
            try:
                self._stored(state.info.sha256)
                self._move_rules(state.info.sha256)
            except ChunkStudioError as error:
                self._tell(error)
            self._session.rules.reload(state.info.sha256)
        self.add(state.key for state in self._session.documents)

    def remove(self, document: StoredDocument) -> None:
        """A document was taken out of the workspace: it stays outside until it is added again."""
        hashes = {revision.sha256 for revision in document.revisions}
        gone = [s for s in self._session.documents if s.info is not None and s.info.sha256 in hashes]
        self._wanted.difference_update(s.key for s in gone)
        self._look_again(s.key for s in gone)
        self._moved -= hashes
        for sha256 in hashes:
            self._session.rules.reload(sha256)

    # ---- following --------------------------------------------------------------------------------------------------
    def look(self, *_: object) -> None:
        """Keep what belongs to the workspace; each state of bytes and labels once, in the background."""
        work = self._work
        outside = []
        for state in self._session.documents if work is not None and not work.database.read_only else ():
            if state.info is None:
                continue
            now = state.info.sha256, state.access, state.acl_said
            seen, held = self._seen.get(state.key, (None, False))
            if seen != now:
                assert work is not None
                held = state.key in self._wanted or is_held(work, state)
                self._seen[state.key] = now, held
                if held:
                    self._start(state)
            if not held:
                outside.append(state)
        before, self.outside = self.outside, tuple(outside)
        if [s.key for s in before] != [s.key for s in outside]:
            self.outside_changed.emit()

    def _look_again(self, keys: Iterable[str]) -> None:
        for key in list(keys):
            self._seen.pop(key, None)
        self.look()

    def _start(self, state: DocumentState) -> None:
        self._keeping[state.key] = state
        keep, kept, not_kept = (partial(do, state) for do in (self._keep, self._document_kept, self._not_kept))
        self._background.start(f"Keeping {state.name}", keep, kept, not_kept, shown=False)

    def _keep(self, state: DocumentState, _: Reporter) -> None:
        """Runs in the background."""
        assert self._work is not None
        keep_document(self._work, state)

    def _document_kept(self, kept: DocumentState, _: object) -> None:
        """What the workspace has of its readers now holds for copies too, but where other labels wait to be kept."""
        self._end(kept)
        if kept.info is not None:
            if kept.key in self._wanted:
                self._move_rules(kept.info.sha256)
            self._session.rules.reload(kept.info.sha256)
        copies = [s.key for s in self._session.documents if s.info and kept.info and s.info.sha256 == kept.info.sha256]
        self._session.take_kept_access([key for key in copies if key not in self._keeping])
        self._look_again({s.key for s in self.outside} & set(copies))
        self.kept.emit()

    def _not_kept(self, state: DocumentState, error: ChunkStudioError) -> None:
        self._end(state)
        self._tell(error)

    def _end(self, state: DocumentState) -> None:
        if self._keeping.get(state.key) is state:
            del self._keeping[state.key]

    # ---- rules ------------------------------------------------------------------------------------------------------
    def _move_rules(self, sha256: str) -> None:
        """Rules that were made while the document was outside move in with it, once."""
        if self._work is None or self._scratch is None or sha256 in self._moved:
            return
        self._moved.add(sha256)
        try:
            document, work = self._stored(sha256), self._work
            known = {stored.rule: stored.id for stored in work.rules.of(document.id)}  # it may have been here before
            for kept in self._scratch.load(sha256):
                name = known.get(kept.rule) or work.rules.add(document.id, kept.rule, author=work.author).id
                self._session.rules.moved({kept.id: name})
        except ChunkStudioError as error:
            self._tell(error)

    def _stored(self, sha256: str) -> StoredDocument:
        """The stored document of some bytes that are open. Raises ChunkStudioError."""
        assert self._work is not None
        state = next((s for s in self._session.documents if s.info is not None and s.info.sha256 == sha256), None)
        known = self._work.documents.find_content(sha256)
        if state is None and known is not None:
            return known
        if state is None:
            raise ChunkStudioError("not_found", "The document is no longer open.", hint="Open it again.")
        return keep_document(self._work, state)

    def _is_outside(self, sha256: str) -> bool:
        """Whether bytes that are open belong to no document of the workspace."""
        work = self._work
        states = [s for s in self._session.documents if s.info is not None and s.info.sha256 == sha256]
        return work is not None and bool(states) and not any(s.key in self._wanted or is_held(work, s) for s in states)
