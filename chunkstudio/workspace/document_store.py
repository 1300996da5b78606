"""The documents of a workspace: by content, with revisions, labels, and the file or a copy of it."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.errors import ChunkStudioError, reason_of
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.database import Database


@dataclass(frozen=True, slots=True)
class Revision:
    """One content that a document had. ``number`` counts from 1."""

    number: int
    sha256: str
    file_name: str
    pages: int
    added: str


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """A document with its revisions, oldest first. ``path`` is where its file was seen; ``embedded`` tells of a copy inside."""

    id: str
    title: str
    path: Path | None
    embedded: bool
    revisions: tuple[Revision, ...]
    access: DocumentAccess | None

    @property
    def current(self) -> Revision:
        """The newest revision."""
        return self.revisions[-1]


class DocumentStore:
    """Add, find and revise documents."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, path: Path, *, title: str, pages: int, author: str, access: DocumentAccess | None = None, embed: bool = False
    ) -> StoredDocument:
        """Add a file under the SHA-256 of its bytes. The same bytes under another name are the same document.

        Labels that a document has are never replaced by adding a copy of it: the copy's may be wider.
        Raises ChunkStudioError ``not_found`` or ``cannot_read``.
        """
        content = _read(path)
        digest = hashlib.sha256(content).hexdigest()
        with self._database.change() as base:
            known = self.find_content(digest)
            if known is None:
                values = (digest, title, str(path.resolve()), content if embed else None, now())
                base.execute("insert into documents (id, title, path, content, created) values (?, ?, ?, ?, ?)", values)
                base.execute("insert into revisions values (?, ?, 1, ?, ?, ?)", (digest, digest, path.name, pages, now()))
                append(base, author, "document.add", {"document": digest, "file": path.name})
            else:
                base.execute("update documents set removed = null, path = ? where id = ?", (str(path.resolve()), known.id))
        document = known.id if known else digest
        if access is not None and (known is None or known.access is None):
            self.set_access(document, access, author=author)
        return self.get(document)

    def revise(
        self, document_id: str, path: Path, *, pages: int, author: str, access: DocumentAccess | None = None
    ) -> StoredDocument:
        """A changed file becomes the next revision of its document; unchanged bytes change nothing.

        ``access`` is given to a document without labels; those that it has are never replaced.
        Raises ``bad_argument`` when the bytes already belong to another document.
        """
        content = _read(path)
        digest = hashlib.sha256(content).hexdigest()
        owner = self.find_content(digest)
        document = self.get(document_id)
        if owner is not None and owner.id != document.id:
            raise ChunkStudioError(
                "bad_argument", f"{path.name} is already in the workspace as {owner.title}.", hint="Open that document."
            )
        with self._database.change() as base:
            if digest != document.current.sha256:
                number = document.current.number + 1
                values = (document.id, digest, number, path.name, pages, now())
                base.execute("insert into revisions values (?, ?, ?, ?, ?, ?)", values)
                append(base, author, "document.revise", {"document": document.id, "revision": number, "sha256": digest})
            keep = content if document.embedded else None
            base.execute("update documents set path = ?, content = ? where id = ?", (str(path.resolve()), keep, document.id))
        if access is not None and document.access is None:
            self.set_access(document.id, access, author=author)
        return self.get(document.id)

    def remove(self, document_id: str, *, author: str) -> None:
        """Take a document out of the lists; its history stays for the audit."""
        document = self.get(document_id)
        with self._database.change() as base:
            base.execute("update documents set removed = ?, content = null where id = ?", (now(), document.id))
            append(base, author, "document.remove", {"document": document.id})

    def set_access(self, document_id: str, access: DocumentAccess, *, author: str) -> None:
        """Set who may read a document; what it is set to already changes nothing."""
        text = access_text(access)
        with self._database.change() as base:
            known = base.execute("select data from access_lists where document_id = ?", (document_id,)).fetchone()
            if known is not None and known["data"] == text:
                return
            base.execute(
                "insert into access_lists values (?, ?) on conflict (document_id) do update set data = excluded.data",
                (document_id, text),
            )
            append(base, author, "document.access", {"document": document_id, "access": access.to_dict()})

    def get(self, document_id: str) -> StoredDocument:
        """A document by its id or the start of it. Raises ChunkStudioError ``not_found``."""
        found = self._load("where d.removed is null and substr(d.id, 1, ?) = ?", (len(document_id), document_id))
        if len(found) != 1 or not document_id:
            raise ChunkStudioError(
                "not_found", f"There is no document {document_id}.", hint="See chunkstudio workspace status."
            )
        return found[0]

    def find_content(self, sha256: str) -> StoredDocument | None:
        """The document one of whose revisions has these bytes, removed ones included."""
        found = self._load("where d.id in (select document_id from revisions where sha256 = ?)", (sha256,))
        return found[0] if found else None

    def all(self) -> list[StoredDocument]:
        """Every document that was not removed, by title."""
        return self._load("where d.removed is null", ())

    def content(self, document: StoredDocument) -> bytes:
        """The bytes of the current revision, from the copy inside or from the file.

        Raises ``not_found`` when the file is gone and ``changed`` when it holds other bytes than the revision.
        """
        row = self._database.row("select content from documents where id = ?", (document.id,))
        content: bytes = (
            row["content"] if row and row["content"] is not None else _read(document.path or Path(document.current.file_name))
        )
        if hashlib.sha256(content).hexdigest() != document.current.sha256:
            name = document.current.file_name
            raise ChunkStudioError("changed", f"{name} has changed since it was added.", hint="Add it again as a new revision.")
        return content

    def missing(self, document: StoredDocument) -> tuple[str, ...] | None:
        """None while the file of a document has the bytes of its newest revision; else what is wrong: ``("file",)`` for other
        bytes, nothing for no file. Bytes are read only of a file that was written after the revision was added."""
        path, added = document.path, datetime.fromisoformat(document.current.added)
        try:
            if path is None or not path.is_file():
                return ()
            if path.stat().st_mtime <= added.timestamp():
                return None
            with path.open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == document.current.sha256
        except OSError:
            return ()
        return None if same else ("file",)

    def _load(self, condition: str, values: tuple[object, ...]) -> list[StoredDocument]:
        """Documents with their revisions and labels; two queries whatever their number."""
        fields = "d.id, d.title, d.path, d.content is not null as embedded, a.data as access"
        tables = "documents d left join access_lists a on a.document_id = d.id"
        with self._database.whole() as base:
            rows = base.execute(f"select {fields} from {tables} {condition} order by d.title, d.id", values).fetchall()
            wanted = {r["id"] for r in rows}
            kept = base.execute("select * from revisions order by document_id, number").fetchall()
        revisions: dict[str, list[Revision]] = {}
        for r in kept:
            if r["document_id"] in wanted:
                value = Revision(r["number"], r["sha256"], r["file_name"], r["pages"], r["added"])
                revisions.setdefault(r["document_id"], []).append(value)
        return [_document(r, tuple(revisions[r["id"]])) for r in rows]


def access_text(access: DocumentAccess) -> str:
    """Labels as they are kept; equal for equal ones."""
    return json.dumps(access.to_dict(), sort_keys=True, ensure_ascii=False)


def _document(row: sqlite3.Row, revisions: tuple[Revision, ...]) -> StoredDocument:
    access = DocumentAccess.parse(json.loads(row["access"])) if row["access"] else None
    path = Path(row["path"]) if row["path"] else None
    return StoredDocument(row["id"], row["title"], path, bool(row["embedded"]), revisions, access)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path.") from None
    except OSError as error:
        raise ChunkStudioError(
            "cannot_read", f"{path} cannot be read: {reason_of(error)}.", hint="Check its permissions."
        ) from None
