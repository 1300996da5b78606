"""Score a question set against an index: for each question the ranking, what each result holds, and every measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.evidence_words import FOUND_SHARE, needed_words, share_held, word_counts
from chunkstudio.retrieval.index import DEPTH, RetrieverName, ReturnParent, SearchIndex, SearchResult
from chunkstudio.retrieval.measures import DEFAULT_MEASURES, Judged, Measure
from chunkstudio.retrieval.passages import Corpus, Passage
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet

Scope = Literal["single", "all"]


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One question's outcome. ``ranks[e]`` is the rank from 1 at which evidence ``e`` was found, None if it was not."""

    question: Question
    search: SearchResult
    judged: Judged
    values: dict[str, float]
    ranks: tuple[int | None, ...]

    @property
    def missed(self) -> tuple[int, ...]:
        """Indices of the evidences that no result within the search depth holds."""
        return tuple(i for i, r in enumerate(self.ranks) if r is None)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A question set scored on one index. ``means`` are over questions, by the measure's text."""

    question_set: str
    scope: Scope
    retriever: RetrieverName
    revision: str
    return_parent: ReturnParent
    results: tuple[QuestionResult, ...]
    measures: tuple[Measure, ...]
    policy_versions: tuple[str, ...] = ()
    skipped: tuple[str, ...] = field(default=())

    @property
    def means(self) -> dict[str, float]:
        """Mean of every measure over the questions."""
        return {str(m): sum(r.values[str(m)] for r in self.results) / len(self.results) for m in self.measures}

    def column(self, measure: Measure) -> list[float]:
        """One measure by question, in the set's order."""
        return [r.values[str(measure)] for r in self.results]

    def column_of(self, measure: Measure) -> list[float]:
        """Any measure by question, also one that was not asked for when the evaluation ran."""
        return [measure.value(r.judged) for r in self.results]

    def recall_curve(self, depth: int = 20) -> list[float]:
        """Mean R@k for k = 1 .. depth."""
        return [
            sum(sum(r is not None and r <= k for r in q.ranks) / len(q.ranks) for q in self.results) / len(self.results)
            for k in range(1, depth + 1)
        ]


def returnable(corpus: Corpus, return_parent: ReturnParent) -> Iterator[Passage]:
    """Every passage that a search for answers may hand back: a row record that hands back its parent is none of them."""
    known = {(p.document, p.id) for p in corpus.passages}
    for passage in [*corpus.passages, *(corpus.tables.values() if return_parent == "table" else ())]:
        lifts = (
            return_parent != "off" and passage.layer == "table_row" and (passage.document, passage.parent_chunk or "") in known
        )
        if passage.layer != "document" and not lifts:
            yield passage


class _Judge:
    """Counts words once for each passage, and knows which passages touch which page."""

    def __init__(self, corpus: Corpus, *, return_parent: ReturnParent) -> None:
        self._words: dict[tuple[str, str], Counter[str]] = {}
        self._by_page: dict[tuple[str, int], list[Passage]] = {}
        for passage in returnable(corpus, return_parent):
            for page in _span(passage):
                self._by_page.setdefault((passage.document, page), []).append(passage)

    def words(self, passage: Passage) -> Counter[str]:
        """The words of what a passage hands back."""
        key = (passage.document, passage.id)
        if key not in self._words:
            self._words[key] = word_counts(passage.text)
        return self._words[key]

    def candidates(self, evidence: Evidence) -> list[Passage]:
        """Every passage that touches the evidence's page and may be returned."""
        return self._by_page.get((evidence.document, evidence.page), [])

    def judge(self, question: Question, results: Sequence[Passage]) -> Judged:
        """What the results hold of the question's evidences; only chunks that touch an evidence's page count for it."""
        needed = [needed_words(e.quote) for e in question.evidence]
        held = [
            tuple(n & self.words(p) if _touches(p, e) else Counter() for p in results)
            for n, e in zip(needed, question.evidence, strict=True)
        ]
        shares = [tuple(h.total() / n.total() for h in hs) for hs, n in zip(held, needed, strict=True)]
        gains: dict[tuple[str, str], float] = {}
        best: list[float] = []
        for n, e in zip(needed, question.evidence, strict=True):
            found = {(p.document, p.id): share_held(n, self.words(p)) for p in self.candidates(e)}
            best.append(max(found.values(), default=0.0))
            for key, share in found.items():
                gains[key] = max(gains.get(key, 0.0), share * e.grade)
        pool = tuple(g for g in gains.values() if g > 0)
        grades = tuple(e.grade for e in question.evidence)
        return Judged(tuple(shares), tuple(held), tuple(needed), tuple(p.tokens for p in results), tuple(best), pool, grades)


def _span(passage: Passage) -> range:
    return range(min(passage.pages), max(passage.pages) + 1) if passage.pages else range(0)


def _touches(passage: Passage, evidence: Evidence) -> bool:
    return passage.document == evidence.document and evidence.page in _span(passage)


def evaluate(
    index: SearchIndex,
    questions: QuestionSet,
    *,
    scope: Scope = "single",
    measures: Sequence[Measure] = DEFAULT_MEASURES,
    reader: frozenset[str] | None = None,
    policy_versions: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Evaluation:
    """Score a question set. ``scope`` single searches the question's own document, all searches every document.

    Questions on documents outside the corpus are skipped and named. Raises ChunkStudioError ``bad_argument`` when none
    is left and ``cancelled`` when the caller stops it.
    """
    judge = _Judge(index.corpus, return_parent=index.return_parent)
    asked = _askable(questions, set(index.corpus.documents))
    skipped = tuple(q.id for q in questions.questions if q not in asked)
    results: list[QuestionResult] = []
    for done, question in enumerate(asked, 1):
        if cancelled is not None and cancelled():
            raise ChunkStudioError("cancelled", "The evaluation was cancelled.")
        results.append(_score(index, judge, question, scope, measures, reader))
        if progress is not None:
            progress(done, len(asked))
    return Evaluation(
        questions.hash,
        scope,
        index.retriever,
        index.revision,
        index.return_parent,
        tuple(results),
        tuple(measures),
        tuple(policy_versions),
        skipped,
    )


def _askable(questions: QuestionSet, documents: set[str]) -> list[Question]:
    asked = [q for q in questions.questions if all(e.document in documents for e in q.evidence)]
    if not asked:
        hint = "Questions name documents by the file's SHA-256."
        raise ChunkStudioError("bad_argument", "No question of the set is about these documents.", hint=hint)
    return asked


def _score(
    index: SearchIndex,
    judge: _Judge,
    question: Question,
    scope: Scope,
    measures: Sequence[Measure],
    reader: frozenset[str] | None,
) -> QuestionResult:
    documents = {e.document for e in question.evidence}
    document = documents.pop() if scope == "single" and len(documents) == 1 else None
    found = index.search(question.question, DEPTH, document=document, reader=reader)
    judged = judge.judge(question, [h.passage for h in found.hits])
    values = {str(m): m.value(judged) for m in measures}
    ranks = tuple(next((r + 1 for r, s in enumerate(shares) if s >= FOUND_SHARE), None) for shares in judged.shares)
    return QuestionResult(question, found, judged, values, ranks)
