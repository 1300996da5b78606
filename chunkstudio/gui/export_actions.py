"""Export and access labels from the window: dialogs, asking before overwriting, writing in the background."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QSettings, QThreadPool
from PySide6.QtWidgets import QMessageBox, QWidget

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.access_memory import AccessMemory
from chunkstudio.gui.activity import Busy
from chunkstudio.gui.dialogs.access import AccessDialog
from chunkstudio.gui.dialogs.export import KINDS, ExportChoice, ExportDialog, ExportKind
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.export_places import ExportPlaces
from chunkstudio.gui.export_writer import ExportJob, write_export
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.ingestion.access_file import access_for, require_same_access

_KIND, _BOUNDARIES = "export/kind", "export/boundaries"


class ExportActions(QObject):
    """What Export and Access labels do. One export runs at a time; its progress and end are the session's errand."""

    def __init__(self, window: QWidget, session: Session, theme: Theme, settings: QSettings, memory: AccessMemory) -> None:
        super().__init__(window)
        self._window, self._session, self._theme = window, session, theme
        self._settings, self._memory = settings, memory
        self._places = ExportPlaces(settings)
        self._inbox: Inbox[tuple[str, Any]] = Inbox(self._done)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._stops: list[threading.Event] = []
        session.stop_errand = self.cancel
        session.result_changed.connect(self._follow)
        self.dialog: ExportDialog | None = None
        self._beside: dict[str, DocumentAccess | None] = {}
        """What the side file of a document said when its labels were last asked for, by key."""

    def ask(self) -> None:
        """Open the export dialog for the shown document."""
        if (shown := self._session.current) is not None:
            self._take_side_file(shown)
        state = self._session.current
        if state is None or state.result is None:
            return
        kind = str(self._settings.value(_KIND, "json"))
        last: ExportKind = next((k for k in KINDS if k == kind), "json")
        place = self._places.proposed(state.path)
        sources = [other.path for other in self._session.documents]
        access_of = self._memory.with_labels
        self.dialog = ExportDialog(self._theme, state, last, place, self._window, access_of=access_of, sources=sources)
        self.dialog.boundaries.setChecked(str(self._settings.value(_BOUNDARIES, "false")) == "true")
        self.dialog.setProperty("key", state.key)
        self.dialog.accepted.connect(self._accepted)
        self.dialog.open()

    def _take_side_file(self, state: DocumentState) -> None:
        """A side file that lost readers holds, unless other labels were said here since; the workspace's win, if it has any."""
        try:
            beside = access_for(state.path)
            said = state.acl_said and self._beside.get(state.key, beside) == beside
            self._beside[state.key] = beside
            if beside is None or said or set(state.acl or ()) <= set(beside.acl):
                return
            kept = state.info is not None and self._memory.find_kept(state.path, state.info.sha256) is not None
            if kept and not set(beside.acl) < set(state.acl or ()):
                return
            self._session.set_acl(state.key, beside.acl)
        except ChunkStudioError as error:
            self._session.log("error", error.message, error.hint, show=True)
            return
        gone = ", ".join(sorted(set(state.acl or ()) - set(beside.acl)))
        names = ", ".join(beside.acl)
        self._session.log("warning", f"The side file of {state.path.name} no longer names {gone}, but {names}.", show=True)

    def _follow(self, key: str) -> None:
        """A dialog that is open tells of the document as it is now."""
        state = self._session.state(key)
        if self.dialog is not None and self.dialog.isVisible() and state is not None and self.dialog.property("key") == key:
            self.dialog.show_state(state)

    def ask_access(self) -> None:
        """Open the dialog for the labels of the shown document."""
        state = self._session.current
        if state is None:
            return
        dialog = AccessDialog(self._theme, state, self._memory.with_labels, self._window)
        dialog.setProperty("key", state.key)
        dialog.accepted.connect(self._access_accepted)
        dialog.open()

    def _access_accepted(self) -> None:
        dialog = self.sender()
        if isinstance(dialog, AccessDialog):
            state = self._session.state(str(dialog.property("key")))
            try:
                if state is not None:
                    self._take_labels(state, dialog.fields.labels, dialog.fields.remember.isChecked())
            except ChunkStudioError as error:
                self._session.log("error", error.message, error.hint, show=True)

    def _take_labels(self, state: DocumentState, labels: tuple[str, ...], remember: bool) -> DocumentAccess | None:
        """Give labels to a document, and return its access. Raises ``bad_acl`` where a narrower part would become wider."""
        access = self._memory.with_labels(state, labels)
        self._beside[state.key] = access_for(state.path)
        if access != state.access or not state.acl_said:
            self._session.set_acl(state.key, labels or None)
        if remember:
            self._memory.remember(state.path, labels)
        return access

    def _accepted(self) -> None:
        dialog = self.dialog
        state = self._session.state(str(dialog.property("key"))) if dialog is not None else None
        if state is None or dialog is None or dialog.choice is None:
            return
        try:
            if dialog.choice.kind != "profile":
                require_same_access(state.path, (), self._beside.get(state.key))
        except ChunkStudioError as error:
            self._session.log("error", error.message, error.hint, show=True)
            return
        self.export(state, dialog.choice)

    def export(self, state: DocumentState, choice: ExportChoice) -> None:
        """Write a choice in the background; one without labels takes none from the document. Asks before it overwrites."""
        try:
            access = self._take_labels(state, choice.labels, choice.remember) if choice.labels else None
            beside = access_for(state.path)
        except ChunkStudioError as error:
            self._session.log("error", error.message, error.hint, show=True)
            return
        if choice.path.exists() and not self._may_overwrite(choice.path):
            if self.dialog is not None:
                self.dialog.open()  # another name is one step away, and what was typed stays
            return
        self._settings.setValue(_KIND, choice.kind)
        if choice.kind == "json":
            self._settings.setValue(_BOUNDARIES, "true" if choice.boundaries else "false")
        self._places.remember(state.path, choice.path)
        stop = threading.Event()
        self._stops.append(stop)
        rules = self._session.rules.rules(state.info.sha256) if state.info is not None else ()
        job = ExportJob(choice, state.path, beside, state.layout, self._session.profile, access, stop.is_set, rules, self._tell)
        self._session.log("info", f"Writing {choice.path.name}", show=True)
        self._session.accept_errand(Busy(f"Writing {choice.path.name}"))
        self._pool.start(lambda: self._run(job))

    def cancel(self) -> None:
        """Ask the export under way, and those that wait, to end; no half file stays."""
        for stop in self._stops:
            stop.set()

    def stop(self) -> None:
        """Give up all exports, and wait until they have ended."""
        self.cancel()
        self._pool.waitForDone(5000)

    def _tell(self, step: str, done: int, total: int) -> None:
        """Called in the thread of the pool."""
        self._inbox.post(("step", Busy(f"{step.capitalize()} {done} of {total}", done, total)))

    def _run(self, job: ExportJob) -> None:
        """Runs in a thread of the pool."""
        try:
            self._inbox.post(("ok", write_export(job)))
        except ChunkStudioError as error:
            self._inbox.post(("error", error))
        except Exception as fault:
            hint = "Nothing was written. Copy the details from Help for a report."
            self._inbox.post(("error", ChunkStudioError("crashed", f"The export failed: {fault}", hint=hint)))

    def _done(self, answer: tuple[str, Any]) -> None:
        kind, what = answer
        if kind == "step":
            self._session.accept_errand(what)
            return
        self._stops.pop(0)  # exports end in the order in which they were begun
        self._session.accept_errand(Busy("Writing") if self._stops else None)
        if kind == "ok":
            self._session.log("warning" if what.warning else "ok", what.text, what.warning, show=True)
        elif what.code == "cancelled":
            self._session.log("info", "The export was cancelled.", "Nothing was written.", show=True)
        else:
            self._session.log("error", what.message, what.hint, show=True)

    def _may_overwrite(self, path: Path) -> bool:
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.NoIcon)
        box.setWindowTitle("Overwrite")
        box.setText(plain_tip(f"{path.name} exists already."))
        box.setInformativeText(plain_tip(f"It lies in {path.parent}."))
        overwrite = box.addButton("Overwrite", QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        box.exec()
        return box.clickedButton() is overwrite
