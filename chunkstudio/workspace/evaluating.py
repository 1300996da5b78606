"""Evaluating a profile version on documents of a workspace, and keeping what came out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.chunking.summaries import AbstractiveSummary
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.service import pinned_summaries
from chunkstudio.retrieval.misses import diagnose
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.reports import evaluation_data
from chunkstudio.retrieval.trials import trial_of
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.evaluation_store import StoredEvaluation
from chunkstudio.workspace.workspace import Workspace


def evaluate_version(
    work: Workspace,
    name: str,
    questions: QuestionSet,
    documents: Sequence[StoredDocument] | None = None,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> StoredEvaluation:
    """Score a version on a question set, keep set and evaluation, and give it back. Its summary is that of
    :func:`chunkstudio.retrieval.reports.evaluation_data`; the version becomes "evaluated".

    Only documents that questions are about are cut. Raises ChunkStudioError ``not_found`` (version), ``bad_argument`` (no
    question is about a document of the workspace), ``cancelled``, and what chunking raises.
    """
    version = work.profiles.get(name)
    asked = {e.document for q in questions.questions for e in q.evidence}
    chosen = [d for d in (work.documents.all() if documents is None else documents) if d.current.sha256 in asked]
    if not chosen:
        raise ChunkStudioError(
            "bad_argument",
            "No question is about a document of the workspace as it is now.",
            hint="Add the documents, or label questions on their newest revision.",
            field="questions",
        )
    chunked: dict[str, ChunkedDocument] = {}
    written: dict[str, AbstractiveSummary | None] = {}
    for done, document in enumerate(chosen):
        if progress is not None:
            progress(done, len(chosen))
        made = work.chunk(document, version.profile, cancelled=cancelled)
        assert made.chunked is not None
        chunked[document.current.sha256] = made.chunked
        written[document.current.sha256] = pinned_summaries(made)
    trial = trial_of(version.profile, chunked, questions, summaries=written, cancelled=cancelled)
    k = version.profile.retrieval.k
    misses = {r.question.id: diagnose(trial, r, k) for r in trial.evaluation.results}
    summary = evaluation_data(trial.evaluation, k, misses) | {"chunks": trial.chunks, "tokens": trial.tokens}
    digest = work.evaluations.save_questions(questions, author=work.author)
    return work.evaluations.save(version.hash, digest, summary, author=work.author)
