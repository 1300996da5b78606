"""Documents of the window in a workspace: its labels become no wider by what nobody said for the document."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.workspaces.document_sync import keep_document
from chunkstudio.ingestion.access_file import write_access
from chunkstudio.layout.opening import open_document
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.workspace.workspace import Workspace
from tests.layout.made_pdfs import make_pdf

NARROW = (NarrowerLabels(("a",), ((1, 1),)),)
OWN = (NarrowerLabels(("b",), ((2, 2),)),)


def test_that_labels_of_the_window_leave_narrower_parts_as_they_are(tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "a.pdf", lambda page: page.insert_text((72, 72), "The gate is closed in winter."))
    info = open_document(file, options=LayoutOptions(parser="fast")).info
    state = DocumentState("k", file, info=info, acl=("a", "b", "c"), acl_said=True)
    work = Workspace.create(tmp_path / "w.chunkstudio")
    try:
        work.documents.add(file, title="A", pages=1, author="ann", access=DocumentAccess(("a", "b"), NARROW))
        assert keep_document(work, state).access == DocumentAccess(("a", "b", "c"), NARROW)
        with pytest.raises(ChunkStudioError, match="not among the document's"):
            keep_document(work, replace(state, acl=("b",)))
        write_access(file, DocumentAccess(("a", "b"), OWN))  # the side file of a copy may know of fewer parts, or of others
        assert keep_document(work, state).access == DocumentAccess(("a", "b", "c"), NARROW + OWN)
    finally:
        work.close()


def test_that_labels_remembered_for_a_folder_do_not_take_the_place_of_the_workspaces(tmp_path: Path) -> None:
    file = make_pdf(tmp_path / "a.pdf", lambda page: page.insert_text((72, 72), "The gate is closed in winter."))
    info = open_document(file, options=LayoutOptions(parser="fast")).info
    found = DocumentState("k", file, info=info, acl=("everyone",))
    work = Workspace.create(tmp_path / "w.chunkstudio")
    try:
        assert keep_document(work, found).access == DocumentAccess(("everyone",)), "the workspace had none"
        keep_document(work, replace(found, acl=("board",), acl_said=True))
        assert keep_document(work, found).access == DocumentAccess(("board",))
        write_access(file, DocumentAccess(("staff",)))
        assert keep_document(work, replace(found, acl=("staff",))).access == DocumentAccess(("board",)), "a copy's may be wider"
    finally:
        work.close()
