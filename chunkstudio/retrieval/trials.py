"""Try profiles on documents and questions again and again: layout, units and unchanged vectors are used again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.chunking_service import ChunkingService
from chunkstudio.chunking.pipeline import Pipeline
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkRecord
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.retrieval.evaluation import Evaluation, Scope, evaluate
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.passages import Corpus, Source
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.vector_cache import VectorCache

Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class TrialDocument:
    """A document to try profiles on."""

    layout: LayoutDocument
    access: DocumentAccess | None = None
    rules: tuple[ManualRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Trial:
    """What one profile gave: the chunked documents by SHA-256, their index, and the evaluation."""

    profile: Profile
    chunked: dict[str, ChunkedDocument]
    records: dict[str, tuple[ChunkRecord, ...]]
    index: SearchIndex
    evaluation: Evaluation

    @property
    def chunks(self) -> int:
        """Number of chunks over all documents."""
        return sum(len(c) for c in self.chunked.values())

    @property
    def tokens(self) -> int:
        """Tokens of all retrieval texts: what has to be embedded."""
        return sum(r.token_count for records in self.records.values() for r in records)


class TrialBench:
    """Holds the documents and the question set of many trials. Not to be used from two threads at once."""

    def __init__(
        self,
        documents: Sequence[TrialDocument],
        questions: QuestionSet,
        *,
        scope: Scope = "single",
        vectors: VectorCache | None = None,
        reader: frozenset[str] | None = None,
    ) -> None:
        self.documents = tuple(documents)
        self.questions = questions
        self.reader = reader
        self._scope: Scope = scope
        self._vectors = vectors
        self._pipelines = {d.layout.info.sha256: Pipeline() for d in documents}

    def run(self, profile: Profile, *, only: QuestionSet | None = None, cancelled: Cancelled | None = None) -> Trial:
        """Cut all documents under a profile, index them with its retriever, and score the questions (or ``only`` some).

        Raises ChunkStudioError ``cancelled``, ``bad_profile`` or what the embedder raises.
        """
        asked = only or self.questions
        wanted = {e.document for q in asked.questions for e in q.evidence}
        documents = [d for d in self.documents if self._scope == "all" or d.layout.info.sha256 in wanted]
        chunked = {d.layout.info.sha256: self._cut(d, profile, cancelled) for d in documents}
        return trial_of(
            profile,
            chunked,
            asked,
            scope=self._scope,
            reader=self.reader,
            vectors=self._vectors,
            cancelled=cancelled,
        )

    def _cut(self, document: TrialDocument, profile: Profile, cancelled: Cancelled | None) -> ChunkedDocument:
        pipeline = self._pipelines[document.layout.info.sha256]
        return pipeline.run(document.layout, profile, access=document.access, rules=document.rules, cancelled=cancelled)


def trial_of(
    profile: Profile,
    chunked: dict[str, ChunkedDocument],
    asked: QuestionSet,
    *,
    scope: Scope = "single",
    reader: frozenset[str] | None = None,
    vectors: VectorCache | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Cancelled | None = None,
) -> Trial:
    """Index documents that are cut already (by SHA-256) as the profile's retrieval part asks for, and score questions.

    Raises ChunkStudioError ``cancelled``, ``bad_argument`` (no question is about these documents) or what the embedder raises.
    """
    records, index = indexed(profile, chunked, vectors)
    versions = sorted({c.policy_version for c in chunked.values()})
    found = evaluate(index, asked, scope=scope, reader=reader, policy_versions=versions, progress=progress, cancelled=cancelled)
    return Trial(profile, chunked, records, index, found)


def indexed(
    profile: Profile, chunked: dict[str, ChunkedDocument], vectors: VectorCache | None = None
) -> tuple[dict[str, tuple[ChunkRecord, ...]], SearchIndex]:
    """The records of documents that are cut already, by SHA-256, and an index over all of them."""
    records = {sha: ChunkingService(c, summaries=_wants_summaries(profile)).records() for sha, c in chunked.items()}
    return records, index_for(profile, [Source(sha, records[sha], c) for sha, c in chunked.items()], vectors)


def _wants_summaries(profile: Profile) -> bool:
    """Whether any summary enters a retrieval text; choosing sentences for nothing would cost most of a trial."""
    context = profile.context
    return context.document_summary or context.section_summary or context.table_summary


def index_for(profile: Profile, sources: Sequence[Source], vectors: VectorCache | None = None) -> SearchIndex:
    """An index as the profile's retrieval part asks for."""
    settings = profile.retrieval
    languages = [s.chunked.profile.layout.language or s.chunked.layout.info.language for s in sources if s.chunked is not None]
    return SearchIndex(
        Corpus.of_sources(sources),
        retriever=settings.retriever,
        embedder_name=settings.embedder,
        return_parent=settings.return_parent,
        language=next((code for code in languages if code), "en"),
        vectors=vectors,
    )
