"""A workspace of ann's with one document."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.workspace import Workspace
from tests.workspace.zoo import TEXT


@pytest.fixture
def work(tmp_path: Path) -> Iterator[Workspace]:
    made = Workspace.create(tmp_path / "zoo.chunkstudio")
    made.author = "ann"
    yield made
    made.close()


@pytest.fixture
def document(work: Workspace, tmp_path: Path) -> StoredDocument:
    path = tmp_path / "zoo.txt"
    path.write_text(TEXT, encoding="utf-8")
    return work.documents.add(path, title="Zoo", pages=1, author="ann", access=DocumentAccess(acl=("keepers",)), embed=True)
