"""Rows of the workspace panel: documents with their status, profile versions, approvals.

The details are a column of their own, and the second line of the name where the panel is narrow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

if TYPE_CHECKING:
    from chunkstudio.workspace.approvals import Approval
    from chunkstudio.workspace.profile_store import ProfileVersion
    from chunkstudio.workspace.workspace import DocumentStatus
else:
    Approval = ProfileVersion = DocumentStatus = Any

NAME, DETAIL, STATE = range(3)
SHOWN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)

_DOCUMENT = {
    "fresh": ("Fresh", "ok", "ok"),
    "stale": ("Stale", "clock", "warn"),
    "failed": ("Failed", "error", "error"),
    "missing": ("Missing", "warning", "error"),
    "new": ("New", "plus", "muted"),
}
_VERSION = {
    "draft": ("Draft", "changed", "muted"),
    "evaluated": ("Evaluated", "check", "text"),
    "approved": ("Approved", "ok", "ok"),
    "retired": ("Retired", "cancel", "muted"),
}


def _look(words: tuple[str, str, str], column: int, role: int) -> Any:
    """Icon and colour of a state cell; muted details."""
    if role == ItemRole.ICON:
        return words[1] if column == STATE else None
    if role == ItemRole.COLOR:
        return words[2] if column == STATE else "muted" if column == DETAIL else "text"
    return None


def status_words(row: DocumentStatus) -> str:
    """Why a document is what it is, in words."""
    made = row.chunk_set
    if row.state == "missing":
        return "its file has changed: open it to keep the new revision" if row.changed else "its file is gone"
    if made is None:
        return "not chunked yet" if row.document.access is not None else "not chunked yet, no access labels"
    facts = [f"{made.records:,} records"]
    if row.changed:
        names = ", ".join(name.replace("assembly.", "").replace("_", " ") for name in row.changed[:3])
        more = f" and {len(row.changed) - 3} more" if len(row.changed) > 3 else ""
        facts.insert(0, f"changed: {names}{more}")
    if row.findings:
        facts.append("1 finding" if row.findings == 1 else f"{row.findings:,} findings")
    if row.rule_conflicts:
        facts.append("1 rule in conflict" if row.rule_conflicts == 1 else f"{row.rule_conflicts:,} rules in conflict")
    return ", ".join(facts)


class DocumentRows(RowsModel[DocumentStatus]):
    """Title, why, state with its word."""

    columns = (Column("Document"), Column("Chunk set"), Column("State"))

    def cell(self, row: DocumentStatus, column: int, role: int) -> Any:
        words = _DOCUMENT[row.state]
        if role in SHOWN:
            return (row.document.title, status_words(row), words[0])[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            readers = ", ".join(row.document.access.acl) if row.document.access else "nobody yet"
            current = row.document.current
            return (
                f"{row.document.title}\n{current.file_name}, revision {current.number}\nReaders: {readers}\n{status_words(row)}"
            )
        if role == ItemRole.SECOND and column == NAME:
            return self.cell(row, DETAIL, Qt.ItemDataRole.DisplayRole)
        return _look(words, column, role)


class VersionRows(RowsModel[ProfileVersion]):
    """Short hash with tags, note and origin, state."""

    columns = (Column("Version"), Column("Note"), Column("State"))

    def cell(self, row: ProfileVersion, column: int, role: int) -> Any:
        words = _VERSION[row.state]
        if role in SHOWN:
            tags = f" [{', '.join(row.tags)}]" if row.tags else ""
            origin = f"from {row.parent[:4]}, " if row.parent else ""
            named = f"{row.name}: {row.note}" if row.note else row.name
            return (f"{row.hash[:4]}{tags}", f"{named}, {origin}{row.author}, {row.created[:10]}", words[0])[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            origin = f"from {row.parent[:4]}" if row.parent else "without an origin"
            return f"{row.name} {row.hash}\n{row.note}\n{origin}, by {row.author}, {row.created}"
        if role == ItemRole.SECOND and column == NAME:
            return self.cell(row, DETAIL, Qt.ItemDataRole.DisplayRole)
        return _look(words, column, role)


class ApprovalRows(RowsModel[Approval]):
    """Version, figures and who, whether it still holds."""

    columns = (Column("Version"), Column("Approval"), Column("State"))

    def cell(self, row: Approval, column: int, role: int) -> Any:
        words = ("Revoked", "cancel", "muted") if row.revoked else ("Searchable", "ok", "ok")
        if role in SHOWN:
            count = len(row.data.get("documents", ()))
            detail = f"{recall_words(row.data['verdict'])}, {count} {'document' if count == 1 else 'documents'}, {row.author}"
            return (row.profile_hash[:4], f"{detail}, {row.created[:10]}", words[0])[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            note = row.data.get("note") or "no note"
            lines = [
                f"Approval {row.id}",
                f"Corpus version {row.data.get('corpus_version', '')}",
                note,
                *row.data.get("waived", ()),
            ]
            return "\n".join(lines)
        if role == ItemRole.SECOND and column == NAME:
            return self.cell(row, DETAIL, Qt.ItemDataRole.DisplayRole)
        return _look(words, column, role)


def recall_words(verdict: dict[str, Any]) -> str:
    """R@k of a recorded verdict with its interval."""
    name = next((k for k in verdict if k.startswith("R@")), "")
    low, high = verdict.get("interval", (0.0, 0.0))
    return f"{name} {verdict[name]:.2f} [{low:.2f}, {high:.2f}]" if name else "no figures"
