"""What menus, buttons and rows of the workspace panel do: dialogs, and work handed to the desk's background."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QWidget

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.dialogs.access import labels_of
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.workspaces import work as tasks
from chunkstudio.gui.workspaces.desk import WorkspaceDesk
from chunkstudio.gui.workspaces.dialog_parts import counted
from chunkstudio.gui.workspaces.evaluation_shelf import EvaluationShelf
from chunkstudio.gui.workspaces.locked_files import ask_password
from chunkstudio.gui.workspaces.version_actions import VersionActions

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.approval_dialog import ApprovalDialog
    from chunkstudio.gui.workspaces.change_dialogs import BlastDialog, RevisionDialog
    from chunkstudio.gui.workspaces.export_dialog import WorkspaceExportDialog
    from chunkstudio.workspace.approvals import Approval
    from chunkstudio.workspace.document_store import StoredDocument

SUFFIX = ".chunkstudio"
_FOLDER, _RECENT, _FORM, _TARGETS = "workspace/folder", "workspace/recent", "workspace/form", "workspace/targets"
_KINDS = f"Workspaces (*{SUFFIX})"
_LONGEST_NAME = 60
"""Signs of a document's title that a question names."""


class WorkspaceActions(QObject):
    """One dialog at a time is kept in the attribute of its name, for tests and so that it is not lost.

    ``recent_changed`` tells that other workspaces were open last, ``panel_wanted`` that a workspace was opened while no
    document is: its panel has what can be opened.
    """

    recent_changed = Signal()
    panel_wanted = Signal()

    def __init__(self, window: QWidget, session: Session, theme: Theme, settings: QSettings) -> None:
        super().__init__(window)
        self._window, self.session, self._theme, self._settings = window, session, theme, settings
        self.desk = WorkspaceDesk(session, session.rules.keeper, self)
        self.shelf = EvaluationShelf(self.desk, self)
        self.versions = VersionActions(window, session, theme, self.desk)
        self.approval: ApprovalDialog | None = None
        self.blast: BlastDialog | None = None
        self.exporting: WorkspaceExportDialog | None = None
        self.revision: RevisionDialog | None = None
        self.desk.opened.connect(self._opened)
        session.workspace = self

    # ---- the file -------------------------------------------------------------------------------------------------
    def ask_new(self) -> None:
        """Let the user say where the new workspace goes."""
        name, _ = QFileDialog.getSaveFileName(self._window, "New workspace", self._folder(), _KINDS)
        if name:
            path = Path(name)
            self.desk.create(path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX))

    def ask_open(self) -> None:
        """Let the user choose a workspace."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open workspace", self._folder(), _KINDS)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Open a workspace file."""
        if self.desk.open(path) and self.session.current is None:
            self.panel_wanted.emit()

    def paths(self) -> list[Path]:
        """The last workspaces, newest first, those that still exist."""
        stored = self._settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored] if stored else []
        return [path for path in map(Path, map(str, names)) if path.is_file()]

    def clear(self) -> None:
        """Forget the last workspaces."""
        self._settings.remove(_RECENT)
        self.recent_changed.emit()

    @Slot()
    def open_recent(self) -> None:
        """Open the workspace of the menu entry that was chosen."""
        sender = self.sender()
        if isinstance(sender, QAction):
            self.open(Path(str(sender.data())))

    def _opened(self) -> None:
        path = self.desk.path
        self.session.version_keeper = self.versions.ask_save if self.desk.can_write else None
        if path is not None:
            self._settings.setValue(_FOLDER, str(path.parent))
            rest = [str(p) for p in self.paths() if p != path.resolve()]
            self._settings.setValue(_RECENT, [str(path.resolve()), *rest][:8])
            self.recent_changed.emit()

    def _folder(self) -> str:
        return str(self._settings.value(_FOLDER, str(Path.home())))

    # ---- documents ------------------------------------------------------------------------------------------------
    def open_document(self, document: StoredDocument) -> None:
        """Show a document of the workspace."""
        if document.path is None or not document.path.exists():
            where = f" It was at {document.path}." if document.path is not None else ""
            self.session.log("error", f"The file of {document.title} is gone.{where}", "Add it again.", show=True)
            return
        self.session.open_paths([document.path])

    def add_open(self) -> None:
        """Add the open documents that are not in the workspace."""
        self.desk.documents.add([state.key for state in self.desk.documents.outside])

    def ask_labels(self, document: StoredDocument) -> None:
        """Who may read a document."""
        from chunkstudio.chunking.access import DocumentAccess

        known = ", ".join(document.access.acl) if document.access else ""
        name = document.title if len(document.title) <= _LONGEST_NAME else f"{document.title[:_LONGEST_NAME]}…"
        words = f"Who may read {name}?\nOf several labels, with commas between them, a reader needs one."
        text, done = QInputDialog.getText(self._window, "Access labels", words, QLineEdit.EchoMode.Normal, known)
        labels = labels_of(text)
        if done and labels:
            narrower = document.access.narrower if document.access else ()
            self.desk.change(lambda w: w.documents.set_access(document.id, DocumentAccess(labels, narrower), author=w.author))
            self.desk.tell_readers()

    def remove_document(self, document: StoredDocument) -> None:
        """Take a document out of the workspace; its file and its history stay."""
        if self.desk.change(lambda w: w.documents.remove(document.id, author=w.author)):
            self.desk.documents.remove(document)

    def show_revision(self, document: StoredDocument) -> None:
        """What the newest revision of a document changed."""
        work, profile = self.desk.work, self.session.baseline
        if work is not None:
            self.desk.background.start(
                f"Comparing the revisions of {document.title}",
                lambda _: work.revision_diff(document, profile),
                lambda diff: self._show_revision(document, diff),
                lambda error: self._failed(error, lambda: self.show_revision(document)),
            )

    def _show_revision(self, document: StoredDocument, diff: Any) -> None:
        from chunkstudio.gui.workspaces.change_dialogs import RevisionDialog

        self.revision = RevisionDialog(self._theme, document.title, diff, self._window)
        self.revision.place_wanted.connect(lambda change: self._show_change(document, change))
        self.revision.open()

    def _show_change(self, document: StoredDocument, change: Any) -> None:
        """The place of a changed box on the page of the new revision, where that is shown; a removed one's page."""
        state = self.session.current
        if state is not None and state.info is not None and state.info.sha256 == document.current.sha256:
            box = change.after
            self.session.show_page(change.page, box.rect if box is not None else None)

    # ---- chunking again -------------------------------------------------------------------------------------------
    def ask_rechunk(self) -> None:
        """Show what chunking again would change, then do it when told to."""
        work, contents = self.desk.work, self.desk.contents
        if work is None or contents is None or not contents.outdated:
            return
        profile, documents = contents.profile, [s.document for s in contents.outdated]
        self.desk.background.start(
            "Looking at what would change",
            lambda reporter: tasks.blast_rows(work, profile, documents, reporter),
            lambda rows: self._show_blast(rows, profile, documents),
        )

    def _show_blast(self, rows: Any, profile: Any, documents: Any) -> None:
        from chunkstudio.gui.workspaces.change_dialogs import BlastDialog

        if any(row.error is not None and self._unlock(row.error) for row in rows):
            self.ask_rechunk()
            return
        self.blast = BlastDialog(self._theme, rows, profile.version, self._window)
        self.blast.accepted.connect(lambda: self._rechunk(profile, documents))
        self.blast.open()

    def _rechunk(self, profile: Any, documents: Any) -> None:
        work = self.desk.work
        if work is not None:
            self.desk.background.start(
                "Chunking", lambda reporter: tasks.rechunk(work, profile, documents, reporter), self._rechunked, self._stopped
            )

    def _rechunked(self, answer: tuple[int, list[tuple[StoredDocument, ChunkStudioError]]]) -> None:
        kept, failed = answer
        self.desk.refresh()
        for document, error in failed:
            self.session.log("error", f"{document.title}: {error.message}", error.hint, show=True)
        if kept:
            self.session.log("ok", f"Chunked {counted(kept, 'document')}.", show=not failed)

    def _unlock(self, error: ChunkStudioError) -> bool:
        """Ask for the password of a locked document; whether one was given."""
        known = self.desk.contents.documents if self.desk.contents is not None else ()
        document = next((s.document for s in known if s.document.id == error.field), None)
        if document is None or not tasks.is_locked(error):
            return False
        text = ask_password(self._window, document.title, wrong=error.code == "wrong_password")
        if text:
            self.desk.passwords[document.id] = text
        return bool(text)

    def _failed(self, error: ChunkStudioError, again: Callable[[], None]) -> None:
        """Do it again where a password was missing and is given now; else show why it failed."""
        if self._unlock(error):
            again()
        else:
            self.desk.tell(error)

    def _stopped(self, error: ChunkStudioError) -> None:
        self.desk.refresh()
        self.desk.tell(error)

    # ---- approval -------------------------------------------------------------------------------------------------
    def ask_approve(self) -> None:
        """The approval dialog, on the saved version."""
        from chunkstudio.gui.workspaces.approval_dialog import ApprovalDialog

        contents = self.desk.contents
        if contents is None:
            return
        if not contents.versions:
            self.session.log("info", "There is no version to approve.", "Save version first.", show=True)
            return
        self.approval = dialog = ApprovalDialog(self._theme, contents, self.session.baseline.version, self._window)
        asked = self.shelf.keep_asked()
        if asked not in ("", *(digest for digest, *_ in contents.question_sets)):
            self._fill_approval()
        dialog.choose_questions(asked)
        dialog.check_wanted.connect(self._check)
        dialog.waive_wanted.connect(self._waive)
        dialog.import_wanted.connect(self._import_questions)
        dialog.accepted.connect(self._approve)
        dialog.rejected.connect(self.desk.background.cancel)
        dialog.open()

    def _check(self) -> None:
        dialog, work = self.approval, self.desk.work
        if dialog is None or work is None:
            return
        version, questions, documents = dialog.version, dialog.question_set, dialog.document_ids
        self.desk.background.start(
            "Checking the approval",
            lambda reporter: tasks.check_approval(work, version, questions, documents, reporter),
            dialog.show_check,
            self._check_failed,
        )

    def _check_failed(self, error: ChunkStudioError) -> None:
        if self._unlock(error):
            self._check()
        elif self.approval is not None:
            self.approval.show_failure(f"{error.message} {error.hint}".strip())

    def _waive(self, document: str, code: str, reason: str) -> None:
        from chunkstudio.workspace.approvals import Approvals

        if self.desk.change(lambda w: Approvals(w).waive(document, code, reason)):
            self._check()

    def _import_questions(self, path: Path) -> None:
        from chunkstudio.retrieval.questions import QuestionSet

        def keep(work: Any) -> None:
            work.evaluations.save_questions(QuestionSet.load(path), author=work.author)

        if self.desk.change(keep):
            self._fill_approval()

    def _fill_approval(self) -> None:
        from chunkstudio.gui.workspaces.contents import read_contents

        if self.desk.work is not None and self.approval is not None:
            self.approval.fill(read_contents(self.desk.work, self.session.baseline))

    def _approve(self) -> None:
        dialog, work = self.approval, self.desk.work
        if dialog is None or work is None or dialog.check is None:
            return
        check, note = dialog.check, dialog.note.text().strip()
        if self.desk.change(lambda w: tasks.give_approval(w, check, note)):
            count = counted(len(check.documents), "document")
            self.session.log("ok", f"Version {check.version.hash[:4]} is approved for {count}.", show=True)

    def ask_revoke(self, approval: Approval) -> None:
        """Take an approval back, with a reason; both entries stay in the log."""
        from chunkstudio.workspace.approvals import Approvals

        text, done = QInputDialog.getText(
            self._window, "Revoke", f"Why version {approval.profile_hash[:4]} must not be searched"
        )
        if done and text.strip():
            self.desk.change(lambda w: Approvals(w).revoke(approval.id, reason=text.strip()))

    # ---- export ---------------------------------------------------------------------------------------------------
    def ask_export(self) -> None:
        """The export dialog of the workspace."""
        from chunkstudio.gui.workspaces.export_dialog import WorkspaceExportDialog

        path, contents = self.desk.path, self.desk.contents
        if path is None or contents is None or not self.desk.change(lambda w: w.database.require_writable()):
            return
        approved = any(a.searchable for a in contents.approvals)
        folder = Path(str(self._settings.value(_TARGETS, str(path.parent))))
        form = str(self._settings.value(_FORM, "jsonl"))
        self.exporting = dialog = WorkspaceExportDialog(
            self._theme,
            path.stem,
            folder if folder.is_dir() else path.parent,
            approved=approved,
            form=form,
            parent=self._window,
        )
        dialog.preview_wanted.connect(self._preview)
        dialog.accepted.connect(self._export)
        dialog.open()
        self._preview(dialog.form, dialog.draft.isChecked())

    def _preview(self, form: str, draft: bool) -> None:
        dialog, work = self.exporting, self.desk.work
        if dialog is not None and work is not None:
            self.desk.background.start(
                "Reading the first records",
                lambda _: tasks.preview_of(work, form, draft=draft),
                lambda text: dialog.show_preview(form, text),
                lambda error: dialog.show_preview(form, f"{error.message} {error.hint}".strip()),
                shown=False,
            )

    def _export(self) -> None:
        dialog, work = self.exporting, self.desk.work
        if dialog is None or work is None:
            return
        wish = dialog.wish
        self._settings.setValue(_FORM, wish.form)
        if "://" not in wish.target:
            self._settings.setValue(_TARGETS, str(Path(wish.target).expanduser().parent))
        self.desk.background.start(
            f"Writing {wish.target}",
            lambda reporter: tasks.export_sets(work, wish, reporter),
            lambda sentence: self.session.log("ok", sentence, show=True),
            lambda error: self._failed(error, self._export),
        )
