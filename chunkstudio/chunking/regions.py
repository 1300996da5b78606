"""Where units, and pieces of units, lie on the pages."""

from __future__ import annotations

import bisect
from collections.abc import Sequence

import numpy as np

from chunkstudio.chunking.model import Region
from chunkstudio.chunking.unit_columns import BoxSlice, Ints, UnitColumns, slice_rects


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
                first, last = max(a, self._first_list[box]), min(b, self._last_list[box] + 1)
                out += self._of_slices([p for u in range(first, last) for p in self._columns.parts[u] if p[0] == box])
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
