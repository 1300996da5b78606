"""Long work on a workspace, free of Qt: what chunking again would change, chunking, checking, exporting, comparing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.workspaces.background import Reporter

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.export_dialog import ExportWish
    from chunkstudio.workspace.approvals import Approval, ApprovalCheck
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.version_diff import VersionDiff
    from chunkstudio.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class BlastRow:
    """What chunking a document again would do to its records; ``failure`` where it cannot be chunked."""

    title: str
    counts: dict[str, int]
    embed_records: int = 0
    embed_tokens: int = 0
    failure: str = ""
    error: ChunkStudioError | None = None

    @property
    def unlabelled(self) -> bool:
        """Whether nobody has said yet who may read the document."""
        return self.error is not None and self.error.code == "missing_acl"

    def cells(self) -> tuple[str, ...]:
        """The row's words: title, unchanged, moved, changed, added, removed, to embed."""
        if self.failure:
            return (self.title, *["–"] * 5, "cannot be chunked")
        figures = [f"{self.counts.get(name, 0):,}" for name in ("unchanged", "moved", "changed", "added", "removed")]
        return (self.title, *figures, f"{self.embed_records:,} records, {self.embed_tokens:,} tok")


def is_locked(error: ChunkStudioError) -> bool:
    """Whether a password is what is missing; the error's field is then the document's id."""
    from chunkstudio.workspace.workspace import LOCKED

    return error.code in LOCKED


def blast_rows(work: Workspace, profile: Profile, documents: Sequence[StoredDocument], reporter: Reporter) -> list[BlastRow]:
    """Chunk every document without keeping anything. Raises ChunkStudioError ``cancelled``."""
    latest = work.chunk_sets.latest()
    rows = []
    for k, document in enumerate(documents):
        reporter.step(f"Looking at {document.title}", k, len(documents))
        reporter.check()
        try:
            made = work.chunk(document, profile, cancelled=reporter.cancelled)
        except ChunkStudioError as error:
            if error.code == "cancelled":
                raise
            rows.append(BlastRow(document.title, {}, failure=error.message, error=error))
            continue
        newest = latest.get(document.id)
        if newest is None:
            rows.append(BlastRow(document.title, {"added": len(made)}, len(made), sum(r.token_count for r in made)))
        else:
            found = work.chunk_sets.read(newest.id).diff(made)
            rows.append(BlastRow(document.title, found.counts(), found.cost.records, found.cost.tokens))
    return rows


def rechunk(
    work: Workspace, profile: Profile, documents: Sequence[StoredDocument], reporter: Reporter
) -> tuple[int, list[tuple[StoredDocument, ChunkStudioError]]]:
    """Chunk and keep; returns how many were kept, and what failed. Raises ``cancelled``."""

    def told(document: StoredDocument, done: int) -> None:
        reporter.step(f"Chunked {document.title}", done, len(documents))

    def step(document: StoredDocument, name: str, done: int, total: int) -> None:
        reporter.step(f"{name.capitalize()} {done} of {total} of {document.title}", done, total)

    reporter.step("Chunking", 0, len(documents))
    kept, failed = work.rechunk(profile, documents, progress=told, steps=step, cancelled=reporter.cancelled)
    return len(kept), failed


def check_approval(
    work: Workspace, version: str, questions: str, documents: Sequence[str], reporter: Reporter
) -> ApprovalCheck:
    """Everything that stands for and against an approval. Raises ChunkStudioError."""
    from chunkstudio.workspace.approvals import Approvals

    chosen = [work.documents.get(d) for d in documents]
    return Approvals(work).check(version, questions, chosen, cancelled=reporter.cancelled)


def give_approval(work: Workspace, check: ApprovalCheck, note: str) -> Approval:
    """Record it. Raises ChunkStudioError."""
    from chunkstudio.workspace.approvals import Approvals

    return Approvals(work).approve(check, note=note)


def export_sets(work: Workspace, wish: ExportWish, reporter: Reporter) -> str:
    """Write an export with its manifest and its entry in the log; returns one sentence on it. Raises ChunkStudioError."""
    from chunkstudio.retrieval.embedders import embedder_for
    from chunkstudio.retrieval.vector_cache import VectorCache
    from chunkstudio.workspace.exports.export import FORMS, ExportRequest, export
    from chunkstudio.workspace.exports.manifest import Manifest
    from chunkstudio.workspace.released import made_again, released_sets, require_free_target

    work.database.require_writable()
    require_free_target(work, wish.target)
    reporter.step("Reading the chunk sets", 0, 0)
    sets, profile = released_sets(work, draft=wish.draft)
    reporter.check()
    embedder = embedder_for(wish.embedder) if wish.embedder and FORMS[wish.form].vectors != "none" else None
    request = ExportRequest(
        sets=made_again(work, sets) if wish.form == "markdown" else sets,
        form=wish.form,
        target=wish.target,
        draft=wish.draft,
        profile=profile,
        embedder=embedder,
        vectors=VectorCache() if embedder is not None else None,
        base=Manifest.load(wish.since) if wish.since is not None else None,
        index=wish.index,
        overwrite=wish.overwrite,
    )
    reporter.step(f"Writing {wish.target}", 0, 0)
    manifest = export(request, progress=lambda k, n: reporter.step(f"Writing {wish.target}", k, n))
    work.note_export(wish.form, wish.target, manifest.to_json())
    words = ("added", "updated", "deleted") if wish.since is not None else ("documents", "records")
    facts = ", ".join(f"{manifest.counts[w]:,} {w}" for w in words)
    return f"{'Draft export' if wish.draft else 'Export'} written to {wish.target}: {facts}."


def preview_of(work: Workspace, form: str, *, draft: bool) -> str:
    """The first records of an export as it would write them. Raises ChunkStudioError."""
    from chunkstudio.workspace.exports.preview import export_preview
    from chunkstudio.workspace.released import first_released, made_again

    first = first_released(work, draft=draft)
    shown = made_again(work, [first])[0] if form == "markdown" else first.chunk_set()
    return export_preview([shown], form, draft=draft)


def compare_versions(
    work: Workspace, before: Profile, after: Profile, documents: Sequence[StoredDocument], reporter: Reporter
) -> VersionDiff:
    """What lies between two profiles, on these documents. Raises ChunkStudioError ``cancelled``."""
    from chunkstudio.workspace.version_diff import version_diff

    def told(document: StoredDocument, done: int) -> None:
        reporter.step(f"Cut {document.title} under both versions", done, len(documents))

    reporter.step("Cutting under both versions", 0, len(documents))
    return version_diff(work, before, after, documents, progress=told, cancelled=reporter.cancelled)


def evaluate_versions(work: Workspace, versions: Sequence[str], questions: str, reporter: Reporter) -> None:
    """Evaluate saved versions on a question set and keep the figures. Raises ChunkStudioError."""
    from chunkstudio.workspace.evaluating import evaluate_version

    asked = work.evaluations.questions(questions)
    for name in versions:

        def told(done: int, total: int, name: str = name) -> None:
            reporter.step(f"Evaluating version {name[:4]}", done, total)

        evaluate_version(work, name, asked, progress=told, cancelled=reporter.cancelled)
