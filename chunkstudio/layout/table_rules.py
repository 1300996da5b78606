"""Tables by ruled lines: frames of crossing rules, and stacks of horizontal rules with aligned text between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from statistics import median

from chunkstudio.layout.geometry import common_x, common_y, height, share_inside, width
from chunkstudio.layout.model import Line, Rect, union
from chunkstudio.layout.table_align import is_tabular
from chunkstudio.layout.table_words import Band, bands_of, has_gap, is_value, words_of

_TOUCH = 2.5
_LEVEL = 2.0
_MOST_RULES = 1200
_SET_OFF = 1.6
_PARTED = 0.7
_WIDER = 1.5
_MOST_WORDS = 7
_STOPS = ".:"


@dataclass(frozen=True, slots=True)
class RuledArea:
    """A place where rules say that a table is, with the heights and places at which its rules run."""

    rect: Rect
    row_lines: tuple[float, ...]
    column_lines: tuple[float, ...]


def ruled_areas(rules: Sequence[Rect], lines: Sequence[Line]) -> list[RuledArea]:
    """Tables on a page by its rules, top to bottom. ``lines`` are the page's text lines, which must fill the cells."""
    flat = [r for r in rules if width(r) > 2 * height(r) and width(r) >= 8.0]
    tall = [r for r in rules if height(r) > 2 * width(r) and height(r) >= 4.0]
    if len(flat) + len(tall) > _MOST_RULES:
        return []
    areas = [a for group in _touching(flat + tall) if (a := _framed(group, lines)) is not None]
    free = [r for r in flat if not any(share_inside(r, a.rect) > 0.5 for a in areas)]
    areas += [a for a in _stacks(free, lines) if not any(_overlap(a.rect, other.rect) for other in areas)]
    return sorted(areas, key=lambda a: (a.rect[1], a.rect[0]))


def _overlap(a: Rect, b: Rect) -> bool:
    return common_x(a, b) > 0 and common_y(a, b) > 0


@dataclass(slots=True)
class _Group:
    """Rules that touch each other, their extent, and those of them that a rule further down may still touch."""

    rules: list[Rect]
    box: Rect
    live: list[Rect]

    def meets(self, grown: Rect) -> bool:
        """True if a rule, grown by what may lie between rules that touch, reaches one of the group."""
        if not _overlap(grown, self.box):
            return False
        x0, y0, x1, y1 = grown
        self.live = [other for other in self.live if other[3] >= y0]
        return any(x0 <= other[2] and other[0] <= x1 and other[1] <= y1 for other in self.live)

    def add(self, other: _Group) -> None:
        """Take in the rules of another group."""
        self.rules += other.rules
        self.live += other.live
        self.box = union((self.box, other.box))


def _touching(rules: Sequence[Rect]) -> list[list[Rect]]:
    """Rules in groups that touch each other, found by one sweep from top to bottom."""
    groups: list[_Group] = []
    reached: list[_Group] = []  # those that end no higher than where the sweep is
    for rule in sorted(rules, key=lambda r: r[1]):
        grown = (rule[0] - _TOUCH, rule[1] - _TOUCH, rule[2] + _TOUCH, rule[3] + _TOUCH)
        alone = _Group([rule], rule, [rule])
        reached = [group for group in reached if group.box[3] > grown[1]]
        meets = [group for group in reached if group.meets(grown)]
        if not meets:
            groups.append(alone)
            reached.append(alone)
            continue
        meets[0].add(alone)
        for other in reversed(meets[1:]):
            meets[0].add(other)
            groups.remove(other)
            reached.remove(other)
    return [group.rules for group in groups]


def _framed(group: Sequence[Rect], lines: Sequence[Line]) -> RuledArea | None:
    """The table of a group of crossing rules: at least two rows or columns, and text in most of its cells."""
    if len(group) < 4:
        return None
    rect = union(list(group))
    flat = [r for r in group if width(r) > height(r)]
    tall = [r for r in group if height(r) >= width(r)]
    ys = _levels([((r[1] + r[3]) / 2, width(r)) for r in flat], 0.2 * width(rect))
    xs = _levels([((r[0] + r[2]) / 2, height(r)) for r in tall], 0.2 * height(rect))
    inner_y = [y for y in ys if rect[1] + 4 < y < rect[3] - 4]
    inner_x = [x for x in xs if rect[0] + 4 < x < rect[2] - 4]
    if not inner_x or (not inner_y and len(ys) < 2):
        return None
    inside = [line for line in lines if share_inside(line.rect, rect) >= 0.5]
    cells = {(_place(inner_y, line.rect[1], line.rect[3]), _place(inner_x, line.rect[0], line.rect[2])) for line in inside}
    total = (len(inner_y) + 1) * (len(inner_x) + 1)
    if len(inside) < 3 or len(cells) < 3 or len(cells) < 0.3 * total:
        return None
    return RuledArea(rect, tuple(inner_y), tuple(inner_x))


def _place(lines: Sequence[float], low: float, high: float) -> int:
    middle = (low + high) / 2
    return sum(y < middle for y in lines)


def _levels(values: Sequence[tuple[float, float]], least: float) -> list[float]:
    """Places shared by rules whose lengths add up to at least ``least``."""
    out: list[tuple[float, float]] = []
    for at, length in sorted(values):
        if out and at - out[-1][0] <= _LEVEL:
            out[-1] = (out[-1][0], out[-1][1] + length)
        else:
            out.append((at, length))
    return [at for at, length in out if length >= least]


def _stacks(flat: Sequence[Rect], lines: Sequence[Line]) -> list[RuledArea]:
    """Tables between horizontal rules of one extent; the widest rules first, since the header has narrower ones of its own."""
    whole = _whole_rules(flat)
    between = _Between(lines)
    areas: list[RuledArea] = []
    for top in sorted(whole, key=lambda r: (-round(width(r)), r[1])):
        if width(top) < 60.0 or any(share_inside(top, a.rect) > 0.5 for a in areas):
            continue
        level = [r for r in whole if _same_extent(r, top) and not any(share_inside(r, a.rect) > 0.5 for a in areas)]
        for run in _runs(sorted(level, key=lambda r: r[1]), between):
            rect = (top[0], run[0][1], top[2], run[-1][3])
            inside = between.inside(rect)
            if len(inside) >= 4 and is_tabular(inside):
                areas.append(RuledArea(rect, tuple(r[1] for r in run[1:-1]), ()))
    return areas


def _runs(level: Sequence[Rect], between: _Between) -> list[list[Rect]]:
    """Rules below each other, parted where prose or nothing stands between two of them."""
    runs: list[list[Rect]] = []
    for rule in level:
        if runs and between.is_table(runs[-1][-1], rule):
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return [run for run in runs if len(run) >= 2]


class _Between:
    """What stands between two rules. Asked for the same two from many others of their extent, so answers are kept."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._known: dict[tuple[Rect, Rect], bool] = {}

    def inside(self, rect: Rect) -> list[Line]:
        """The lines of which half and more lie in a rectangle."""
        _, y0, _, y1 = rect
        near = [line for line in self._lines if line.rect[1] <= y1 and line.rect[3] >= y0]
        return [line for line in near if share_inside(line.rect, rect) >= 0.5]

    def is_table(self, upper: Rect, lower: Rect) -> bool:
        """Whether rows of a table stand between two rules."""
        pair = (upper, lower)
        if pair not in self._known:
            self._known[pair] = _table_between(upper, lower, self.inside((upper[0], upper[1], upper[2], lower[3])))
        return self._known[pair]


def _table_between(upper: Rect, lower: Rect, inside: Sequence[Line]) -> bool:
    if not inside:
        return lower[1] - upper[3] < 6.0
    bands = bands_of(words_of(inside))
    if any(_title_between(*three) for three in zip(bands, bands[1:], bands[2:], strict=False)):
        return False
    single = [not has_gap(b, 1.5) for b in bands]
    prose = [alone and len(b.words) > _MOST_WORDS for b, alone in zip(bands, single, strict=True)]
    running = [is_prose and not is_value(b.words[-1].text) for b, is_prose in zip(bands, prose, strict=True)]
    if _paragraph_between(bands, single, running) or _line_across(bands, running, 0.8 * (upper[2] - upper[0])):
        return False
    return sum(prose) <= 0.3 * len(bands) and (len(bands) <= 3 or any(has_gap(b, 1.1) for b in bands))


def _paragraph_between(bands: Sequence[Band], single: Sequence[bool], running: Sequence[bool]) -> bool:
    """Running text set off by more than rows are from each other: two tables stand around it.

    It is set off above and below, or on one side where it ends as a sentence or an introduction does.
    ``single`` tells the rows of one phrase, ``running`` those of them that are lines of text; a title may stand with them.
    """
    gaps = [b.y0 - a.y1 for a, b in pairwise(bands)]
    usual = median(gaps) if gaps else 0.0
    start = 0
    for alone, run in groupby(single):
        stop = start + sum(1 for _ in run)
        lines = [place for place in range(start, stop) if running[place]] if alone else []
        if lines and start > 0 and stop < len(bands):
            least = max(_PARTED * (bands[lines[0]].y1 - bands[lines[0]].y0), _WIDER * usual)
            apart = (max(gaps[start - 1 : lines[0]]) > least) + (max(gaps[lines[-1] : stop]) > least)
            if apart == 2 or (apart and bands[lines[-1]].words[-1].text[-1] in _STOPS):
                return True
        start = stop
    return False


def _line_across(bands: Sequence[Band], running: Sequence[bool], wide: float) -> bool:
    """A line of text as wide as ``wide`` points with rows of several phrases above and below it."""
    several = [place for place, band in enumerate(bands) if has_gap(band, 1.5)]
    if not several:
        return False
    inner = range(several[0], several[-1])
    return any(running[i] and bands[i].words[-1].x1 - bands[i].words[0].x0 >= wide for i in inner)


def _title_between(above: Band, title: Band, below: Band) -> bool:
    """One phrase set off on both sides between two rows of several: the title of a second table."""
    tall = title.y1 - title.y0
    if min(title.y0 - above.y1, below.y0 - title.y1) < _SET_OFF * tall:
        return False
    return [has_gap(band, 1.1) for band in (above, title, below)] == [True, False, True] and len(title.words) >= 2


def _same_extent(a: Rect, b: Rect) -> bool:
    return abs(a[0] - b[0]) <= 4.0 and abs(a[2] - b[2]) <= 4.0


def _whole_rules(flat: Sequence[Rect]) -> list[Rect]:
    """Horizontal rules with pieces on one level that touch put together, top to bottom."""
    out: list[Rect] = []
    for rule in sorted(flat, key=lambda r: (round(r[1]), r[0])):
        if out and abs(out[-1][1] - rule[1]) <= _LEVEL and rule[0] - out[-1][2] <= 3.0:
            out[-1] = union([out[-1], rule])
        else:
            out.append(rule)
    return out
