"""What changes in an index between two chunk sets of a document, and what it costs to embed it again."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from chunkstudio.chunking.records import ChunkRecord, ChunkSet
from chunkstudio.chunking.sentence_ranking import words_of

_SAME_PLACE = 0.002  # points: twice what rounding to a thousandth may move
_ALIKE = 0.5  # share of common words from which a new record counts as a changed old one


@dataclass(frozen=True, slots=True)
class EmbeddingCost:
    """What has to be embedded again: texts, their tokens, and money where a price per million tokens is known."""

    records: int
    tokens: int
    money: float | None = None


@dataclass(frozen=True, slots=True)
class ChunkSetDiff:
    """Records by what happened to them; pairs are (old, new).

    ``unchanged``: nothing differs but perhaps the position. ``moved``: same id and texts, another place (pages, regions,
    ordinal, part). ``changed``: same id with other retrieval text, labels or path, or a new id whose body shares at least
    half of its words with a removed one of the same layer and path. ``added`` and ``removed`` are the rest.
    """

    unchanged: tuple[tuple[ChunkRecord, ChunkRecord], ...]
    moved: tuple[tuple[ChunkRecord, ChunkRecord], ...]
    changed: tuple[tuple[ChunkRecord, ChunkRecord], ...]
    added: tuple[ChunkRecord, ...]
    removed: tuple[ChunkRecord, ...]
    cost: EmbeddingCost

    @property
    def empty(self) -> bool:
        """True if an index needs no change."""
        return not (self.moved or self.changed or self.added or self.removed)

    def counts(self) -> dict[str, int]:
        """Number of records by what happened to them."""
        return {name: len(getattr(self, name)) for name in ("unchanged", "moved", "changed", "added", "removed")}


def diff_chunk_sets(old: ChunkSet, new: ChunkSet, *, price_per_million: float | None = None) -> ChunkSetDiff:
    """Compare two sets of one document record by record; see :class:`ChunkSetDiff`."""
    before, after = {r.id: r for r in old}, {r.id: r for r in new}
    unchanged: list[tuple[ChunkRecord, ChunkRecord]] = []
    moved: list[tuple[ChunkRecord, ChunkRecord]] = []
    changed: list[tuple[ChunkRecord, ChunkRecord]] = []
    for record_id, record in after.items():
        if record_id in before:
            pair = (before[record_id], record)
            kind = changed if _says_else(*pair) else moved if _stands_elsewhere(*pair) else unchanged
            kind.append(pair)
    gone = [r for r in old if r.id not in after]
    come = [r for r in new if r.id not in before]
    pairs = _alike_pairs(gone, come)
    matched = {a.id for a, _ in pairs} | {b.id for _, b in pairs}
    return ChunkSetDiff(
        tuple(unchanged),
        tuple(moved),
        tuple(changed + pairs),
        tuple(r for r in come if r.id not in matched),
        tuple(r for r in gone if r.id not in matched),
        embedding_cost(old, new, price_per_million),
    )


def embedding_cost(old: ChunkSet, new: ChunkSet, price_per_million: float | None = None) -> EmbeddingCost:
    """What ``new`` needs embedded that ``old`` had not: distinct retrieval texts by ``embedding_hash``."""
    known = {r.embedding_hash for r in old}
    fresh = {r.embedding_hash: r.token_count for r in new if r.embedding_hash not in known}
    tokens = sum(fresh.values())
    return EmbeddingCost(len(fresh), tokens, None if price_per_million is None else tokens * price_per_million / 1e6)


def _says_else(a: ChunkRecord, b: ChunkRecord) -> bool:
    return (a.embedding_hash, a.text, a.summary_text, a.acl, a.heading_path, a.section_ordinal) != (
        b.embedding_hash,
        b.text,
        b.summary_text,
        b.acl,
        b.heading_path,
        b.section_ordinal,
    )


def _stands_elsewhere(a: ChunkRecord, b: ChunkRecord) -> bool:
    return (a.pages, a.ordinal, a.part, a.parts) != (b.pages, b.ordinal, b.part, b.parts) or not _same_regions(a, b)


def _same_regions(a: ChunkRecord, b: ChunkRecord) -> bool:
    """Whether two records lie at the same places; one that was read from a file has fewer digits than one just made."""
    if len(a.regions) != len(b.regions):
        return False
    pairs = zip(a.regions, b.regions, strict=True)
    return all(
        x.page == y.page and all(abs(v - w) <= _SAME_PLACE for v, w in zip(x.rect, y.rect, strict=True)) for x, y in pairs
    )


def _alike_pairs(gone: Sequence[ChunkRecord], come: Sequence[ChunkRecord]) -> list[tuple[ChunkRecord, ChunkRecord]]:
    """Old and new records of one layer and path that share most words, each used once, best first of those."""
    by_place: dict[tuple[object, ...], list[ChunkRecord]] = defaultdict(list)
    for record in gone:
        by_place[record.layer, record.heading_path].append(record)
    words = {r.id: Counter(words_of(r.text)) for r in (*gone, *come)}
    pairs: list[tuple[ChunkRecord, ChunkRecord]] = []
    for record in come:
        rivals = by_place[record.layer, record.heading_path]
        shares = [_share(words[rival.id], words[record.id]) for rival in rivals]
        best = max(shares, default=0.0)
        if best >= _ALIKE:
            pairs.append((rivals.pop(shares.index(best)), record))
    return pairs


def _share(a: Counter[str], b: Counter[str]) -> float:
    """Common words as a share of the larger of two texts."""
    return (a & b).total() / max(a.total(), b.total(), 1)
