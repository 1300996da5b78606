"""The chunk sets that may leave a workspace: those of an approval that holds, or drafts when asked for."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.chunking.records import ChunkSet
from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.workspace import Workspace


def released_sets(
    work: Workspace, documents: Sequence[str] | None = None, *, draft: bool = False
) -> tuple[list[ChunkSet], str]:
    """The sets to export and the profile version that they were made under.

    Without ``draft`` only the sets of the newest approval that was not revoked. ``documents`` (starts of ids) narrow it.
    Raises ChunkStudioError ``bad_argument`` when nothing may be exported, ``not_found`` for an unknown document.
    """
    latest = work.chunk_sets.latest()
    wanted = {work.documents.get(d).id for d in documents} if documents else set(latest)
    if draft:
        chosen = [s for i, s in latest.items() if i in wanted]
        if not chosen:
            raise ChunkStudioError(
                "bad_argument", "No document has a chunk set yet.", hint="Run chunkstudio workspace rechunk."
            )
        return [work.chunk_sets.read(s.id) for s in chosen], ", ".join(sorted({s.profile_hash for s in chosen}))
    standing = [a for a in Approvals(work).all() if a.searchable]
    if not standing:
        raise ChunkStudioError(
            "bad_argument", "Nothing is approved.", hint="Approve a profile version, or export with --draft."
        )
    sets = [work.chunk_sets.read(i) for i in standing[-1].data["chunk_sets"]]
    return [s for s in sets if s.document.id in wanted], standing[-1].profile_hash
