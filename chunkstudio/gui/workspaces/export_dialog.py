"""Exporting a workspace: which form, what of it, where to, with the first records as they would be written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.workspaces.dialog_parts import WorkDialog
from chunkstudio.workspace.exports.export import FORMS
from chunkstudio.workspace.exports.manifest import NAME_SUFFIX


@dataclass(frozen=True, slots=True)
class ExportWish:
    """What the user decided. ``since`` is the manifest from which only changes are written."""

    form: str
    target: str
    draft: bool
    embedder: str = ""
    index: str = "chunks"
    since: Path | None = None
    overwrite: bool = False


class WorkspaceExportDialog(WorkDialog):
    """Builds an :class:`ExportWish`. ``preview_wanted`` (form, draft) asks for the first records, see :meth:`show_preview`."""

    preview_wanted = Signal(str, bool)

    def __init__(
        self, theme: Theme, name: str, folder: Path, *, approved: bool, form: str = "jsonl", parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, "Export", "Export", parent, width=680)
        self._name, self._folder, self._approved = name, folder, approved
        self.forms = QComboBox()
        for key, known in FORMS.items():
            self.forms.addItem(known.label, key)
        self.forms.setCurrentIndex(max(0, self.forms.findData(form)))
        self.draft = QCheckBox("Export the newest chunk sets as a draft, without an approval")
        self.draft.setChecked(not approved)
        self.target, self.browse = QLineEdit(), QPushButton("Choose…")
        self.embedder, self.index = QLineEdit("wordllama"), QLineEdit("chunks")
        self.since, self.find_since = QLineEdit(), QPushButton("Choose…")
        self.overwrite = QCheckBox("Write over an existing file")
        self.preview = QPlainTextEdit()
        self.note = PlainLabel(theme, role="muted", wrap=True)
        self._optional: list[tuple[QWidget, QWidget]] = []
        self._build()
        self.forms.currentIndexChanged.connect(self._form_changed)
        self.draft.toggled.connect(self._ask_preview)
        self.browse.clicked.connect(self._choose_target)
        self.find_since.clicked.connect(self._choose_since)
        for edit in (self.target, self.embedder, self.since):
            edit.textChanged.connect(self._tell)
        self._form_changed()

    def _build(self) -> None:
        self.head(f"Export {self._name}")
        self.field("&Form", self.forms)
        self.column.addWidget(self.draft)
        self.draft.setEnabled(self._approved)
        self.field("&To", self.target, self.browse)
        self.column.addWidget(self.overwrite)
        self._option("&Embedder for the vectors", self.embedder)
        self._option("&Table, collection or index", self.index)
        self.since.setPlaceholderText("Whole export; name an earlier manifest to write only what changed since")
        self._option("&Changes since", self.since, self.find_since)
        self.preview.setReadOnly(True)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.preview.setMinimumHeight(140)
        self.field("&First records", self.preview)
        self.column.addWidget(self.note)
        self.finish()

    def _option(self, label: str, widget: QWidget, *others: QWidget) -> None:
        """A field that some forms do not have: it is in a widget of its own that can be hidden."""
        before = self.column.count()
        self.field(label, widget, *others)
        item = self.column.itemAt(before)
        heading = item.widget() if item is not None else None
        assert heading is not None
        self._optional.append((widget, heading))

    @property
    def form(self) -> str:
        """The chosen form."""
        return str(self.forms.currentData())

    @property
    def wish(self) -> ExportWish:
        """What is chosen now."""
        form = FORMS[self.form]
        since = Path(self.since.text().strip()).expanduser() if form.deltas and self.since.text().strip() else None
        embedder = self.embedder.text().strip() if form.vectors != "none" else ""
        return ExportWish(
            form.name,
            self.target.text().strip(),
            self.draft.isChecked(),
            embedder,
            self.index.text().strip() or "chunks",
            since,
            self.overwrite.isChecked(),
        )

    def _form_changed(self) -> None:
        form = FORMS[self.form]
        shown = {
            self.embedder: form.vectors != "none",
            self.index: form.name in ("lancedb", "qdrant", "opensearch", "pgvector"),
            self.since: form.deltas,
        }
        for widget, heading in self._optional:
            widget.setVisible(shown[widget])  # type: ignore[index]
            heading.setVisible(shown[widget])  # type: ignore[index]
        self.find_since.setVisible(form.deltas)
        self.embedder.setPlaceholderText("none, without vectors" if form.vectors == "optional" else "wordllama")
        self.target.setText(str(self._folder / f"{self._name}{form.suffix}"))
        self._tell()
        self._ask_preview()

    def _ask_preview(self, *_: object) -> None:
        self.preview.setPlainText("Reading the first records…")
        self._tell()
        self.preview_wanted.emit(self.form, self.draft.isChecked())

    def show_preview(self, form: str, text: str) -> None:
        """The first records of a form, or why there are none."""
        if form == self.form:
            self.preview.setPlainText(text)

    def _tell(self, *_: object) -> None:
        form = FORMS[self.form]
        ready = bool(self.target.text().strip()) and (form.vectors != "needed" or bool(self.embedder.text().strip()))
        self.go.setEnabled(ready)
        self.go.setText("Export draft" if self.draft.isChecked() else "Export")
        name = Path(self.target.text().strip()).name + NAME_SUFFIX
        words = [f"Its manifest {name} is written beside it." if "://" not in self.target.text() else ""]
        if not self._approved:
            words.insert(0, "Nothing is approved, so this export is marked as a draft.")
        if form.name == "qdrant":
            words.append("Name a folder, or the address of a server (http://…).")
        self.note.setText(" ".join(w for w in words if w))

    def _choose_target(self) -> None:
        options = QFileDialog.Option.DontConfirmOverwrite
        name, _ = QFileDialog.getSaveFileName(self, "Export to", self.target.text(), "All files (*)", options=options)
        if name:
            self.target.setText(name)

    def _choose_since(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Earlier manifest", str(self._folder), f"Manifests (*{NAME_SUFFIX})")
        if name:
            self.since.setText(name)
