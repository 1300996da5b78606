"""The chunk sets that may leave a workspace: those of an approval that holds, or drafts when asked for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.access_file import side_files
from chunkstudio.ingestion.service import pinned_summaries
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.chunkset_store import StoredChunkSet
from chunkstudio.workspace.exports.sources import SetSource
from chunkstudio.workspace.stored_source import StoredSource
from chunkstudio.workspace.workspace import Workspace


def first_released(work: Workspace, *, draft: bool = False) -> StoredSource:
    """The first set that :func:`released_sets` would give. Raises as that does, and when there is none."""
    names, _ = _released_ids(work, None, draft=draft)
    if not names:
        raise ChunkStudioError("bad_argument", "The approval holds no chunk sets.", hint="Approve the version again.")
    return work.chunk_sets.sources(names[:1])[0]


def released_sets(
    work: Workspace, documents: Sequence[str] | None = None, *, draft: bool = False
) -> tuple[list[StoredSource], str]:
    """The sets to export, none read yet, and the profile version that they were made under.

    Without ``draft`` only the sets of the newest approval that was not revoked. ``documents`` (starts of ids) narrow it.
    Raises ChunkStudioError ``bad_argument`` when nothing may be exported, ``not_found`` for an unknown document.
    """
    names, profile = _released_ids(work, documents, draft=draft)
    return work.chunk_sets.sources(names), profile


def require_free_target(work: Workspace, target: str) -> None:
    """Raises ``bad_argument`` where an export would take the place of the workspace itself or of one of its documents, or of
    a folder that they are in."""
    own = work.database.path
    kept = [own, *(own.with_name(own.name + end) for end in ("-wal", "-shm"))]
    for document in work.documents.all():
        if document.path is not None:
            kept += [document.path, *side_files(document.path)]
    place = Path(os.path.realpath(target))
    if any(Path(os.path.realpath(path)).is_relative_to(place) for path in kept):
        message = f"{target} belongs to the workspace and would be written over."
        raise ChunkStudioError("bad_argument", message, hint="Choose another name.", field="target")


def made_again(work: Workspace, sources: Sequence[SetSource]) -> list[ChunkSet]:
    """The same sets with the whole documents that stored ones do not hold, for forms that write whole documents.

    Raises ``changed`` where chunking a document again would not give the stored set, and what chunking raises.
    """
    out = []
    for source in sources:
        stored = source.chunk_set()
        made = work.chunk(work.documents.get(stored.document.id), stored.profile, pinned=pinned_summaries(stored))
        if [r.id for r in made] != [r.id for r in stored]:
            raise ChunkStudioError(
                "changed", f"{stored.document.file_name} has changed since it was chunked.", hint="Chunk it again first."
            )
        out.append(made)
    return out


def _released_ids(work: Workspace, documents: Sequence[str] | None, *, draft: bool) -> tuple[list[str], str]:
    """Ids of the sets in their order, and the profile version, as of one moment."""
    with work.database.whole():
        return _released_now(work, documents, draft=draft)


def _released_now(work: Workspace, documents: Sequence[str] | None, *, draft: bool) -> tuple[list[str], str]:
    latest = work.chunk_sets.latest()
    wanted = {work.documents.get(d).id for d in documents} if documents else None
    if draft:
        listed = {d.id for d in work.documents.all()}
        chosen = [s for i, s in latest.items() if i in listed and (wanted is None or i in wanted)]
        if not chosen:
            raise ChunkStudioError(
                "bad_argument", "No document has a chunk set yet.", hint="Run chunkstudio workspace rechunk."
            )
        _require_present_access(work, chosen)
        return [s.id for s in chosen], ", ".join(sorted({s.profile_hash for s in chosen}))
    standing = [a for a in Approvals(work).all() if a.searchable]
    if not standing:
        raise ChunkStudioError(
            "bad_argument", "Nothing is approved.", hint="Approve a profile version, or export a draft (--draft)."
        )
    facts = work.chunk_sets.facts(standing[-1].data["chunk_sets"])
    released = [s for s in facts if wanted is None or s.document_id in wanted]
    _require_present_access(work, released)
    return [s.id for s in released], standing[-1].profile_hash


def _require_present_access(work: Workspace, sets: Sequence[StoredChunkSet]) -> None:
    """Raises ``bad_acl`` where a document got other readers after its set was kept: its records could be wider than it."""
    former = work.chunk_sets.under_former_access()
    late = next((s for s in sets if s.id in former), None)
    if late is not None:
        raise ChunkStudioError(
            "bad_acl",
            f"Who may read {work.documents.get(late.document_id).title} was changed after it was chunked.",
            hint="Chunk it again (chunkstudio workspace rechunk --stale), and approve the version again.",
            field="acl",
        )
