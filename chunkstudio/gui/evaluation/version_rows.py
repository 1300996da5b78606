"""Rows of the comparison of several versions: measures, and their difference to the baseline as a drawn interval."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from chunkstudio.gui.evaluation.measure_rows import INTERVAL_ROLE
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.retrieval.comparison import Difference
from chunkstudio.retrieval.version_matrix import MatrixRow

NAME, CHUNKS, RECALL, RECALL_SPAN, COVERAGE, COVERAGE_SPAN, READ = range(7)
_HOLLOW = "Difference to the baseline with its 95 % interval. Hollow: no difference is shown"


class VersionRows(RowsModel[MatrixRow]):
    """Version, chunks, R@k and cov@2000tok each with the interval of the difference, tokens read for the first k."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self.name_k(5)

    def name_k(self, k: int) -> None:
        """Titles of the measures."""
        self.columns = (
            Column("Version"),
            Column("Chunks", right=True, help="Chunks of all documents together"),
            Column(f"R@{k}", right=True, help="Share of a question's evidences found in the first k results"),
            Column("95 %", help=_HOLLOW),
            Column("cov@2k", right=True, help="Share of the evidences' words within the first 2,000 tokens read"),
            Column("95 %", help=_HOLLOW),
            Column(f"tok@{k}", right=True, help="Tokens of the first k results together: what the recall costs"),
        )
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, READ)

    @property
    def widest(self) -> float:
        """The largest distance from zero of any interval, for one axis for all rows."""
        known = [d for r in self.rows for d in (r.recall_difference, r.coverage_difference) if d is not None]
        return max((abs(e) for d in known for e in (d.low, d.high)), default=0.0) or 0.01

    def cell(self, row: MatrixRow, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        found = self._difference(row, column)
        if role == INTERVAL_ROLE and found is not None:
            return (found.low / self.widest, found.mean / self.widest, found.high / self.widest, found.verdict)
        if role == ItemRole.COLOR:
            return "muted" if column in (CHUNKS, READ) else "text"
        if role == ItemRole.WEIGHT:
            return 600 if column == NAME and row.recall_difference is None else 400
        if role == Qt.ItemDataRole.ToolTipRole:
            return version_tip(row) if found is None else difference_words(found)
        return None

    def sort_key(self, row: MatrixRow, column: int) -> Any:
        values = {CHUNKS: row.entry.chunks, RECALL: row.recall, COVERAGE: row.coverage, READ: row.read}
        found = self._difference(row, column)
        return values.get(column, found.mean if found is not None else 0.0) if column != NAME else row.entry.name.casefold()

    def _difference(self, row: MatrixRow, column: int) -> Difference | None:
        return {RECALL_SPAN: row.recall_difference, COVERAGE_SPAN: row.coverage_difference}.get(column)

    def _words(self, row: MatrixRow, column: int) -> str:
        values = {
            NAME: row.entry.name,
            CHUNKS: f"{row.entry.chunks:,}",
            RECALL: f"{row.recall:.3f}",
            COVERAGE: f"{row.coverage:.3f}",
            READ: f"{row.read:,.0f}",
        }
        baseline = "baseline" if column == RECALL_SPAN and row.recall_difference is None else ""
        return values.get(column, baseline)


def difference_words(found: Difference) -> str:
    """A difference with its interval, its corrected p-value and what follows."""
    needed = f"\nAbout {found.needed:,} questions would show one of this size." if found.needed else ""
    span = f"{found.mean:+.3f}, 95 % interval {found.low:+.3f} to {found.high:+.3f}"
    tail = needed if found.verdict.startswith("no") else ""
    return f"{span}, p = {found.adjusted:.3f} after Holm's correction: {found.verdict}.{tail}"


def version_tip(row: MatrixRow) -> str:
    """All of a version's figures in words."""
    size = f"{row.entry.chunks:,} chunks, {row.entry.tokens:,} tokens to embed"
    flipped = f"{len(row.gained)} questions found besides the baseline's, {len(row.lost)} lost"
    return f"{row.entry.name}\n{size}" + (f"\n{row.verdict}; {flipped}" if row.verdict else "")
