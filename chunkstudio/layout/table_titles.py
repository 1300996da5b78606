"""The header of a table: printed lines become titles, titles reach over columns and rows, and stand in a tree.

Wrapped titles ("margin of / error") are put together; a title over several columns is known by a rule under it, by the
gap lines of its text, or by standing over the middle of columns that have titles of their own below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from chunkstudio.layout.geometry import height, width
from chunkstudio.layout.model import Rect
from chunkstudio.layout.table_cells import Cell, one_in_each_place, phrases_at_cuts
from chunkstudio.layout.table_columns import column_of
from chunkstudio.layout.table_words import Band, Segment, Word, segments_of

_LEADING = 0.95
_WRAPPED_GAP = 0.42
_SLACK = 3.0
_TOLERANCE = 5.0


@dataclass(slots=True)
class Title:
    """One title: its printed lines, the columns it reaches over, and its depth from the top."""

    lines: list[Segment]
    bands: list[int]
    first: int = 0
    last: int = 0
    level: int = 0
    below: list[Title] = field(default_factory=list)

    @property
    def words(self) -> list[Word]:
        """Its words, line by line."""
        return [word for line in self.lines for word in line.words]

    @property
    def x0(self) -> float:
        """Its left end."""
        return min([line.x0 for line in self.lines])

    @property
    def x1(self) -> float:
        """Its right end."""
        return max([line.x1 for line in self.lines])

    @property
    def y0(self) -> float:
        """Its top."""
        return min([word.y0 for line in self.lines for word in line.words])

    @property
    def y1(self) -> float:
        """Its bottom."""
        return max([word.y1 for line in self.lines for word in line.words])

    @property
    def middle(self) -> float:
        """Its middle in x."""
        return (self.x0 + self.x1) / 2


Extent = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """What a header is read against: cuts, where each column's body text stands, rules, and a parser's row lines."""

    cuts: Sequence[float]
    extents: Sequence[Extent | None]
    rules: Sequence[Rect]
    row_lines: Sequence[float] | None

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return len(self.cuts) + 1


def header_cells(bands: Sequence[Band], frame: Frame) -> tuple[list[list[Cell]], list[tuple[float, float]]]:
    """Cells of the header by row, and the top and bottom of each of its rows."""
    titles = _titles(bands, frame)
    for title in titles:
        _place(title, titles, frame)
    for title in titles:
        _widen(title, titles, frame)
    _nest(titles)
    titles = _stacked(titles, frame)
    depth = max((t.level for t in titles), default=-1) + 1
    rows: list[list[Cell]] = [[] for _ in range(depth)]
    cells: list[Cell] = []
    for title in sorted(titles, key=lambda t: (t.level, t.first, t.x0)):
        under = min((t.level for t in title.below), default=depth)
        cells.append(Cell(title.level, title.first, title.last, title.words, rows=under - title.level))
    for cell in one_in_each_place(cells):
        rows[cell.row].append(cell)
    for row in rows:
        row.sort(key=lambda c: c.first)
    return rows, _heights(titles, depth)


def _titles(bands: Sequence[Band], frame: Frame) -> list[Title]:
    titles: list[Title] = []
    for number, band in enumerate(bands):
        pieces = [p for segment in segments_of(band) for p in phrases_at_cuts(segment, frame.cuts)]
        open_titles = [t for t in titles if t.bands[-1] < number]
        hosts = [[t for t in open_titles if _over(t, piece) and not _hidden(t, piece, titles)] for piece in pieces]
        for piece, above in zip(pieces, hosts, strict=True):
            title = above[0] if len(above) == 1 else None
            if title is not None and _alone_under(title, piece, pieces) and _wrapped(title, piece, pieces, open_titles, frame):
                title.lines.append(piece)
                title.bands.append(number)
            else:
                titles.append(Title([piece], [number]))
    return titles


def _over(title: Title, piece: Segment) -> bool:
    return min(title.x1, piece.x1) - max(title.x0, piece.x0) > 0.3 * min(title.x1 - title.x0, piece.x1 - piece.x0)


def _hidden(title: Title, piece: Segment, titles: Sequence[Title]) -> bool:
    """True if another title stands between the two."""
    top = min(w.y0 for w in piece.words)
    return any(
        other is not title and title.y1 <= other.y0 + 1.0 and other.y1 <= top + 1.0 and _over(other, piece) for other in titles
    )


def _alone_under(title: Title, piece: Segment, pieces: Sequence[Segment]) -> bool:
    return not any(other is not piece and _over(title, other) for other in pieces)


def _wrapped(title: Title, piece: Segment, pieces: Sequence[Segment], titles: Sequence[Title], frame: Frame) -> bool:
    """Whether a line goes on with the title above it rather than standing under it as a title of its own."""
    top = min(w.y0 for w in piece.words)
    size = max(title.lines[-1].words[0].size, piece.words[0].size, 1.0)
    if top - title.y1 > _LEADING * size or _rule_between(title, piece, frame.rules, top):
        return False
    parted = frame.row_lines is None or any(title.y1 - 0.3 * size < y < top + 0.5 * size for y in frame.row_lines)
    apart = top - title.y1 > _WRAPPED_GAP * size
    return not ((parted or apart) and _groups(title, piece, pieces, titles, frame))


def _rule_between(title: Title, piece: Segment, rules: Sequence[Rect], top: float) -> bool:
    low, high = min(title.x0, piece.x0), max(title.x1, piece.x1)
    return any(
        title.y1 - _SLACK <= (r[1] + r[3]) / 2 <= top + _SLACK and min(r[2], high) - max(r[0], low) > 0.5 * (high - low)
        for r in rules
    )


def _groups(title: Title, piece: Segment, pieces: Sequence[Segment], titles: Sequence[Title], frame: Frame) -> bool:
    """True if the upper title stands over the middle of several columns that have a title in the lower line and none above."""
    under = {column_of(frame.cuts, (p.x0 + p.x1) / 2): p for p in pieces}
    covered = {
        column
        for other in titles
        if other is not title
        for column in range(column_of(frame.cuts, other.x0 + 1), column_of(frame.cuts, other.x1 - 1) + 1)
    }
    own = column_of(frame.cuts, (piece.x0 + piece.x1) / 2)
    run = [own]
    while run[0] > 1 and run[0] - 1 in under and run[0] - 1 not in covered:  # no title stands over the labels too
        run.insert(0, run[0] - 1)
    while run[-1] + 1 in under and run[-1] + 1 not in covered:
        run.append(run[-1] + 1)
    for a in run:
        for b in run:
            if a <= own <= b and b > a and _is_middle(title, a, b, frame):
                others = [t for t in titles if t is not title]
                return not any(_claims(t, (own - a, b - own), (a, b), set(under), frame) for t in others)
    return False


def _claims(title: Title, reach: tuple[int, int], span: tuple[int, int], under: set[int], frame: Frame) -> bool:
    """True if another title stands as well over the middle of as many columns, some of them the same: both are wrapped."""
    own = column_of(frame.cuts, title.middle)
    first, last = own - reach[0], own + reach[1]
    shared = first <= span[1] and span[0] <= last
    return shared and under.issuperset(range(first, last + 1)) and _is_middle(title, first, last, frame)


def _is_middle(title: Title, first: int, last: int, frame: Frame) -> bool:
    return _off_middle(title, first, last, frame) <= _TOLERANCE


def _off_middle(title: Title, first: int, last: int, frame: Frame) -> float:
    """How far a title stands from the middle of some columns, in points, by their text or by where the columns part."""
    ends = [e for e in frame.extents[first : last + 1] if e is not None]
    if len(ends) < 2:
        return float("inf")
    off = abs((min(e[0] for e in ends) + max(e[1] for e in ends)) / 2 - title.middle)
    if first > 0 and last < frame.columns - 1:
        off = min(off, abs((frame.cuts[first - 1] + frame.cuts[last]) / 2 - title.middle))
    return off


def _place(title: Title, titles: Sequence[Title], frame: Frame) -> None:
    """First guess: the columns that the text itself reaches, but none that a title beside it holds."""
    first, last = column_of(frame.cuts, title.x0 + 1.5), column_of(frame.cuts, title.x1 - 1.5)
    own = column_of(frame.cuts, title.middle)
    beside = [t for t in titles if t is not title and t.y0 < title.y1 - 1.0 and t.y1 > title.y0 + 1.0]
    taken = {column_of(frame.cuts, t.middle) for t in beside}
    while first < own and (first in taken or not _reaches(title, first, frame)):
        first += 1
    while last > own and (last in taken or not _reaches(title, last, frame)):
        last -= 1
    title.first, title.last = min(first, own), max(last, own)


def _reaches(title: Title, column: int, frame: Frame) -> bool:
    """True if the text covers a good part of the place where the column's own text stands."""
    extent = frame.extents[column]
    if extent is None:
        return False
    common = min(title.x1, extent[1]) - max(title.x0, extent[0])
    return common > 0.35 * max(1.0, extent[1] - extent[0]) or common > 8.0


def _widen(title: Title, titles: Sequence[Title], frame: Frame) -> None:
    """Let a title reach over the columns under its rule, or of which it is the middle."""
    level = [t for t in titles if t is not title and t.y0 < title.y1 - 1.0 and t.y1 > title.y0 + 1.0]
    low = max((t.last + 1 for t in level if t.last < title.first), default=0)
    high = min((t.first - 1 for t in level if t.first > title.last), default=frame.columns - 1)
    under = [t for t in titles if t.y0 >= title.y1 - 1.5]
    span = (
        _by_rule(title, under, frame, low, high)
        or _by_middle(title, under, frame, low, high)
        or _over_all(title, level, under, frame)
    )
    if span is not None:
        title.first, title.last = min(title.first, span[0]), max(title.last, span[1])


def _by_rule(title: Title, under: Sequence[Title], frame: Frame, low: int, high: int) -> tuple[int, int] | None:
    floor = min((t.y0 for t in under), default=title.y1 + 4.0)
    for x0, y0, x1, y1 in sorted(frame.rules, key=lambda r: (r[1], r[0] - r[2])):
        if height((x0, y0, x1, y1)) > width((x0, y0, x1, y1)) or not title.y1 - _SLACK <= (y0 + y1) / 2 <= floor + _SLACK:
            continue
        if not (x0 - _SLACK <= title.x0 and title.x1 <= x1 + _SLACK):
            continue
        covered = [
            column
            for column in range(low, high + 1)
            if (e := frame.extents[column]) is not None and x0 - _SLACK <= (e[0] + e[1]) / 2 <= x1 + _SLACK
        ]
        filled = [c for c in covered if any(t.first <= c <= t.last for t in under)]
        if filled and len(covered) < frame.columns and len(filled) == len(covered):
            return covered[0], covered[-1]
    return None


def _by_middle(title: Title, under: Sequence[Title], frame: Frame, low: int, high: int) -> tuple[int, int] | None:
    """The run of titled columns over whose middle the title stands best; of equally good ones the widest."""
    filled = {column for t in under for column in range(t.first, t.last + 1)}
    found: list[tuple[float, int, tuple[int, int]]] = []
    for first in range(low, title.first + 1):
        for last in range(title.last, high + 1):
            if first == last or not all(c in filled for c in range(first, last + 1)):
                continue
            off = _off_middle(title, first, last, frame)
            if off <= _TOLERANCE:
                found.append((off, last - first, (first, last)))
    if not found:
        return None
    best = min(found)[0]
    return max((f for f in found if f[0] <= best + 1.5), key=lambda f: f[1])[2]


def _over_all(title: Title, level: Sequence[Title], under: Sequence[Title], frame: Frame) -> tuple[int, int] | None:
    """A title alone at its height (but for the first column's) and near the middle of the other columns is over them all."""
    if any(t.last > 0 for t in level) or title.first == 0 or frame.columns < 3:
        return None
    filled = {column for t in under for column in range(t.first, t.last + 1)}
    span = (1, frame.columns - 1)
    ends = [e for e in frame.extents[1:] if e is not None]
    if not ends or not all(c in filled for c in range(1, frame.columns)):
        return None
    wide = max(e[1] for e in ends) - min(e[0] for e in ends)
    return span if _off_middle(title, *span, frame) <= 0.1 * wide else None


def _nest(titles: Sequence[Title]) -> None:
    ordered = sorted(titles, key=lambda t: (t.y0, t.x0))
    for index, title in enumerate(ordered):
        above = [t for t in ordered[:index] if t.y1 <= title.y0 + 2.5 and t.first <= title.last and title.first <= t.last]
        title.level = max((t.level for t in above), default=-1) + 1
        for t in above:
            t.below.append(title)


def _stacked(titles: list[Title], frame: Frame) -> list[Title]:
    """Two levels of titles of which each lower one stands alone under one of the same columns are wrapped titles: one level."""
    for level in range(max((t.level for t in titles), default=0)):
        upper = [t for t in titles if t.level == level]
        lower = [t for t in titles if t.level == level + 1]
        pairs = [(u, [t for t in lower if t in u.below]) for u in upper]
        if not all(
            len(b) <= 1 and all((t.first, t.last) == (u.first, u.last) and _close(u, t, frame) for t in b) for u, b in pairs
        ):
            continue
        if any(len([u for u, b in pairs if t in b]) != 1 for t in lower) or sum(bool(b) for _, b in pairs) < 2:
            continue
        for title, own in pairs:
            for other in own:
                title.lines += other.lines
                title.below = other.below
        left = [t for t in titles if t not in lower]
        for title in left:
            title.level -= title.level > level
            title.below = [t for t in title.below if t not in lower]
        return _stacked(left, frame)
    return titles


def _close(upper: Title, lower: Title, frame: Frame) -> bool:
    size = max(upper.words[0].size, 1.0)
    return lower.y0 - upper.y1 <= 1.6 * size and not _rule_between(upper, lower.lines[0], frame.rules, lower.y0)


def _heights(titles: Sequence[Title], depth: int) -> list[tuple[float, float]]:
    out: list[tuple[float, float]] = []
    for level in range(depth):
        own = [t for t in titles if t.level == level]
        out.append((min(t.y0 for t in own), max(t.y1 for t in own)))
    return out
