"""Search over the records of one or several documents: BM25, dense, or both by reciprocal ranks; with filters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import numpy.typing as npt

from chunkstudio.chunking.model import Layer
from chunkstudio.retrieval.embedders import Embedder, Vectors, embedder_for
from chunkstudio.retrieval.lexical import LexicalIndex, lexical_revision
from chunkstudio.retrieval.passages import Corpus, Passage
from chunkstudio.retrieval.vector_cache import VectorCache

RetrieverName = Literal["bm25", "dense", "hybrid"]
ReturnParent = Literal["table", "chunk", "off"]
Scores = npt.NDArray[np.float32]
_WORD = re.compile(r"[^\W_]+")
DEPTH = 100
RANK_CONSTANT = 60


@dataclass(frozen=True, slots=True)
class Hit:
    """One result: what is handed back, its rank from 1, and the score of the record that was found.

    ``found`` differs from ``passage`` when a row record handed back its chunk or table.
    """

    rank: int
    passage: Passage
    score: float
    found: Passage


@dataclass(frozen=True, slots=True)
class SearchResult:
    """Hits with what made them: retriever, embedder and their revisions."""

    hits: tuple[Hit, ...]
    retriever: RetrieverName
    revision: str
    return_parent: ReturnParent


@dataclass(frozen=True, slots=True)
class Filters:
    """What may be returned: one document, one layer, a printed section number, a reader's labels; None means any."""

    document: str | None = None
    layer: Layer | None = None
    section_ordinal: int | None = None
    reader: frozenset[str] | None = None

    def keeps(self, passage: Passage) -> bool:
        """Whether a passage passes; without a layer asked for, document records stay out of an answer search."""
        return (
            (self.document is None or passage.document == self.document)
            and (passage.layer == self.layer if self.layer else passage.layer != "document")
            and (self.section_ordinal is None or passage.section_ordinal == self.section_ordinal)
            and passage.readable_by(self.reader)
        )


@dataclass
class SearchIndex:
    """An index over a corpus. Word statistics are those of the document searched in, or of all for a search over all."""

    corpus: Corpus
    retriever: RetrieverName = "bm25"
    embedder_name: str = "wordllama"
    return_parent: ReturnParent = "table"
    language: str = "en"
    vectors: VectorCache | None = None
    embedded: int = 0
    _lexical: dict[str | None, tuple[list[int], LexicalIndex]] = field(default_factory=dict)
    _dense: Vectors | None = None
    _by_id: dict[tuple[str, str], Passage] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._by_id = {(p.document, p.id): p for p in self.corpus.passages}

    def search(
        self,
        query: str,
        k: int = 5,
        *,
        document: str | None = None,
        layer: Layer | None = None,
        section_ordinal: int | None = None,
        reader: Iterable[str] | None = None,
    ) -> SearchResult:
        """The best ``k`` results for a query under the filters; a parent is never wider than its reader may see."""
        labels = None if reader is None else frozenset(reader)
        filters = Filters(document, layer, section_ordinal, labels)
        ranked = self._ranked(query, filters, max(DEPTH, k))
        return SearchResult(self._lifted(ranked, filters, k), self.retriever, self.revision, self.return_parent)

    @property
    def revision(self) -> str:
        """Libraries and models with versions, for results that must be explained later."""
        parts = []
        if self.retriever != "dense":
            parts.append(lexical_revision())
        if self.retriever != "bm25":
            parts.append(self._embedder().revision)
        return " + ".join(parts)

    def shared_words(self, query: str, passage: Passage) -> tuple[str, ...]:
        """The stems of a query that a passage's searched text holds, and so why BM25 found it."""
        held = self.stems(passage.indexed)
        return tuple(w for w in self._lexical_of(None)[1].query_words(query) if w in held)

    def stems(self, text: str) -> frozenset[str]:
        """The stems of a text as BM25 compares them, common words left out."""
        return frozenset(self._lexical_of(None)[1].query_words(text))

    def missing_words(self, query: str, passage: Passage) -> tuple[str, ...]:
        """The stems of a query that a passage's searched text lacks."""
        shared = set(self.shared_words(query, passage))
        return tuple(w for w in self._lexical_of(None)[1].query_words(query) if w not in shared)

    def typed_words(self, query: str, stems: Iterable[str]) -> tuple[str, ...]:
        """The words of a query, as typed, that have one of these stems; each once."""
        wanted = set(stems)
        words = dict.fromkeys(_WORD.findall(query))
        return tuple(w for w in words if not wanted.isdisjoint(self._lexical_of(None)[1].query_words(w)))

    def _ranked(self, query: str, filters: Filters, depth: int) -> list[tuple[int, float]]:
        """Positions in the corpus with scores, best first; ties by position, so that results repeat."""
        lists = []
        if self.retriever != "dense":
            positions, lexical = self._lexical_of(filters.document)
            lists.append(self._top(positions, lexical.scores(query), filters, depth))
        if self.retriever != "bm25":
            lists.append(self._top(range(len(self.corpus.passages)), self._dense_scores(query), filters, depth))
        return lists[0] if len(lists) == 1 else fuse(lists, depth)

    def _top(self, positions: Iterable[int], scores: Scores, filters: Filters, depth: int) -> list[tuple[int, float]]:
        at = list(positions)
        out: list[tuple[int, float]] = []
        # A text that shares no word is never an answer of BM25, so it need not be sorted.
        matching = np.flatnonzero(scores > 0) if self.retriever == "bm25" else np.arange(len(scores))
        for i in matching[np.argsort(-scores[matching], kind="stable")]:
            if len(out) == depth:
                break
            if filters.keeps(self.corpus.passages[at[i]]):
                out.append((at[i], float(scores[i])))
        return out

    def _lexical_of(self, document: str | None) -> tuple[list[int], LexicalIndex]:
        if document not in self._lexical:
            passages = self.corpus.passages
            chosen = [i for i, p in enumerate(passages) if p.layer != "document" and document in (None, p.document)]
            self._lexical[document] = (chosen, LexicalIndex([passages[i].indexed for i in chosen], self.language))
        return self._lexical[document]

    def _embedder(self) -> Embedder:
        return embedder_for(self.embedder_name)

    def _dense_scores(self, query: str) -> Scores:
        if self._dense is None:
            texts = [p.indexed for p in self.corpus.passages]
            if self.vectors is None:
                self._dense, self.embedded = self._embedder().embed(texts), len(texts)
            else:
                self._dense, self.embedded = self.vectors.embed(texts, self._embedder())
        return np.asarray(self._dense @ self._embedder().embed([query])[0], np.float32)

    def _lifted(self, ranked: list[tuple[int, float]], filters: Filters, k: int) -> tuple[Hit, ...]:
        """Row records replaced by what they hand back; what was handed back once is not handed back again."""
        hits: list[Hit] = []
        seen: set[tuple[str, str]] = set()
        for position, score in ranked:
            found = self.corpus.passages[position]
            back = self._parent(found, filters)
            if (back.document, back.id) in seen:
                continue
            seen.add((back.document, back.id))
            hits.append(Hit(len(hits) + 1, back, score, found))
            if len(hits) == k:
                break
        return tuple(hits)

    def _parent(self, found: Passage, filters: Filters) -> Passage:
        """What a row record hands back: its table, else its chunk, else itself when the reader may not see those."""
        if found.layer != "table_row" or self.return_parent == "off":
            return found
        table = self.corpus.tables.get((found.document, found.parent_table or "")) if self.return_parent == "table" else None
        chunk = self._by_id.get((found.document, found.parent_chunk or ""))
        return next((p for p in (table, chunk) if p is not None and p.readable_by(filters.reader)), found)


def fuse(lists: list[list[tuple[int, float]]], depth: int) -> list[tuple[int, float]]:
    """Reciprocal rank fusion with constant 60 (Cormack, Clarke and Büttcher 2009); ties by position."""
    sums: dict[int, float] = {}
    for ranking in lists:
        for rank, (position, _) in enumerate(ranking, 1):
            sums[position] = sums.get(position, 0.0) + 1.0 / (RANK_CONSTANT + rank)
    return sorted(sums.items(), key=lambda item: (-item[1], item[0]))[:depth]
