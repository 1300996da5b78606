"""The export dialog: what to write, where, for whom, and whether it is only a preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.dialogs.access import AccessFields, AccessOf
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.missing_parts import missing_sentence
from chunkstudio.gui.style import PRIMARY, WRONG
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.ingestion.access_file import side_files

_NOTE_LINES = 3

ExportKind = Literal["json", "jsonl", "markdown", "profile"]

KINDS: dict[ExportKind, tuple[str, str, str]] = {
    "json": ("Chunk set, JSON", ".chunks.json", "Everything: records, boxes, units, sections, tables, figures, findings"),
    "jsonl": ("Chunk set, JSONL", ".chunks.jsonl", "One record a line, for an index"),
    "markdown": ("Chunks, Markdown", ".chunks.md", "For reading: each chunk under its heading path"),
    "profile": ("Profile, YAML", ".profile.yaml", "Every setting, to load again or for the command line"),
}


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What the user decided. ``preview`` marks the result as not to be indexed."""

    kind: ExportKind
    path: Path
    labels: tuple[str, ...]
    remember: bool
    boundaries: bool
    preview: bool


class ExportDialog(QDialog):
    """Builds an :class:`ExportChoice`; ``choice`` is set when it was accepted. ``last`` is what was chosen before.

    ``sources`` are the open documents' files: an export never takes the place of one of them.
    """

    def __init__(
        self,
        theme: Theme,
        state: DocumentState,
        last: ExportKind,
        folder: Path,
        parent: QWidget | None = None,
        *,
        access_of: AccessOf,
        sources: Sequence[Path] = (),
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Export")
        self.setMinimumWidth(580)
        self._state = state
        self._folder = folder
        self._sources = (state.path, *sources)
        self.choice: ExportChoice | None = None
        self.kinds: dict[ExportKind, QRadioButton] = {}
        self.boundaries = QCheckBox("With every boundary and its signals (JSON only)")
        self.access = AccessFields(theme, state, access_of)
        self.word = QCheckBox("Write a marked &preview, which is not for an index")
        self.target = QLineEdit()
        self.target.setAccessibleName("File to write")
        self.browse = QPushButton("Choose…")
        self.note = PlainLabel(theme, role="warn", wrap=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = self.buttons.addButton("Export", QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setProperty(PRIMARY, True)
        self._build(theme)
        self.kinds[last].setChecked(True)
        self._kind_changed()
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.browse.clicked.connect(self._choose)
        self.access.field.textChanged.connect(self._tell)
        self.word.toggled.connect(self._tell)
        self.target.textChanged.connect(self._tell)

    def _build(self, theme: Theme) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 16)
        column.setSpacing(12)
        column.addWidget(PlainLabel(theme, self._state.name, use="title", weight=600, wrap=True))
        kinds = QVBoxLayout()
        kinds.setSpacing(6)
        for kind, (label, _, about) in KINDS.items():
            button = QRadioButton(label)
            button.setProperty("kind", kind)
            button.toggled.connect(self._kind_changed)
            self.kinds[kind] = button
            line = QHBoxLayout()
            button.setMinimumWidth(150)
            line.addWidget(button)
            line.addWidget(PlainLabel(theme, about, role="muted", use="small", wrap=True), 1)
            kinds.addLayout(line)
        column.addLayout(kinds)
        column.addWidget(self.boundaries)
        column.addWidget(self.access)
        column.addWidget(self.word)
        column.addLayout(self._file_row(theme))
        self.note.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.note.setMinimumHeight(_NOTE_LINES * self.note.fontMetrics().lineSpacing())
        column.addWidget(self.note, 1)  # it takes what room is left, so that no row moves while it speaks or is silent
        column.addWidget(self.buttons)

    def _file_row(self, theme: Theme) -> QVBoxLayout:
        heading = PlainLabel(theme, "&File", weight=600)
        heading.setBuddy(self.target)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.target, 1)
        row.addWidget(self.browse)
        column = QVBoxLayout()
        column.setSpacing(6)
        column.addWidget(heading)
        column.addLayout(row)
        return column

    def show_state(self, state: DocumentState) -> None:
        """The document is further than it was: more of its pages are there, or all of them."""
        self._state = state
        self._tell()

    @property
    def kind(self) -> ExportKind:
        """Which kind is chosen."""
        return next(kind for kind, button in self.kinds.items() if button.isChecked())

    @property
    def preview(self) -> bool:
        """Whether the result must be marked as a preview: no labels, or the layout is not complete. It needs ``word`` too."""
        return self.kind != "profile" and (not self.access.labels or self._state.provisional)

    def _kind_changed(self) -> None:
        if not any(button.isChecked() for button in self.kinds.values()):
            return
        self.access.setEnabled(self.kind != "profile")
        self.boundaries.setEnabled(self.kind == "json")
        self.target.setText(self._proposed(preview=self.preview))
        self._tell()

    def _proposed(self, *, preview: bool) -> str:
        """The file proposed: a preview gets a name of its own, so that it never takes the place of a real export."""
        suffix = Path(KINDS[self.kind][1]).suffix
        words = KINDS[self.kind][1].removesuffix(suffix)
        return str(self._folder / f"{self._state.path.stem}{words}{'.preview' if preview else ''}{suffix}")

    @property
    def path(self) -> Path:
        """The file to write; a name without a folder lies in the folder that the dialog proposed."""
        return self._folder / Path(self.target.text().strip()).expanduser()

    def _tell(self) -> None:
        if self.target.text() == self._proposed(preview=not self.preview):
            self.target.setText(self._proposed(preview=self.preview))
        self.go.setText("Export preview" if self.preview else "Export")
        self.access.remember.setEnabled(bool(self.access.labels))
        self.word.setEnabled(self.preview)
        if not self.preview:
            self.word.setChecked(False)  # it was said of a preview; a later one needs it again
        refusal, named = self._refusal(), bool(self.target.text().strip())
        self.go.setEnabled(not refusal and named and (self.word.isChecked() or not self.preview))
        self.target.setProperty(WRONG, (bool(refusal) or not named) and not self._labels_refused)
        self.target.update()
        words = refusal or " ".join(part for part in (self._note(), self._missing()) if part)
        self.note.set_look("error" if refusal else "muted" if self.kind == "profile" else "warn")
        self.note.setText(words)

    def _refusal(self) -> str:
        """Why nothing can be written to that place or for these readers; "" where it can, or where no place is named yet."""
        if self._labels_refused:
            return "Mend the labels, so that it is known who may read it."
        if not self.target.text().strip():
            return ""
        path = self.path
        if any(_same_file(path, source) for source in self._sources):
            return f"{path.name} is an open document; choose another name, so that the document stays."
        if any(_same_file(path, labels) for source in self._sources for labels in side_files(source)):
            return f"{path.name} is where a document's labels are kept; choose another name."
        if path.is_dir():
            return f"{path.name} is a folder; add the name of the file."
        return "" if path.parent.is_dir() else f"There is no folder {path.parent}; make it first or choose another one."

    @property
    def _labels_refused(self) -> bool:
        return self.kind != "profile" and bool(self.access.refusal)

    def _missing(self) -> str:
        return "" if self.kind == "profile" else missing_sentence(self._state)

    def _note(self) -> str:
        if self.kind == "profile":
            return "A profile holds no text of the document, so it needs no labels."
        if not self.preview:
            return ""
        if self.access.labels:
            done, total = self._state.pages_done, self._state.pages_total
            why, instead = f"the layout is provisional ({done} of {total} pages)", "Wait until it is complete"
        else:
            why, instead = "nobody has said who may read it", "Say it"
        if self.word.isChecked():
            return f"This export will be marked as a preview: {why}."
        return f"Nothing is written while {why}. {instead}, or tick the preview above."

    @Slot()
    def _choose(self) -> None:
        label, suffix, _ = KINDS[self.kind]
        options = QFileDialog.Option.DontConfirmOverwrite
        name, _ = QFileDialog.getSaveFileName(
            self, "Export", self.target.text(), f"{label} (*{Path(suffix).suffix});;All files (*)", options=options
        )
        if name:
            self.target.setText(name)

    def accept(self) -> None:
        """Take the choice; overwriting is asked for by the caller."""
        self._tell()
        if not self.go.isEnabled():
            return
        labels = self.access.labels if self.kind != "profile" else ()
        remember = self.access.remember.isChecked()
        self.choice = ExportChoice(self.kind, self.path, labels, remember, self.boundaries.isChecked(), self.preview)
        super().accept()


def _same_file(path: Path, other: Path) -> bool:
    """Whether both names lead to one file, by whatever links; a file that is not there is compared by its full name."""
    try:
        return path.samefile(other)
    except OSError:
        return path.resolve() == other.resolve()
