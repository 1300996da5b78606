"""Manual rules: what a person decided about a place, kept by its words and place so that it survives a new layout."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.unit_columns import UnitColumns
from chunkstudio.layout.model import LayoutBox, LayoutDocument, RuleNote

RuleKind = Literal["never_cut", "always_cut", "heading_level", "leave_out"]
_WORDS = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class ManualRule:
    """A decision anchored on ``quote``, the words of a unit (or their beginning), near ``page`` and height ``y`` in points.

    ``never_cut`` and ``always_cut`` mean the boundary after the unit. ``heading_level`` makes the unit's box a heading of
    ``level`` (0: text). ``leave_out`` keeps the unit's whole box out of all chunks.
    """

    kind: RuleKind
    quote: str
    page: int
    y: float = 0.0
    level: int = 0

    @property
    def key(self) -> str:
        """The quote as it is compared: words in lower case."""
        return fold(self.quote)


@dataclass(frozen=True, slots=True, eq=False)
class PlacedRules:
    """The rules as flags over boundaries and as boxes left out, with those that found no place."""

    never: Flags
    always: Flags
    lost: tuple[ManualRule, ...]


def fold(text: str) -> str:
    """Words of a text in lower case, for comparison."""
    return " ".join(_WORDS.sub(" ", text.casefold()).split())


def edit_layout(layout: LayoutDocument, rules: Sequence[ManualRule]) -> tuple[LayoutDocument, tuple[ManualRule, ...]]:
    """The layout with rules on boxes (heading level, left out) carried out, and the rules that found no box."""
    todo = [rule for rule in rules if rule.kind in ("heading_level", "leave_out")]
    if not todo:
        return layout, ()
    boxes = layout.boxes()
    changed: dict[str, LayoutBox] = {}
    lost = []
    for rule in todo:
        found = _nearest_box(boxes, rule)
        if found is None:
            lost.append(rule)
        else:
            changed[found.id] = _edited(changed.get(found.id, found), rule)
    pages = tuple(replace(p, boxes=tuple(changed.get(b.id, b) for b in p.boxes)) for p in layout.pages)
    return replace(layout, pages=pages), tuple(lost)


def _edited(box: LayoutBox, rule: ManualRule) -> LayoutBox:
    note = RuleNote("manual", rule.kind, (("quote", rule.quote), ("level", str(rule.level))))
    if rule.kind == "leave_out":
        return replace(box, excluded="rule", notes=(*box.notes, note))
    if rule.level <= 0:
        return replace(box, box_class="text", level=None, notes=(*box.notes, note))
    return replace(box, box_class="section-header", level=rule.level, notes=(*box.notes, note))


def _nearest_box(boxes: Sequence[LayoutBox], rule: ManualRule) -> LayoutBox | None:
    key = rule.key
    fitting = [box for box in boxes if key and key in fold(box.text)]
    return min(fitting, key=lambda b: (abs(b.page - rule.page), abs(b.rect[1] - rule.y)), default=None)


def place_rules(columns: UnitColumns, rules: Sequence[ManualRule]) -> PlacedRules:
    """Flags of the boundary rules; where words occur more than once, the place nearest to the rule's counts."""
    n = max(len(columns) - 1, 0)
    never, always = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    lost = []
    todo = [rule for rule in rules if rule.kind in ("never_cut", "always_cut")]
    folded = [fold(columns.plain_text(i) or columns.text(i)) for i in range(len(columns))] if todo else []
    for rule in todo:
        unit = _nearest_unit(columns, folded, rule)
        if unit is None or unit >= n:
            lost.append(rule)
        else:
            (never if rule.kind == "never_cut" else always)[unit] = True
    return PlacedRules(never, always, tuple(lost))


def _nearest_unit(columns: UnitColumns, folded: Sequence[str], rule: ManualRule) -> int | None:
    key = rule.key
    fitting = [i for i, text in enumerate(folded) if key and text.startswith(key)]
    fitting = fitting or [i for i, text in enumerate(folded) if key and key in text]

    def distance(i: int) -> tuple[float, float]:
        box = columns.boxes[int(columns.box[i])]
        return abs(box.page - rule.page), abs(box.rect[1] - rule.y)

    return min(fitting, key=distance, default=None)


def rule_for_unit(columns: UnitColumns, unit: int, kind: RuleKind, *, level: int = 0) -> ManualRule:
    """The rule that says ``kind`` about a unit of this document."""
    box = columns.boxes[int(columns.box[unit])]
    text = columns.plain_text(unit) or columns.text(unit)
    return ManualRule(kind, " ".join(text.split())[:200], box.page, box.rect[1], level)
