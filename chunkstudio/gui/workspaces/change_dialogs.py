"""Dialogs about change: what chunking again would do, what a revision changed, and keeping a version with a note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from chunkstudio.chunking.profile_fields import setting_label
from chunkstudio.gui.item_models.rows_model import Column
from chunkstudio.gui.pages.tooltips import shorten
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.workspaces.dialog_parts import WorkDialog, bullets, counted
from chunkstudio.gui.workspaces.fact_table import FactTable

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.work import BlastRow
    from chunkstudio.workspace.profile_store import SettingChange
    from chunkstudio.workspace.revision_diff import BoxChange, EvidenceChange, RevisionDiff
else:
    BlastRow = BoxChange = EvidenceChange = RevisionDiff = SettingChange = Any

_BLAST = (
    Column("Document"),
    *(Column(name, right=True) for name in ("Unchanged", "Moved", "Changed", "Added", "Removed", "To embed")),
)
_CHANGES = (Column("Page", right=True), Column("Change"), Column("Before"), Column("Now"))


class BlastDialog(WorkDialog):
    """What chunking again would change in an index, before anything is kept."""

    def __init__(self, theme: Theme, rows: Sequence[BlastRow], version: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Re-chunk", "Re-chunk", parent, width=860)
        ready = [row for row in rows if not row.failure]
        records = sum(r.embed_records for r in rows)
        tokens = sum(r.embed_tokens for r in rows)
        self.head(f"Re-chunk {counted(len(ready), 'document')} under version {version[:4]}")
        words = f"{records:,} records with {tokens:,} tokens would have to be embedded. Nothing is kept yet."
        self.summary = self.line(words, role="muted")
        widths = dict.fromkeys(range(1, 6), 78) | {6: 220}
        self.table = FactTable(theme, _BLAST, "What would change by document", widths=widths)
        self.table.fill([row.cells() for row in rows])
        self.table.setSelectionMode(FactTable.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.fit(320)
        self.column.addWidget(self.table)
        failures = [f"{row.title}: {row.failure}" for row in rows if row.failure]
        if failures:
            self.line(bullets(failures), role="error")
        if any(row.unlabelled for row in rows):
            self.line("Say who may read a document with Access labels in the menu of its row.", role="muted")
        self.go.setEnabled(bool(ready))
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


class RevisionDialog(WorkDialog):
    """What a new revision of a file changed: by page and box, in the index, and for the evidence of questions.

    ``place_wanted`` carries the change whose place is wanted on the page.
    """

    place_wanted = Signal(object)

    def __init__(self, theme: Theme, title: str, diff: RevisionDiff, parent: QWidget | None = None) -> None:
        super().__init__(theme, "New revision", "Close", parent, width=720)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).hide()
        self._changes = diff.boxes
        self.head(f"What changed in {title}")
        boxes = "1 box differs" if len(diff.boxes) == 1 else f"{len(diff.boxes):,} boxes differ"
        self.summary = self.line(f"{boxes}, {diff.same_boxes:,} are the same. {_record_words(diff)}".strip(), role="muted")
        self.pages = self.line(_page_words(diff) or "No page changed.")
        self.table = FactTable(theme, _CHANGES, "Changed boxes", widths={0: 48, 1: 76, 2: 270}, stretch=3)
        self.table.fill([_change_cells(c) for c in diff.boxes])
        self.table.fit(300)
        self.table.setVisible(bool(diff.boxes))
        self.table.chosen.connect(self._chosen)
        self.column.addWidget(self.table)
        bad = [e for e in diff.evidence if e.state != "kept"]
        words = [f"{e.question}: {_evidence_words(e)} ({shorten(e.quote, 60)})" for e in bad]
        self.evidence = self.line(bullets(words), role="warn" if bad else "text")
        self.evidence.setVisible(bool(words))
        self.finish()
        self.go.setFocus()  # the table would go to its first change by itself

    def _chosen(self, row: int) -> None:
        self.place_wanted.emit(self._changes[row])


def _page_words(diff: RevisionDiff) -> str:
    pages = diff.pages().items()
    return bullets(f"Page {n}: " + ", ".join(f"{count:,} {kind}" for kind, count in kinds.items()) for n, kinds in pages)


def _record_words(diff: RevisionDiff) -> str:
    if diff.records is None:
        return ""
    total = sum(diff.records.counts()[k] for k in ("unchanged", "moved", "changed", "added"))
    cost = counted(diff.records.cost.records, "record")
    return f"{len(diff.kept_ids()):,} of {total:,} records keep their id; {cost} would be embedded again."


def _change_cells(change: BoxChange) -> tuple[str, str, str, str]:
    texts = (shorten(box.text or box.box_class, 80) if box is not None else "" for box in (change.before, change.after))
    return (f"{change.page:,}", change.kind, *texts)  # type: ignore[return-value]


def _evidence_words(change: EvidenceChange) -> str:
    if change.state == "moved":
        return f"moved from page {change.page_before} to {change.page_after}"
    return f"lost, page {change.page_after} comes nearest" if change.page_after else "lost"


def change_words(changes: Sequence[SettingChange]) -> str:
    """Settings with their old and new values, below each other."""
    return bullets(f"{setting_label(c.path)}: {_value(c.before)} → {_value(c.after)}" for c in changes)


def _value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)
