"""Kinds of headings (one scheme and depth, or one look), and what their order in the document says of which holds which."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, height
from chunkstudio.layout.heading_rules import HeadingView
from chunkstudio.layout.heading_styles import Style

SAME_SIZE = 1.045
"""Two sizes count as different when one is larger by more than this factor."""
_DIVISIONS = frozenset({"part", "title", "chapter", "article", "item", "annex"})
_FEW = 3


@dataclass(slots=True)
class Kind:
    """Headings that share a level. ``places`` are their places among all headings; ``stacked_on`` counts, by identity of
    the other kind, how often one stands right above a heading of that kind."""

    scheme: str
    depth: int
    style: Style
    members: list[HeadingView] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    stacked_on: Counter[int] = field(default_factory=Counter)
    rule: str = ""
    level: int = 0

    @property
    def first(self) -> int:
        """The place of the earliest one."""
        return self.places[0]

    def restarts(self, other: Kind) -> int:
        """1 if this kind's numbers begin anew after headings of the other kind: it is nested in it."""
        for before, after, place, earlier in zip(self.members, self.members[1:], self.places[1:], self.places, strict=False):
            falls = before.number is not None and after.number is not None and after.number.value <= before.number.value
            if falls and any(earlier < p < place for p in other.places):
                return 1
        return 0

    def between(self, other: Kind) -> list[int]:
        """How many of the other kind's headings stand between each two of this kind whose numbers go on counting."""
        out = []
        for before, after, start, stop in zip(self.members, self.members[1:], self.places, self.places[1:], strict=False):
            if before.number is not None and after.number is not None and after.number.value >= before.number.value:
                out.append(bisect_left(other.places, stop) - bisect_left(other.places, start))
        return out

    def counted_on(self) -> list[tuple[int, int]]:
        """The places of each two headings of this kind of which the second has the next number below the same parent."""
        numbers = [view.number.parts if view.number is not None else () for view in self.members]
        pairs = zip(numbers, numbers[1:], self.places, self.places[1:], strict=False)
        return [(start, stop) for a, b, start, stop in pairs if a and b == (*a[:-1], a[-1] + 1)]

    def holds_several(self, other: Kind) -> bool:
        """True if headings of the other kind come in groups between the numbers of this one, so that they divide it.

        What stands above a series that counts on through it (titles above articles) comes one at a time.
        """
        counts = self.between(other)
        several = sum(count > 1 for count in counts)
        return bool(self.scheme) and several >= _FEW - 1 and several >= counts.count(1)

    def leads(self, other: Kind) -> int:
        """How often a heading of this kind stands right above one of the other kind, with no text between."""
        return self.stacked_on[id(other)]


def numbered_inside(headings: Sequence[HeadingView]) -> list[HeadingView]:
    """The headings, with points 1, 2, 3 between sections 2.3 and 2.4 numbered as such, since no chapter 3 begins there."""
    out = list(headings)
    deep = [
        (place, view.number.parts)
        for place, view in enumerate(headings)
        if view.number is not None and view.number.scheme == "decimal" and view.number.depth > 1
    ]
    for (start, before), (stop, after) in pairwise(deep):
        if before[0] != after[0] or before >= after:
            continue
        for place in range(start + 1, stop):
            number = headings[place].number
            if number is not None and number.scheme == "decimal":
                out[place] = replace(headings[place], number=replace(number, scheme="paren"))
    return out


def kinds_of(headings: Sequence[HeadingView]) -> list[Kind]:
    """The kinds of a document's headings, in the order of their first ones."""
    found: dict[tuple[object, ...], Kind] = {}
    owners: list[Kind] = []
    few = _rarely_centred(headings)
    for place, view in enumerate(headings):
        number = view.number
        look = view.style.look()
        key: tuple[object, ...] = (number.scheme, number.depth) if number is not None else ("", few.get(look, look))
        kind = found.get(key)
        if kind is None:
            kind = found[key] = Kind(number.scheme if number else "", number.depth if number else 0, view.style)
        kind.members.append(view)
        kind.places.append(place)
        owners.append(kind)
    for above, below, upper, lower in zip(headings, headings[1:], owners, owners[1:], strict=False):
        if _stacked(above.box, below.box):
            upper.stacked_on[id(lower)] += 1
    for kind in found.values():
        styles = Counter(view.style for view in kind.members)
        kind.style = max(styles, key=lambda style: (styles[style], style.size))
        kind.rule = "level.numbering" if kind.scheme else "level.style"
    return list(found.values())


def _rarely_centred(headings: Sequence[HeadingView]) -> dict[tuple[object, ...], tuple[object, ...]]:
    """Looks with fewer than three centred headings -> the same look flush left: such headings are centred by chance."""
    counts = Counter(view.style.look() for view in headings if view.number is None)
    out: dict[tuple[object, ...], tuple[object, ...]] = {}
    for look, count in counts.items():
        flush = (*look[:-1], False)
        if look[-1] and count < _FEW and counts.get(flush, 0) > count:
            out[look] = flush
    return out


def _stacked(above: DraftBox, below: DraftBox) -> bool:
    """One heading right below the other on a page: less than four line heights of white space."""
    if above.page != below.page:
        return False
    gap = below.rect[1] - above.rect[3]
    return -2.0 <= gap <= 4.0 * max(1.0, height(below.lines[0].rect)) and common_x(above.rect, below.rect) > -50.0


def opens(a: Kind, b: Kind, kinds: Sequence[Kind]) -> int:
    """In how many stretches that hold both, one of kind ``a`` comes first, less those that ``b`` opens.

    A stretch ends at each heading that is larger than both or is a named division (part, chapter, item ...).
    """
    size = SAME_SIZE * max(a.style.size, b.style.size)
    ends = sorted(p for kind in kinds if kind is not a and kind is not b and _ends(kind, size) for p in kind.places)
    first_a: dict[int, int] = {}
    first_b: dict[int, int] = {}
    for firsts, kind in ((first_a, a), (first_b, b)):
        for place in kind.places:
            firsts.setdefault(bisect_right(ends, place), place)
    both = first_a.keys() & first_b.keys()
    return sum(1 if first_a[stretch] < first_b[stretch] else -1 for stretch in both)


def _ends(kind: Kind, size: float) -> bool:
    return kind.style.size > size or kind.scheme in _DIVISIONS
