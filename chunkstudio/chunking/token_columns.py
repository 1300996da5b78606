"""Exact token counts of any run of units by subtraction, without tokenizing a chunk.

Byte-level vocabularies split a text by a pattern before they merge bytes, and no piece of that pattern holds a character
that is not white space after one that is, except line ends glued to punctuation. So the count of ``a + gap + b`` is the
count of ``a``, plus that of ``b``, plus what the gap adds at the end of ``a`` and at the start of ``b``, and these two
additions depend on the last word of ``a`` and the first word of ``b`` alone. They are counted once and remembered.
Where there is no gap at all (CJK sentences), or the tokenizer does not promise this, sums are marked ``loose``
and strings are counted as a whole later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chunkstudio.chunking.tokens import Tokenizer
from chunkstudio.chunking.unit_columns import Ints, UnitColumns

_WORD = 64


@dataclass(frozen=True, slots=True, eq=False)
class TokenStream:
    """Counts of a sequence of texts of which some may be empty; ``size(a, b)`` counts texts a..b-1 joined by their gaps.

    ``own[i]`` is the count of text i alone; ``joins[i]`` what joining text i to the next one that is not empty adds.
    ``sums`` are running totals of both; ``following[a]`` is the first text from a on that is not empty,
    ``preceding[b]`` one more than the last such before b. ``loose[i]`` marks joins whose addition is an upper estimate.
    """

    own: Ints
    joins: Ints
    sums: Ints
    following: Ints
    preceding: Ints
    loose: Ints

    def size(self, a: int, b: int) -> int:
        """Tokens of texts [a, b) joined."""
        first, last = int(self.following[a]), int(self.preceding[b])
        return int(self.sums[last] - self.sums[first] - self.joins[last - 1]) if first < last else 0

    def sizes(self, a: Ints, b: Ints) -> Ints:
        """:meth:`size` of many runs."""
        return np.where(self.following[a] < self.preceding[b], self.tails[b] - self.heads[a], 0)

    @property
    def heads(self) -> Ints:
        """What a run that starts at a takes away from the running total: ``size(a, b) = tails[b] - heads[a]``."""
        return self.sums[self.following]

    @property
    def tails(self) -> Ints:
        """Running total of a run that ends before b; see :attr:`heads`."""
        out = self.sums[self.preceding].copy()
        some = self.preceding > 0
        out[some] -= self.joins[self.preceding[some] - 1]
        return out

    def is_loose(self, a: int, b: int) -> bool:
        """Whether the count of [a, b) must be verified on the string."""
        return b - a > 1 and bool(self.loose[a : b - 1].any())


def token_stream(
    texts: Sequence[str],
    gaps: Sequence[str],
    tokenizer: Tokenizer,
    *,
    own: Sequence[int] | None = None,
    twin: tuple[TokenStream, Sequence[bool]] | None = None,
) -> TokenStream:
    """The stream of ``texts``; ``gaps[i]`` stands before text i (``gaps[0]`` is not used).

    ``own`` are the counts where they are known. ``twin`` is another stream with flags for the texts that it shares,
    white space before them included: joins between two such texts are taken from it.
    """
    n = len(texts)
    counts = np.array(own if own is not None else tokenizer.count_many(texts), dtype=np.int64).reshape(n)
    joins, loose = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    meter = JoinMeter(tokenizer)
    shared: Sequence[bool] = twin[1] if twin else ()
    marks = [bool(text) and _marks_alone(text) for text in texts]
    before = -1
    for i, text in enumerate(texts):
        if not text:
            continue
        if before >= 0 and not (shared and shared[i] and before == i - 1 and shared[before]):
            joins[before] = meter.addition(texts[before], gaps[i], text)
            loose[before] = not gaps[i] or not tokenizer.additive or marks[before] or marks[i]
        before = i
    if twin and n > 1:
        flags = np.array(shared, dtype=np.bool_)
        both = np.flatnonzero(flags[1:] & flags[:-1])
        joins[both], loose[both] = twin[0].joins[both], twin[0].loose[both]
    return stream_of(counts, joins, loose, np.fromiter((bool(t) for t in texts), dtype=np.bool_, count=n))


def unit_streams(columns: UnitColumns, tokenizer: Tokenizer) -> tuple[TokenStream, TokenStream]:
    """Counts of all units as Markdown and as plain text; what reads the same in both is counted once."""
    n = len(columns)
    md, plain = columns.markdown, columns.plain
    start, end = columns.start.tolist(), columns.end.tolist()
    plain_start, plain_end = columns.plain_start.tolist(), columns.plain_end.tolist()
    texts = [md[a:b] for a, b in zip(start, end, strict=True)]
    gaps = ["", *(md[a:b] for a, b in zip(end[:-1], start[1:], strict=True))] if n else []
    text = token_stream(texts, gaps, tokenizer)
    plain_texts = [plain[a:b] for a, b in zip(plain_start, plain_end, strict=True)]
    plain_gaps = ["", *(plain[a:b] for a, b in zip(plain_end[:-1], plain_start[1:], strict=True))] if n else []
    own = text.own.tolist()
    other = [i for i in range(n) if plain_texts[i] != texts[i]]
    same = [a == b and a_gap == b_gap for a, b, a_gap, b_gap in zip(texts, plain_texts, gaps, plain_gaps, strict=True)]
    for i, count in zip(other, tokenizer.count_many([plain_texts[i] for i in other]), strict=True):
        own[i] = count
    return text, token_stream(plain_texts, plain_gaps, tokenizer, own=own, twin=(text, same))


def stream_of(own: Ints, joins: Ints, loose: Ints, filled: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> TokenStream:
    """A stream from its columns; ``filled`` is False where a text is empty."""
    n = len(own)
    sums = np.zeros(n + 1, dtype=np.int64)
    np.cumsum(own + joins, out=sums[1:])
    places = np.flatnonzero(filled)
    following = np.full(n + 1, n, dtype=np.int64)
    preceding = np.zeros(n + 1, dtype=np.int64)
    if len(places):
        at = np.searchsorted(places, np.arange(n + 1))
        following = np.append(places, n)[at]
        preceding = np.where(at > 0, places[np.maximum(at - 1, 0)] + 1, 0)
    return TokenStream(own, joins, sums, following, preceding, loose)


def is_loose_join(left: str, gap: str, right: str, tokenizer: Tokenizer) -> bool:
    """Whether the count of this join must be verified: without white space, or where a text is one piece of marks alone,
    which its gaps before and after both change."""
    return not gap or not tokenizer.additive or _marks_alone(left) or _marks_alone(right)


def _marks_alone(text: str) -> bool:
    if text[-1].isalnum() or text[0].isalnum() or len(text) > _WORD:
        return False
    return not any(ch.isalnum() or ch.isspace() for ch in text)


class JoinMeter:
    """What a gap adds to the counts of the texts on both of its sides; remembers what it has counted."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._ends: dict[tuple[str, str], int] = {}
        self._starts: dict[tuple[str, str], int] = {}
        self._letter_ends: dict[str, int] = {}

    def addition(self, left: str, gap: str, right: str) -> int:
        """count(left + gap + right) - count(left) - count(right); both sides are not empty."""
        if not self._tokenizer.additive:
            return self._tokenizer.count(gap) + 1 if gap else 1
        if not gap:
            return self._glued(left, "", right)
        at = gap.rfind("\n") + 1
        line_part, indent = gap[:at], gap[at:]
        if right[0] == "/" and not indent:  # some patterns take a slash into the piece of the line end before it
            return self._glued(left, line_part, right)
        added = self._end(left, line_part) if line_part else 0
        return added + (self._start(indent, right) if indent else 0)

    def _end(self, left: str, lines: str) -> int:
        last = left[-1]
        if last.isalnum():
            known = self._letter_ends.get(lines)
            if known is None:
                count = self._tokenizer.count
                known = self._letter_ends[lines] = count(f"a{lines}a") - 2 * count("a")
            return known
        word = _last_word(left)
        key = (word, lines)
        added = self._ends.get(key)
        if added is None:
            count = self._tokenizer.count
            added = self._ends[key] = count(f"{word}{lines}a") - count(word) - count("a")
        return added

    def _start(self, indent: str, right: str) -> int:
        word = _first_word(right)
        key = (indent, word)
        added = self._starts.get(key)
        if added is None:
            count = self._tokenizer.count
            added = self._starts[key] = count(f"a\n{indent}{word}") - count("a\n") - count(word)
        return added

    def _glued(self, left: str, lines: str, right: str) -> int:
        a, b = _last_word(left), _first_word(right)
        count = self._tokenizer.count
        return count(a + lines + b) - count(a) - count(b)


def _first_word(text: str) -> str:
    """The text up to its first white space; marks alone with the line ends that stand right behind them, which they join."""
    words = text[:_WORD].split(None, 1)
    word = words[0] if len(words) > 1 or len(text) <= _WORD else text.split(None, 1)[0]
    if word[-1].isalnum():
        return word
    end = len(word)
    while end < len(text) and text[end] in "\r\n":
        end += 1
    return text[:end]


def _last_word(text: str) -> str:
    """The text from the white space before its last word on: only a common blank joins marks, others stand alone."""
    words = text[-_WORD:].rsplit(None, 1)
    if len(words) < 2 and len(text) > _WORD:
        words = text.rsplit(None, 1)
    return text[-len(words[-1]) - 1 :] if len(words) > 1 else text
