"""Fake bold: text struck twice or thrice with a small shift, of which one copy is kept and marked bold."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, dropwhile, takewhile

from chunkstudio.layout.fragments import Fragment, Glyph

_SHIFT = 0.18
_BAND = 8.0
_FEW = 40
_ROUNDING = 1e-3
_TWICE = re.compile(r"(\S{2,40})(\1)")
_WORD = re.compile(r"\S+")
_EQUAL_LETTERS = re.compile(r"(\S)(?=\1)")


def remove_double_strikes(fragments: list[Fragment]) -> list[Fragment]:
    """Fragments without repeated copies. A copy has the same text, size and place but for less than a fifth of an em."""
    for fragment in fragments:
        _drop_repeated_letters(fragment)
    touching = _touching(fragments)
    kept: list[Fragment] = []
    seen = _Places()
    bands = _Bands()
    for fragment in fragments:
        text = "".join(fragment.text.split()) if id(fragment) in touching else ""
        if not text:
            kept.append(fragment)
            continue
        near = bands.near(fragment)
        twin = seen.twin(text, fragment) or _covering(fragment, near)
        if twin is not None:
            twin.struck_twice = True
            continue
        rest = bands.without_copied_words(fragment, near) if near else fragment
        seen.add(text if rest is fragment else "".join(rest.text.split()), rest)
        bands.add(rest)
        kept.append(rest)
    for fragment in kept if bands.by_words else ():
        _drop_letters(fragment, _word_pairs(fragment.text))
    return kept


def _touching(fragments: Sequence[Fragment]) -> set[int]:
    """Identities of the fragments that touch another on their baseline: no other can be a copy or have one.

    Those of a baseline are walked by their start: one that begins before the furthest end so far touches the fragment that
    ends there. Copies may be shifted, so near ones touch too; the page's largest size says how near.
    """
    touching: set[int] = set()
    limit = _SHIFT * max([1.0, *(f.size for f in fragments)])
    for row in _baselines(fragments, limit):
        row.sort(key=lambda f: f.start)
        furthest = row[0]
        for fragment in row[1:]:
            if fragment.start < furthest.end + limit:
                touching.update((id(fragment), id(furthest)))
            if fragment.end > furthest.end:
                furthest = fragment
    return touching


def _baselines(fragments: Sequence[Fragment], limit: float) -> list[list[Fragment]]:
    """Fragments in one direction whose baselines lie less than ``limit`` from the next, together."""
    rows: list[list[Fragment]] = []
    angle, base = None, 0.0
    for fragment in sorted(fragments, key=lambda f: (f.angle, f.base)):
        if fragment.angle == angle and fragment.base - base < limit:
            rows[-1].append(fragment)
        else:
            rows.append([fragment])
        angle, base = fragment.angle, fragment.base
    return rows


class _Places:
    """Kept fragments by text and place, so that a page of one word in thousands of places is not compared with itself."""

    def __init__(self) -> None:
        self._at: dict[tuple[str, int, int, int], list[Fragment]] = defaultdict(list)
        self._large: dict[tuple[str, int], list[Fragment]] = defaultdict(list)
        self._texts: set[tuple[str, int]] = set()

    def add(self, text: str, fragment: Fragment) -> None:
        self._texts.add((text, fragment.angle))
        if _SHIFT * fragment.size > _BAND:  # reaches beyond the neighbouring cells
            self._large[text, fragment.angle].append(fragment)
        else:
            self._at[text, fragment.angle, int(fragment.base // _BAND), int(fragment.start // _BAND)].append(fragment)

    def twin(self, text: str, copy: Fragment) -> Fragment | None:
        """A kept fragment of the same text at the same place."""
        if (text, copy.angle) not in self._texts:  # most lines of a page stand on it once
            return None
        row, column = int(copy.base // _BAND), int(copy.start // _BAND)
        cells = (
            self._at.get((text, copy.angle, y, x), ()) for y in range(row - 1, row + 2) for x in range(column - 1, column + 2)
        )
        near = chain(self._large.get((text, copy.angle), ()), chain.from_iterable(cells))
        return next((kept for kept in near if _same_place(kept, copy)), None)


class _Band:
    """Kept fragments of one height in the order of the file, with an index of their letters where they are many."""

    def __init__(self) -> None:
        self.kept: list[Fragment] = []
        self._letters: dict[str, list[tuple[float, int]]] = defaultdict(list)
        self._indexed = 0

    def with_word(self, word: Sequence[Glyph], limit: float) -> Iterable[Fragment]:
        """Those that may hold all letters of a word at its place: all where they are few, else by its rarest letters."""
        if len(self.kept) <= _FEW:
            return self.kept
        self._index()
        reach = limit + _ROUNDING
        spans = []
        for char, start, _ in word:
            places = self._letters.get(char, [])
            spans.append((places, bisect_left(places, (start - reach, 0)), bisect_left(places, (start + reach, 0))))
        spans.sort(key=lambda span: span[2] - span[1])
        numbers: set[int] = set()
        for letter, (places, low, high) in enumerate(spans):
            holding = {number for _, number in places[low:high]}
            numbers = numbers & holding if letter else holding
            if len(numbers) < _FEW // 10:
                break
        return [self.kept[number] for number in sorted(numbers)]

    def _index(self) -> None:
        for number in range(self._indexed, len(self.kept)):
            for char, start, _ in self.kept[number].glyphs:
                insort(self._letters[char], (start, number))
        self._indexed = len(self.kept)


class _Bands:
    """Kept fragments by baseline, to find one that holds all letters of a copy that was cut otherwise."""

    def __init__(self) -> None:
        self._at: dict[tuple[int, int], _Band] = defaultdict(_Band)
        self.by_words = False
        """Whether the page has text that was struck word by word."""

    def add(self, fragment: Fragment) -> None:
        self._at[fragment.angle, int(fragment.base // _BAND)].kept.append(fragment)

    def near(self, copy: Fragment) -> list[Fragment]:
        """Kept fragments on the copy's baseline that do not begin behind it and may hold its first word."""
        limit = _SHIFT * max(copy.size, 1.0)
        number, base, start, angle = int(copy.base // _BAND), copy.base, copy.start, copy.angle
        bands = [band for at in (number - 1, number, number + 1) if (band := self._at.get((angle, at))) is not None]
        word = _first_word(copy.glyphs) if any(len(band.kept) > _FEW for band in bands) else ()
        return [
            kept
            for band in bands
            for kept in band.with_word(word, limit)
            if abs(kept.base - base) < limit and kept.start - limit < start
        ]

    def without_copied_words(self, fragment: Fragment, near: Sequence[Fragment]) -> Fragment:
        """The fragment without the words at its start that stand on the same words of a kept one; one at least is left.

        Text struck word by word comes in runs that hold the copy of one word and the first strike of the next. Where all
        words stand on others and yet reach beyond them, they are larger or wider ones, and no copy.
        """
        limit = _SHIFT * max(fragment.size, 1.0)
        for kept in near:
            if fragment.start < kept.end - limit:
                copied = _copied_words(fragment, kept, limit)
                if 0 < copied < len(fragment.text.rstrip()):
                    kept.struck_twice = self.by_words = True
                    return fragment.part(copied, len(fragment.glyphs))
        return fragment


def _first_word(glyphs: Sequence[Glyph]) -> Sequence[Glyph]:
    ink = dropwhile(lambda glyph: glyph[0].isspace(), glyphs)
    return list(takewhile(lambda glyph: not glyph[0].isspace(), ink))


def _copied_words(fragment: Fragment, kept: Fragment, limit: float) -> int:
    """How many characters of the fragment's first words stand on the same letters of a kept one."""
    copied = 0
    if len(fragment.text) != len(fragment.glyphs):
        return copied
    for word in _WORD.finditer(fragment.text):
        if not _all_doubled(fragment.glyphs[word.start() : word.end()], kept, limit):
            break
        copied = word.end()
    return copied


def _covering(copy: Fragment, near: Sequence[Fragment]) -> Fragment | None:
    """The fragment of those near on which every letter of the copy stands on the same letter."""
    limit = _SHIFT * max(copy.size, 1.0)
    return next((kept for kept in near if copy.end < kept.end + limit and _all_doubled(copy.glyphs, kept, limit)), None)


def _all_doubled(copy: Sequence[Glyph], kept: Fragment, limit: float) -> bool:
    places: dict[str, list[float]] = defaultdict(list)
    for char, start, _ in kept.glyphs:
        places[char].append(start)
    ink = [(char, start) for char, start, _ in copy if not char.isspace()]
    return all(any(abs(start - at) < limit for at in places[char]) for char, start in ink)


def _same_place(a: Fragment, b: Fragment) -> bool:
    limit = _SHIFT * max(a.size, 1.0)
    return abs(a.base - b.base) < limit and abs(a.start - b.start) < limit and abs(a.end - b.end) < limit


def _drop_repeated_letters(fragment: Fragment) -> None:
    """Drop a letter that stands on the same letter before it: the strike was done letter by letter."""
    pairs = [(first.end(), first.start()) for first in _EQUAL_LETTERS.finditer(fragment.text)]
    if pairs:
        _drop_letters(fragment, pairs)


def _word_pairs(text: str) -> list[tuple[int, int]]:
    """Places of letters in the second of two equal words without a blank between, and of the same letters in the first."""
    return [(found.start(2) + i, found.start(1) + i) for found in _TWICE.finditer(text) for i in range(len(found[1]))]


def _drop_letters(fragment: Fragment, pairs: Sequence[tuple[int, int]]) -> None:
    """Drop the first letter of each pair where it stands on the second."""
    if len(fragment.text) != len(fragment.glyphs):
        return
    glyphs = fragment.glyphs
    limit = _SHIFT * max(fragment.size, 1.0) * 0.6
    doubled = {i for i, j in pairs if glyphs[i][2] - glyphs[i][1] > limit and abs(glyphs[i][1] - glyphs[j][1]) < limit}
    if not doubled:
        return
    runs = [(start - sum(d < start for d in doubled), style) for start, style in fragment.runs]
    fragment.set_glyphs([g for i, g in enumerate(glyphs) if i not in doubled], runs)
    fragment.struck_twice = fragment.struck_twice or len(doubled) * 3 > len(fragment.glyphs)
