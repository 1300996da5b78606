"""What lies under a point of a page: pure, in points; the same order in which a reader sees things."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from chunkstudio.gui.pages.gutter import Label, Rail, label_area
from chunkstudio.gui.pages.marks import BandMark, BoundaryMark, BoxMark, PageMarks, Path

HitKind = Literal["box", "boundary", "chunk"]


@dataclass(frozen=True, slots=True)
class Hit:
    """A thing under the pointer: its kind, its public id, and its row or position (-1 for a box)."""

    kind: HitKind
    id: str
    index: int = -1


def hit_page(
    marks: PageMarks,
    x: float,
    y: float,
    *,
    layers: frozenset[str],
    hidden: frozenset[str] = frozenset(),
    reach: float = 3.0,
    inside: bool = False,
) -> Hit | None:
    """The boundary, box or chunk at a point (points). ``reach`` is how near a line counts as hit.

    Only what a switched-on layer shows can be hit; ``inside`` also offers boundaries within a box that are not cut.
    """
    if "boundaries" in layers:
        line = nearest_boundary(marks.boundaries, x, y, reach, inside=inside)
        if line is not None:
            return Hit("boundary", line.id, line.index)
    if "boxes" in layers or "excluded" in layers:
        box = box_at(marks.boxes, x, y, hidden)
        if box is not None and ("boxes" in layers or box.excluded):
            return Hit("box", box.id)
    if "chunks" in layers:
        band = band_at(marks.bands, x, y)
        if band is not None:
            return Hit("chunk", band.id, band.chunk)
    return None


def nearest_boundary(
    boundaries: Sequence[BoundaryMark], x: float, y: float, reach: float, *, inside: bool = False
) -> BoundaryMark | None:
    """The boundary whose line passes within ``reach``; cuts win over places not cut at the same distance."""
    best: tuple[float, bool, int] | None = None
    found = None
    for mark in boundaries:
        if mark.inside and not mark.cut and not inside:
            continue
        distance = distance_to(mark.path, x, y)
        rank = (round(distance, 1), not mark.cut, mark.index)
        if distance <= reach and (best is None or rank < best):
            best, found = rank, mark
    return found


def box_at(boxes: Sequence[BoxMark], x: float, y: float, hidden: frozenset[str]) -> BoxMark | None:
    """The smallest visible box at a point, so that a picture does not hide the text in it."""
    here = [b for b in boxes if b.box_class not in hidden and b.rect[0] <= x <= b.rect[2] and b.rect[1] <= y <= b.rect[3]]
    return min(here, key=lambda b: (b.rect[2] - b.rect[0]) * (b.rect[3] - b.rect[1]), default=None)


def band_at(bands: Sequence[BandMark], x: float, y: float) -> BandMark | None:
    """The chunk band at a point; the steps of its outline count."""
    return next((b for b in bands if _in_outline(b.outline, x, y)), None)


def hit_gutter(labels: Sequence[Label], rails: Sequence[Rail], x: float, y: float) -> Hit | None:
    """The label or rail at a point of the view (pixels)."""
    for label in labels:
        x0, y0, x1, y1 = label_area(label)
        if label.kind and label.id and x0 <= x <= x1 and y0 <= y <= y1:
            return Hit("boundary" if label.kind == "boundary" else "chunk", label.id, label.index)
    for rail in rails:
        if rail.x - 4 <= x <= rail.x + rail.width + 2 and rail.top <= y <= rail.bottom:
            return Hit("chunk", rail.id, rail.chunk)
    return None


def distance_to(path: Path, x: float, y: float) -> float:
    """Distance of a point to a line of level and upright pieces."""
    best = float("inf")
    for (x0, y0), (x1, y1) in itertools.pairwise(path):
        dx = max(min(x0, x1) - x, 0.0, x - max(x0, x1))
        dy = max(min(y0, y1) - y, 0.0, y - max(y0, y1))
        best = min(best, (dx * dx + dy * dy) ** 0.5)
    return best


def _in_outline(outline: Path, x: float, y: float) -> bool:
    inside = False
    for (x0, y0), (x1, y1) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            inside = not inside
    return inside
