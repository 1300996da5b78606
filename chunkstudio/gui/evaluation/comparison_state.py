"""What the draft is compared with in the Compare view: the saved version, a shipped profile, or one from a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from chunkstudio.chunking.profile import Profile, flatten
from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.lane import Cancelled, Progress
from chunkstudio.gui.profile_presets import profile_presets
from chunkstudio.gui.session import Session

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.evaluation_shelf import EvaluationShelf
    from chunkstudio.retrieval.foreign import ForeignChunks
    from chunkstudio.workspace.profile_store import ProfileVersion

SAVED = "saved"


@dataclass(frozen=True, slots=True, eq=False)
class ForeignSide:
    """Chunks of another tool on the shown document, and the name of their file."""

    name: str
    chunks: ForeignChunks


@dataclass(frozen=True, slots=True)
class Choice:
    """What can stand at A: key, words, and its profile (None: the saved version of the moment) or foreign chunks."""

    key: str
    words: str
    profile: Profile | None = None
    foreign: ForeignSide | None = None


@dataclass(frozen=True, slots=True)
class SettingDifference:
    """A setting that differs between A and B."""

    path: str
    label: str
    first: Any
    second: Any


class Comparison(QObject):
    """Holds the choice; it counts only while the Compare view is shown."""

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._choices: dict[str, Choice] = {}
        self._shelf: EvaluationShelf | None = None
        self._versions: list[ProfileVersion] | None = None
        self._chosen = SAVED
        self._shown = False
        session.profile_changed.connect(self._profile_changed)

    def choices(self) -> list[Choice]:
        """The versions that are offered, the saved one first."""
        saved = self._session.baseline
        out = [Choice(SAVED, f"{saved.version[:4]}, saved version of {saved.name or 'this profile'}")]
        out += self._of_workspace({saved.version})
        known = {saved.version, *(c.key for c in out)}
        out += [Choice(p.version, f"{p.version[:4]}, {p.name}", p) for p in profile_presets() if p.version not in known]
        return [*out, *self._choices.values()]

    def _of_workspace(self, known: set[str]) -> list[Choice]:
        """The versions in the open workspace, the newest first."""
        if self._versions is None:
            self._versions = self._shelf.versions() if self._shelf is not None else []
        out = []
        for v in reversed(self._versions):
            if v.hash not in known:
                about = v.note or ", ".join(v.tags) or v.state
                out.append(Choice(v.hash, f"{v.hash[:4]}, {v.name or 'version'}, {about}", v.profile))
        return out

    def use_shelf(self, shelf: EvaluationShelf) -> None:
        """Offer the versions of the workspaces that are opened from now on."""
        self._shelf = shelf
        shelf.changed.connect(self._versions_changed)

    def _versions_changed(self) -> None:
        self._versions = None
        self.changed.emit()

    @property
    def chosen(self) -> Choice:
        """What stands at A."""
        return next((c for c in self.choices() if c.key == self._chosen), self.choices()[0])

    @property
    def shown(self) -> bool:
        """Whether the Compare view is shown."""
        return self._shown

    @property
    def foreign(self) -> ForeignSide | None:
        """Another tool's chunks, while they stand at A and the Compare view is shown."""
        return self.chosen.foreign if self._shown else None

    @property
    def first(self) -> Profile:
        """The profile at A as it is compared: with the draft's layout settings, since cuts are compared on one layout."""
        profile = self.chosen.profile
        return self._session.baseline if profile is None else on_layout_of(profile, self._session.profile)

    @property
    def borrowed_layout(self) -> bool:
        """Whether A's own layout settings differ from those it is compared with."""
        profile = self.chosen.profile
        return profile is not None and profile.layout != self._session.profile.layout

    def choose(self, key: str) -> None:
        """Put another version at A."""
        if key != self._chosen:
            self._chosen = key
            self._tell()

    def offer(self, profile: Profile, words: str) -> str:
        """Let a profile stand among the choices, such as a version of the workspace. Returns its key for :meth:`choose`."""
        self._choices[profile.version] = Choice(profile.version, f"{profile.version[:4]}, {words}", profile)
        return profile.version

    def choose_file(self, path: Path) -> bool:
        """Put a profile from a file at A; False when it is refused, which is reported."""
        try:
            profile = Profile.load(path)
        except ChunkStudioError as error:
            self._session.log("error", f"{path.name}: {error.message}", error.hint, show=True)
            return False
        self._choices[str(path)] = Choice(str(path), f"{profile.version[:4]}, {path.name}", profile)
        self._chosen = str(path)
        self._tell()
        return True

    def choose_foreign(self, path: Path) -> None:
        """Put another tool's chunks (JSON lines with ``text``) at A; they are placed on the pages in the background."""
        layouts = [d.layout for d in self._session.documents if d.layout is not None]
        evaluation = self._session.evaluation
        if evaluation is not None:
            self._session.log("info", f"Placing the chunks of {path.name} on the pages", show=True)
            evaluation.in_background("foreign", partial(_read, path, layouts), self._accept_foreign)

    def _accept_foreign(self, answer: Any) -> None:
        if isinstance(answer, ChunkStudioError):
            self._session.log("error", answer.message, answer.hint, show=True)
            return
        path, found = answer
        lost = len(found.unplaced)
        words = f"{len(found.chunks)} chunks of {path.name} placed"
        hint = f"{lost} could not be placed and are left out." if lost else ""
        self._session.log("ok" if not lost else "warning", words, hint, show=True)
        self._choices[str(path)] = Choice(str(path), f"{path.name}, another tool", None, ForeignSide(path.name, found))
        self._chosen = str(path)
        self._tell()

    def show(self, view: str) -> None:
        """The window shows a view; only in Compare the draft is compared with anything but the saved version."""
        self._shown = view == "compare"
        self._tell()

    def differences(self) -> list[SettingDifference]:
        """Settings that differ between A and the draft, in the profile's order."""
        return [] if self.chosen.foreign is not None else setting_differences(self.first, self._session.profile)

    def _profile_changed(self) -> None:
        if self._shown:
            self._tell()

    def _tell(self) -> None:
        self._session.set_reference(self.first if self._shown and self.chosen.profile is not None else None)
        if self._session.evaluation is not None:
            self._session.evaluation.reconsider()
        self.changed.emit()


def _read(path: Path, layouts: list[Any], _progress: Progress, _cancelled: Cancelled) -> tuple[Path, ForeignChunks]:
    from chunkstudio.retrieval.foreign import read_foreign

    return path, read_foreign(path, layouts)


def on_layout_of(profile: Profile, other: Profile) -> Profile:
    """A profile with another one's layout settings."""
    own = flatten(other.to_dict())
    return profile.replace({path: own[path] for path in own if path.startswith("layout.")})


def setting_differences(first: Profile, second: Profile) -> list[SettingDifference]:
    """Settings whose values differ, in the profile's order; name and owner do not count."""
    one, other = flatten(first.to_dict()), flatten(second.to_dict())
    fields = [f for f in profile_fields() if f.path not in ("name", "owner", "description")]
    return [
        SettingDifference(f.path, f.label, one.get(f.path), other.get(f.path))
        for f in fields
        if one.get(f.path) != other.get(f.path)
    ]


def shown_value(value: Any) -> str:
    """A setting's value in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)
