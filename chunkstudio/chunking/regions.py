"""Where units, and pieces of units, lie on the pages."""

from __future__ import annotations

import bisect
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chunkstudio.chunking.model import Region
from chunkstudio.chunking.unit_columns import BoxSlice, Ints, UnitColumns, slice_rects


class Runs(NamedTuple):
    """One entry for each run of units: its boxes' ids and classes, its pages ascending, and its regions."""

    box_ids: list[tuple[str, ...]]
    classes: list[tuple[str, ...]]
    pages: list[tuple[int, ...]]
    regions: list[tuple[Region, ...]]


class RegionFinder:
    """Regions of runs of units: a box that lies in the run as a whole gives its rectangle, one that is cut gives its lines."""

    def __init__(self, columns: UnitColumns) -> None:
        self._columns = columns
        n = len(columns.boxes)
        self._first: Ints = np.full(n, len(columns), np.int64)
        self._last: Ints = np.full(n, -1, np.int64)
        units = np.arange(len(columns))
        self._last[columns.box] = units
        self._first[columns.box[::-1]] = units[::-1]
        self._spanning = [u for u, parts in enumerate(columns.parts) if len(parts) > 1]
        for u in self._spanning:
            for box, _, _ in columns.parts[u][1:]:
                self._first[box] = min(self._first[box], u)
                self._last[box] = max(self._last[box], u)
        changes = np.flatnonzero(columns.box[1:] != columns.box[:-1]) + 1
        edges: Ints = np.concatenate([[0], changes, [len(columns)]]) if len(columns) else np.zeros(1, np.int64)
        self._whole: list[Region] = [Region(box.page, box.rect) for box in columns.boxes]
        self._edge_list: list[int] = edges.tolist()
        self._edge_box: list[int] = columns.box[edges[:-1]].tolist() if len(columns) else []
        self._first_list: list[int] = self._first.tolist()
        self._last_list: list[int] = self._last.tolist()
        self._edges = edges
        self._parts_known: dict[tuple[int, int, int], tuple[Region, ...]] = {}
        self._index_edges()

    def _index_edges(self) -> None:
        """Columns over the runs of units that begin in one box, for many questions at once."""
        boxes = [self._columns.boxes[box] for box in self._edge_box]
        self._box_of_edge: Ints = np.array(self._edge_box, np.int64)
        self._edge_ids = tuple([box.id for box in boxes])
        self._edge_classes = tuple([box.box_class for box in boxes])
        self._edge_pages = tuple([box.page for box in boxes])
        self._edge_regions = tuple([self._whole[box] for box in self._edge_box])
        pages: Ints = np.array(self._edge_pages, np.int64)
        self._page_changes: Ints = np.concatenate([np.zeros(min(1, len(pages)), np.int64), np.cumsum(pages[1:] != pages[:-1])])
        spans: Ints = np.zeros(len(self._columns) + 1, np.int64)
        spans[[u + 1 for u in self._spanning]] = 1
        self._span_sums: Ints = np.cumsum(spans)

    def runs(self, first: Ints, end: Ints) -> Runs:
        """The same as :meth:`boxes` and :meth:`regions` for runs [first, end) that are not empty, all at once."""
        low = np.searchsorted(self._edges, first, side="right") - 1
        high = np.searchsorted(self._edges, end, side="left")
        slow = self._span_sums[end] > self._span_sums[first]
        cut = (self._first[self._box_of_edge[low]] < first) | (self._last[self._box_of_edge[high - 1]] >= end)
        one_page = self._page_changes[low] == self._page_changes[high - 1]
        rows = list(zip(low.tolist(), high.tolist(), strict=True))
        runs = list(zip(first.tolist(), end.tolist(), strict=True))
        out = Runs(
            [self._edge_ids[i:j] for i, j in rows],
            [self._edge_classes[i:j] for i, j in rows],
            [self._edge_pages[i : i + 1] if one else () for (i, _), one in zip(rows, one_page.tolist(), strict=True)],
            [self._edge_regions[i:j] for i, j in rows],
        )
        for k in np.flatnonzero(~one_page).tolist():
            i, j = rows[k]
            out.pages[k] = tuple(sorted(set(self._edge_pages[i:j])))
        for k in np.flatnonzero(cut & ~slow).tolist():
            out.regions[k] = self._cut_run(*runs[k], *rows[k])
        for k in np.flatnonzero(slow).tolist():
            self._put_spanning(out, k, *runs[k])
        return out

    def _cut_run(self, a: int, b: int, low: int, high: int) -> tuple[Region, ...]:
        """Regions of a run that begins or ends inside a box; only the outer boxes can be cut."""
        if high - low == 1:
            return self._part(self._edge_box[low], a, b)
        head, tail = self._part(self._edge_box[low], a, b), self._part(self._edge_box[high - 1], a, b)
        return (*head, *self._edge_regions[low + 1 : high - 1], *tail)

    def _part(self, box: int, a: int, b: int) -> tuple[Region, ...]:
        """Regions of the units of [a, b) that lie in a box; the same part is asked for by one run after another."""
        key = (box, max(a, self._first_list[box]), min(b, self._last_list[box] + 1))
        known = self._parts_known.get(key)
        if known is None:
            slices = [p for u in range(key[1], key[2]) for p in self._columns.parts[u] if p[0] == box]
            whole = key[1] <= self._first_list[box] and self._last_list[box] < key[2]
            known = self._parts_known[key] = (self._whole[box],) if whole else tuple(self._of_slices(slices))
        return known

    def _put_spanning(self, out: Runs, k: int, a: int, b: int) -> None:
        """A run with a sentence that goes on in another box, asked for alone."""
        boxes = self.boxes(a, b)
        whole = [self._columns.boxes[box] for box in boxes]
        regions = self.regions(a, b, boxes)
        out.box_ids[k] = tuple([box.id for box in whole])
        out.classes[k] = tuple([box.box_class for box in whole])
        out.regions[k] = regions
        out.pages[k] = tuple(sorted({region.page for region in regions}))

    def boxes(self, a: int, b: int) -> list[int]:
        """Indices of the boxes that units [a, b) touch, in order."""
        lo = bisect.bisect_right(self._edge_list, a) - 1
        out: list[int] = []
        edges, edge_box = self._edge_list, self._edge_box
        while lo < len(edge_box) and edges[lo] < b:
            out.append(edge_box[lo])
            lo += 1
        if self._spanning:
            out = self._with_continuations(out, a, b)
        return out

    def _with_continuations(self, boxes: list[int], a: int, b: int) -> list[int]:
        """Boxes in which a unit of the run only goes on."""
        more = []
        for u in self._spanning[bisect.bisect_left(self._spanning, a) : bisect.bisect_left(self._spanning, b)]:
            more += [box for box, _, _ in self._columns.parts[u][1:] if box not in boxes]
        return sorted(set(boxes) | set(more)) if more else boxes

    def regions(self, a: int, b: int, boxes: Sequence[int] | None = None) -> tuple[Region, ...]:
        """Regions of units [a, b), in reading order; ``boxes`` are those that the run touches, where known."""
        out: list[Region] = []
        first_unit, last_unit, whole = self._first_list, self._last_list, self._whole
        for box in boxes if boxes is not None else self.boxes(a, b):
            if a <= first_unit[box] and last_unit[box] < b:
                out.append(whole[box])
            else:
                out += self._part(box, a, b)
        return tuple(out)

    def piece_regions(self, unit: int, start: int, end: int) -> tuple[Region, ...]:
        """Regions of characters [start, end) of a unit's text as it was read from its boxes."""
        out: list[BoxSlice] = []
        at = 0
        for box, a, b in self._columns.parts[unit]:
            if a < 0:
                out.append((box, a, b))
                continue
            low, high = max(start - at, 0), min(end - at, b - a)
            if low < high:
                out.append((box, a + low, a + high))
            at += b - a + 1
        return tuple(self._of_slices(out or list(self._columns.parts[unit])))

    def _of_slices(self, slices: list[BoxSlice]) -> list[Region]:
        """Regions of slices of one or more boxes; neighbouring text slices of a box become one first."""
        joined: list[BoxSlice] = []
        for box, start, end in slices:
            if joined and start >= 0 and joined[-1][0] == box and joined[-1][1] >= 0:
                joined[-1] = (box, joined[-1][1], end)
            else:
                joined.append((box, start, end))
        boxes = self._columns.boxes
        return [Region(boxes[box].page, rect) for box, start, end in joined for rect in slice_rects(boxes[box], start, end)]
