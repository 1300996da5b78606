"""Dialogs about change: what chunking again would do, what a version changes, and keeping a version with a note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QHeaderView, QLineEdit, QTableWidget, QTableWidgetItem, QWidget

from chunkstudio.gui.item_models.plain_tip import plain_tip
from chunkstudio.gui.pages.tooltips import shorten
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.workspaces.dialog_parts import WorkDialog, bullets, counted

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.work import BlastRow, VersionEffect
    from chunkstudio.workspace.profile_store import SettingChange
    from chunkstudio.workspace.revision_diff import EvidenceChange, RevisionDiff
else:
    BlastRow = EvidenceChange = RevisionDiff = SettingChange = VersionEffect = Any

_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_WORDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_BLAST = ("Document", "Unchanged", "Moved", "Changed", "Added", "Removed", "To embed")


class BlastDialog(WorkDialog):
    """What chunking again would change in an index, before anything is kept."""

    def __init__(self, theme: Theme, rows: Sequence[BlastRow], version: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Re-chunk", "Re-chunk", parent, width=760)
        records = sum(r.embed_records for r in rows)
        tokens = sum(r.embed_tokens for r in rows)
        self.head(f"Re-chunk {counted(len(rows), 'document')} under version {version[:4]}")
        words = f"{records:,} records with {tokens:,} tokens would have to be embedded again. Nothing is kept yet."
        self.summary = self.line(words, role="muted")
        self.table = QTableWidget(len(rows), len(_BLAST))
        self.table.setHorizontalHeaderLabels(list(_BLAST))
        self.table.verticalHeader().setVisible(False)
        self.table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.table.setAccessibleName("What would change by document")
        for k, row in enumerate(rows):
            for column, text in enumerate(row.cells()):
                item = QTableWidgetItem(text)
                item.setTextAlignment(_NUMBER if column else _WORDS)
                item.setToolTip(plain_tip(text))
                self.table.setItem(k, column, item)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionMode(QTableWidget.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setFixedHeight(min(320, 48 + 32 * max(2, len(rows))))
        self.column.addWidget(self.table)
        failures = [f"{row.title}: {row.failure}" for row in rows if row.failure]
        if failures:
            self.line(bullets(failures), role="error")
        self.go.setEnabled(len(failures) < len(rows))
        self.finish()


class SaveVersionDialog(WorkDialog):
    """Keep the draft as a version, with a note; shows the settings that it changes."""

    def __init__(self, theme: Theme, version: str, changes: Sequence[SettingChange], parent: QWidget | None = None) -> None:
        super().__init__(theme, "Save version", "Save version", parent, width=460)
        self.head(f"Save version {version[:4]}")
        self.line(change_words(changes) or "No setting differs from the version before.", role="muted")
        self.note = QLineEdit()
        self.note.setPlaceholderText("Why it was changed")
        self.field("&Note", self.note)
        self.finish()
        self.note.setFocus()


class CompareDialog(WorkDialog):
    """What differs between a version and the profile of now: settings, and what they do to the shown document."""

    def __init__(
        self, theme: Theme, title: str, changes: Sequence[SettingChange], effect: VersionEffect | None, parent: QWidget | None
    ) -> None:
        super().__init__(theme, "Compare versions", "Close", parent, width=520)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).hide()
        self.head(title)
        self.settings = self.line(change_words(changes) or "The settings are the same.")
        words = effect.words() if effect is not None else "Open a document to see what the settings do to it."
        self.effect = self.line(words, role="muted" if effect is None else "text")
        self.finish()


class RevisionDialog(WorkDialog):
    """What a new revision of a file changed: by page, in the index, and for the evidence of questions."""

    def __init__(self, theme: Theme, title: str, diff: RevisionDiff, parent: QWidget | None = None) -> None:
        super().__init__(theme, "New revision", "Close", parent, width=600)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).hide()
        self.head(f"What changed in {title}")
        pages = diff.pages()
        lines = [f"Page {n}: " + ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) for n, kinds in pages.items()]
        boxes = "1 box differs" if len(diff.boxes) == 1 else f"{len(diff.boxes):,} boxes differ"
        self.summary = self.line(f"{boxes}, {diff.same_boxes:,} are the same.", role="muted")
        self.pages = self.line(bullets(lines) or "No page changed.")
        if diff.records is not None:
            kept = len(diff.kept_ids())
            total = sum(diff.records.counts()[k] for k in ("unchanged", "moved", "changed", "added"))
            cost = diff.records.cost
            self.line(
                f"{kept:,} of {total:,} records keep their id; {counted(cost.records, 'record')} would be embedded again."
            )
        bad = [e for e in diff.evidence if e.state != "kept"]
        words = [f"{e.question}: {_evidence_words(e)} ({shorten(e.quote, 60)})" for e in bad]
        self.evidence = self.line(bullets(words), role="warn" if bad else "text")
        self.evidence.setVisible(bool(words))
        self.finish()


def _evidence_words(change: EvidenceChange) -> str:
    if change.state == "moved":
        return f"moved from page {change.page_before} to {change.page_after}"
    return f"lost, page {change.page_after} comes nearest" if change.page_after else "lost"


def change_words(changes: Sequence[SettingChange]) -> str:
    """Settings with their old and new values, below each other."""
    return bullets(f"{c.path}: {_value(c.before)} → {_value(c.after)}" for c in changes)


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
