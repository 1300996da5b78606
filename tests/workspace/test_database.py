"""The workspace file: one writer, readers beside it, migrations with a backup, all or nothing."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace import database, migrations
from chunkstudio.workspace.database import Database
from chunkstudio.workspace.writer_lock import WriterLock


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "made.chunkstudio"


def test_that_a_new_workspace_has_the_current_version_and_wal(path: Path) -> None:
    base = Database.create(path)
    assert base.version == migrations.CURRENT_VERSION
    assert base.connection.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert base.connection.execute("pragma foreign_keys").fetchone()[0] == 1
    base.close()


def test_that_a_full_disk_leaves_no_half_workspace(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Database) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Database, "_migrate", full)
    with pytest.raises(ChunkStudioError, match=r"cannot be made: database or disk is full\.") as caught:
        Database.create(path)
    assert caught.value.code == "cannot_write" and _beside(path) == set() and not path.exists()
    monkeypatch.undo()
    Database.create(path).close()


def test_that_an_existing_file_is_not_overwritten(path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(ChunkStudioError) as caught:
        Database.create(path)
    assert caught.value.code == "cannot_write" and path.read_text() == "mine"


def test_that_a_second_program_may_read_and_not_write(path: Path) -> None:
    first = Database.create(path)
    second = Database.open(path)
    assert second.read_only
    with pytest.raises(ChunkStudioError) as caught, second.change():
        pass
    assert caught.value.code == "cannot_write" and "reading only" in caught.value.message
    first.close()
    second.close()
    third = Database.open(path)
    assert not third.read_only
    third.close()


def _beside(path: Path) -> set[str]:
    return {p.name for p in path.parent.iterdir()} - {path.name, f".{path.name}.lock"}


def test_that_reading_leaves_nothing_beside_the_workspace(path: Path) -> None:
    Database.create(path).close()
    before = path.read_bytes()
    reader = Database.open(path, read_only=True)
    assert reader.version == migrations.CURRENT_VERSION
    reader.close()
    assert _beside(path) == set() and path.read_bytes() == before


def test_that_a_reader_that_is_left_last_tidies_up_and_loses_nothing(path: Path) -> None:
    writer = Database.create(path)
    reader = Database.open(path, read_only=True)
    with writer.change() as connection:
        connection.execute("insert into documents (id, title, created) values ('a', 'A', 'now')")
    assert reader.connection.execute("select count(*) from documents").fetchone()[0] == 1
    writer.close()
    reader.close()
    assert _beside(path) == set()
    again = Database.open(path, read_only=True)
    assert again.connection.execute("select title from documents").fetchone()[0] == "A"
    again.close()


def test_that_a_writer_waits_for_a_reader_that_tidies_up(path: Path) -> None:
    Database.create(path).close()
    lock = WriterLock.take(path)
    assert lock is not None
    threading.Timer(0.03, lock.release).start()
    writer = Database.open(path)
    assert not writer.read_only
    writer.close()


def test_that_a_reader_beside_a_writer_leaves_the_writer_alone(path: Path) -> None:
    writer = Database.create(path)
    reader = Database.open(path, read_only=True)
    reader.connection.execute("select count(*) from documents").fetchone()
    reader.close()
    with writer.change() as connection:
        connection.execute("insert into documents (id, title, created) values ('a', 'A', 'now')")
    writer.close()
    assert _beside(path) == set()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_that_a_workspace_in_a_read_only_folder_can_be_read(path: Path) -> None:
    Database.create(path).close()
    path.with_name(f".{path.name}.lock").unlink()
    path.chmod(0o444)
    path.parent.chmod(0o555)
    try:
        reader = Database.open(path)
        assert reader.read_only and reader.version == migrations.CURRENT_VERSION
        reader.close()
    finally:
        path.parent.chmod(0o755)


@pytest.mark.parametrize("denied", ["file", "folder"])
def test_that_what_cannot_be_written_is_opened_for_reading_and_says_so(
    path: Path, monkeypatch: pytest.MonkeyPatch, denied: str
) -> None:
    Database.create(path).close()
    access, refused = os.access, path if denied == "file" else path.parent
    monkeypatch.setattr(os, "access", lambda p, how: access(p, how) and not (how == os.W_OK and Path(p) == refused))
    reader = Database.open(path)
    assert reader.read_only and reader.row("select count(*) from documents") is not None
    with pytest.raises(ChunkStudioError, match="reading only") as caught, reader.change():
        pass
    assert "does not let you write" in caught.value.hint
    reader.close()


def test_that_a_file_that_cannot_be_opened_is_no_other_kind_of_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database.create(path).close()

    def version(_: Database) -> int:
        raise sqlite3.OperationalError("unable to open database file")

    monkeypatch.setattr(Database, "version", property(version))
    with pytest.raises(ChunkStudioError, match=r"cannot be read: unable to open") as caught:
        Database.open(path)
    assert caught.value.code == "cannot_read"


def test_that_a_file_that_could_not_be_opened_once_can_be_written_later(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database.create(path).close()

    def refused(*_: object, **__: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("unable to open database file")

    with monkeypatch.context() as patch:
        patch.setattr(database, "_connection", refused)
        with pytest.raises(ChunkStudioError, match=r"cannot be read: unable to open"):
            Database.open(path)
    again = Database.open(path)
    assert not again.read_only
    again.close()


class _Refused:
    """A connection where nothing can be made beside the file, as SQLite refuses it in a read-only folder."""

    def execute(self, _statement: str) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    def close(self) -> None:
        pass


def test_that_a_file_whose_last_changes_stand_beside_it_is_not_read_without_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = Database.create(path)
    with writer.change() as base:
        base.execute("insert into documents (id, title, created) values ('a', 'A', 'now')")
    connect = database._connection
    monkeypatch.setattr(database, "_connection", lambda p, how: _Refused() if how == "mode=ro" else connect(p, how))
    with pytest.raises(ChunkStudioError, match="last changes"):
        Database.open(path, read_only=True)
    writer.close()
    reader = Database.open(path, read_only=True)
    assert reader.connection.execute("select count(*) from documents").fetchone()[0] == 1
    reader.close()


def test_that_a_file_that_another_program_locks_is_not_read_past_the_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database.create(path).close()
    monkeypatch.setattr(database, "_PATIENCE", 0.05)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("begin exclusive")
        other.execute("insert into documents (id, title, created) values ('a', 'A', 'now')")
        with pytest.raises(ChunkStudioError, match="locked by another program"):
            Database.open(path, read_only=True)
        other.execute("rollback")


def test_that_the_lock_of_a_killed_program_is_free(path: Path) -> None:
    Database.create(path).close()
    imports = "import os, pathlib; from chunkstudio.workspace.database import Database"
    script = f"{imports}; Database.open(pathlib.Path({str(path)!r})); os._exit(9)"
    subprocess.run([sys.executable, "-c", script], check=False)
    base = Database.open(path)
    assert not base.read_only
    base.close()


def test_that_a_failed_change_leaves_nothing_behind(path: Path) -> None:
    base = Database.create(path)
    with pytest.raises(RuntimeError), base.change() as connection:
        connection.execute("insert into documents (id, title, created) values ('a', 'A', 'now')")
        raise RuntimeError
    assert base.connection.execute("select count(*) from documents").fetchone()[0] == 0
    base.close()


@pytest.mark.parametrize("content", [b"", b"no database at all " * 100])
def test_that_another_file_is_told_from_a_workspace(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(ChunkStudioError) as caught:
            Database.open(path, read_only=read_only)
        assert caught.value.code == "cannot_read" and "not a workspace" in caught.value.message


def test_that_a_workspace_of_a_newer_program_is_left_alone(path: Path) -> None:
    Database.create(path).close()
    with sqlite3.connect(path) as raw:
        raw.execute("pragma user_version = 999")
    with pytest.raises(ChunkStudioError) as caught:
        Database.open(path)
    assert "newer" in caught.value.message


def test_that_an_older_workspace_is_migrated_after_a_backup(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database.create(path).close()
    script = "create table added_later (id text primary key) strict;"
    monkeypatch.setattr("chunkstudio.workspace.database.MIGRATIONS", (*migrations.MIGRATIONS, script))
    monkeypatch.setattr("chunkstudio.workspace.database.CURRENT_VERSION", migrations.CURRENT_VERSION + 1)
    base = Database.open(path)
    assert base.version == migrations.CURRENT_VERSION + 1
    assert base.connection.execute("select count(*) from added_later").fetchone()[0] == 0
    base.close()
    with sqlite3.connect(path.with_name(f"{path.name}.v{migrations.CURRENT_VERSION}.backup")) as backup:
        assert backup.execute("pragma user_version").fetchone()[0] == migrations.CURRENT_VERSION
