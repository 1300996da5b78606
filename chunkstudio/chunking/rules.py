"""Manual rules: what a person decided about a place, kept by its words and place so that it survives a new layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from chunkstudio.chunking.rule_anchors import WORDS_KEPT, Lost, Slots, context_of, find_place, fold
from chunkstudio.chunking.signals import Flags
from chunkstudio.chunking.unit_columns import HEADING, UnitColumns
from chunkstudio.layout.model import LayoutBox, LayoutDocument, RuleNote

RuleKind = Literal["never_cut", "always_cut", "heading_level", "leave_out"]
Side = Literal["after", "before"]
RuleState = Literal["placed", "gone", "ambiguous", "neighbour", "overruled"]
BOUNDARY_RULES = ("never_cut", "always_cut")


@dataclass(frozen=True, slots=True)
class ManualRule:
    """A decision anchored on ``quote``, the words of a unit (or their beginning), near ``page`` and height ``y`` in points.

    ``never_cut`` and ``always_cut`` mean the boundary at the unit's ``side``. ``heading_level`` makes the unit's box a
    heading of ``level`` (0: text). ``leave_out`` keeps the unit's whole box out of all chunks.

    ``whole`` says that the quote is all of the text. ``previous``, ``following`` and ``heading`` (folded words), ``copies``
    (how often the words occurred; 0 when nobody counted) and ``nth`` tell equal texts apart, see
    :mod:`chunkstudio.chunking.rule_anchors`. ``alike`` counts those that are equal in neighbours and heading too, ``nth`` is
    the place among these.
    """

    kind: RuleKind
    quote: str
    page: int
    y: float = 0.0
    level: int = 0
    side: Side = "after"
    whole: bool = False
    previous: str = ""
    following: str = ""
    heading: str = ""
    copies: int = 0
    alike: int = 0
    nth: int = 0

    @property
    def key(self) -> str:
        """The quote as it is compared: words in lower case."""
        return fold(self.quote)


@dataclass(frozen=True, slots=True)
class RulePlace:
    """Where a rule stands in a result: ``boundary`` (row) or ``box_id``, with page; or why it stands nowhere."""

    rule: ManualRule
    state: RuleState
    boundary: int = -1
    box_id: str = ""
    page: int = 0

    @property
    def conflict(self) -> bool:
        """Whether a person must settle it."""
        return self.state != "placed"


@dataclass(frozen=True, slots=True, eq=False)
class PlacedRules:
    """The boundary rules as flags over boundaries, and where each of them stands."""

    never: Flags
    always: Flags
    places: tuple[RulePlace, ...]

    @property
    def lost(self) -> tuple[ManualRule, ...]:
        """The rules that found no place."""
        return tuple(p.rule for p in self.places if p.conflict)


def edit_layout(layout: LayoutDocument, rules: Sequence[ManualRule]) -> tuple[LayoutDocument, tuple[RulePlace, ...]]:
    """The layout with rules on boxes (heading level, left out) carried out, and where each of them stands."""
    todo = [rule for rule in rules if rule.kind not in BOUNDARY_RULES]
    if not todo:
        return layout, ()
    boxes = layout.boxes()
    slots = box_slots(boxes)
    changed: dict[str, LayoutBox] = {}
    places: dict[tuple[str, str], RulePlace] = {}
    out: list[RulePlace] = []
    for rule in todo:
        found = find_place(slots, rule)
        if not isinstance(found, int):
            out.append(RulePlace(rule, found))
            continue
        box = boxes[found]
        changed[box.id] = _edited(changed.get(box.id, box), rule)
        _overrule(places, out, (box.id, rule.kind), RulePlace(rule, "placed", box_id=box.id, page=box.page))
    pages = tuple(replace(p, boxes=tuple(changed.get(b.id, b) for b in p.boxes)) for p in layout.pages)
    return replace(layout, pages=pages), tuple(out)


def _overrule(places: dict[Any, RulePlace], out: list[RulePlace], key: Any, place: RulePlace) -> None:
    """The newest of several rules about one thing counts; the others are told as overruled."""
    older = places.get(key)
    if older is not None:
        out[out.index(older)] = replace(older, state="overruled")
    places[key] = place
    out.append(place)


def _edited(box: LayoutBox, rule: ManualRule) -> LayoutBox:
    note = RuleNote("manual", rule.kind, (("quote", rule.quote), ("level", str(rule.level))))
    if rule.kind == "leave_out":
        return replace(box, excluded="rule", notes=(*box.notes, note))
    if rule.level <= 0:
        return replace(box, box_class="text", level=None, notes=(*box.notes, note))
    return replace(box, box_class="section-header", level=rule.level, notes=(*box.notes, note))


def place_rules(columns: UnitColumns, rules: Sequence[ManualRule]) -> PlacedRules:
    """Flags of the boundary rules. Of two rules about one boundary the later one counts."""
    n = max(len(columns) - 1, 0)
    never, always = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
    todo = [rule for rule in rules if rule.kind in BOUNDARY_RULES]
    slots = unit_slots(columns) if todo else Slots((), (), ())
    places: dict[int, RulePlace] = {}
    out: list[RulePlace] = []
    for rule in todo:
        row = _row(slots, rule, n)
        if not isinstance(row, int):
            out.append(RulePlace(rule, row))
            continue
        never[row], always[row] = rule.kind == "never_cut", rule.kind == "always_cut"
        page = columns.page(row + 1 if rule.side == "before" else row)
        _overrule(places, out, row, RulePlace(rule, "placed", boundary=row, page=page))
    return PlacedRules(never, always, tuple(out))


def _row(slots: Slots, rule: ManualRule, boundaries: int) -> int | Lost:
    """The boundary that a rule means. A unit at the edge of the document has none on its outer side."""
    found = find_place(slots, rule, pair=rule.kind == "never_cut" and rule.side == "after")
    if not isinstance(found, int):
        return found
    row = found - 1 if rule.side == "before" else found
    return row if 0 <= row < boundaries else "neighbour"


def unit_slots(columns: UnitColumns) -> Slots:
    """All units as places for anchors."""
    texts = [fold(columns.plain_text(i) or columns.text(i)) for i in range(len(columns))]
    titles = [fold(section.title) for section in columns.sections]
    boxes = [columns.boxes[int(b)] for b in columns.box]
    return Slots(texts, [titles[int(s)] for s in columns.section], [(b.page, b.rect[1]) for b in boxes])


def box_slots(boxes: Sequence[LayoutBox]) -> Slots:
    """All boxes as places for anchors."""
    headings: list[str] = []
    heading = ""
    for box in boxes:
        headings.append(heading)
        if box.box_class in ("title", "section-header"):
            heading = fold(box.text)
    return Slots([fold(b.text) for b in boxes], headings, [(b.page, b.rect[1]) for b in boxes])


def rule_for_unit(columns: UnitColumns, unit: int, kind: RuleKind, *, side: Side = "after") -> ManualRule:
    """The rule that says ``kind`` (never or always cut) about the boundary at a side of a unit of this document."""
    box = columns.boxes[int(columns.box[unit])]
    return _rule(kind, columns.plain_text(unit) or columns.text(unit), box, unit_slots(columns), unit, side=side)


def rule_for_boundary(columns: UnitColumns, row: int, kind: RuleKind) -> ManualRule:
    """The rule about a boundary: "always cut" before a heading hangs on the heading, everything else on the unit before."""
    if kind == "always_cut" and int(columns.kind[row + 1]) == HEADING:
        return rule_for_unit(columns, row + 1, kind, side="before")
    return rule_for_unit(columns, row, kind)


def rule_for_box(boxes: Sequence[LayoutBox], index: int, kind: RuleKind, *, level: int = 0) -> ManualRule:
    """The rule (heading level, left out) about a box; ``boxes`` are all of the layout's, in order."""
    return _rule(kind, boxes[index].text, boxes[index], box_slots(boxes), index, level=level)


def _rule(
    kind: RuleKind, text: str, box: LayoutBox, slots: Slots, index: int, *, level: int = 0, side: Side = "after"
) -> ManualRule:
    quote = " ".join(text.split())
    whole = len(quote) <= WORDS_KEPT
    if not whole:
        quote = quote[:WORDS_KEPT].rsplit(" ", 1)[0]
    context: dict[str, Any] = context_of(slots, index, fold(quote), whole=whole)
    return ManualRule(kind, quote, box.page, box.rect[1], level, side, whole, **context)
