"""Measures of both versions: values, difference, its interval as a drawn mark, and the word for it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from chunkstudio.gui.evaluation.curves import MeasureRow, shown_name
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

NAME, BEFORE, NOW, INTERVAL, CHANGE = range(5)
INTERVAL_ROLE = Qt.ItemDataRole.UserRole + 77

_HELP = {
    "R": "Share of a question's evidences found in the first k results",
    "RR": "1 / rank of the first result that holds any evidence, averaged",
    "nDCG": "Gain of the first ten results, those at the top counting more",
    "cov": "Share of the evidences' words within the first 2,000 tokens read",
    "tok": "Tokens of the first k results together: what the recall costs",
}


class MeasureRows(RowsModel[MeasureRow]):
    """Measure, version, draft, interval of the difference, difference."""

    columns = (
        Column("Measure"),
        Column("", right=True),
        Column("Draft", right=True),
        Column("95 %", help="Hollow: the interval reaches zero, so no difference is shown"),
        Column("", right=True),
    )

    def name_version(self, version: str, *, compared: bool) -> None:
        """Titles of the value columns."""
        titles = (version, "Draft", "95 %") if compared else ("", version, "")
        self.columns = (
            Column("Measure"),
            Column(titles[0], right=True),
            Column(titles[1], right=True),
            Column(titles[2], help="Hollow: no difference is shown"),
            Column("", right=True),
        )
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 4)

    @property
    def widest(self) -> float:
        """The largest distance from zero of any interval in 0..1, for one axis for all rows."""
        ends = [abs(e) for r in self.rows if r.difference and _is_share(r) for e in (r.difference.low, r.difference.high)]
        return max(ends, default=0.0) or 0.01

    def cell(self, row: MeasureRow, column: int, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(row, column)
        if role == INTERVAL_ROLE and column == INTERVAL and row.difference is not None and _is_share(row):
            d = row.difference
            return (d.low / self.widest, d.mean / self.widest, d.high / self.widest, d.verdict)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(row)
        return None

    def _words(self, row: MeasureRow, column: int) -> str:
        digits = ".3f" if _is_share(row) else ",.0f"
        if column == NAME:
            return shown_name(row.name)
        if column == BEFORE:
            return format(row.before, digits) if row.before is not None else ""
        if column == NOW:
            return format(row.now, digits)
        if column == CHANGE and row.difference is not None:
            return f"{row.difference.mean:+{digits}}".replace("-", "\N{MINUS SIGN}")
        return ""

    def _tip(self, row: MeasureRow) -> str:
        about = _HELP.get(row.name.split("@")[0], "")
        d = row.difference
        if d is None:
            return about
        interval = f"95 % interval {d.low:+.3f} to {d.high:+.3f}, p = {d.adjusted:.3f}: {d.verdict}."
        return "\n".join(part for part in (about, interval) if part)


def _is_share(row: MeasureRow) -> bool:
    return not row.name.startswith("tok")
