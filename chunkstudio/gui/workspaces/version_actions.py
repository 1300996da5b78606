"""What is done with profile versions in the window: save, open, compare, evaluate, branch, restore, tag, export, retire."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.workspaces import work as tasks
from chunkstudio.gui.workspaces.background import Reporter
from chunkstudio.gui.workspaces.desk import WorkspaceDesk

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.change_dialogs import SaveVersionDialog
    from chunkstudio.gui.workspaces.version_dialog import Side, VersionDialog
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.profile_store import ProfileVersion


class VersionActions(QObject):
    """``view_wanted`` asks the window for another view. Dialogs are kept in the attributes of their names."""

    view_wanted = Signal(str)

    def __init__(self, window: QWidget, session: Session, theme: Theme, desk: WorkspaceDesk) -> None:
        super().__init__(desk)
        self._window, self.session, self._theme, self.desk = window, session, theme, desk
        self.saving: SaveVersionDialog | None = None
        self.comparing: VersionDialog | None = None
        self._looking: Reporter | None = None

    # ---- saving ---------------------------------------------------------------------------------------------------
    def ask_save(self) -> None:
        """Keep the draft as a version, after a note."""
        from chunkstudio.gui.workspaces.change_dialogs import SaveVersionDialog
        from chunkstudio.workspace.profile_store import setting_changes

        changes = setting_changes(self.session.baseline, self.session.profile)
        self.saving = SaveVersionDialog(self._theme, self.session.profile.version, changes, self._window)
        self.saving.accepted.connect(self._save)
        self.saving.open()

    def _save(self) -> None:
        if self.saving is not None:
            version = self.desk.save_version(self.saving.note.text().strip())
            if version is not None:
                self.session.log("ok", f"Saved version {version.hash[:4]} of {version.name}", show=True)

    def open(self, version: ProfileVersion) -> None:
        """Take a version as the profile; undo brings the draft back."""
        self.session.load_profile(version.profile, f"open version {version.hash[:4]}")

    def branch(self, version: ProfileVersion) -> None:
        """Begin a line of versions with a name of its own: the next saved one comes from this version."""
        text, done = QInputDialog.getText(self._window, "Branch", f"Name of the line that begins at {version.hash[:4]}")
        if done and text.strip():
            self.session.load_profile(version.profile, f"open version {version.hash[:4]}")
            self.session.set_profile(version.profile.replace({"name": text.strip()}), f"branch {text.strip()}")
            hint = "Change a setting and save a version: it comes from this one."
            self.session.log("ok", f"{text.strip()} begins at version {version.hash[:4]}.", hint, show=True)

    def restore(self, version: ProfileVersion) -> None:
        """Use an earlier version again, here and on the command line, until another one is saved or approved."""
        if self.desk.change(lambda w: w.profiles.restore(version.hash, author=w.author)):
            self.session.load_profile(version.profile, f"restore version {version.hash[:4]}")
            self.session.log("ok", f"Version {version.hash[:4]} counts again.", show=True)

    def ask_tag(self, version: ProfileVersion) -> None:
        """Give a version a name that can move on to another one."""
        text, done = QInputDialog.getText(self._window, "Tag", f"Name for version {version.hash[:4]}")
        if done and text.strip():
            self.desk.change(lambda w: w.profiles.tag(text.strip(), version.hash, author=w.author))

    def untag(self, tag: str) -> None:
        """Take a name away from the version that has it."""
        self.desk.change(lambda w: w.profiles.untag(tag, author=w.author))

    def retire(self, version: ProfileVersion) -> None:
        """Take a version out of use; it stays readable."""
        self.desk.change(lambda w: w.profiles.move(version.hash, "retired", author=w.author))

    def ask_export(self, version: ProfileVersion) -> None:
        """Write a version as a YAML file that names its hash."""
        from chunkstudio.ingestion.atomic_file import write_atomically
        from chunkstudio.workspace.profile_files import marked_yaml

        name, _ = QFileDialog.getSaveFileName(
            self._window, "Export version", f"{version.name}-{version.hash[:6]}.yaml", "Profiles (*.yaml)"
        )
        if name:
            try:
                write_atomically(Path(name), marked_yaml(version.profile))
            except ChunkStudioError as error:
                self.desk.tell(error)
            else:
                self.session.log("ok", f"Wrote version {version.hash[:4]} to {Path(name).name}.", show=True)

    # ---- comparing ------------------------------------------------------------------------------------------------
    def compare(self, version: ProfileVersion | None = None) -> None:
        """What lies between any two versions, to begin with between this one (or the saved one) and the profile of now."""
        from chunkstudio.gui.workspaces.version_dialog import VersionDialog

        contents = self.desk.contents
        if contents is None:
            return
        sides = self._sides()
        wanted = version.hash if version is not None else self.session.baseline.version
        first = next((k for k, s in enumerate(sides) if s.profile.version == wanted and s.saved), len(sides) - 1)
        sets = [(digest, f"{name} · {size:,} questions") for digest, name, size, _ in contents.question_sets]
        self.comparing = dialog = VersionDialog(self._theme, sides, (first, 0), sets, self._window)
        dialog.compare_wanted.connect(self._compare)
        dialog.evaluate_wanted.connect(self._evaluate)
        dialog.pages_wanted.connect(self.show_pages)
        dialog.place_wanted.connect(self._show_place)
        dialog.finished.connect(self._stop_looking)
        dialog.open()
        self._compare()

    def _sides(self) -> list[Side]:
        """The profile of now, then every version, newest first."""
        from chunkstudio.gui.workspaces.version_dialog import Side

        versions = self.desk.contents.versions if self.desk.contents is not None else ()
        now = self.session.profile
        saved = any(v.hash == now.version for v in versions)
        sides = [Side(f"{now.version[:4]} · the profile of now", now, saved)]
        for v in versions:
            tags = f" [{', '.join(v.tags)}]" if v.tags else ""
            sides.append(Side(f"{v.hash[:4]}{tags} · {v.note or v.name}", v.profile, True))
        return sides

    def _compared(self) -> list[StoredDocument]:
        """Documents that can be cut."""
        known = self.desk.contents.documents if self.desk.contents is not None else ()
        return [s.document for s in known if s.state != "missing" and s.document.access is not None]

    def _compare(self) -> None:
        from chunkstudio.workspace.profile_store import setting_changes

        dialog, work = self.comparing, self.desk.work
        if dialog is None or work is None:
            return
        one, two = (s.profile for s in dialog.sides)
        documents = self._compared()
        self._stop_looking()
        dialog.begin(setting_changes(one, two), len(documents))
        asked = dialog.sides
        self._looking = self.desk.background.start(
            "Cutting under both versions",
            lambda reporter: tasks.compare_versions(work, one, two, documents, reporter),
            lambda diff: dialog.show_diff(diff) if dialog.sides == asked else None,
            lambda error: None if error.code == "cancelled" else dialog.show_failure(f"{error.message} {error.hint}".strip()),
        )

    def _stop_looking(self, *_: int) -> None:
        if self._looking is not None:
            self._looking.stop()

    def _evaluate(self, question_set: str) -> None:
        dialog, work = self.comparing, self.desk.work
        if dialog is None or work is None or not self.desk.can_write:
            return
        names = list(dict.fromkeys(s.profile.version for s in dialog.sides))
        dialog.evaluate.setEnabled(False)
        dialog.recall.setText("Evaluating both versions…")
        self._looking = self.desk.background.start(
            "Evaluating both versions",
            lambda reporter: tasks.evaluate_versions(work, names, question_set, reporter),
            lambda _: self._evaluated(),
            lambda error: dialog.recall.setText(f"{error.message} {error.hint}".strip()),
        )

    def _evaluated(self) -> None:
        from dataclasses import replace

        from chunkstudio.workspace.version_diff import recall_changes

        self.desk.refresh()
        dialog, work = self.comparing, self.desk.work
        if dialog is not None and work is not None and dialog.diff is not None:
            one, two = (s.profile for s in dialog.sides)
            dialog.show_diff(replace(dialog.diff, recall=recall_changes(work, one, two)))

    # ---- on the pages ---------------------------------------------------------------------------------------------
    def show_pages(self, document_id: str) -> None:
        """Both versions on the pages of a document: the second as the profile, the first beside it in Compare."""
        dialog, comparison = self.comparing, self.session.comparison
        document = next((d for d in self._compared() if d.id == document_id), None)
        if dialog is None or comparison is None:
            return
        one, two = (s.profile for s in dialog.sides)
        if two != self.session.profile:
            self.session.load_profile(two, f"open version {two.version[:4]}")
        comparison.choose(comparison.offer(one, f"{one.name}, of the workspace"))
        if document is not None and document.path is not None and document.path.exists():
            self.session.open_paths([document.path])
        self.view_wanted.emit("compare")

    def _show_place(self, document_id: str, cut: Any) -> None:
        """The place of a changed cut on the page, where its document is shown."""
        state = self.session.current
        if state is None or state.info is None or state.result is None:
            return
        document = next((d for d in self._compared() if d.id == document_id), None)
        if document is not None and document.current.sha256 == state.info.sha256:
            self.session.show_page(cut.page)
            self.session.select("boundary", cut.after, reveal=True)
