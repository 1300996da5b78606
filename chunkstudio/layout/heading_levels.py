"""Levels of headings: numbering first, then style ranked over the whole document, the numbered styles as anchors.

Headings are sorted into kinds: one for each depth of a numbering scheme, one for each look of unnumbered headings. An
unnumbered kind that looks like a numbered one has its level. The kinds are put in order (by depth, by what the schemes'
names mean, by size, by weight, by which comes first) and numbered from 1; then each heading is held to its parent + 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key

from chunkstudio.layout.heading_numbers import WORD_RANK
from chunkstudio.layout.heading_rules import HeadingContext, HeadingView
from chunkstudio.layout.heading_styles import Style

_DEEP_NUMBERS = frozenset({"decimal", "annexed"})
SAME_SIZE = 1.045
"""Two sizes count as different when one is larger by more than this factor."""


@dataclass(slots=True)
class Kind:
    """Headings that share a level: a scheme and depth, or one look. ``first`` is the place of the earliest one."""

    scheme: str
    depth: int
    first: int
    members: list[HeadingView] = field(default_factory=list)
    rule: str = ""
    level: int = 0

    @property
    def style(self) -> Style:
        """The look of most members."""
        looks = Counter(view.style for view in self.members)
        return max(looks, key=lambda style: (looks[style], style.size))


def set_levels(headings: Sequence[HeadingView], context: HeadingContext, max_level: int) -> None:
    """Write ``level`` (1..max_level) on the boxes of all headings given, in reading order. Titles are not among them."""
    kinds = _kinds(headings)
    _anchor(kinds)
    ordered = _in_order([kind for kind in kinds if not kind.level])
    for rank, kind in enumerate(ordered, start=1):
        kind.level = rank
    of = {id(view.box): kind for kind in kinds for view in kind.members}
    stack: list[int] = []
    for view in headings:
        kind = _root(of[id(view.box)], kinds)
        while stack and stack[-1] >= kind.level:
            stack.pop()
        stack.append(kind.level)
        view.box.level = min(len(stack), max_level)
        view.box.note(
            "level",
            kind.rule,
            kind=kind.scheme or "style",
            depth=kind.depth,
            rank=kind.level,
            size=view.style.size,
            body=context.body.size,
        )


def _kinds(headings: Sequence[HeadingView]) -> list[Kind]:
    found: dict[tuple[object, ...], Kind] = {}
    for place, view in enumerate(headings):
        number = view.number
        key: tuple[object, ...] = (number.scheme, number.depth) if number is not None else ("", view.style.look())
        kind = found.setdefault(key, Kind(number.scheme if number else "", number.depth if number else 0, place))
        kind.members.append(view)
    for kind in found.values():
        kind.rule = "level.numbering" if kind.scheme else "level.style"
    return list(found.values())


def _root(kind: Kind, kinds: Sequence[Kind]) -> Kind:
    """The kind whose level counts (an anchored kind points to its anchor by a negative level)."""
    while kind.level < 0:
        kind = kinds[-kind.level - 1]
    return kind


def _anchor(kinds: list[Kind]) -> None:
    """Tie unnumbered kinds to the numbered kind of the same look, and annexes to what they stand beside."""
    for kind in kinds:
        target: Kind | None = None
        if not kind.scheme:
            target = _same_look(kind, kinds)
        elif kind.scheme == "annex":
            target = _beside_annex(kind, kinds)
        elif kind.scheme == "annexed":
            target = next((k for k in kinds if k.scheme == "decimal" and k.depth == kind.depth), None)
        if target is not None and target is not kind:
            kind.level = -1 - kinds.index(target)
            kind.rule = "level.anchor"


def _same_look(kind: Kind, kinds: Sequence[Kind]) -> Kind | None:
    """The numbered kind most of whose members look like this one; of several the one with most members."""
    look = kind.style.look()
    best: tuple[float, int, int] | None = None
    for index, other in enumerate(kinds):
        if not other.scheme:
            continue
        share = sum(view.style.look() == look for view in other.members) / len(other.members)
        if share >= 0.5 and (best is None or (share, len(other.members)) > best[:2]):
            best = (share, len(other.members), index)
    return kinds[best[2]] if best is not None else None


def _beside_annex(kind: Kind, kinds: Sequence[Kind]) -> Kind | None:
    """Annexes are siblings of chapters, else of sections numbered 1, 2, 3, unless they are set larger."""
    for scheme, depth in (("chapter", 1), ("decimal", 1), ("roman", 1)):
        other = next((k for k in kinds if k.scheme == scheme and k.depth == depth), None)
        if other is not None and kind.style.size <= SAME_SIZE * other.style.size:
            return other
    return None


def _in_order(kinds: list[Kind]) -> list[Kind]:
    """Kinds from the highest to the deepest level."""
    ordered = sorted(kinds, key=cmp_to_key(_compare))
    for depth_scheme in _DEEP_NUMBERS:
        mine = sorted((k for k in ordered if k.scheme == depth_scheme), key=lambda k: k.depth)
        places = sorted(ordered.index(k) for k in mine)
        for place, kind in zip(places, mine, strict=True):
            ordered[place] = kind
    return ordered


def _compare(a: Kind, b: Kind) -> int:
    """Negative if ``a`` stands above ``b``."""
    if a.scheme == b.scheme and a.scheme in _DEEP_NUMBERS:
        return a.depth - b.depth
    if a.scheme in WORD_RANK and b.scheme in WORD_RANK and WORD_RANK[a.scheme] != WORD_RANK[b.scheme]:
        return WORD_RANK[a.scheme] - WORD_RANK[b.scheme]
    s, t = a.style, b.style
    if max(s.size, t.size) > SAME_SIZE * min(s.size, t.size):
        return -1 if s.size > t.size else 1
    if a.scheme == "paren" or b.scheme == "paren":
        return 1 if a.scheme == "paren" else -1
    if (a.scheme in ("part", "chapter")) != (b.scheme in ("part", "chapter")):
        return -1 if a.scheme in ("part", "chapter") else 1
    if _weight(s) != _weight(t):
        return _weight(t) - _weight(s)
    return a.first - b.first


def _weight(style: Style) -> int:
    """How much a style stands out beside its size: capitals and bold before bold, bold before italics."""
    return 4 * style.bold + 2 * style.caps - style.italic
