"""Which sentences stand for a text: TF-IDF vectors, centroid score, LexRank and MMR. Pure numpy, deterministic.

Methods: centroid score with position (Radev, Jing, Stys and Tam 2004, "Centroid-based summarization of multiple
documents"), continuous LexRank (Erkan and Radev 2004, "LexRank: Graph-based lexical centrality as salience in text
summarization"), maximal marginal relevance (Carbonell and Goldstein 1998). Words are found by letters; in scripts that
are written without spaces each pair of neighbouring letters is a word.

Sums are taken without numpy's products of matrices: these wake the threads of its linear algebra, which then wait awake
for longer than products of this size take (twice the CPU time of all summaries on two cores, and nothing gained).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import regex

from chunkstudio.chunking.rare_characters import rare_characters

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]+")
_LETTER = regex.compile(r"[\p{L}\p{M}]")
_ASCII_WORD = re.compile("[a-z]{2,}")
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]")
_END = regex.compile(r"[.!?…。！？؟۔।॥።][\p{Pe}\p{Pf}\"'”’]*\s*$")
_OPEN = 0.4
_SHORT, _LONG = 5, 60  # words of a sentence that says something and is not a run of lines
_POSITION = 0.15  # what the first sentence of a group gains over the last, as MEAD's position feature
_DAMPING = 0.85
_ROUNDS = 60
_MMR = 0.7  # weight of relevance against novelty


@dataclass(frozen=True, slots=True)
class SentenceVectors:
    """Length-normalised TF-IDF vectors as coordinates: ``rows`` (sentence), ``columns`` (word), ``values``.

    ``words`` is the number of words of each sentence, ``usable`` (0..1) how far it can stand alone by its length and
    its end: a text that does not end like a sentence is a lead-in, a label or a fragment.
    """

    rows: Ints
    columns: Ints
    values: Floats
    words: Ints
    usable: Floats
    vocabulary: int

    @classmethod
    def of(cls, sentences: Sequence[str]) -> SentenceVectors:
        """Vectors of some sentences; smoothed idf = ln((1 + n) / (1 + df)) + 1, tf damped as 1 + ln tf."""
        ids: defaultdict[str, int] = defaultdict()
        ids.default_factory = ids.__len__  # a new word gets the next number
        counts = np.zeros(len(sentences), np.int64)
        flat: list[int] = []
        for i, sentence in enumerate(sentences):
            found = words_of(sentence)
            counts[i] = len(found)
            flat += map(ids.__getitem__, found)
        size = max(len(ids), 1)
        keys, tf = np.unique(
            np.repeat(np.arange(len(sentences)), counts) * size + np.asarray(flat, np.int64), return_counts=True
        )
        rows, columns = keys // size, keys % size
        df = np.bincount(columns, minlength=size)
        values = (1 + np.log(tf)) * (np.log((1 + len(sentences)) / (1 + df[columns])) + 1)
        norms = np.sqrt(np.bincount(rows, values**2, minlength=len(sentences)))
        closed = np.fromiter((1.0 if _is_closed(s) else _OPEN for s in sentences), np.float64, len(sentences))
        return cls(rows, columns, values / norms[rows], counts, length_factor(counts) * closed, size)

    def centroid_scores(self, groups: Ints) -> Floats:
        """How near each sentence is to the centroid of its group (cosine, 0..1), adjusted for length and position.

        ``groups`` gives the group of each sentence; members stand in reading order.
        """
        of_value = groups[self.rows]
        keys, inverse = np.unique(of_value * self.vocabulary + self.columns, return_inverse=True)
        centroid = np.bincount(inverse, self.values, minlength=len(keys))
        total = int(groups.max(initial=-1)) + 1
        norm = np.sqrt(np.bincount(keys // self.vocabulary, centroid**2, minlength=total))
        near = np.bincount(self.rows, self.values * centroid[inverse], minlength=len(groups))
        cosine = near / np.maximum(norm[groups], 1e-12)
        return cosine * self.usable * (1 + _POSITION * (1 - _position(groups)))

    def similarities(self, members: Ints) -> Floats:
        """Cosines of some sentences with each other (members x members); ``members`` ascend.

        Summed over the pairs of sentences that share a word, which are few.
        """
        keep = np.flatnonzero(np.isin(self.rows, members))
        keep = keep[np.argsort(self.columns[keep], kind="stable")]  # values of one word stand side by side
        place, values = np.searchsorted(members, self.rows[keep]), self.values[keep]
        _, first, word, size = np.unique(self.columns[keep], return_index=True, return_inverse=True, return_counts=True)
        first, size = first[word], size[word]  # for each value: where those of its word begin, and how many they are
        left = np.repeat(np.arange(len(keep)), size)
        right = np.arange(len(left)) + np.repeat(first - np.cumsum(size) + size, size)
        n = len(members)
        sums = np.bincount(place[left] * n + place[right], values[left] * values[right], minlength=n * n)
        return np.asarray(sums.reshape(n, n), np.float64)


def _is_closed(sentence: str) -> bool:
    """Whether a text ends like a sentence; most are told by their last sign alone."""
    last = sentence[-1:]
    return last == "." or (not last.isalnum() and _END.search(sentence) is not None)


def words_of(text: str) -> list[str]:
    """The words of a text, case-folded: runs of two letters or more, pairs of letters in scripts without spaces."""
    folded = text.casefold()
    if folded.isascii() or not _LETTER.search(rare_characters(folded)):
        return _ASCII_WORD.findall(folded)
    if not _UNSPACED.search(folded):
        return list(_WORD.findall(folded))
    letters = [sign if _UNSPACED.match(sign) else " " for sign in folded]
    pairs = [a + b for a, b in pairwise(letters) if " " not in (a, b)]
    return pairs + list(_WORD.findall(_UNSPACED.sub(" ", folded)))


def best_of_groups(vectors: SentenceVectors, groups: Ints) -> dict[int, int]:
    """The sentence that stands best for each group, by group; the earlier one where two are equal."""
    scores = vectors.centroid_scores(groups)
    order = np.lexsort((np.arange(len(groups)), -np.round(scores, 9), groups))
    first = np.ones(len(order), np.bool_)
    first[1:] = groups[order][1:] != groups[order][:-1]
    return {int(groups[i]): int(i) for i in order[first]}


def lexrank(similarity: Floats) -> Floats:
    """Continuous LexRank of sentences from their cosine similarities (n x n): the stationary distribution, sum 1."""
    n = len(similarity)
    if n == 0:
        return np.zeros(0)
    sums = similarity.sum(axis=1, keepdims=True)
    chain = np.divide(similarity, sums, out=np.full_like(similarity, 1.0 / n), where=sums > 0)
    rank = np.full(n, 1.0 / n)
    for _ in range(_ROUNDS):
        rank = (1 - _DAMPING) / n + _DAMPING * np.einsum("i,ij->j", rank, chain)
    return np.asarray(rank / rank.sum(), np.float64)


def mmr(relevance: Floats, similarity: Callable[[int], Floats], count: int) -> list[int]:
    """Up to ``count`` places, most relevant first, each as unlike the chosen ones as it is relevant.

    ``similarity`` gives the similarities of one place to all.
    """
    if not len(relevance):
        return []
    scaled = np.round(relevance / max(float(relevance.max()), 1e-12), 9)
    chosen: list[int] = []
    nearest = np.zeros(len(scaled))
    free = np.ones(len(scaled), np.bool_)
    while len(chosen) < count and free.any():
        gain = np.where(free, _MMR * scaled - (1 - _MMR) * nearest, -np.inf)
        pick = int(np.argmax(gain))
        chosen.append(pick)
        free[pick] = False
        nearest = np.maximum(nearest, np.round(similarity(pick), 9))
    return chosen


def length_factor(words: Ints) -> Floats:
    """1 for sentences of a usual length, falling for fragments and for endless ones."""
    short = np.minimum(1.0, (words / _SHORT) ** 2)
    return np.asarray(short * np.minimum(1.0, _LONG / np.maximum(words, 1)), np.float64)


def _position(groups: Ints) -> Floats:
    """Place within its group, 0 for the first member, towards 1 for the last."""
    order = np.argsort(groups, kind="stable")
    counts = np.bincount(groups)
    starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
    place = np.empty(len(groups))
    place[order] = np.arange(len(groups)) - starts[groups[order]]
    return np.asarray(place / np.maximum(counts[groups], 1), np.float64)
