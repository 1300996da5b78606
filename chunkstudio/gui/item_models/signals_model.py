"""The signals of one boundary as rows: letter and name, what was measured, weight, and what it adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.chunking.signal_specs import SIGNALS
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel
from chunkstudio.gui.item_models.score_parts import PartRow, part_rows, signed

if TYPE_CHECKING:
    from chunkstudio.chunking.model import Boundary

LETTER, SIGNAL, MEASURED, WEIGHT, ADDS = range(5)
_TOTAL = "total"
_KEEPS = frozenset(s.name for s in SIGNALS if s.keeps)


class SignalsModel(RowsModel[PartRow]):
    """Rows add up to the row "Sum". Keep-together signals share one row while none of them applies."""

    columns = (
        Column(""),
        Column("Signal"),
        Column("Measured"),
        Column("Weight", right=True),
        Column("Adds", right=True, help="Measured × weight; the parts add up to the sum"),
    )

    def show_boundary(self, boundary: Boundary | None) -> None:
        """Rows of one boundary, then its sum and its score."""
        if boundary is None:
            self.set_rows(())
            return
        rows = part_rows(boundary)
        keeps = [r for r in rows if r.name in _KEEPS]
        shown = [r for r in rows if r.name not in _KEEPS] + [r for r in keeps if r.adds]
        if keeps and not any(r.adds for r in keeps):
            shown.append(PartRow("", "", "Keep together", "Signals that hold units together", "none applies", -1, 0.0))
        total = round(boundary.weighted_sum, 2)
        shown.append(PartRow("", _TOTAL, "Sum", "All parts together", f"threshold {boundary.threshold_sum:.2f}", -1, total))
        score = round(boundary.score, 2)
        shown.append(
            PartRow("", _TOTAL, "Score", "The sum on the scale from 0 to 1", f"threshold {boundary.threshold:.2f}", -1, score)
        )
        self.set_rows(shown)

    def cell(self, row: PartRow, column: int, role: int) -> Any:
        total = row.name == _TOTAL
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column, total)
        if role == ItemRole.WEIGHT:
            return 600 if (total and column != MEASURED) or (row.adds and column in (LETTER, ADDS)) else 400
        if role == ItemRole.COLOR:
            if column == LETTER:
                return "accent" if row.letter else "muted"
            quiet = not row.adds and not total
            return "muted" if quiet or column in (MEASURED, WEIGHT) else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{row.help}\n{row.measured}" if row.measured and not total else row.help
        return None

    def _words(self, row: PartRow, column: int, total: bool) -> str:
        if column == LETTER:
            return "" if total else row.letter or "–"
        if column == SIGNAL:
            return row.label
        if column == MEASURED:
            return row.measured if total else short_measure(row)
        if column == WEIGHT:
            return "" if row.weight < 0 else f"{row.weight:.2f}"
        return f"{row.adds:.2f}" if total else signed(row.adds)


def short_measure(row: PartRow) -> str:
    """What was measured in the few words that a narrow column holds; the tooltip has them all."""
    if not row.measured:
        return "yes" if row.adds else "no"
    first = row.measured.split(", ", 1)[0].removeprefix("left edge moves by ").replace("-0.0 pt", "0.0 pt")
    return first.replace(" to ", " → ").replace("list-item", "list item").replace("section-header", "heading")
