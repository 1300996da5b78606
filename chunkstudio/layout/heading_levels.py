"""Levels of headings: numbering first, then style ranked over the whole document, the numbered styles as anchors.

Headings are sorted into kinds: one for each depth of a numbering scheme, one for each look of unnumbered headings. An
unnumbered kind that looks like a numbered one has its level. The kinds are put in order (by depth, by what the schemes'
names mean, by size, by weight, by which comes first) and numbered from 1; then each heading is held to its parent + 1.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from chunkstudio.layout.heading_kinds import SAME_SIZE, Kind, kinds_of, numbered_inside, opens
from chunkstudio.layout.heading_numbers import WORD_RANK, HeadingNumber
from chunkstudio.layout.heading_rules import HeadingContext, HeadingView
from chunkstudio.layout.heading_styles import Style

_DEEP_NUMBERS = frozenset({"decimal", "annexed"})
_LARGE = ("book", "part", "title", "chapter")
_SURE = 3
_BARE_LETTER = re.compile(r"\s*(?P<value>[A-Z])\s+(?P<rest>\S.*)", re.DOTALL)
_SIBLING_SCHEMES = {"decimal": 1, "annexed": 1, "roman": 2, "letter": 2, "book": 2, "part": 2, "title": 2, "chapter": 2,
                    "item": 2, "article": 2}  # fmt: skip
"""Schemes whose look an unnumbered sibling shares ("References" after "5 Results"), if there are so many of them."""


def set_levels(
    headings: Sequence[HeadingView], context: HeadingContext, max_level: int, new_paths: Container[int] = ()
) -> None:
    """Write ``level`` (1..max_level) on the boxes of all headings given, in reading order. Titles are not among them.

    ``new_paths`` are places in ``headings`` at which no earlier heading is a parent any more: the first below the title,
    the first after a cover page.
    """
    headings = _with_bare_letters(numbered_inside(headings))
    kinds = kinds_of(headings)
    _anchor(kinds)
    ordered = _in_order([kind for kind in kinds if not kind.level], kinds)
    for rank, kind in enumerate(ordered, start=1):
        kind.level = rank
    of = {id(view.box): kind for kind in kinds for view in kind.members}
    stack: list[int] = []
    for place, view in enumerate(headings):
        if place in new_paths:
            stack.clear()
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


def set_contents_levels(titles: Sequence[HeadingView], headings: Sequence[HeadingView]) -> None:
    """Write ``level`` on the titles of contents pages: that of most headings of their look, else 1. They hold nothing."""
    for title in titles:
        alike = Counter(view.box.level for view in headings if view.box.level and view.style.look() == title.style.look())
        title.box.level = max(alike, key=lambda level: (alike[level], -(level or 0)), default=1)
        title.box.note("level", "level.contents-title", alike=sum(alike.values()))


def _with_bare_letters(headings: Sequence[HeadingView]) -> Sequence[HeadingView]:
    """The headings, with the letter as number of "A Scope" where "A.1 Boats" follows, and of "C Forms" after "B Duties"."""
    out = list(headings)
    looks: dict[str, Style] = {}
    for place, view in enumerate(headings):
        found = _BARE_LETTER.match(view.text) if view.number is None else None
        if found is None:
            continue
        letter, following = found["value"], headings[place + 1].number if place + 1 < len(headings) else None
        opened = following is not None and following.scheme == "annexed" and following.printed == f"{letter}.1"
        if opened or looks.get(chr(ord(letter) - 1)) == view.style:
            number = HeadingNumber("annexed", 1, (ord(letter) - ord("A") + 1,), found["rest"].strip(), letter)
            out[place] = replace(view, number=number)
            looks[letter] = view.style
    return out


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
            target = _same_look(kind, kinds) or _same_but_centred(kind, kinds)
        elif kind.scheme == "annex":
            target = _beside_annex(kind, kinds)
        elif kind.scheme == "annexed":
            target = next((k for k in kinds if k.scheme == "decimal" and k.depth == kind.depth), None)
        if target is not None and target is not kind:
            kind.level = -1 - kinds.index(target)
            kind.rule = "level.anchor"


def _same_look(kind: Kind, kinds: Sequence[Kind]) -> Kind | None:
    """The numbered kind most of whose members look like this one, unless its headings stand right above this kind's."""
    look = kind.style.look()
    best: tuple[float, int, int] | None = None
    for index, other in enumerate(kinds):
        enough = len(other.members) >= _SIBLING_SCHEMES.get(other.scheme, 10**9)
        if not enough or other.leads(kind) >= (1 if other.scheme in ("item", "article") else 2) + kind.leads(other):
            continue
        if other.scheme not in _DEEP_NUMBERS and _is_held_by(kind, other):
            continue
        share = sum(view.style.look() == look for view in other.members) / len(other.members)
        if share >= 0.5 and (best is None or (share, len(other.members)) > best[:2]):
            best = (share, len(other.members), index)
    return kinds[best[2]] if best is not None else None


def _same_but_centred(kind: Kind, kinds: Sequence[Kind]) -> Kind | None:
    """Sections 1, 2, 3 for what stands before or after them and differs only in being centred ("Abstract", "References")."""
    for other in kinds:
        if other.scheme != "decimal" or other.depth != 1 or _is_held_by(kind, other) or other.leads(kind) >= 2:
            continue
        looks = [view.style.look()[:-1] for view in other.members]
        if looks.count(kind.style.look()[:-1]) >= 0.5 * len(looks):
            return other
    return None


def _is_held_by(kind: Kind, series: Kind) -> bool:
    """What stands between Item 1 and Item 2 is part of Item 1, whatever it looks like; and siblings without a number that
    come after the first one (references) are fewer than the numbered ones, while a preface and lists before it may be many."""
    after = sum(place > series.first for place in kind.places)
    return after > len(series.members) or sum(series.between(kind)) > 0.5 * len(kind.members)


def _beside_annex(kind: Kind, kinds: Sequence[Kind]) -> Kind | None:
    """Annexes are siblings of divisions as large and bold, else of chapters or sections 1, 2, 3 that are not smaller."""
    for scheme in reversed(_LARGE):
        for large in kinds:
            if large.scheme == scheme and (large.style.size, large.style.bold) == (kind.style.size, kind.style.bold):
                return large
    for scheme, depth in (("chapter", 1), ("decimal", 1), ("roman", 1)):
        other = next((k for k in kinds if k.scheme == scheme and k.depth == depth), None)
        if other is not None and kind.style.size <= SAME_SIZE * other.style.size:
            return other
    return None


def _in_order(kinds: list[Kind], every: Sequence[Kind]) -> list[Kind]:
    """Kinds from the highest to the deepest level: each next one is that which fewest others stand above.

    What is sure counts more than what is likely, so that a chance order of two kinds breaks no series.
    """
    rest = sorted(kinds, key=lambda kind: kind.first)
    below = {(id(a), id(b)): _compare(a, b, every) for i, a in enumerate(rest) for b in rest[i + 1 :]}
    below |= {(b, a): -sign for (a, b), sign in below.items()}
    out: list[Kind] = []
    while rest:
        above = [(-sum(min(0, below[id(o), id(kind)]) for o in rest if o is not kind), kind.first) for kind in rest]
        out.append(rest.pop(above.index(min(above))))
    return out


def _compare(a: Kind, b: Kind, every: Sequence[Kind]) -> int:
    """Negative if ``a`` stands above ``b``: by 3 if numbers, names or sizes say so, by 1 if only the order of headings does."""
    sure = _sure(a, b)
    if sure:
        return _SURE if sure > 0 else -_SURE
    s, t = a.style, b.style
    if abs(a.leads(b) - b.leads(a)) >= 2:
        likely = b.leads(a) - a.leads(b)
    elif s.bold != t.bold:
        likely = -1 if s.bold else 1
    else:
        likely = b.leads(a) - a.leads(b) or -opens(a, b, every) or _weight(t) - _weight(s) or a.first - b.first
    return 1 if likely > 0 else -1


def _sure(a: Kind, b: Kind) -> int:
    """Negative if ``a`` stands above ``b``, 0 if neither is sure to. The first rule that tells them apart decides."""
    if a.scheme == b.scheme and a.scheme in _DEEP_NUMBERS:
        return a.depth - b.depth
    if a.scheme in WORD_RANK and b.scheme in WORD_RANK and WORD_RANK[a.scheme] != WORD_RANK[b.scheme]:
        return WORD_RANK[a.scheme] - WORD_RANK[b.scheme]
    if a.scheme and b.scheme and a.restarts(b) != b.restarts(a):
        return a.restarts(b) - b.restarts(a)
    if _interrupts(a, b) != _interrupts(b, a):
        return 1 if _interrupts(a, b) else -1
    s, t = a.style, b.style
    if max(s.size, t.size) > SAME_SIZE * min(s.size, t.size):
        return -1 if s.size > t.size else 1
    if a.scheme == "paren" or b.scheme == "paren":
        return 1 if a.scheme == "paren" else -1
    if bool(a.scheme) != bool(b.scheme) and a.holds_several(b) != b.holds_several(a):
        return -1 if a.holds_several(b) else 1
    if (a.scheme in _LARGE) != (b.scheme in _LARGE):
        return -1 if a.scheme in _LARGE else 1
    return 0


def _interrupts(kind: Kind, series: Kind) -> bool:
    """True for a lone heading amid sections that count on: whatever its size, it divides nothing ("Image" in a sample)."""
    if kind.scheme or len(kind.members) > 1 or series.scheme != "decimal" or kind.leads(series):
        return False
    return any(earlier < kind.first < later for earlier, later in series.counted_on())


def _weight(style: Style) -> int:
    """How much a style stands out beside its size: capitals before bold, bold before italics."""
    return 4 * style.bold + 2 * style.caps - style.italic
