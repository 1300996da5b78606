"""Opening and saving profiles, and the menu of the profile button."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, Slot
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.commands import CommandTable
from chunkstudio.gui.profile_presets import profile_presets
from chunkstudio.gui.session import Session
from chunkstudio.ingestion.atomic_file import write_atomically

_FOLDER = "profile/folder"
_KINDS = "Profiles (*.yaml *.yml);;All files (*)"


class ProfileActions(QObject):
    """What the Profile menu does."""

    def __init__(self, window: QWidget, session: Session, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._settings = settings

    def ask_open(self) -> None:
        """Let the user choose a profile file."""
        name, _ = QFileDialog.getOpenFileName(self._window, "Open profile", self._folder(), _KINDS)
        if name:
            self.open(Path(name))

    def open(self, path: Path) -> None:
        """Take a profile from a file; a refused one is reported and changes nothing."""
        try:
            profile = Profile.load(path)
        except ChunkStudioError as error:
            self._session.log("error", f"{path.name}: {error.message}", error.hint, show=True)
            return
        self._settings.setValue(_FOLDER, str(path.parent))
        self._session.load_profile(profile, f"open profile {profile.name}")
        self._session.log("ok", f"Opened profile {profile.name} from {path.name}")

    def ask_save(self) -> None:
        """Let the user choose where the profile goes. The dialog asks before it overwrites."""
        profile = self._session.profile
        stem = "".join(c if c.isalnum() else "_" for c in profile.name.lower()).strip("_") or "profile"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save profile", f"{self._folder()}/{stem}.yaml", _KINDS)
        if name:
            self.save(Path(name))

    def save(self, path: Path) -> None:
        """Write the draft to a file, whole or not at all."""
        target = path if path.suffix else path.with_suffix(".yaml")
        try:
            write_atomically(target, self._session.profile.to_yaml())
        except ChunkStudioError as error:
            self._session.log("error", error.message, error.hint, show=True)
            return
        self._settings.setValue(_FOLDER, str(target.parent))
        self._session.log("ok", f"Profile written to {target}", show=True)

    def fill_menu(self, menu: QMenu, table: CommandTable) -> None:
        """Presets, then what can be done with the profile."""
        self.fill_presets(menu)
        menu.addSeparator()
        for name in ("profile.save", "profile.reset", "profile.open", "profile.export"):
            menu.addAction(table.action(name))

    def fill_presets(self, menu: QMenu) -> None:
        """The shipped profiles; the one in force is checked."""
        try:
            presets = profile_presets()
        except ChunkStudioError as error:
            menu.addAction(f"Presets cannot be read: {error.message}").setEnabled(False)
            return
        menu.setToolTipsVisible(True)  # what a preset is for stands in its tooltip only
        current = self._session.profile.version
        for filled_before in menu.findChildren(QActionGroup):
            filled_before.deleteLater()
        only_one = QActionGroup(menu)
        for preset in presets:
            action = menu.addAction(preset.name)
            action.setToolTip(preset.description)
            action.setCheckable(True)
            only_one.addAction(action)
            action.setChecked(preset.version == current)
            action.setData(preset)
            action.triggered.connect(self._take_preset)

    @Slot()
    def _take_preset(self) -> None:
        sender = self.sender()
        preset = sender.data() if isinstance(sender, QAction) else None
        if isinstance(preset, Profile):
            self._session.set_profile(preset, f"preset {preset.name}")

    def _folder(self) -> str:
        return str(self._settings.value(_FOLDER, str(Path.home())))
