"""Which pieces of a page are rendered, and which finished pieces are kept: pure bookkeeping."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from chunkstudio.layout.model import Rect

WHOLE_PAGE_PIXELS = 3_000_000
"""A page of at most so many device pixels is rendered in one piece: one walk over its content is cheaper than many."""
TILE = 1024
"""Edge of a piece in device pixels where a page is too large for one."""


@dataclass(frozen=True, slots=True)
class TileKey:
    """One piece of one page at one scale (device pixels per point, to a thousandth)."""

    page: int
    scale: float
    column: int
    row: int


def round_scale(scale: float) -> float:
    """The scale as keys carry it, so that equal zooms meet equal keys."""
    return round(scale, 4)


def tile_edge(width: float, height: float, scale: float) -> int:
    """Edge of this page's pieces in device pixels; large enough for the whole page where that is cheap."""
    wide, tall = math.ceil(width * scale), math.ceil(height * scale)
    if wide * tall <= WHOLE_PAGE_PIXELS and max(wide, tall) <= 8192:
        return max(1, wide, tall)
    return TILE


def tiles_for(page: int, width: float, height: float, scale: float, seen: Rect) -> list[TileKey]:
    """Keys of the pieces that cover ``seen`` (points, relative to the page), the middle ones first."""
    scale = round_scale(scale)
    edge = tile_edge(width, height, scale) / scale
    columns, rows = max(1, math.ceil(width / edge - 1e-6)), max(1, math.ceil(height / edge - 1e-6))
    x0, y0, x1, y1 = seen
    if x1 <= 0 or y1 <= 0 or x0 >= width or y0 >= height:
        return []
    first_c, last_c = max(0, int(x0 // edge)), min(columns - 1, math.ceil(x1 / edge) - 1)
    first_r, last_r = max(0, int(y0 // edge)), min(rows - 1, math.ceil(y1 / edge) - 1)
    keys = [TileKey(page, scale, c, r) for r in range(first_r, last_r + 1) for c in range(first_c, last_c + 1)]
    mid_c, mid_r = (x0 + x1) / 2 / edge - 0.5, (y0 + y1) / 2 / edge - 0.5
    return sorted(keys, key=lambda k: (abs(k.row - mid_r) + abs(k.column - mid_c), k.row, k.column))


def tile_rect(key: TileKey, width: float, height: float) -> Rect:
    """Where a piece lies on its page, in points, clipped to the page."""
    edge = tile_edge(width, height, key.scale) / key.scale
    x, y = key.column * edge, key.row * edge
    return (x, y, min(x + edge, width), min(y + edge, height))


K = TypeVar("K")
V = TypeVar("V")


class SizedCache(Generic[K, V]):
    """Keeps the values used last, up to a number of bytes; the newest one is kept even if it alone is larger."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.size = 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[K]:
        return iter(list(self._values))

    def get(self, key: K) -> V | None:
        """The value, now the one used last; None if it is not here."""
        entry = self._values.get(key)
        if entry is None:
            return None
        self._values.move_to_end(key)
        return entry[0]

    def put(self, key: K, value: V, size: int) -> None:
        """Keep a value of ``size`` bytes, dropping those that were used longest ago."""
        self.drop(key)
        self._values[key] = (value, size)
        self.size += size
        while self.size > self.limit and len(self._values) > 1:
            self.drop(next(iter(self._values)))

    def drop(self, key: K) -> None:
        """Forget one value, if it is here."""
        entry = self._values.pop(key, None)
        if entry is not None:
            self.size -= entry[1]

    def clear(self) -> None:
        """Forget all."""
        self._values.clear()
        self.size = 0
