"""The manual rules of the shown document as table rows: what each says, where, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.item_models.rows_model import Column, RowsModel

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import ManualRule, RulePlace

RULE, QUOTE, PAGE, STATE = range(4)

_STATES = {
    "placed": ("Holds", "ok", "ok", "The rule is in force."),
    "gone": ("Lost", "warning", "warn", "Its words are no longer in the document. Delete the rule or set it again."),
    "ambiguous": ("Unclear", "warning", "warn", "Its words occur more than once now. Set it again at the right place."),
    "neighbour": ("Lost", "warning", "warn", "What follows its words is another text now. Set it again, or delete it."),
    "overruled": ("Overruled", "info", "muted", "A later rule about the same place says otherwise."),
    "waiting": ("Not yet cut", "clock", "muted", "It takes effect as soon as the document is cut."),
}


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with the name it is kept under, and its place in the newest result (None before there is one)."""

    name: str
    rule: ManualRule
    place: RulePlace | None

    @property
    def state(self) -> str:
        """placed, gone, ambiguous, neighbour, overruled, or waiting."""
        return self.place.state if self.place is not None else "waiting"

    @property
    def page(self) -> int:
        """The page it stands on; where it found no place, the page on which it was made."""
        return self.place.page if self.place is not None and self.place.page else self.rule.page


def rule_words(rule: ManualRule) -> str:
    """What a rule says, in words."""
    if rule.kind == "heading_level":
        return f"Heading of level {rule.level}" if rule.level else "No heading"
    if rule.kind == "leave_out":
        return "Leave out"
    side = "before" if rule.side == "before" else "after"
    return f"{'Never' if rule.kind == 'never_cut' else 'Always'} cut {side}"


class RulesModel(RowsModel[RuleRow]):
    """What it says, the words it hangs on, page, state with its word."""

    columns = (
        Column("Rule"),
        Column("At", help="The words that the rule follows, also in a new revision of the file."),
        Column("Page", right=True),
        Column("State"),
    )

    def cell(self, row: RuleRow, column: int, role: int) -> Any:
        word, icon, color, tip = _STATES[row.state]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return (rule_words(row.rule), " ".join(row.rule.quote.split()), str(row.page), word)[column]
        if role == ItemRole.ICON:
            return icon if column == STATE else None
        if role == ItemRole.COLOR:
            return color if column == STATE else "muted" if column == PAGE else "text"
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{rule_words(row.rule)}: {row.rule.quote}\n{tip}"
        return None

    def sort_key(self, row: RuleRow, column: int) -> Any:
        if column == PAGE:
            return row.page, row.rule.y
        return super().sort_key(row, column)
