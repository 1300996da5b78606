"""Chunk bands of one page: which area of which column belongs to which chunk. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chunkstudio.gui.pages.column_limits import Limits
from chunkstudio.gui.pages.cut_view import CutView, Extent
from chunkstudio.gui.pages.marks import BandMark, bounds
from chunkstudio.gui.pages.seams import Seam, outline_between, seam_above, seam_below, seam_between
from chunkstudio.gui.pages.unit_places import UnitPlace, UnitPlaces
from chunkstudio.layout.model import Rect

_JOIN = 40.0
"""White space up to this height (points) between two chunks is shared; more of it stays white."""


@dataclass(slots=True)
class _Run:
    extent: Extent
    limits: Limits
    lines: list[Rect] = field(default_factory=list)
    first_unit: int = 0
    last_unit: int = 0

    @property
    def top(self) -> float:
        return min(r[1] for r in self.lines)

    @property
    def bottom(self) -> float:
        return max(r[3] for r in self.lines)


def page_bands(
    places: Sequence[UnitPlace],
    seams: Mapping[int, Seam],
    view: CutView,
    units: UnitPlaces,
    size: tuple[float, float],
) -> list[BandMark]:
    """Bands in document order; bands of one column meet at the seam between them. ``size`` is that of the page."""
    runs = _runs(places, view)
    width, height = size
    tops, bottoms = _seams(runs, seams, height)
    out: list[BandMark] = []
    begun: set[int] = set()
    beginning = {place.index for place in places if place.begins}
    for run, top, bottom in zip(runs, tops, bottoms, strict=True):
        extent = run.extent
        outline = outline_between(top, bottom, run.limits)
        earlier = extent.start not in beginning
        starts = not earlier and run.first_unit == extent.start and extent.position not in begun
        begun.add(extent.position)
        began = units.first_page(extent.start) if earlier else 0
        at_edge = run.limits[0] < width * 0.02
        out.append(
            BandMark(
                extent.position,
                extent.id,
                extent.tokens,
                bounds(outline),
                outline,
                starts,
                began,
                at_edge,
                extent.acl,
                extent.exact,
            )
        )
    return out


def _runs(places: Sequence[UnitPlace], view: CutView) -> list[_Run]:
    runs: list[_Run] = []
    for place in places:
        extents = view.extents_of(place.index)
        for extent, lines in zip(extents, _shares(place.lines, len(extents)), strict=True):
            if not lines:
                continue
            last = runs[-1] if runs else None
            if last is None or not _goes_on(last, extent, place.limits, lines[0]):
                last = _Run(extent, place.limits, first_unit=place.index)
                runs.append(last)
            last.lines.extend(lines)
            last.last_unit = place.index
    return runs


def _goes_on(run: _Run, extent: Extent, limits: Limits, line: Rect) -> bool:
    same_column = abs(run.limits[0] - limits[0]) < 1 and abs(run.limits[1] - limits[1]) < 1
    return run.extent.position == extent.position and same_column and line[3] >= run.top


def _shares(lines: tuple[Rect, ...], parts: int) -> list[tuple[Rect, ...]]:
    """Lines of a unit dealt out to the chunks that hold its parts; a single line is cut into pieces of equal height."""
    if parts <= 1:
        return [lines] * parts
    if len(lines) >= parts:
        marks = [round(i * len(lines) / parts) for i in range(parts + 1)]
        return [lines[a:b] for a, b in itertools.pairwise(marks)]
    x0, y0, x1, y1 = bounds(tuple((x, y) for r in lines for x, y in ((r[0], r[1]), (r[2], r[3])))) if lines else (0, 0, 0, 0)
    step = (y1 - y0) / parts
    return [((x0, y0 + i * step, x1, y0 + (i + 1) * step),) for i in range(parts)]


def _seams(runs: Sequence[_Run], seams: Mapping[int, Seam], height: float) -> tuple[list[Seam], list[Seam]]:
    tops: list[Seam | None] = [None] * len(runs)
    bottoms: list[Seam | None] = [None] * len(runs)
    for i, run in enumerate(runs):
        follower = _below(runs, i)
        if follower is None:
            continue
        other = runs[follower]
        fresh = other.first_unit != run.last_unit
        seam = seams.get(other.first_unit - 1) if fresh else seam_between(run.lines[-1], other.lines[0])
        if seam is not None and other.top - run.bottom <= _JOIN and seam.bottom >= run.top and tops[follower] is None:
            bottoms[i] = tops[follower] = seam
    return (
        [t or seam_above(r.lines[0]) for t, r in zip(tops, runs, strict=True)],
        [b or seam_below((0, r.top, 0, r.bottom), height) for b, r in zip(bottoms, runs, strict=True)],
    )


def _below(runs: Sequence[_Run], i: int) -> int | None:
    """The next run if it follows in the same column."""
    if i + 1 >= len(runs):
        return None
    one, other = runs[i].limits, runs[i + 1].limits
    same = abs(one[0] - other[0]) < 1 and abs(one[1] - other[1]) < 1
    return i + 1 if same else None
