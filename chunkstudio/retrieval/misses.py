"""Why an evidence was missed: one cause for each, found by looking at the page, the chunks and the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.layout.model import LayoutBox, LayoutPage
from chunkstudio.retrieval.copies import rank_without_copies
from chunkstudio.retrieval.embedders import embedder_for
from chunkstudio.retrieval.evaluation import QuestionResult, returnable
from chunkstudio.retrieval.evidence_words import FOUND_SHARE, needed_words, share_held, word_counts
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.passages import Passage
from chunkstudio.retrieval.questions import Evidence
from chunkstudio.retrieval.trials import Trial

Cause = Literal["bad label", "excluded", "not for this reader", "cut in two", "outranked", "clipped", "crowded out"]


@dataclass(frozen=True, slots=True)
class Miss:
    """One evidence that was not found in the first k, and why.

    ``sentence`` says it for people. ``chunks`` are the ids of the records that hold it (or its pieces), ``cuts`` the
    (unit index, reason) of the cuts through it, ``rank`` where a record that holds it stands (None: not among those
    searched), ``above`` the records ranked before it, ``shared`` and ``missing`` the query's stems in that record.
    """

    question_id: str
    evidence: int
    cause: Cause
    sentence: str
    chunks: tuple[str, ...] = ()
    cuts: tuple[tuple[int, str], ...] = ()
    rank: int | None = None
    above: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    boxes: tuple[str, ...] = field(default=())


def diagnose(trial: Trial, result: QuestionResult, k: int, *, reader: frozenset[str] | None = None) -> list[Miss]:
    """A cause for each evidence of a question that the first ``k`` results do not hold."""
    out = []
    for i, evidence in enumerate(result.question.evidence):
        rank = result.ranks[i]
        if rank is None or rank > k:
            out.append(_diagnose(trial, result, i, evidence, k, reader))
    return out


def _diagnose(trial: Trial, result: QuestionResult, i: int, evidence: Evidence, k: int, reader: frozenset[str] | None) -> Miss:
    question = result.question.id
    chunked = trial.chunked.get(evidence.document)
    if chunked is None:
        return Miss(question, i, "bad label", "The document of this evidence is not among those searched.")
    need = needed_words(evidence.quote)
    on_page = _on_page(question, i, evidence, chunked, need)
    if on_page is not None:
        return on_page
    holders = _holders(trial.index, evidence, need)
    whole = [p for p, share in holders if share >= FOUND_SHARE]
    readable = [p for p in whole if p.readable_by(reader)]
    if whole and not readable:
        labels = ", ".join(sorted(whole[0].acl or ()))
        return Miss(question, i, "not for this reader", f"Only readers with {labels} may see it.", tuple(p.id for p in whole))
    if not whole:
        return _cut_in_two(question, i, chunked, holders, need)
    return _ranked_too_low(trial, result, i, readable, need, k)


def _on_page(question: str, i: int, evidence: Evidence, chunked: ChunkedDocument, need: Counter[str]) -> Miss | None:
    """Bad label or excluded, when the page's chunked text does not hold the evidence's words."""
    boxes = [b for b in chunked.layout.boxes() if b.page == evidence.page]
    kept_ids = {box for chunk in chunked for box in chunk.box_ids}
    kept = [b for b in boxes if b.id in kept_ids]
    if share_held(need, _words(kept)) >= FOUND_SHARE:
        return None
    if share_held(need, _words(boxes)) >= FOUND_SHARE:
        out = sorted((b for b in boxes if b.id not in kept_ids), key=lambda b: -share_held(need, word_counts(b.text)))
        reasons = {e.id: e.reason for e in chunked.diagnostics.excluded}
        why: str = out[0].excluded or reasons.get(out[0].id) or "left out"
        return Miss(question, i, "excluded", f"Its text is left out of the chunks: {why}.", boxes=(out[0].id,))
    elsewhere = _other_page(chunked, evidence.page, need)
    if elsewhere is not None:
        return Miss(question, i, "bad label", f"The quote stands on page {elsewhere}, not on page {evidence.page}.")
    findings = {f.code for f in chunked.diagnostics.warnings if f.page == evidence.page}
    lost = findings & {"no_text", "unreadable_text", "page_failed", "unapplied_redaction", "hidden_text"}
    page = next((p for p in chunked.layout.pages if p.number == evidence.page), None)
    missing = need.total() * FOUND_SHARE - (need & _words(boxes)).total()
    if lost or page is None or _words_lost(page) >= missing:
        why = ", ".join(sorted(lost)) or ("the page was not read" if page is None else "layout lost words of this page")
        return Miss(question, i, "excluded", f"Its text did not reach the document: {why}.")
    return Miss(question, i, "bad label", f"The quote is not printed on page {evidence.page}.")


def _words_lost(page: LayoutPage) -> float:
    """About how many words of a page reached neither a box nor a list of exclusions, from its coverage."""
    kept = _words(page.boxes).total()
    return kept * (1 - page.coverage) / page.coverage if page.coverage > 0 else float("inf")


def _words(boxes: Sequence[LayoutBox]) -> Counter[str]:
    total: Counter[str] = Counter()
    for box in boxes:
        total += word_counts(box.text)
        if box.table is not None:
            for cell in box.table.cells:
                total += word_counts(cell.text)
    return total


def _other_page(chunked: ChunkedDocument, page: int, need: Counter[str]) -> int | None:
    """The nearest other page that prints the quote."""
    found = [p.number for p in chunked.layout.pages if p.number != page and share_held(need, _words(p.boxes)) >= 0.95]
    return min(found, key=lambda n: abs(n - page)) if found else None


def _holders(index: SearchIndex, evidence: Evidence, need: Counter[str]) -> list[tuple[Passage, float]]:
    """What may be handed back and touches the page, with the share of the evidence that each holds, largest first."""
    passages = [
        p
        for p in returnable(index.corpus, index.return_parent)
        if p.document == evidence.document and p.pages and min(p.pages) <= evidence.page <= max(p.pages)
    ]
    shares = [(p, share_held(need, word_counts(p.text))) for p in passages]
    return sorted((s for s in shares if s[1] > 0), key=lambda s: (-s[1], s[0].position))


def _searched(index: SearchIndex, passage: Passage, need: Counter[str]) -> Passage:
    """The record by which a passage is found: itself, or for a whole table the row record with most of the evidence."""
    rows = [p for p in index.corpus.passages if p.document == passage.document and p.parent_table == passage.id]
    return passage if passage.indexed else max(rows, key=lambda p: share_held(need, word_counts(p.text)), default=passage)


def _cut_in_two(
    question: str, i: int, chunked: ChunkedDocument, holders: Sequence[tuple[Passage, float]], need: Counter[str]
) -> Miss:
    """The fewest chunks that hold the evidence together, and the cuts between them; else the text cannot be returned."""
    passages = [p for p, _ in holders]
    used = _fewest([p for p in passages if p.layer == "section"], need) or _fewest(passages, need)
    if not used:
        sentence = "Nothing that a search hands back holds its text. See the settings Tables and Row records return."
        return Miss(question, i, "excluded", sentence, tuple(p.id for p in passages))
    chunks = [chunked.chunks[p.position] for p in used if p.layer == "section" and p.position < len(chunked.chunks)]
    cuts = tuple((c.unit_range[0] - 1, c.cut_reason) for c in chunks[1:])
    reasons = " and ".join(dict.fromkeys(reason for _, reason in cuts)) or "row group"
    sentence = f"It is spread over {len(used)} chunks; none holds {FOUND_SHARE:.0%} of it. Cut by {reasons}."
    return Miss(question, i, "cut in two", sentence, tuple(p.id for p in used), cuts)


def _fewest(passages: Sequence[Passage], need: Counter[str]) -> list[Passage]:
    """Passages taken one by one while they add words, until they hold the evidence together; empty if they never do."""
    have: Counter[str] = Counter()
    used: list[Passage] = []
    for passage in passages:
        more = have + word_counts(passage.text)
        if (need & more).total() > (need & have).total():
            used.append(passage)
            have = more
        if share_held(need, have) >= FOUND_SHARE:
            return sorted(used, key=lambda p: p.position)
    return []


def _ranked_too_low(trial: Trial, result: QuestionResult, i: int, whole: Sequence[Passage], need: Counter[str], k: int) -> Miss:
    """Whole but not among the first k: clipped by the embedder, crowded out by near-duplicates, or outranked."""
    index, question, hits = trial.index, result.question, result.search.hits
    ids = {p.id for p in whole}
    rank = next((h.rank for h in hits if h.passage.id in ids or result.judged.shares[i][h.rank - 1] >= FOUND_SHARE), None)
    best = next((h.found for h in hits if h.rank == rank), None) or _searched(index, whole[0], need)
    above = [h for h in hits if rank is None or h.rank < rank][: max(k, 5)]
    place = f"at rank {rank}" if rank is not None else f"not among the first {len(hits)}"
    facts = {
        "chunks": tuple(p.id for p in whole),
        "rank": rank,
        "above": tuple(h.passage.id for h in above),
        "shared": index.shared_words(question.question, best),
        "missing": index.missing_words(question.question, best),
    }
    if _clipped(index, best, need):
        window = embedder_for(index.embedder_name).window
        sentence = f"The embedder reads {window} tokens of a text; the evidence lies beyond them. It is {place}."
        return Miss(question.id, i, "clipped", sentence, **facts)  # type: ignore[arg-type]
    apart = None if rank is None else rank_without_copies(index, trial.chunked, question.question, hits, rank)
    if rank is not None and apart is not None and apart <= k:
        copies = rank - apart
        sentence = (
            f"It is {place}; {copies} of the results before it only {'repeats another' if copies == 1 else 'repeat others'}."
        )
        return Miss(question.id, i, "crowded out", sentence, **facts)  # type: ignore[arg-type]
    words = index.typed_words(question.question, facts["missing"])  # type: ignore[arg-type]
    lacks = f" Its text lacks: {', '.join(words)}." if words else ""
    return Miss(question.id, i, "outranked", f"The evidence is whole and {place}.{lacks}", **facts)  # type: ignore[arg-type]


def _clipped(index: SearchIndex, passage: Passage, need: Counter[str]) -> bool:
    if index.retriever == "bm25":
        return False
    read = embedder_for(index.embedder_name).read(passage.indexed)
    return len(read) < len(passage.indexed) and share_held(need, word_counts(read)) < FOUND_SHARE
