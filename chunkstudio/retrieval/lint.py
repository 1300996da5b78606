"""What is wrong with a question set before anything is measured with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.tokens import tokenizer_for
from chunkstudio.retrieval.evidence_words import FOUND_SHARE, evidence_words, needed_words, share_held, word_counts
from chunkstudio.retrieval.locating import Place, QuoteLocator
from chunkstudio.retrieval.questions import Evidence, QuestionSet

LintCode = Literal["unknown_document", "not_found", "wrong_page", "excluded", "over_budget", "duplicate", "too_few"]
_SPREAD = 0.45
"""Standard deviation of a paired difference in recall that is usual for sets of single evidences."""


@dataclass(frozen=True, slots=True)
class LintFinding:
    """One fault of a set. ``near`` are places that the quote may have meant."""

    code: LintCode
    question_id: str
    message: str
    near: tuple[Place, ...] = ()


def lint(
    questions: QuestionSet, documents: Mapping[str, ChunkedDocument], *, wanted_difference: float = 0.05
) -> list[LintFinding]:
    """Check every evidence against its document (by SHA-256), the set for duplicates, and its size."""
    locators = {sha: QuoteLocator(c.layout) for sha, c in documents.items()}
    out = _duplicates(questions)
    for q in questions.questions:
        for e in q.evidence:
            if e.document not in documents:
                out.append(LintFinding("unknown_document", q.id, f"{e.file_name or e.document[:12]} is not open."))
            else:
                out += _evidence(q.id, e, documents[e.document], locators[e.document])
    return [*out, *_size(questions, wanted_difference)]


def _evidence(question: str, e: Evidence, chunked: ChunkedDocument, locator: QuoteLocator) -> list[LintFinding]:
    place = locator.find(e.quote, e.page)
    if place is None:
        near = tuple(locator.nearest(e.quote))
        if any(p.page == e.page and p.share >= 0.95 for p in near):
            return _in_chunks(question, e, chunked)
        return [LintFinding("not_found", question, f"The quote is not printed on page {e.page}.", near)]
    if place.page != e.page:
        return [LintFinding("wrong_page", question, f"The quote stands on page {place.page}, not {e.page}.", (place,))]
    return _in_chunks(question, e, chunked)


def _in_chunks(question: str, e: Evidence, chunked: ChunkedDocument) -> list[LintFinding]:
    need = needed_words(e.quote)
    text = " ".join(c.text for c in chunked if e.page in c.pages)
    if share_held(need, word_counts(text)) < FOUND_SHARE:
        return [LintFinding("excluded", question, f"No chunk on page {e.page} holds the quote: its text is left out.")]
    budget = chunked.profile.assembly.token_budget
    tokens = tokenizer_for(chunked.profile.assembly.tokenizer).count(e.quote)
    if FOUND_SHARE * tokens > budget:
        return [
            LintFinding(
                "over_budget", question, f"The quote has {tokens} tokens; a chunk of {budget} cannot hold enough of it."
            )
        ]
    return []


def _duplicates(questions: QuestionSet) -> list[LintFinding]:
    seen: dict[tuple[str, ...], str] = {}
    out = []
    for q in questions.questions:
        key = tuple(sorted(set(evidence_words(q.question))))
        if key in seen:
            out.append(LintFinding("duplicate", q.id, f"It asks the same as {seen[key]}."))
        seen.setdefault(key, q.id)
    return out


def _size(questions: QuestionSet, wanted: float) -> Sequence[LintFinding]:
    """Whether the set is large enough to show the wanted difference with power .8 (normal approximation)."""
    needed = round(((1.959964 + 0.841621) * _SPREAD / wanted) ** 2)
    have = len(questions.questions)
    if have >= needed:
        return []
    message = f"{have} questions; about {needed} would be needed to show a difference of {wanted:.2f} in recall."
    return [LintFinding("too_few", "", message)]
