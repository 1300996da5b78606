"""Documents open in the window that the workspace holds are kept in it: added when told to, given labels, revised."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.access_memory import labels_with_parts
from chunkstudio.gui.document_state import DocumentState

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


def is_held(work: Workspace, state: DocumentState) -> bool:
    """Whether keeping an open document adds none: the workspace has its bytes, or is told of a new revision at its path."""
    if state.info is None:
        return False
    known = work.documents.find_content(state.info.sha256)
    if known is None:
        return _at_path(work, state.path) is not None
    here = known.current.sha256 == state.info.sha256 or known.path == state.path.resolve()
    return here and _listed(work, known)


def find_document(work: Workspace, path: Path, sha256: str) -> StoredDocument | None:
    """The stored document that a file is, or would be the next revision of; one that was removed too."""
    return work.documents.find_content(sha256) or _at_path(work, path)


def _listed(work: Workspace, document: StoredDocument) -> bool:
    return any(d.id == document.id for d in work.documents.all())


def _at_path(work: Workspace, path: Path) -> StoredDocument | None:
    wanted = path.resolve()
    return next((d for d in work.documents.all() if d.path is not None and d.path == wanted), None)


def _with_labels(work: Workspace, document: StoredDocument, state: DocumentState) -> StoredDocument:
    """Labels said in the window for this document go into the workspace; narrower parts of both and of the side file hold.

    What was only found, in the side file or said for its folder once, counts where the workspace has none.
    """
    kept = document.access
    labels = kept.acl if kept is not None and not state.acl_said else state.acl or ()
    access = labels_with_parts(state, labels, kept)
    if access is not None and access != document.access:
        work.documents.set_access(document.id, access, author=work.author)
        return work.documents.get(document.id)
    return document
