"""Measures as values: parsed from and printed as text (``R@5``), each stating what it counts and where it comes from.

Every measure sees one question: the ranked results with their tokens, and for each evidence the share of its words
that each result holds (see :mod:`chunkstudio.retrieval.evidence_words`). R@k and Success@k are never mixed up.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.evidence_words import FOUND_SHARE, INTACT_SHARE


@dataclass(frozen=True, slots=True)
class Judged:
    """One question's ranking with all that the measures need.

    ``shares[e][r]`` is the share (0..1) of evidence ``e`` that result ``r`` (rank order) holds; ``held[e][r]`` are the
    words themselves; ``needed[e]`` the evidence's words. ``tokens[r]`` counts the result's text. ``best[e]`` is the
    largest share that any chunk of the index holds, ranked or not; ``pool`` the gain of every chunk that holds anything.
    ``grades[e]`` is the evidence's relevance from 1 to 3.
    """

    shares: tuple[tuple[float, ...], ...]
    held: tuple[tuple[Counter[str], ...], ...]
    needed: tuple[Counter[str], ...]
    tokens: tuple[int, ...]
    best: tuple[float, ...]
    pool: tuple[float, ...]
    grades: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with its cut-off: ``k`` results, or ``tokens`` tokens. ``str(Measure.parse("R@5")) == "R@5"``."""

    kind: str
    cutoff: int | None = None

    def __str__(self) -> str:
        if self.kind == "cov":
            return f"cov@{self.cutoff}tok"
        return self.kind if self.cutoff is None else f"{self.kind}@{self.cutoff}"

    @classmethod
    def parse(cls, text: str) -> Measure:
        """A measure from its text. Raises ChunkStudioError ``bad_argument`` for an unknown one."""
        match = re.fullmatch(r"(R|Success|P|nDCG|tok)@([1-9]\d*)|(cov)@([1-9]\d*)tok|(RR|AP|intact)", text)
        if not match:
            known = "R@5, Success@5, P@5, RR, nDCG@10, AP, cov@2000tok, tok@5, intact"
            raise ChunkStudioError("bad_argument", f"There is no measure {text}.", hint=f"Known are {known}.")
        kind = match[1] or match[3] or match[5]
        cutoff = match[2] or match[4]
        return cls(kind, int(cutoff) if cutoff else None)

    def value(self, judged: Judged) -> float:
        """The measure for one question; in 0..1 but for ``tok``, which counts tokens."""
        k = self.cutoff or len(judged.tokens)
        if self.kind == "cov":
            return coverage_at_tokens(judged, k)
        return {
            "R": recall,
            "Success": success,
            "P": precision,
            "nDCG": ndcg,
            "tok": tokens_read,
            "RR": reciprocal_rank,
            "AP": average_precision,
            "intact": intact,
        }[self.kind](judged, k)


def _found(judged: Judged, rank: int) -> bool:
    """Whether the result at a rank answers any evidence."""
    return any(shares[rank] >= FOUND_SHARE for shares in judged.shares)


def recall(judged: Judged, k: int) -> float:
    """R@k: share of the question's evidences found by one of the first k results (set recall; Manning et al. 2008, 8.3)."""
    return sum(any(s >= FOUND_SHARE for s in shares[:k]) for shares in judged.shares) / len(judged.shares)


def success(judged: Judged, k: int) -> float:
    """Success@k: 1 if any evidence is found in the first k results, else 0 (TREC "success at n")."""
    return float(any(_found(judged, r) for r in range(min(k, len(judged.tokens)))))


def precision(judged: Judged, k: int) -> float:
    """P@k: share of k results that answer any evidence; missing results count as wrong (TREC precision at cut-off)."""
    return sum(_found(judged, r) for r in range(min(k, len(judged.tokens)))) / k


def reciprocal_rank(judged: Judged, k: int) -> float:
    """RR: 1 / rank of the first result that answers any evidence, 0 without one (Voorhees 1999)."""
    first = next((r for r in range(min(k, len(judged.tokens))) if _found(judged, r)), None)
    return 0.0 if first is None else 1.0 / (first + 1)


def average_precision(judged: Judged, k: int) -> float:
    """AP: mean over the evidences of the precision at the rank at which each is first found (Buckley and Voorhees 2000).

    With one chunk for each evidence this is the usual average precision; an evidence never found counts 0.
    """
    ranks = [next((r for r, s in enumerate(shares[:k]) if s >= FOUND_SHARE), None) for shares in judged.shares]
    found = sorted(r for r in ranks if r is not None)
    return sum((i + 1) / (r + 1) for i, r in enumerate(found)) / len(ranks)


def ndcg(judged: Judged, k: int) -> float:
    """nDCG@k with the largest graded share of any evidence as gain (Järvelin and Kekäläinen 2002, log2 discount)."""
    gains = [
        max(g * s[r] for g, s in zip(judged.grades, judged.shares, strict=True)) for r in range(min(k, len(judged.tokens)))
    ]
    ideal = sorted(judged.pool, reverse=True)[:k]
    best = math.fsum(g / math.log2(i + 2) for i, g in enumerate(ideal))
    return math.fsum(g / math.log2(i + 2) for i, g in enumerate(gains)) / best if best else 0.0


def tokens_read(judged: Judged, k: int) -> float:
    """tok@k: tokens of the first k results together: what a recall at fixed k costs."""
    return float(sum(judged.tokens[:k]))


def intact(judged: Judged, k: int) -> float:
    """Share of the evidences of which one chunk of the index holds at least 95 %: what cutting alone has kept whole."""
    del k  # every chunk of the index counts, ranked or not
    return sum(b >= INTACT_SHARE for b in judged.best) / len(judged.best)


def coverage_at_tokens(judged: Judged, budget: int) -> float:
    """cov@Ntok: mean share of the evidences' words within the first N tokens read; the last result counts in proportion.

    The fair figure: recall at fixed k favours large chunks (after the token-level recall of Smith and Troynikov 2024).
    """
    weights: list[float] = []
    left = budget
    for tokens in judged.tokens:
        if left <= 0:
            break
        weights.append(min(1.0, left / max(1, tokens)))
        left -= tokens
    return sum(_pooled(held, needed, weights) for held, needed in zip(judged.held, judged.needed, strict=True)) / len(
        judged.needed
    )


def _pooled(held: Sequence[Counter[str]], needed: Counter[str], weights: Sequence[float]) -> float:
    have: dict[str, float] = {}
    for words, weight in zip(held, weights, strict=False):
        for word, count in words.items():
            have[word] = have.get(word, 0.0) + count * weight
    return sum(min(needed[w], c) for w, c in have.items()) / needed.total()


DEFAULT_MEASURES: tuple[Measure, ...] = tuple(
    Measure.parse(t)
    for t in ("R@1", "R@5", "R@10", "Success@5", "P@5", "RR", "nDCG@10", "AP", "cov@2000tok", "tok@5", "intact")
)
"""What an evaluation reports unless told otherwise."""
