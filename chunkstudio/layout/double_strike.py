"""Fake bold: text struck twice or thrice with a small shift, of which one copy is kept and marked bold."""

from __future__ import annotations

import re
from collections import defaultdict

from chunkstudio.layout.fragments import Fragment

_SHIFT = 0.18
_DOUBLED = re.compile(r"(\S)(?=\1)")


def remove_double_strikes(fragments: list[Fragment]) -> list[Fragment]:
    """Fragments without repeated copies. A copy has the same text, size and place but for less than a fifth of an em."""
    kept: list[Fragment] = []
    seen: dict[tuple[str, int], list[Fragment]] = defaultdict(list)
    for fragment in fragments:
        _drop_repeated_letters(fragment)
        text = "".join(fragment.text.split())
        if not text:
            kept.append(fragment)
            continue
        twin = next((f for f in seen[text, fragment.angle] if _same_place(f, fragment)), None)
        if twin is None:
            seen[text, fragment.angle].append(fragment)
            kept.append(fragment)
        else:
            twin.struck_twice = True
    return kept


def _same_place(a: Fragment, b: Fragment) -> bool:
    limit = _SHIFT * max(a.size, 1.0)
    return abs(a.base - b.base) < limit and abs(a.start - b.start) < limit and abs(a.end - b.end) < limit


def _drop_repeated_letters(fragment: Fragment) -> None:
    """Drop a letter that stands on the same letter before it: the strike was done letter by letter."""
    pairs = [found.start() + 1 for found in _DOUBLED.finditer(fragment.text)]
    if not pairs or len(fragment.text) != len(fragment.glyphs):
        return
    glyphs = fragment.glyphs
    limit = _SHIFT * max(fragment.size, 1.0) * 0.6
    doubled = {i for i in pairs if glyphs[i][2] - glyphs[i][1] > limit and abs(glyphs[i][1] - glyphs[i - 1][1]) < limit}
    if not doubled:
        return
    runs = [(start - sum(d < start for d in doubled), style) for start, style in fragment.runs]
    fragment.set_glyphs([g for i, g in enumerate(glyphs) if i not in doubled], runs)
    fragment.struck_twice = fragment.struck_twice or len(doubled) * 3 > len(fragment.glyphs)
