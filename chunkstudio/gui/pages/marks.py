"""What is painted over one page, as frozen values in points: no painter, no window, no engine."""

from __future__ import annotations

from dataclasses import dataclass

from chunkstudio.layout.model import Exclusion, Rect

Point = tuple[float, float]
Path = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class BoxMark:
    """A box. ``order`` counts the boxes that are read on this page from 1 (0: left out).

    ``room`` is the free space left of, above and right of its upper edge, in points: there its tag may hang.
    """

    id: str
    rect: Rect
    box_class: str
    level: int | None = None
    excluded: Exclusion | None = None
    order: int = 0
    room: tuple[float, float, float] = (0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class BandMark:
    """The part of a chunk in one column of one page.

    ``outline`` is the tinted area; ``starts`` says that the chunk begins here, ``from_page`` the earlier page on which
    it began (0: here). ``tokens`` are estimated unless ``exact``. ``at_edge`` bands have their rail left of the page,
    others at the left of their column.
    """

    chunk: int
    id: str
    tokens: int
    rect: Rect
    outline: Path
    starts: bool
    from_page: int = 0
    at_edge: bool = True
    acl: tuple[str, ...] | None = None
    exact: bool = True


@dataclass(frozen=True, slots=True)
class BoundaryMark:
    """A boundary: row ``index``, named by the unit before it. ``path`` is its line; ``y`` the height of its label.

    ``inside`` boundaries lie within one box, ``stepped`` ones within one printed line. ``at_edge`` lines end at the
    right edge of the page, others at that of their column. ``reason`` is that of the cut or of the place not cut.
    ``kept`` ones are never cut, by manual rule.
    """

    index: int
    id: str
    path: Path
    y: float
    cut: bool
    reason: str
    score: float
    inside: bool = False
    stepped: bool = False
    at_edge: bool = True
    kept: bool = False


@dataclass(frozen=True, slots=True)
class OverlapMark:
    """Text of a chunk that is repeated at the start of the next one (position ``chunk``)."""

    chunk: int
    rects: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class EvidenceMark:
    """A place that answers a question; ``rank`` of the first chunk that holds it (0: none).

    ``word`` stands in the gutter in place of the rank, for a place that was not scored.
    """

    rects: tuple[Rect, ...]
    found: bool
    rank: int = 0
    word: str = ""


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """A cut that another result does not have, or has elsewhere. ``source`` is the old place of a moved one."""

    kind: str
    index: int
    path: Path
    y: float
    source: Path = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class SideMark:
    """The part of a chunk of the other side (A) in one column of a page; ``starts`` says that it begins here."""

    name: str
    number: int
    tokens: int
    rect: Rect
    starts: bool
    at_edge: bool = True


@dataclass(frozen=True, slots=True)
class PageMarks:
    """All marks of one page. ``note`` is one sentence for a page without boxes; ``provisional`` boxes will change.

    With ``compared`` the rails at the left are those of the other side (``side``), the page's own stand at the right.
    """

    number: int
    width: float
    height: float
    boxes: tuple[BoxMark, ...] = ()
    bands: tuple[BandMark, ...] = ()
    boundaries: tuple[BoundaryMark, ...] = ()
    overlaps: tuple[OverlapMark, ...] = ()
    evidence: tuple[EvidenceMark, ...] = ()
    changes: tuple[ChangeMark, ...] = ()
    provisional: bool = False
    note: str = ""
    side: tuple[SideMark, ...] = ()
    compared: bool = False


def bounds(path: Path) -> Rect:
    """The smallest rectangle around a path; raises ValueError for an empty one."""
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    return (min(xs), min(ys), max(xs), max(ys))
