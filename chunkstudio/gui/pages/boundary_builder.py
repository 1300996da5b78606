"""Boundaries of one page: the line of each, whether cut or not, and the cuts that differ from another result. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from chunkstudio.gui.item_models.boundary_changes import BoundaryChange
from chunkstudio.gui.pages.cut_view import CutView
from chunkstudio.gui.pages.marks import BoundaryMark, ChangeMark
from chunkstudio.gui.pages.seams import Seam, seam_above, seam_between
from chunkstudio.gui.pages.unit_places import UnitPlace
from chunkstudio.layout.model import Rect


def page_boundaries(places: Sequence[UnitPlace], seams: Mapping[int, Seam], view: CutView, width: float) -> list[BoundaryMark]:
    """Boundaries whose second unit begins on this page, in document order. ``seams`` are those of the same places."""
    rows = len(view.reasons)
    out = []
    for place in places:
        row = place.index - 1
        if row not in seams or row >= rows:
            continue
        seam = seams[row]
        before = view.units[row]
        out.append(
            BoundaryMark(
                row,
                before.id,
                seam.path(place.limits),
                seam.middle,
                view.is_cut(row),
                view.reason(row),
                float(view.scores[row]),
                before.box_id == place.box_id,
                seam.stepped,
                place.limits[1] > width * 0.98,
                row in view.kept,
            )
        )
    return out


def boundary_seams(places: Sequence[UnitPlace]) -> dict[int, Seam]:
    """Seam by boundary row, for each unit that begins on the page and is not the document's first."""
    seams: dict[int, Seam] = {}
    previous: UnitPlace | None = None
    above = _LinesAbove(places)
    for place in places:
        if place.begins and place.index > 0 and place.lines:
            seams[place.index - 1] = _seam(previous, place, above.lowest(place.lines[0]))
        if place.lines:
            previous = place
    return seams


def _seam(previous: UnitPlace | None, place: UnitPlace, above: float) -> Seam:
    first = place.lines[0]
    if previous is not None and previous.index == place.index - 1 and _same_column(previous, place):
        last = _last_line(previous, first)
        seam = seam_between((last[0], last[1], last[2], max(last[3], above)) if last[3] < above else last, first)
        if seam is not None:
            return seam
    return seam_above(first, above)


def _same_column(one: UnitPlace, other: UnitPlace) -> bool:
    return one.limits[0] < other.limits[1] and other.limits[0] < one.limits[1]


def _last_line(previous: UnitPlace, first: Rect) -> Rect:
    """The line of the unit before that stands right over the next one: for a row of cells the lowest of its pieces."""
    last = previous.lines[-1]
    lowest = max(r[3] for r in previous.lines)
    return last if last[3] >= lowest - 1 or last[1] >= first[1] - 1 else (last[0], last[1], last[2], min(lowest, first[3]))


class _LinesAbove:
    """All lines of a page by their lower edges: a file of text has thousands, of which only the nearest is looked at."""

    def __init__(self, places: Sequence[UnitPlace]) -> None:
        self._lines = sorted((line for place in places for line in place.lines), key=lambda r: r[3])
        self._bottoms = [line[3] for line in self._lines]

    def lowest(self, line: Rect) -> float:
        """Lower edge of the lowest line that stands over another one; the upper edge of the page without one."""
        for at in range(bisect_right(self._bottoms, line[1] + 1) - 1, -1, -1):
            other = self._lines[at]
            if other[0] < line[2] and line[0] < other[2]:
                return other[3]
        return 0.0


def page_changes(
    places: Sequence[UnitPlace], seams: Mapping[int, Seam], changes: Sequence[BoundaryChange], reasons: Mapping[int, str]
) -> list[ChangeMark]:
    """Differences whose place is on this page. ``reasons`` names the reason that a removed or moved cut had."""
    limits = {p.index - 1: p.limits for p in places}
    out = []
    for change in changes:
        old = change.before
        here, source = seams.get(change.index), seams.get(old) if old is not None else None
        if here is None and source is None:
            continue
        path = here.path(limits[change.index]) if here is not None else ()
        before = source.path(limits[old]) if source is not None and old is not None else ()
        y = here.middle if here is not None else source.middle if source is not None else 0.0
        out.append(ChangeMark(change.kind, change.index, path, y, before, _words(change, reasons)))
    return out


def _words(change: BoundaryChange, reasons: Mapping[int, str]) -> str:
    if change.kind == "removed":
        return f"was {reasons[change.index]}" if change.index in reasons else "removed"
    if change.kind == "moved" and change.before is not None:
        count = abs(change.index - change.before)
        return f"{count} {'unit' if count == 1 else 'units'} {'down' if change.index > change.before else 'up'}"
    return "added"
