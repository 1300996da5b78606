"""Try profiles on documents and questions again and again: layout, units and unchanged vectors are used again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.chunking_service import ChunkingService
from chunkstudio.chunking.pipeline import Pipeline, layout_options
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkRecord
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.chunking.summaries import AbstractiveSummary
from chunkstudio.layout.languages import iso_code
from chunkstudio.layout.model import LayoutDocument
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.retrieval.evaluation import Evaluation, Scope, evaluate
from chunkstudio.retrieval.index import SearchIndex
from chunkstudio.retrieval.passages import Corpus, Source
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.vector_cache import VectorCache

Cancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class TrialDocument:
    """A document to try profiles on.

    ``relayout`` gives its layout under other options, or None where it cannot; without it all profiles are tried on
    ``layout``, whose options are ``options``.
    """

    layout: LayoutDocument
    access: DocumentAccess | None = None
    rules: tuple[ManualRule, ...] = ()
    options: LayoutOptions | None = None
    relayout: Callable[[LayoutOptions], LayoutDocument | None] | None = None


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
        self._layouts: dict[tuple[str, LayoutOptions], LayoutDocument] = {}

    @property
    def can_change_layout(self) -> bool:
        """Whether profiles with other layout options give other layouts."""
        return any(d.relayout is not None for d in self.documents)

    def run(self, profile: Profile, *, only: QuestionSet | None = None, cancelled: Cancelled | None = None) -> Trial:
        """Cut all documents under a profile, index them with its retriever, and score the questions (or ``only`` some).

        Raises ChunkStudioError ``cancelled``, ``bad_profile`` or what the embedder raises.
        """
        asked = only or self.questions
        chunked = {d.layout.info.sha256: self._cut(d, profile, cancelled) for d in self._asked(asked)}
        return trial_of(
            profile,
            chunked,
            asked,
            scope=self._scope,
            reader=self.reader,
            vectors=self._vectors,
            cancelled=cancelled,
        )

    def cuts(self, profile: Profile, asked: QuestionSet, *, cancelled: Cancelled | None = None) -> tuple[bytes, ...]:
        """Where a profile cuts the documents of some questions, without writing a chunk; raises as :meth:`run`."""
        out = []
        for document in self._asked(asked):
            pipeline, layout = self._pipelines[document.layout.info.sha256], self._layout(document, profile)
            given = {"access": document.access, "rules": document.rules, "cancelled": cancelled}
            seen = pipeline.preview(layout, profile, **given)  # type: ignore[arg-type]
            out.append(seen.first.tobytes() + seen.end.tobytes() + seen.tokens.tobytes())
        return tuple(out)

    def _asked(self, asked: QuestionSet) -> list[TrialDocument]:
        """The documents that are searched for these questions."""
        wanted = {e.document for q in asked.questions for e in q.evidence}
        return [d for d in self.documents if self._scope == "all" or d.layout.info.sha256 in wanted]

    def _cut(self, document: TrialDocument, profile: Profile, cancelled: Cancelled | None) -> ChunkedDocument:
        pipeline, layout = self._pipelines[document.layout.info.sha256], self._layout(document, profile)
        return pipeline.run(layout, profile, access=document.access, rules=document.rules, cancelled=cancelled)

    def _layout(self, document: TrialDocument, profile: Profile) -> LayoutDocument:
        """The document's layout under the profile's options, made once."""
        options = layout_options(profile)
        if document.relayout is None or options == document.options:
            return document.layout
        key = (document.layout.info.sha256, options)
        if key not in self._layouts:
            self._layouts[key] = document.relayout(options) or document.layout
        return self._layouts[key]


def trial_of(
    profile: Profile,
    chunked: dict[str, ChunkedDocument],
    asked: QuestionSet,
    *,
    scope: Scope = "single",
    reader: frozenset[str] | None = None,
    vectors: VectorCache | None = None,
    summaries: Mapping[str, AbstractiveSummary | None] | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Cancelled | None = None,
) -> Trial:
    """Index documents that are cut already (by SHA-256) as the profile's retrieval part asks for, and score questions.

    ``summaries`` are a model's, by SHA-256 too; a document without has extractive ones.

    Raises ChunkStudioError ``cancelled``, ``bad_argument`` (no question is about these documents) or what the embedder raises.
    """
    records, index = indexed(profile, chunked, vectors, summaries)
    versions = sorted({c.policy_version for c in chunked.values()})
    found = evaluate(index, asked, scope=scope, reader=reader, policy_versions=versions, progress=progress, cancelled=cancelled)
    return Trial(profile, chunked, records, index, found)


def indexed(
    profile: Profile,
    chunked: dict[str, ChunkedDocument],
    vectors: VectorCache | None = None,
    summaries: Mapping[str, AbstractiveSummary | None] | None = None,
) -> tuple[dict[str, tuple[ChunkRecord, ...]], SearchIndex]:
    """The records of documents that are cut already, by SHA-256, and an index over all of them."""
    wanted, written = _wants_summaries(profile), summaries or {}
    records = {sha: ChunkingService(c, summaries=wanted).records(written.get(sha)) for sha, c in chunked.items()}
    return records, index_for(profile, [Source(sha, records[sha], c) for sha, c in chunked.items()], vectors)


def _wants_summaries(profile: Profile) -> bool:
    """Whether any summary enters a retrieval text; choosing sentences for nothing would cost most of a trial."""
    context = profile.context
    return context.document_summary or context.section_summary or context.table_summary


def index_for(profile: Profile, sources: Sequence[Source], vectors: VectorCache | None = None) -> SearchIndex:
    """An index as the profile's retrieval part asks for."""
    settings = profile.retrieval
    languages = [
        iso_code(s.chunked.profile.layout.language) or s.chunked.layout.info.language for s in sources if s.chunked is not None
    ]
    return SearchIndex(
        Corpus.of_sources(sources),
        retriever=settings.retriever,
        embedder_name=settings.embedder,
        return_parent=settings.return_parent,
        language=next((code for code in languages if code), "en"),
        vectors=vectors,
    )
