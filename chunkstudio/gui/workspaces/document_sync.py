"""Documents open in the window are kept in the workspace: added, given labels, revised when their file changed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.ingestion.access_file import access_for, side_files

if TYPE_CHECKING:
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.workspace import Workspace


def keep_document(work: Workspace, state: DocumentState) -> StoredDocument:
    """The stored document of an open one: by its bytes, else as a new revision of the document at its path, else new.

    Raises ChunkStudioError, ``changed`` when the file is no longer what the window shows.
    """
    if state.info is None:
        raise ChunkStudioError("not_found", f"{state.name} is not open yet.", hint="Wait until its pages are shown.")
    known = work.documents.find_content(state.info.sha256)
    at_path = None if known is not None else _at_path(work, state.path)
    title, pages = state.title or state.name, state.info.page_count
    if known is not None and known.current.sha256 == state.info.sha256 and _listed(work, known):
        document = known
    elif at_path is not None:
        document = work.documents.revise(at_path.id, state.path, pages=pages, author=work.author)
    else:
        document = work.documents.add(state.path, title=title, pages=pages, author=work.author)
    return _with_labels(work, document, state)


def _listed(work: Workspace, document: StoredDocument) -> bool:
    return any(d.id == document.id for d in work.documents.all())


def _at_path(work: Workspace, path: Path) -> StoredDocument | None:
    wanted = path.resolve()
    return next((d for d in work.documents.all() if d.path is not None and d.path == wanted), None)


def _with_labels(work: Workspace, document: StoredDocument, state: DocumentState) -> StoredDocument:
    """Labels of the side file, or said in the window for this document, go into the workspace.

    What was said for its folder once counts where the workspace has none. The window knows narrower parts by the side file
    alone: where there is none, those of the workspace stay.
    """
    if not state.acl:
        return document
    access, kept = access_for(state.path, state.acl), document.access
    if kept is not None and not any(map(os.path.lexists, side_files(state.path))):
        if not state.acl_said:
            return document
        access = DocumentAccess.parse(kept.to_dict(), labels=state.acl)
    if access is not None and access != document.access:
        work.documents.set_access(document.id, access, author=work.author)
        return work.documents.get(document.id)
    return document
