"""What a person can say by hand about a chosen boundary or box, and saying it: the same for menus, commands and panels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from chunkstudio.gui.session import Session

if TYPE_CHECKING:
    from chunkstudio.chunking.rules import RulePlace
    from chunkstudio.layout.model import LayoutBox

BoundaryKind = Literal["never_cut", "always_cut"]
BOUNDARY_WORDS: dict[BoundaryKind, str] = {"always_cut": "Always cut here", "never_cut": "Never cut here"}


@dataclass(frozen=True, slots=True)
class RuleWishes:
    """Rules on the shown document of a session. Nothing happens where no result, or no such place, is shown."""

    session: Session

    @property
    def sha256(self) -> str:
        """The shown document by its bytes; "" when none is open."""
        state = self.session.current
        return state.info.sha256 if state is not None and state.info is not None else ""

    def places(self) -> Iterator[tuple[str, RulePlace]]:
        """Names and places of the rules as they stand in the newest result."""
        state = self.session.current
        if state is None or state.result is None:
            return
        names = {id(kept.rule): kept.id for kept in self.session.rules.of(self.sha256)}
        by_value = {kept.rule: kept.id for kept in self.session.rules.of(self.sha256)}
        for place in state.result.rule_places:
            name = names.get(id(place.rule)) or by_value.get(place.rule)
            if name is not None:
                yield name, place

    def at_boundary(self, row: int) -> dict[str, str]:
        """Kinds of the rules about a boundary with their names."""
        return {place.rule.kind: name for name, place in self.places() if place.boundary == row}

    def at_box(self, box_id: str) -> dict[str, tuple[str, int]]:
        """Kinds of the rules about a box with their names and heading levels."""
        return {place.rule.kind: (name, place.rule.level) for name, place in self.places() if place.box_id == box_id}

    def boundary(self) -> int | None:
        """The row of the boundary that is chosen, where rules can be made."""
        state = self.session.current
        row = self.session.selected_boundary
        shown = state is not None and state.result is not None and self.session.shown_result is state.result
        return row if shown else None

    def toggle_boundary(self, kind: BoundaryKind, row: int | None = None) -> None:
        """Say never or always about a boundary (the chosen one), in place of the opposite; said again it is taken back."""
        from chunkstudio.chunking.rules import rule_for_boundary

        state, row = self.session.current, self.boundary() if row is None else row
        if state is None or state.result is None or row is None:
            return
        book, known = self.session.rules, self.at_boundary(row)
        words = BOUNDARY_WORDS[kind].lower()
        if kind in known:
            book.remove(self.sha256, [known[kind]], label=f'take back "{words}"')
        else:
            rule = rule_for_boundary(state.result.columns, row, kind)
            book.add(self.sha256, rule, instead=tuple(known.values()), label=f'"{words}"')

    def set_level(self, box: LayoutBox, level: int) -> None:
        """Make a box a heading of a level (0: no heading), in place of an earlier rule on it."""
        self._box_rule(box, "heading_level", level, f"heading of level {level}" if level else "no heading")

    def toggle_left_out(self, box: LayoutBox) -> None:
        """Leave a box out of all chunks; said again it is taken back."""
        known = self.at_box(box.id)
        if "leave_out" in known:
            self.session.rules.remove(self.sha256, [known["leave_out"][0]], label='take back "leave out"')
        else:
            self._box_rule(box, "leave_out", 0, "leave out of the chunks")

    def take_back(self, names: list[str]) -> None:
        """Take rules back by name."""
        self.session.rules.remove(self.sha256, names, label="delete rule" if len(names) == 1 else "delete rules")

    def _box_rule(self, box: LayoutBox, kind: Literal["heading_level", "leave_out"], level: int, label: str) -> None:
        from chunkstudio.chunking.rules import rule_for_box

        state = self.session.current
        if state is None or state.result is None:
            return
        boxes = state.result.layout.boxes()
        index = next((i for i, other in enumerate(boxes) if other.id == box.id), None)
        if index is None:
            return
        known = self.at_box(box.id)
        instead = [known[kind][0]] if kind in known else []
        self.session.rules.add(self.sha256, rule_for_box(boxes, index, kind, level=level), instead=instead, label=label)
