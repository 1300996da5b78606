"""The workspace that the window has open: what is edited and decided there is kept in it at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import document_key
from chunkstudio.gui.rule_book import RuleKeeper
from chunkstudio.gui.session import Session
from chunkstudio.gui.wording import names_or_count
from chunkstudio.gui.workspaces.background import Background, Reporter
from chunkstudio.gui.workspaces.contents import Contents, read_contents
from chunkstudio.gui.workspaces.document_keeper import DocumentKeeper

if TYPE_CHECKING:
    from chunkstudio.chunking.access import DocumentAccess
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.profile_store import ProfileVersion
    from chunkstudio.workspace.workspace import Workspace

DRAFT = "window"
_REFRESH_MS = 150
_DRAFT_MS = 800


class WorkspaceDesk(QObject):
    """Opens one workspace at a time. ``opened`` tells that another (or none) is open, ``contents_changed`` of its contents.

    Without one the window works in scratch: rules are kept by the ``scratch`` keeper, versions only in the session.
    """

    opened = Signal()
    contents_changed = Signal()

    def __init__(self, session: Session, scratch: RuleKeeper | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.work: Workspace | None = None
        self.contents: Contents | None = None
        self.background = Background(self.tell, self)
        self.passwords: dict[str, str] = {}
        """Passwords of locked documents by id, as long as the window is open."""
        self.documents = DocumentKeeper(session, self.background, scratch, self.tell, self)
        self.documents.kept.connect(self.refresh)
        self._refresh_timer = self._timer(_REFRESH_MS, self._read)
        self._draft_timer = self._timer(_DRAFT_MS, self.keep_draft)
        session.profile_changed.connect(self._profile_changed)

    def _timer(self, pause: int, do: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause)
        timer.timeout.connect(do)
        return timer

    # ---- open and close -------------------------------------------------------------------------------------------
    @property
    def path(self) -> Path | None:
        """The file of the open workspace."""
        return self.work.database.path if self.work is not None else None

    @property
    def can_write(self) -> bool:
        """Whether a workspace is open that this window may change."""
        return self.work is not None and not self.work.database.read_only

    def create(self, path: Path) -> bool:
        """Make a workspace and keep what the window has in it, which is told: documents, rules, profile.

        False when it cannot be made.
        """
        from chunkstudio.workspace.workspace import Workspace

        try:
            work = Workspace.create(path)
        except ChunkStudioError as error:
            self.tell(error)
            return False
        self._take(work)
        self.documents.adopt()
        work.profiles.save(self.session.baseline, author=work.author)
        self.keep_draft()
        names = [state.name for state in self.session.documents]
        holds = f" with {names_or_count(names, 'open documents')}" if names else ""
        hint = "Rules, questions and versions are kept in it from now on."
        self.session.log("ok", f"Made the workspace {path.name}{holds}.", hint, show=True)
        return True

    def open(self, path: Path) -> bool:
        """Open a workspace; False when it cannot be read. One that another program writes is opened for reading only."""
        from chunkstudio.workspace.workspace import Workspace

        if self.path is not None and path.resolve() == self.path.resolve():
            return True
        try:
            work = Workspace.open(path)
        except ChunkStudioError as error:
            self.tell(error)
            return False
        if work.database.read_only:
            hint = "Close it in the other program to change it here."
            self.session.log("warning", f"{path.name} is open for reading only.", hint, show=True)
        else:
            self.session.log("ok", f"Opened the workspace {path.name}.", show=True)
        self._take(work)
        self._restore_profile(work)
        return True

    def close(self) -> None:
        """Close the workspace; the window goes on in scratch with what is open."""
        if self.work is None:
            return
        self.flush()
        self.background.cancel()
        self.background.wait()
        self.work.close()
        self.work = self.contents = None
        self.session.version_keeper = None
        self.documents.use(None, self.refresh)
        self.opened.emit()
        self.contents_changed.emit()

    def stop(self) -> None:
        """The window ends."""
        self.flush()
        self._refresh_timer.stop()
        self.background.stop()
        self.documents.stop()
        if self.work is not None:
            self.work.close()
            self.work = None

    def _take(self, work: Workspace) -> None:
        self.close()
        self.work = work
        work.password_of = self._password_of
        self.tell_readers()
        self.documents.use(work, self.refresh)
        self.opened.emit()
        self.refresh()

    def _password_of(self, document: StoredDocument) -> str | None:
        """What was typed for a document here, or when its file was opened in the window. Also called in the background."""
        key = document_key(document.path) if document.path is not None else ""
        return self.passwords.get(document.id) or self.session.passwords.get(key)

    def _restore_profile(self, work: Workspace) -> None:
        """Go on with the draft that was kept, on the version that it started from."""
        try:
            kept = work.profiles.draft(DRAFT)
            versions = work.profiles.all()
            base = work.profiles.get(kept[1]).profile if kept and kept[1] else versions[-1].profile if versions else None
        except ChunkStudioError as error:
            self.tell(error)
            return
        if base is not None:
            self.session.load_profile(base, "open the workspace's profile")
        if kept is not None:
            self.session.set_profile(kept[0], "go on with the workspace's draft")

    # ---- what is kept without asking -------------------------------------------------------------------------------
    def access_of(self, path: Path, sha256: str) -> DocumentAccess | None:
        """Who may read a file as the workspace has it, with narrower parts; None where it has none. Raises ChunkStudioError."""
        from chunkstudio.gui.workspaces.document_sync import find_document

        document = find_document(self.work, path, sha256) if self.work is not None else None
        return document.access if document is not None else None

    def tell_readers(self) -> None:
        """Whoever may read what is open is who the workspace says, where it says it."""
        self.session.take_kept_access([state.key for state in self.session.documents])

    def _profile_changed(self) -> None:
        if self.can_write:
            self._draft_timer.start()
        if self.contents is not None and self.contents.profile != self.session.baseline:
            self.refresh()

    def keep_draft(self) -> None:
        """Keep the draft now."""
        self._draft_timer.stop()
        if not self.can_write or self.work is None:
            return
        try:
            base = self.session.baseline.version
            known = any(v.hash == base for v in self.work.profiles.all())
            self.work.profiles.keep_draft(DRAFT, self.session.profile, base if known else None)
        except ChunkStudioError as error:
            self.tell(error)

    def save_version(self, note: str) -> ProfileVersion | None:
        """Keep the draft as an immutable version that comes from the one it was changed from; None when it cannot be kept."""
        if not self.can_write or self.work is None:
            return None
        try:
            known = {v.hash for v in self.work.profiles.all()}
            parent = self.session.baseline.version
            version = self.work.profiles.save(
                self.session.profile, author=self.work.author, note=note, parent=parent if parent in known else None
            )
        except ChunkStudioError as error:
            self.tell(error)
            return None
        self.session.mark_saved()
        self.keep_draft()
        self.refresh()
        return version

    def flush(self) -> None:
        """Keep what waits to be kept."""
        if self._draft_timer.isActive():
            self.keep_draft()

    # ---- contents -------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Read the contents again, soon; many wishes are one reading."""
        if self.work is not None and not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _read(self) -> None:
        work, profile = self.work, self.session.baseline
        if work is None:
            return

        def read(_: Reporter) -> Contents:
            return read_contents(work, profile)

        self.background.start("Reading the workspace", read, self._accept, shown=False)

    def _accept(self, contents: Contents) -> None:
        if self.work is None:
            return
        self.contents = contents
        self.contents_changed.emit()
        if contents.profile != self.session.baseline:
            self.refresh()

    def tell(self, error: ChunkStudioError) -> None:
        """Show an error in the message bar; a cancelled task only says so."""
        level = "info" if error.code == "cancelled" else "error"
        self.session.log(level, error.message, error.hint, show=True)  # type: ignore[arg-type]

    def change(self, do: Callable[[Workspace], object]) -> bool:
        """A short change, at once; its refusal is shown. False when it was refused."""
        if self.work is None:
            return False
        try:
            do(self.work)
        except ChunkStudioError as error:
            self.tell(error)
            return False
        self.refresh()
        return True
