"""The workspace file itself: one writer, readers beside it, migrations with a backup, nothing lost at a kill."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.workspace.migrations import APPLICATION_ID, CURRENT_VERSION, MIGRATIONS
from chunkstudio.workspace.writer_lock import WriterLock

SUFFIX = ".chunkstudio"
_TRIES, _PAUSE = 6, 0.02
_PATIENCE = 10.0
"""Seconds to wait for a lock of SQLite's."""


@dataclass
class Database:
    """An open workspace file. Writing outside :meth:`change` is refused by SQLite when the file is open for reading only.

    Several threads may use it: their changes wait for each other.
    """

    path: Path
    connection: sqlite3.Connection
    read_only: bool
    lock: WriterLock | None = None
    allowed: bool = True
    _turn: threading.RLock = field(default_factory=threading.RLock)

    @classmethod
    def create(cls, path: Path) -> Database:
        """A new workspace. Raises ChunkStudioError ``cannot_write`` where the file exists or cannot be made."""
        if path.exists():
            raise ChunkStudioError("cannot_write", f"{path} exists already.", hint="Open it, or choose another name.")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch(exist_ok=False)
        except OSError as error:
            raise ChunkStudioError(
                "cannot_write", f"{path} cannot be made: {reason_of(error)}.", hint="Choose another folder."
            ) from None
        lock = WriterLock.take(path)
        if lock is None:
            raise ChunkStudioError("cannot_write", f"{path} is open in another program.", hint="Close it there.")
        database: Database | None = None
        try:
            database = cls(path, _connect(path, read_only=False), read_only=False, lock=lock)
            database._migrate()
        except sqlite3.Error as error:
            if database is not None:
                database.connection.close()
            lock.release()
            for end in ("", "-wal", "-shm"):
                path.with_name(path.name + end).unlink(missing_ok=True)
            raise ChunkStudioError("cannot_write", f"{path} cannot be made: {error}.", hint="Free some space.") from None
        return database

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Database:
        """An existing workspace; read-only when asked for, or when another program has it open for writing.

        Raises ChunkStudioError ``not_found``, ``cannot_read`` (no workspace, or one of a newer program) or ``damaged``.
        """
        if not path.is_file():
            raise ChunkStudioError(
                "not_found", f"There is no workspace {path}.", hint="Make one with chunkstudio workspace init."
            )
        allowed = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)  # SQLite's log stands beside the file
        lock = None if read_only or not allowed else _wait_for_lock(path)
        try:
            connection = _connect(path, read_only=lock is None)
        except sqlite3.DatabaseError as error:
            if lock is not None:
                lock.release()
            raise _unreadable(path, error) from None
        database = cls(path, connection, read_only=lock is None, lock=lock, allowed=allowed)
        try:
            database._check()
        except ChunkStudioError:
            database.close()
            raise
        return database

    def close(self) -> None:
        """Close the file and let others write. Files that only an open workspace needs do not stay beside it."""
        self.connection.close()
        if self.lock is None:
            self._tidy()
        else:
            self.lock.release()
            self.lock = None

    def _tidy(self) -> None:
        """Remove SQLite's ``-wal`` and ``-shm``, which a connection that only reads leaves, unless somebody is writing."""
        left = [self.path.with_name(self.path.name + end) for end in ("-wal", "-shm")]
        if not any(p.exists() for p in left) or not os.access(self.path, os.W_OK):
            return
        lock = WriterLock.take(self.path)
        if lock is None:
            return
        try:
            with contextlib.suppress(sqlite3.Error), contextlib.closing(_connect(self.path, read_only=False)) as base:
                base.execute("select count(*) from sqlite_master").fetchone()  # the last to close it removes them
        finally:
            lock.release()

    @contextlib.contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is kept, or nothing. Raises ChunkStudioError ``cannot_write``."""
        self.require_writable()
        with self._turn:
            yield from self._transaction()

    def require_writable(self) -> None:
        """Raises ChunkStudioError ``cannot_write`` where nothing can be changed: before work that ends with a change."""
        if self.read_only:
            other = "Close it in the other program and open it again."
            hint = other if self.allowed else "Its folder or file does not let you write; change that, or work on a copy."
            raise ChunkStudioError("cannot_write", f"{self.path.name} is open for reading only.", hint=hint)

    @contextlib.contextmanager
    def whole(self) -> Iterator[sqlite3.Connection]:
        """For reading what belongs together: all queries see the workspace as it was at the first of them.

        No other program's change comes between them, and no other thread is in the midst of one: threads share the
        connection, so that its half-made changes would be seen. Within :meth:`change` its own changes are seen.
        """
        with self._turn:
            if self.connection.in_transaction:
                yield self.connection
                return
            try:
                self.connection.execute("begin")
                yield self.connection
            except sqlite3.DatabaseError as error:
                raise self._told(error) from None
            finally:
                with contextlib.suppress(sqlite3.Error):
                    self.connection.execute("commit")

    def _told(self, error: sqlite3.DatabaseError) -> Exception:
        """What SQLite says of the file, as an error that a person can act on; the error itself where it is a fault of ours."""
        if type(error) is sqlite3.DatabaseError:
            return ChunkStudioError("damaged", f"{self.path.name} is damaged: {error}.", hint="Restore a backup of it.")
        if isinstance(error, sqlite3.OperationalError):
            return ChunkStudioError("cannot_read", f"{self.path.name} cannot be read: {error}.", hint="Try again in a moment.")
        return error

    def rows(self, query: str, values: Sequence[object] = ()) -> list[sqlite3.Row]:
        """All rows of one query, see :meth:`whole`."""
        with self.whole() as base:
            return base.execute(query, values).fetchall()

    def row(self, query: str, values: Sequence[object] = ()) -> sqlite3.Row | None:
        """The first row of a query, None without any."""
        return next(iter(self.rows(query, values)), None)

    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            self.connection.execute("begin immediate")
            yield self.connection
            self.connection.execute("commit")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self.connection.execute("rollback")
            if isinstance(error, sqlite3.OperationalError):
                raise ChunkStudioError(
                    "cannot_write", f"{self.path.name}: {error}", hint="Free some space, then try again."
                ) from None
            if isinstance(error, sqlite3.DatabaseError):
                raise self._told(error) from None
            raise

    @property
    def version(self) -> int:
        """Format version of the file."""
        return int(self.connection.execute("pragma user_version").fetchone()[0])

    def _check(self) -> None:
        try:
            application = self.connection.execute("pragma application_id").fetchone()[0]
            version = self.version
        except sqlite3.DatabaseError as error:
            raise _unreadable(self.path, error) from None
        if application != APPLICATION_ID:
            raise _no_workspace(self.path)
        if version > CURRENT_VERSION:
            raise ChunkStudioError(
                "cannot_read",
                f"{self.path.name} was written by a newer ChunkStudio (format {version}).",
                hint="Update the program.",
            )
        if version < CURRENT_VERSION and not self.read_only:
            self._backup(version)
            self._migrate()

    def _backup(self, version: int) -> None:
        """A copy beside the file before its format changes; an older backup of the same version is kept as it is."""
        target = self.path.with_name(f"{self.path.name}.v{version}.backup")
        if target.exists():
            return
        with contextlib.closing(sqlite3.connect(target)) as copy:
            self.connection.backup(copy)

    def _migrate(self) -> None:
        for version in range(self.version, CURRENT_VERSION):
            marks = f"pragma application_id = {APPLICATION_ID}; pragma user_version = {version + 1};"
            self.connection.executescript(f"begin immediate; {MIGRATIONS[version]} {marks} commit;")


def _unreadable(path: Path, error: sqlite3.DatabaseError) -> ChunkStudioError:
    if not isinstance(error, sqlite3.OperationalError):
        return _no_workspace(path)
    told = f"{path.name} cannot be read: {error}."
    return ChunkStudioError("cannot_read", told, hint="Check its permissions and the disk.")


def _no_workspace(path: Path) -> ChunkStudioError:
    return ChunkStudioError("cannot_read", f"{path.name} is not a workspace.", hint="Choose a .chunkstudio file.")


def _wait_for_lock(path: Path) -> WriterLock | None:
    """The lock; asked for a few times, since a reader that tidies up has it for some milliseconds."""
    for _ in range(_TRIES):
        lock = WriterLock.take(path)
        if lock is not None:
            return lock
        time.sleep(_PAUSE)
    return None


def _connect(path: Path, *, read_only: bool) -> sqlite3.Connection:
    """A connection in autocommit mode: transactions are begun and ended by us alone.

    Where not even a reader's lock can be kept (a read-only folder), nobody can write either, and the file is read as it is.
    Raises ChunkStudioError ``cannot_read`` where that would leave something out.
    """
    connection = _connection(path, "mode=ro" if read_only else "mode=rw")
    if read_only:
        try:
            connection.execute("pragma user_version").fetchone()
        except sqlite3.OperationalError as error:
            connection.close()
            _require_whole(path, error)
            connection = _connection(path, "mode=ro&immutable=1")
    if not read_only:
        with contextlib.suppress(sqlite3.DatabaseError):  # not a database: told apart, with a sentence, in _check
            connection.execute("pragma journal_mode = wal")
            connection.execute("pragma synchronous = full")
            connection.execute("pragma foreign_keys = on")
    return connection


def _require_whole(path: Path, error: sqlite3.OperationalError) -> None:
    """Refuse to read past another program's lock, and a file whose last changes still stand beside it."""
    if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        raise ChunkStudioError("cannot_read", f"{path.name} is locked by another program.", hint="Try again in a moment.")
    log = path.with_name(f"{path.name}-wal")
    if log.is_file() and log.stat().st_size:
        hint = "Copy both to a folder that you can write to, and open it there."
        raise ChunkStudioError("cannot_read", f"The last changes of {path.name} still stand in {log.name}.", hint=hint)


def _connection(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False, timeout=_PATIENCE)
    connection.row_factory = sqlite3.Row
    return connection
