"""Where a manual rule belongs in a document that may have changed: by its words, its neighbours and its heading.

A place is found when its words are still there and cannot be taken for others. Words that occur more than once are told
apart by what stood before and after them and by their heading; where that does not decide, nothing is guessed and the rule
is a conflict for a person to settle.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

WORDS_KEPT = 200
"""Characters of a quote that a rule keeps."""

_ALIKE = 0.5  # share of common words from which a neighbour counts as the same with small changes
_NEIGHBOUR = 80  # characters of a neighbour that are kept and compared
_WORDS = re.compile(r"\W+")

Lost = Literal["gone", "ambiguous", "neighbour"]
"""Why there is no place: the words are gone; they occur more than once; what follows them is another text."""


class Anchor(Protocol):
    """What is kept of a place (see :class:`chunkstudio.chunking.rules.ManualRule`)."""

    @property
    def quote(self) -> str: ...
    @property
    def page(self) -> int: ...
    @property
    def y(self) -> float: ...
    @property
    def whole(self) -> bool: ...
    @property
    def previous(self) -> str: ...
    @property
    def following(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def copies(self) -> int: ...
    @property
    def alike(self) -> int: ...
    @property
    def nth(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Slots:
    """The places of a document in reading order: their words (folded), headings (folded), pages and heights in points."""

    texts: Sequence[str]
    headings: Sequence[str]
    places: Sequence[tuple[int, float]]

    def before(self, i: int) -> str:
        """The end of the text before place i; "" at the start."""
        return self.texts[i - 1][-_NEIGHBOUR:] if i else ""

    def after(self, i: int) -> str:
        """The beginning of the text after place i; "" at the end."""
        return self.texts[i + 1][:_NEIGHBOUR] if i + 1 < len(self.texts) else ""


def fold(text: str) -> str:
    """Words of a text in lower case, for comparison."""
    return " ".join(_WORDS.sub(" ", text.casefold()).split())


def context_of(slots: Slots, i: int, key: str, *, whole: bool) -> dict[str, object]:
    """What tells place i, whose folded quote is ``key``, from others with the same words: the fields of an anchor."""
    same = fitting_places(slots.texts, key, whole=whole)
    alike = [k for k in same if _surroundings(slots, k) == _surroundings(slots, i)]
    return {
        "previous": slots.before(i),
        "following": slots.after(i),
        "heading": slots.headings[i],
        "copies": len(same),
        "alike": len(alike),
        "nth": alike.index(i) if i in alike else 0,
    }


def _surroundings(slots: Slots, i: int) -> tuple[str, str, str]:
    return slots.before(i), slots.after(i), slots.headings[i]


def find_place(slots: Slots, anchor: Anchor, *, pair: bool = False) -> int | Lost:
    """The place of an anchor, or why there is none. With ``pair`` the text that followed it must follow it still."""
    key = fold(anchor.quote)
    fitting = fitting_places(slots.texts, key, whole=anchor.whole)
    if not fitting:
        return "gone"
    found = _chosen(slots, anchor, fitting)
    if isinstance(found, int) and pair and anchor.following and not _alike(slots.after(found), anchor.following):
        return "neighbour"
    return found


def fitting_places(texts: Sequence[str], key: str, *, whole: bool) -> list[int]:
    """Places with these folded words: exactly them, or beginning with them, or else holding them."""
    if not key:
        return []
    if whole:
        return [i for i, text in enumerate(texts) if text == key]
    start = f"{key} "
    fitting = [i for i, text in enumerate(texts) if text == key or text.startswith(start) or (len(key) > 60 and key in text)]
    return fitting or [i for i, text in enumerate(texts) if f" {key} " in f" {text} "]


def _chosen(slots: Slots, anchor: Anchor, fitting: list[int]) -> int | Lost:
    if not anchor.copies:
        return _nearest(slots, anchor, fitting)
    if len(fitting) == 1 and anchor.copies == 1:
        return fitting[0]
    known = sum(map(bool, (anchor.previous, anchor.following, anchor.heading)))
    scores = {i: _agreement(slots, anchor, i) for i in fitting}
    best = max(scores.values())
    tied = [i for i in fitting if scores[i] == best]
    needed = known if len(fitting) != anchor.copies else min(2, known)
    if len(tied) == 1:
        return tied[0] if best >= needed and best else "ambiguous"
    # As many as there were and equal all around: nothing but the order tells them apart, and it has not changed.
    return tied[anchor.nth] if len(tied) == anchor.alike and best == known and anchor.nth < len(tied) else "ambiguous"


def _agreement(slots: Slots, anchor: Anchor, i: int) -> int:
    """How many of neighbours and heading are still what they were."""
    pairs = ((slots.before(i), anchor.previous), (slots.after(i), anchor.following), (slots.headings[i], anchor.heading))
    return sum(bool(old) and now == old for now, old in pairs)


def _nearest(slots: Slots, anchor: Anchor, fitting: list[int]) -> int | Lost:
    """For anchors without neighbours (written by hand): the place nearest to theirs, unless two are as near."""

    def distance(i: int) -> tuple[float, float]:
        page, y = slots.places[i]
        return abs(page - anchor.page), abs(y - anchor.y)

    ranked = sorted(fitting, key=distance)
    if len(ranked) > 1 and distance(ranked[0]) == distance(ranked[1]):
        return "ambiguous"
    return ranked[0]


def _alike(now: str, before: str) -> bool:
    a, b = Counter(now.split()), Counter(before.split())
    return (a & b).total() >= _ALIKE * max(a.total(), b.total(), 1)
