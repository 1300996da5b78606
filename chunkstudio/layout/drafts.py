"""Boxes while layout still works on them: what the page pass gives and the document pass completes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from chunkstudio.layout.geometry import Frame
from chunkstudio.layout.model import (
    BoxClass,
    Exclusion,
    Line,
    ParsedPage,
    Rect,
    RuleNote,
    TableGrid,
    dominant_size,
)


@dataclass(slots=True)
class DraftBox:
    """A box before it has an id. The page pass fills the first part; the document pass works on copies."""

    rect: Rect
    box_class: BoxClass
    lines: tuple[Line, ...] = ()
    table: TableGrid | None = None
    parser_level: int | None = None
    frame: Frame = "upright"
    repaired: bool = False
    notes: list[RuleNote] = field(default_factory=list)
    page: int = 0
    text: str = ""
    line_starts: tuple[int, ...] = ()
    level: int | None = None
    excluded: Exclusion | None = None
    marker: str = ""
    depth: int = 0
    caption: DraftBox | None = None
    caption_of: DraftBox | None = None
    continues: DraftBox | None = None
    parent: DraftBox | None = None
    id: str = ""

    def copy(self) -> DraftBox:
        """A box of its own for one run of the document pass (notes are copied, links are not)."""
        return DraftBox(
            self.rect,
            self.box_class,
            self.lines,
            self.table,
            self.parser_level,
            self.frame,
            self.repaired,
            list(self.notes),
            self.page,
        )

    def note(self, decides: str, rule: str, **inputs: object) -> None:
        """Write down which rule decided something, with the values that it saw."""
        self.notes.append(RuleNote(decides, rule, tuple((key, _shown(value)) for key, value in inputs.items())))

    def turn_into(self, box_class: BoxClass, rule: str, **inputs: object) -> None:
        """Change the class and say why."""
        self.box_class = box_class
        self.note("class", rule, **inputs)

    @property
    def size(self) -> float:
        """Font size in points of most characters."""
        return dominant_size(self.lines)

    @property
    def plain(self) -> str:
        """The lines joined by blanks: for rules that look at text before hyphens are repaired."""
        return " ".join(line.text.strip() for line in self.lines).strip()


@dataclass(frozen=True, slots=True)
class PageBoxes:
    """One page after the page pass: boxes in reading order, its words (evidence for hyphens), and how many reached a box."""

    page: ParsedPage
    boxes: tuple[DraftBox, ...]
    frame: Frame
    words: Counter[str]
    hyphened: frozenset[str]
    looks: Counter[tuple[float, str, int, bool, bool]]
    coverage: float


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return str(value)
