"""Labels in a gutter that make room for each other: pure geometry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wish:
    """A label that wants its middle at ``y`` and is ``height`` high. ``quiet`` ones give way altogether."""

    y: float
    height: float
    quiet: bool = False


def spread(wishes: Sequence[Wish], low: float, high: float, gap: float = 2.0) -> list[float | None]:
    """Middles for all labels, none over another, within ``low``..``high`` while there is room.

    Loud labels keep their order and move as little as they must (neighbours that meet share the shift); a quiet label
    stays exactly where it wants to be or is left out (None), and so is a loud one for which no room is left at all.
    """
    loud = sorted((i for i, w in enumerate(wishes) if not w.quiet), key=lambda i: wishes[i].y)
    out: list[float | None] = [None] * len(wishes)
    kept = _fitting(loud, wishes, high - low, gap)
    for index, middle in zip(kept, _pack([wishes[i] for i in kept], low, high, gap), strict=True):
        out[index] = middle
    taken = [(out[i] or 0.0, wishes[i].height) for i in kept]
    for i in sorted((i for i, w in enumerate(wishes) if w.quiet), key=lambda i: wishes[i].y):
        wish = wishes[i]
        inside = low <= wish.y - wish.height / 2 and wish.y + wish.height / 2 <= high
        if inside and all(abs(wish.y - y) >= (wish.height + h) / 2 for y, h in taken):
            out[i] = wish.y
            taken.append((wish.y, wish.height))
    return out


def _fitting(loud: list[int], wishes: Sequence[Wish], room: float, gap: float) -> list[int]:
    """As many of the labels as the room holds, evenly thinned out."""
    need = sum(wishes[i].height + gap for i in loud)
    if need <= room + gap or not loud:
        return loud
    count = max(1, int(len(loud) * room / need))
    step = len(loud) / count
    return [loud[int(k * step)] for k in range(count)]


def _pack(wishes: list[Wish], low: float, high: float, gap: float) -> list[float]:
    """Middles of sorted labels: groups that touch are centred on the mean of their wishes."""
    groups: list[tuple[list[Wish], float, float]] = []
    for wish in wishes:
        members, top, tall = [wish], wish.y - wish.height / 2, wish.height
        top = min(max(top, low), max(low, high - tall))
        while groups and groups[-1][1] + groups[-1][2] + gap > top:
            earlier, _, before = groups.pop()
            members, tall = earlier + members, before + gap + tall
            top = min(max(_best_top(members, gap), low), max(low, high - tall))
        groups.append((members, top, tall))
    out: list[float] = []
    for members, top, _ in groups:
        at = top
        for wish in members:
            out.append(at + wish.height / 2)
            at += wish.height + gap
    return out


def _best_top(members: list[Wish], gap: float) -> float:
    """Top of a stack whose labels lie, on average, where they want to be."""
    at, total = 0.0, 0.0
    for wish in members:
        total += wish.y - (at + wish.height / 2)
        at += wish.height + gap
    return total / len(members)
