"""Which results only repeat a better one: near-duplicates, and neighbours that were found by the text they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.retrieval.evidence_words import word_counts
from chunkstudio.retrieval.index import Hit, SearchIndex
from chunkstudio.retrieval.passages import Passage

_ALIKE = 0.6
_OF_A_SIZE = 0.5


def rank_without_copies(
    index: SearchIndex, chunked: Mapping[str, ChunkedDocument], query: str, hits: Sequence[Hit], rank: int
) -> int:
    """The rank that the result at ``rank`` would have if of results that repeat one another only the first counted.

    ``chunked`` holds the documents by SHA-256; results of others are compared by their words alone.
    """
    firsts: list[Counter[str]] = []
    for k, hit in enumerate(hits[: rank - 1]):
        words = word_counts(hit.passage.text)
        by_overlap = any(_found_by_overlap(index, chunked, query, hit.passage, h.passage) for h in hits[:k])
        if not by_overlap and not any(near_duplicates(words, other) for other in firsts):
            firsts.append(words)
    return len(firsts) + 1


def near_duplicates(a: Counter[str], b: Counter[str]) -> bool:
    """Whether the words of two texts of a like size are mostly those of the shorter one."""
    smaller, larger = sorted((a.total(), b.total()))
    return smaller > 0 and smaller >= _OF_A_SIZE * larger and (a & b).total() >= _ALIKE * smaller


def _found_by_overlap(
    index: SearchIndex, chunked: Mapping[str, ChunkedDocument], query: str, passage: Passage, better: Passage
) -> bool:
    """Whether a passage holds no word of the query outside the overlap that it shares with a better neighbour."""
    if passage.document != better.document or {passage.layer, better.layer} != {"section"}:
        return False
    document = chunked.get(passage.document)
    later = max(passage.position, better.position)
    if document is None or abs(passage.position - better.position) != 1 or later >= len(document.chunks):
        return False
    chunk = document.chunks[later]
    overlap = chunk.text.removesuffix(chunk.body)
    asked = index.stems(query)
    held = asked & index.stems(passage.text)
    return bool(held) and chunk.overlap_tokens > 0 and held <= index.stems(overlap)
