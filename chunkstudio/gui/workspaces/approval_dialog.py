"""Approving a profile version: the dialog shows exactly what would be approved, and what stands against it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.item_models.setting_groups import choice_label
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.workspaces.change_dialogs import change_words
from chunkstudio.gui.workspaces.contents import Contents
from chunkstudio.gui.workspaces.dialog_parts import WorkDialog, bullets, counted

if TYPE_CHECKING:
    from chunkstudio.workspace.approvals import ApprovalCheck
    from chunkstudio.workspace.workspace import DocumentStatus
else:
    ApprovalCheck = DocumentStatus = Any

_NAME_LEAST_RECALL = "Set Least recall at k in the Profile panel, and save that as a version."


class ApprovalDialog(WorkDialog):
    """Choose, check, waive, approve. ``check_wanted``, ``waive_wanted`` (document, code, reason) and ``import_wanted`` (path)
    are wishes; :meth:`show_check` shows the answer, and only an answer without blockers lets Approve be pressed."""

    check_wanted = Signal()
    waive_wanted = Signal(str, str, str)
    import_wanted = Signal(object)

    def __init__(self, theme: Theme, contents: Contents, chosen: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Approve", "Approve", parent, width=620)
        self.check: ApprovalCheck | None = None
        self._contents = contents
        self.versions, self.questions = QComboBox(), QComboBox()
        self.documents = QListWidget()
        self.documents.setSpacing(3)  # a tick is higher than a line of text
        self.imports = QPushButton("Import…")
        self.run = QPushButton("Check")
        self.verdict = PlainLabel(theme, use="title", weight=600, wrap=True)
        self.changes = PlainLabel(theme, role="muted", wrap=True)
        self.figures = PlainLabel(theme, role="muted", wrap=True)
        self.blockers = PlainLabel(theme, role="error", wrap=True)
        self.waived = PlainLabel(theme, role="muted", wrap=True)
        self.note = QLineEdit()
        self._waivers = QWidget()
        self._waiver_rows = QVBoxLayout(self._waivers)
        self._waiver_rows.setContentsMargins(0, 0, 0, 0)
        self._build()
        self.fill(contents, chosen)
        self.run.clicked.connect(self._ask)
        self.imports.clicked.connect(self._import)
        self.versions.currentIndexChanged.connect(self._outdate)
        self.questions.currentIndexChanged.connect(self._outdate)
        self.documents.itemChanged.connect(self._outdate)

    def _build(self) -> None:
        self.head("Approve a profile version")
        self.field("&Version", self.versions)
        self.column.addWidget(self.changes)
        self.field("&Question set, frozen by the approval", self.questions, self.imports)
        self.documents.setMaximumHeight(120)
        self.documents.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field("&Documents", self.documents)
        row = QHBoxLayout()
        row.addWidget(self.run)
        row.addStretch(1)
        self.column.addLayout(row)
        for label in (self.verdict, self.figures, self.blockers, self._waivers, self.waived):
            self.column.addWidget(label)
        self.note.setPlaceholderText("Why")
        self.field("&Note", self.note)
        self.finish()

    def fill(self, contents: Contents, chosen: str = "") -> None:
        """The versions, question sets and documents of the workspace; ``chosen`` is a version's hash."""
        self._contents = contents
        chosen = chosen or str(self.versions.currentData() or "")
        asked = str(self.questions.currentData() or "")
        self.versions.clear()
        for version in contents.versions:
            if version.state != "retired":
                tags = f" [{', '.join(version.tags)}]" if version.tags else ""
                self.versions.addItem(f"{version.hash[:4]}{tags} · {version.note or version.name}", version.hash)
        self.versions.setCurrentIndex(max(0, self.versions.findData(chosen)))
        self.questions.clear()
        for digest, name, size, frozen in contents.question_sets:
            self.questions.addItem(f"{name} · {size:,} questions{', frozen' if frozen else ''}", digest)
        last = self.questions.count() - 1
        self.questions.setCurrentIndex(self.questions.findData(asked) if self.questions.findData(asked) >= 0 else last)
        self.documents.clear()
        for status in contents.documents:
            item = QListWidgetItem(_document_words(status))
            item.setData(Qt.ItemDataRole.UserRole, status.document.id)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(item.text())
            self.documents.addItem(item)
        self._outdate()

    def choose_questions(self, digest: str) -> None:
        """Choose a question set by its hash; one that is not there changes nothing."""
        place = self.questions.findData(digest)
        if place >= 0:
            self.questions.setCurrentIndex(place)

    @property
    def version(self) -> str:
        """Hash of the chosen version."""
        return str(self.versions.currentData() or "")

    @property
    def question_set(self) -> str:
        """Hash of the chosen question set; "" when there is none."""
        return str(self.questions.currentData() or "")

    @property
    def document_ids(self) -> list[str]:
        """Ids of the ticked documents."""
        items = [self.documents.item(i) for i in range(self.documents.count())]
        return [str(i.data(Qt.ItemDataRole.UserRole)) for i in items if i.checkState() == Qt.CheckState.Checked]

    def _outdate(self, *_: object) -> None:
        """Something was chosen anew: what was checked before does not count."""
        self.check = None
        self.go.setEnabled(False)
        self.run.setEnabled(bool(self.version and self.question_set and self.document_ids))
        self.changes.setText(approved_words(self._contents, self.version))
        self.verdict.setText("")
        self.blockers.setText("")
        self.waived.setText("")
        self._clear_waivers()
        if not self.question_set:
            self.figures.setText("No question set yet. Import one: the gate is measured on its held-out half.")
        else:
            self.figures.setText("Check measures the gate on held-out questions and looks for everything against it.")

    def _ask(self) -> None:
        self.run.setEnabled(False)
        self.figures.setText("Checking: every document is chunked under this version and the questions are asked.")
        self.check_wanted.emit()

    def _import(self) -> None:
        kinds = "Question sets (*.yaml *.yml *.json *.jsonl *.csv);;All files (*)"
        name, _ = QFileDialog.getOpenFileName(self, "Import a question set", "", kinds)
        if name:
            self.import_wanted.emit(Path(name))

    # ---- answers --------------------------------------------------------------------------------------------------
    def show_failure(self, message: str) -> None:
        """The check could not be done."""
        self._outdate()
        self.blockers.setText(message)
        self.blockers.show()

    def show_check(self, check: ApprovalCheck) -> None:
        """Exactly what would be approved."""
        self._clear_waivers()
        self.check = check
        v = check.verdict
        need = f", required {v.required:.2f}" if v.required is not None else ", and the profile requires none"
        self.verdict.setText("It may be approved" if check.passes else "It cannot be approved yet")
        self.verdict.set_look("ok" if check.passes else "error")
        self.figures.setText(
            f"R@{v.k} {v.recall:.3f} [{v.low:.3f}, {v.high:.3f}]{need}, on {v.asked}, {choice_label(v.retriever)}, "
            f"{v.tokens:,.0f} tokens returned.\n"
            f"Profile {check.version.hash}, corpus version {check.corpus_version}: {counted(len(check.documents), 'document')} "
            f"with {counted(len(check.chunk_sets), 'chunk set')}. Question set {check.question_set}."
            + "".join(f"\n{note}" for note in v.notes)
        )
        self.blockers.setText(bullets((*check.blockers, _NAME_LEAST_RECALL) if v.required is None else check.blockers))
        self.waived.setText("Waived: " + "; ".join(check.waived) if check.waived else "")
        titles = {d.id: d.title for d in check.documents}
        for document, code in check.open_findings[:6]:
            self._waiver_rows.addWidget(self._waiver(document, code, titles[document]))
        self._waivers.setVisible(bool(check.open_findings))
        for label in (self.blockers, self.waived):
            label.setVisible(bool(label.text()))
        self.go.setEnabled(check.passes)
        self.run.setEnabled(True)

    def _waiver(self, document: str, code: str, title: str) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        reason = QLineEdit()
        reason.setPlaceholderText("Why it does no harm")
        reason.setAccessibleName(f"Reason to waive {code} of {title}")
        button = QPushButton("Waive")
        button.setEnabled(False)
        reason.textChanged.connect(lambda text: button.setEnabled(bool(text.strip())))
        button.clicked.connect(lambda: self.waive_wanted.emit(document, code, reason.text().strip()))
        row.addWidget(PlainLabel(self.theme, f"{title}: {code}"))
        row.addWidget(reason, 1)
        row.addWidget(button)
        return line

    def _clear_waivers(self) -> None:
        while (item := self._waiver_rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._waivers.hide()


def _document_words(status: DocumentStatus) -> str:
    """A document with what would be approved of it."""
    made, current = status.chunk_set, status.document.current
    sizes = f" · {made.records:,} records, {made.tokens:,} tok" if made is not None else ""
    return f"{status.document.title} · {status.state} · revision {current.number}{sizes}"


def approved_words(contents: Contents, version: str) -> str:
    """How a version differs from the one that is approved now."""
    standing = next((a for a in contents.approvals if a.revoked is None), None)
    before = contents.version(standing.profile_hash) if standing is not None else None
    after = contents.version(version)
    if before is None or after is None:
        return "No other version is approved now."
    if before.hash == after.hash:
        return "This version is approved now; approving it again covers the documents as they are today."
    from chunkstudio.workspace.profile_store import setting_changes

    changes = change_words(setting_changes(before.profile, after.profile))
    return f"Against version {before.hash[:4]}, which is approved now:\n{changes}"
