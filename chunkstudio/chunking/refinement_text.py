"""Step D for running text: the largest pieces that fit, cut at sentences, else clauses, words, graphemes."""

from __future__ import annotations

import re
from collections.abc import Callable

import regex

from chunkstudio.chunking.sentence_rules import sentence_spans

Span = tuple[int, int]
Fits = Callable[[int, int], bool]
"""Whether characters [start, end) of the text fit into one chunk, counted on the final strings."""

_CLAUSE = re.compile(r"(?<=[,;:—–…])\s+|(?<=[、，；：،؛])|\n+")
_WORD = re.compile(r"\s+")
_GRAPHEME = regex.compile(r"\X")
_GALLOP = 8


class NothingFitsError(ValueError):
    """Not even one grapheme fits; holds it as ``text``."""

    def __init__(self, text: str) -> None:
        super().__init__(f"no room for {text!r}")
        self.text = text


def split_text(text: str, fits: Fits) -> list[Span]:
    """Spans that each fit, in order, covering all but white space at their borders.

    Each step fills a piece with as many parts as fit; only a part that does not fit alone is cut at the next finer level.
    Raises NothingFitsError if a single grapheme is too large.
    """
    return _split(text, 0, len(text), fits, 0)


def _split(text: str, start: int, end: int, fits: Fits, level: int) -> list[Span]:
    start, end = _trim(text, start, end)
    if start >= end:
        return []
    if fits(start, end):
        return [(start, end)]
    if level == len(_LEVELS):
        return _graphemes(text, start, end, fits)
    parts = _LEVELS[level](text, start, end)
    if len(parts) < 2:
        return _split(text, start, end, fits, level + 1)
    out: list[Span] = []
    k = 0
    while k < len(parts):
        reach = _furthest(parts, k, fits)
        if reach == k:
            out += _split(text, *parts[k], fits, level + 1)
            reach = k + 1
        else:
            out.append((parts[k][0], parts[reach - 1][1]))
        k = reach
    return out


def _furthest(parts: list[Span], k: int, fits: Fits) -> int:
    """One more than the last part such that all from k on fit together; k if not even part k fits."""
    step, good = 1, k
    while good + step <= len(parts) and fits(parts[k][0], parts[good + step - 1][1]):
        good += step
        step *= 2
    low, high = good, min(good + step, len(parts) + 1) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if fits(parts[k][0], parts[middle - 1][1]):
            low = middle
        else:
            high = middle - 1
    return low


def _graphemes(text: str, start: int, end: int, fits: Fits) -> list[Span]:
    """Cut an unbroken run at graphemes."""
    parts = [(found.start(), found.end()) for found in _GRAPHEME.finditer(text, start, end)]
    out: list[Span] = []
    k = 0
    while k < len(parts):
        reach = _furthest(parts, k, fits)
        if reach == k:
            raise NothingFitsError(text[parts[k][0] : parts[k][1]])
        out.append((parts[k][0], parts[reach - 1][1]))
        k = reach
    return out


def _sentences(text: str, start: int, end: int) -> list[Span]:
    return [(start + a, start + b) for a, b in sentence_spans(text[start:end])]


def _between(pattern: re.Pattern[str]) -> Callable[[str, int, int], list[Span]]:
    def parts(text: str, start: int, end: int) -> list[Span]:
        out, at = [], start
        for found in pattern.finditer(text, start, end):
            if found.start() > at:
                out.append((at, found.start()))
            at = found.end()
        if at < end:
            out.append((at, end))
        return out

    return parts


_LEVELS: tuple[Callable[[str, int, int], list[Span]], ...] = (_sentences, _between(_CLAUSE), _between(_WORD))


def _trim(text: str, start: int, end: int) -> Span:
    """Without white space at both ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


class TailStarts:
    """Where an end of a text may begin: at its clauses but the first, and at its words but the first."""

    def __init__(self, text: str) -> None:
        self.clauses, self.words = ([a for a, _ in _between(pattern)(text, 0, len(text))[1:]] for pattern in (_CLAUSE, _WORD))


def best_tail(length: int, starts: TailStarts, fits: Callable[[int], bool]) -> int | None:
    """Where the longest end of a text that fits begins: at a clause if that keeps half of it, else at a word; None if nowhere.

    ``fits`` is asked for a start.
    """
    best: int | None = None
    for places in (starts.clauses, starts.words):
        low, high = 0, len(places)
        while low < high:
            middle = (low + high) // 2
            if fits(places[middle]):
                high = middle
            else:
                low = middle + 1
        if low < len(places) and (best is None or (length - best) * 2 < length - places[low]):
            best = places[low]
    return best
