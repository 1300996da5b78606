"""The tree of sections that the headings of a document span: levels by a stack, ranges in units."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chunkstudio.chunking.model import SectionNode
from chunkstudio.chunking.section_numbers import terminal_heading_number

_ORPHANS = re.compile(
    r"^(?:[\dIVX.]+\s+)?(?:(?:table of )?contents|index|references|bibliography|works cited"
    r"|literature|literatur(?:verzeichnis)?"
    r"|inhalt(?:sverzeichnis)?|sommaire|table des matières|bibliographie"
    r"|índice|indice|glossary|colophon|list of (?:figures|tables)"
    r"|acknowledge?ments?)\s*$",
    re.IGNORECASE,
)


@dataclass(slots=True)
class _Draft:
    title: str
    level: int
    page: int
    box_id: str | None
    parent: int
    first: int
    own_end: int = -1
    end: int = -1
    children: list[int] = field(default_factory=list)


class SectionTree:
    """Collects headings in reading order; :meth:`finish` gives the nodes, the root (the document) first."""

    def __init__(self) -> None:
        self._drafts = [_Draft("", -1, 1, None, -1, 0)]
        self._stack = [0]

    @property
    def current(self) -> int:
        """Index of the innermost open section."""
        return self._stack[-1]

    def open(self, title: str, level: int, page: int, box_id: str, unit: int) -> int:
        """Begin a section at unit index ``unit``; closes what is not its ancestor. Gives its index."""
        while len(self._stack) > 1 and self._drafts[self._stack[-1]].level >= level:
            self._close(self._stack.pop(), unit)
        parent = self._stack[-1]
        if self._drafts[parent].own_end < 0:
            self._drafts[parent].own_end = unit
        index = len(self._drafts)
        self._drafts.append(_Draft(title, level, page, box_id, parent, unit))
        self._drafts[parent].children.append(index)
        self._stack.append(index)
        return index

    def _close(self, index: int, unit: int) -> None:
        draft = self._drafts[index]
        draft.end = unit
        if draft.own_end < 0:
            draft.own_end = unit

    def finish(self, units: int) -> tuple[SectionNode, ...]:
        """The nodes; ``units`` is how many there are. Call once."""
        while self._stack:
            self._close(self._stack.pop(), units)
        ids = ["s0"] + [f"s{i}_orphans" if _ORPHANS.match(d.title) else f"s{i}" for i, d in enumerate(self._drafts) if i]
        paths: list[tuple[str, ...]] = []
        nodes = []
        for i, d in enumerate(self._drafts):
            paths.append((*paths[d.parent], d.title) if i else ())
            nodes.append(
                SectionNode(
                    id=ids[i],
                    title=d.title,
                    level=max(d.level, 0),
                    page=d.page,
                    heading_path=paths[i],
                    unit_range=(d.first, d.end),
                    own_range=(d.first, d.own_end),
                    box_id=d.box_id,
                    parent=ids[d.parent] if i else None,
                    children=tuple(ids[c] for c in d.children),
                    ordinal=i,
                    section_ordinal=terminal_heading_number(d.title) if i else 0,
                )
            )
        return tuple(nodes)
