"""Vertical Japanese, Chinese and Korean that was drawn sign by sign: single signs become columns, read top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.fragments import Fragment, Glyph
from chunkstudio.layout.model import Line

_SHORTEST_COLUMN = 3
_FLAG_CHARACTERS = 8
_CORNER_SIGNS = frozenset("、。，．・：；！？")


_CJK = (
    ("\u3000", "\u30ff"), ("\u3400", "\u9fff"), ("\uac00", "\ud7af"), ("\uf900", "\ufaff"), ("\ufe30", "\ufe4f"),
    ("\uff00", "\uffef"),
)  # fmt: skip


def is_cjk(char: str) -> bool:
    """True for ideographs, kana, Hangul and their punctuation."""
    return any(first <= char <= last for first, last in _CJK)


def join_columns(fragments: list[Fragment]) -> list[Fragment]:
    """Fragments in which single signs that stand closer to the one below than to the one beside are one column."""
    singles = [f for f in fragments if _is_single(f)]
    if len(singles) < _SHORTEST_COLUMN:
        return fragments
    columns = [c for c in _columns(singles) if len(c) >= _SHORTEST_COLUMN and any(is_cjk(f.text.strip()[0]) for f in c)]
    columns = [c for c in columns if _is_vertical(c, singles)]
    if not columns:
        return fragments
    joined = {id(f) for column in columns for f in column}
    out = [f for f in fragments if id(f) not in joined] + [_column(c) for c in columns]
    return sorted(out, key=lambda f: f.order)


def _is_single(fragment: Fragment) -> bool:
    text = fragment.text.strip()
    if fragment.vertical or fragment.angle != 0 or not 1 <= len(text) <= 2:
        return False
    return (len(text) == 1 and is_cjk(text)) or text.isdigit()


def _columns(singles: Sequence[Fragment]) -> list[list[Fragment]]:
    """Runs of signs one below the other with at most a sign's height between them."""
    columns: list[list[Fragment]] = []
    for fragment in sorted(singles, key=lambda f: (f.top, f.start)):
        for column in reversed(columns):
            last = column[-1]
            em = max(last.size, fragment.size, 1.0)
            aside = 0.8 if _is_punctuation(last) or _is_punctuation(fragment) else 0.3
            if abs(_center(last) - _center(fragment)) < aside * em and 0.2 * em < fragment.base - last.base < 2.1 * em:
                column.append(fragment)
                break
        else:
            columns.append([fragment])
    return columns


def _is_punctuation(fragment: Fragment) -> bool:
    """Stops and commas stand in a corner of their square, so that their place says less."""
    return fragment.text.strip() in _CORNER_SIGNS


def _is_vertical(column: Sequence[Fragment], singles: Sequence[Fragment]) -> bool:
    """Signs of horizontal lines stand in columns too; there the next sign beside is nearer than the one below."""
    below = sorted(b.base - a.base for a, b in pairwise(column))
    pitch = below[len(below) // 2]
    nearer = 0
    for fragment in column:
        center, em = _center(fragment), max(fragment.size, 1.0)
        beside = [abs(_center(f) - center) for f in singles if f is not fragment and abs(f.base - fragment.base) < 0.4 * em]
        nearer += any(distance < pitch * 0.98 for distance in beside)
    return nearer * 2 < len(column)


def _column(column: Sequence[Fragment]) -> Fragment:
    """One fragment in the frame of vertical text: reading downward, lines going left."""
    first = column[0]
    glyphs: list[Glyph] = []
    for fragment in column:
        ink = [g for g in fragment.glyphs if not g[0].isspace()]
        top = fragment.base - 0.88 * fragment.size
        for index, (char, _, _) in enumerate(ink):
            step = fragment.size / len(ink)
            glyphs.append((char, top + index * step, top + (index + 1) * step))
    left, right = min(f.start for f in column), max(f.end for f in column)
    base = -(left + right) / 2
    made = Fragment(270, True, first.block, base, -right, -left, glyphs, [(0, first.style)])
    made.ocr, made.order = first.ocr, first.order
    return made


def _center(fragment: Fragment) -> float:
    return (fragment.start + fragment.end) / 2


def has_vertical_text(lines: Sequence[Line]) -> bool:
    """Whether more than a stray label of the page is written top to bottom."""
    return sum(len(line.text) for line in lines if line.vertical) >= _FLAG_CHARACTERS
