"""What runs of units link to: boxes, tables, figures, pages and regions, for many runs at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from chunkstudio.chunking.model import Region
from chunkstudio.chunking.regions import RegionFinder
from chunkstudio.chunking.unit_columns import Ints, UnitColumns

Ids = tuple[str, ...]


class RunLinks(NamedTuple):
    """One entry for each run: ids, pages, regions, box classes, and the printed label of its first page."""

    sections: list[Ids]
    boxes: list[Ids]
    tables: list[Ids]
    figures: list[Ids]
    pages: list[tuple[int, ...]]
    regions: list[tuple[Region, ...]]
    types: list[Ids]
    labels: list[str]

    def columns(self) -> tuple[Sequence[object], ...]:
        """The first six, in the order in which a chunk has them."""
        return self[:6]


@dataclass(frozen=True, slots=True, eq=False)
class _Numbered:
    """Tables or figures: public ids in order, how many begin before each unit, and how many have ended before it."""

    ids: Ids
    begun: Ints
    ended: Ints

    @classmethod
    def of(cls, letter: str, column: Ints) -> _Numbered:
        """From a column of numbers by unit, -1 for none; each number has one run of units, in ascending order."""
        n = len(column)
        inside = column >= 0
        changes = np.ones(n + 1, np.bool_)
        changes[1:-1] = column[1:] != column[:-1]
        first = np.flatnonzero(changes[:-1] & inside)
        begun: Ints = np.zeros(n + 1, np.int64)
        begun[1:] = np.cumsum(changes[:-1] & inside)
        ended: Ints = np.zeros(n + 1, np.int64)
        ended[1:] = np.cumsum(changes[1:] & inside)
        return cls(tuple([f"{letter}{number + 1}" for number in column[first].tolist()]), begun, ended)

    def between(self, first: Ints, end: Ints) -> list[Ids]:
        """Ids of those with units in each run."""
        low, high = self.ended[first].tolist(), self.begun[end].tolist()
        return [self.ids[a:b] if a < b else () for a, b in zip(low, high, strict=True)]


class ChunkLinks:
    """Finds the links of runs of units in one document; ``labels`` are the printed page labels by page number."""

    def __init__(self, columns: UnitColumns, finder: RegionFinder, labels: dict[int, str]) -> None:
        self._finder = finder
        self._labels = labels
        self._tables = _Numbered.of("t", columns.table)
        self._figures = _Numbered.of("f", columns.figure)
        self.section_ids: list[str] = [s.id for s in columns.sections]
        self._alone: list[Ids] = [(name,) for name in self.section_ids]
        self._types: dict[Ids, Ids] = {}

    def regions(self, first: int, end: int) -> tuple[Region, ...]:
        """Regions of units [first, end)."""
        return self._finder.regions(first, end)

    def of_runs(self, first: Ints, end: Ints, sections: Sequence[tuple[int, ...]]) -> RunLinks:
        """Links of runs [first, end) of whole units that lie in these sections."""
        found = self._finder.runs(first, end)
        names, alone, types = self.section_ids, self._alone, self._types
        kinds = [tuple(dict.fromkeys(classes)) for classes in found.classes]
        return RunLinks(
            [alone[some[0]] if len(some) == 1 else tuple([names[s] for s in some]) for some in sections],
            found.box_ids,
            self._tables.between(first, end),
            self._figures.between(first, end),
            found.pages,
            found.regions,
            [types.setdefault(kind, kind) for kind in kinds],
            [self._labels.get(pages[0], "") if pages else "" for pages in found.pages],
        )
