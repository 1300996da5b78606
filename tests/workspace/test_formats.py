"""A workspace of every released format version opens, with all that was kept in it, and a backup of it stays beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from chunkstudio.workspace import audit
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.database import Database
from chunkstudio.workspace.migrations import CURRENT_VERSION
from chunkstudio.workspace.workspace import Workspace

FORMATS = sorted(Path(__file__).parent.glob("format_*.sql"))


def written(script: Path, folder: Path) -> Path:
    """The kept workspace as a file."""
    path = folder / "old.chunkstudio"
    base = sqlite3.connect(path)
    base.executescript(script.read_text(encoding="utf-8"))
    base.close()
    return path


@pytest.mark.parametrize("script", FORMATS, ids=lambda p: p.stem)
def test_that_a_workspace_of_an_earlier_format_opens_with_all_that_it_held(script: Path, tmp_path: Path) -> None:
    path = written(script, tmp_path)
    work = Workspace.open(path)
    try:
        assert work.database.version == CURRENT_VERSION
        (document,) = work.documents.all()
        (version,) = work.profiles.all()
        assert (document.title, version.state, version.tags) == ("Zoo", "approved", ("live",))
        assert work.profiles.draft("window") is not None
        assert [r.rule.quote for r in work.rules.of(document.id)] == ["The badger is fed at 3 in the morning."]
        stored = work.chunk_sets.latest()[document.id]
        assert len(work.chunk_sets.read(stored.id).records) == stored.records == len(work.chunk_sets.digests(stored.id))
        assert Approvals(work).all()[0].searchable
        assert audit.verify(work.database.connection) == []
        assert len(work.chunk(document, version.profile).records) > 0
        assert work.database.connection.execute("pragma integrity_check").fetchone()[0] == "ok"
    finally:
        work.close()


@pytest.mark.parametrize("script", FORMATS[: CURRENT_VERSION - 1], ids=lambda p: p.stem)
def test_that_the_old_file_is_kept_before_its_format_changes(script: Path, tmp_path: Path) -> None:
    path = written(script, tmp_path)
    Database.open(path).close()
    (backup,) = tmp_path.glob("*.backup")
    base = sqlite3.connect(backup)
    assert base.execute("pragma user_version").fetchone()[0] == int(script.stem.split("_")[1])
    base.close()


def test_that_there_is_a_kept_workspace_of_every_earlier_format() -> None:
    assert {int(p.stem.split("_")[1]) for p in FORMATS} >= set(range(1, CURRENT_VERSION))
