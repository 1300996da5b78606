"""Questions of the shown document as two-line rows: status, words, rank before and now."""

from __future__ import annotations

from typing import Any, Literal

from PySide6.QtCore import Qt

from chunkstudio.gui.evaluation.scoring import CAUSE_WORDS, FAR, QuestionRow
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.retrieval.index import DEPTH

QUESTION, BEFORE, NOW = range(3)
Filter = Literal["all", "missed", "better", "worse", "drafted"]
_ICONS = {"found": ("ok", "ok"), "missed": ("cancel", "error"), "waiting": ("clock", "muted")}
_STATUS_WORDS = {"found": "Found", "missed": "Missed", "waiting": "Not evaluated yet"}


def rank_words(rank: int | None) -> str:
    """ "22", or ">100" where it is not among those searched."""
    return str(rank) if rank is not None else f">{DEPTH}"


def status_words(row: QuestionRow) -> str:
    """The status in words, with the cause of a miss."""
    if row.status == "missed" and row.misses:
        return CAUSE_WORDS[row.misses[0].cause]
    return _STATUS_WORDS[row.status]


def passes(row: QuestionRow, chosen: Filter) -> bool:
    """Whether a row is listed under a filter."""
    return {
        "all": True,
        "missed": row.status == "missed",
        "better": row.change > 0,
        "worse": row.change < 0,
        "drafted": row.question.status == "drafted",
    }[chosen]


class QuestionRows(RowsModel[QuestionRow]):
    """Status icon and words, page and cause below them; ranks under the other version and the draft."""

    def __init__(self, version: str = "", parent: Any = None) -> None:
        super().__init__(parent)
        self.columns = (Column("Question"), Column(version, right=True), Column("Draft", right=True))
        self._documents: dict[str, str] = {}

    def name_documents(self, names: dict[str, str]) -> None:
        """Names by SHA-256 to stand before the pages, where the rows are of several documents."""
        self._documents = names

    def name_version(self, version: str, *, compared: bool) -> None:
        """Titles of the rank columns: the version compared with and the draft, or the one version."""
        titles = (version, "Draft") if compared else ("", version)
        self.columns = (
            Column("Question"),
            Column(titles[0], right=True, help="Rank of the evidence under this version"),
            Column(titles[1], right=True, help="Rank of the evidence now"),
        )
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 2)

    def cell(self, row: QuestionRow, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, column)
        if role == ItemRole.SECOND:
            return self._second(row, column)
        if role == ItemRole.ICON:
            return _ICONS[row.status][0] if column == QUESTION else None
        if role == ItemRole.COLOR:
            return _ICONS[row.status][1] if column == QUESTION else "muted" if column == BEFORE else "text"
        if role == ItemRole.WEIGHT:
            return 600 if column == NOW else 400
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{row.question.question}\n{status_words(row)}, {self._second(row, QUESTION)}"
        return None

    def _words(self, row: QuestionRow, column: int) -> str:
        if column == QUESTION:
            return row.question.question
        if column == BEFORE:
            return rank_words(row.before) if row.compared else ""
        return rank_words(row.rank) if row.status != "waiting" else ""

    def _second(self, row: QuestionRow, column: int) -> str:
        if column == QUESTION:
            drafted = ("drafted",) if row.question.status == "drafted" else ()
            count = len(row.question.evidence)
            several = (f"{count} evidences",) if count > 1 else ()
            cause = (status_words(row),) if row.status == "missed" else ()
            moved = (f"rank {rank_words(row.before)} → {rank_words(row.rank)}",) if row.change else ()
            first = row.question.evidence[0]
            name = self._documents.get(first.document)
            return " · ".join((*((name,) if name else ()), f"p {first.page}", *several, *moved, *cause, *drafted))
        return ""

    def sort_key(self, row: QuestionRow, column: int) -> Any:
        if column == QUESTION:
            return row.question.question.casefold()
        return (row.before if column == BEFORE else row.rank) or FAR
