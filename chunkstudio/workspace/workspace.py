"""A workspace: its file and the stores on it, and the work that touches several of them."""

from __future__ import annotations

import getpass
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

from chunkstudio.chunking.access import missing_acl
from chunkstudio.chunking.chunkset_diff import ChunkSetDiff
from chunkstudio.chunking.identity import value_hash
from chunkstudio.chunking.policy import SUMMARIES, changed_parts, policy_parts
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.chunking.summaries import AbstractiveSummary
from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.service import ChunkDocumentCommand, ChunkDocumentService, Progress, pinned_summaries
from chunkstudio.ingestion.summarizers import summarizer_for
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.chunkset_store import ChunkSetStore, StoredChunkSet
from chunkstudio.workspace.database import Database
from chunkstudio.workspace.document_store import DocumentStore, StoredDocument
from chunkstudio.workspace.evaluation_store import EvaluationStore
from chunkstudio.workspace.profile_store import ProfileStore
from chunkstudio.workspace.revision_diff import RevisionDiff, box_changes, boxes_of, evidence_changes
from chunkstudio.workspace.rule_store import RuleStore

LOCKED = ("encrypted", "wrong_password")
"""Codes of a file whose password is not known."""

State = Literal["new", "fresh", "stale", "failed", "missing"]


@dataclass(frozen=True, slots=True)
class DocumentStatus:
    """How a document stands: ``stale`` with the policy parts that changed (``access``: its readers), ``missing`` when its
    file is gone, or (then ``changed`` names the ``file``) no longer has the bytes of the newest revision."""

    document: StoredDocument
    state: State
    changed: tuple[str, ...] = ()
    chunk_set: StoredChunkSet | None = None

    @property
    def rule_conflicts(self) -> int:
        """Manual rules that a person must settle, as of the newest chunk set."""
        return self.chunk_set.rule_conflicts if self.chunk_set else 0

    @property
    def findings(self) -> int:
        """Warnings and errors of the newest chunk set."""
        return self.chunk_set.warnings + self.chunk_set.errors if self.chunk_set else 0


@dataclass
class Workspace:
    """The stores of one file. ``author`` signs what is done; by default the system's user.

    ``password_of`` is asked for the password of a document whenever its file is opened; passwords are never kept.
    """

    database: Database
    author: str = field(default_factory=lambda: _user())
    password_of: Callable[[StoredDocument], str | None] = lambda _document: None

    def __post_init__(self) -> None:
        self.documents = DocumentStore(self.database)
        self.profiles = ProfileStore(self.database)
        self.rules = RuleStore(self.database)
        self.chunk_sets = ChunkSetStore(self.database)
        self.evaluations = EvaluationStore(self.database)

    @classmethod
    def create(cls, path: Path) -> Workspace:
        """A new workspace file. Raises ``cannot_write``."""
        return cls(Database.create(path))

    @classmethod
    def open(cls, path: Path, *, read_only: bool = False) -> Workspace:
        """An existing workspace file. Raises ``not_found`` or ``cannot_read``."""
        return cls(Database.open(path, read_only=read_only))

    def close(self) -> None:
        """Close the file."""
        self.database.close()

    def status(self, profile: Profile) -> list[DocumentStatus]:
        """How every document stands under a profile; reads no chunk set's data, and the bytes of those files only that were
        written after they were added."""
        with self.database.whole():
            latest, rules = self.chunk_sets.latest(), self.rules.by_document()
            former, documents = self.chunk_sets.under_former_access(), self.documents.all()
        return [self._status(d, profile, latest.get(d.id), rules.get(d.id, ()), former) for d in documents]

    def _status(
        self,
        document: StoredDocument,
        profile: Profile,
        newest: StoredChunkSet | None,
        rules: tuple[ManualRule, ...],
        former: frozenset[str],
    ) -> DocumentStatus:
        if not document.embedded and (gone := self.documents.missing(document)) is not None:
            return DocumentStatus(document, "missing", gone, newest)
        if newest is None:
            return DocumentStatus(document, "new")
        parts = policy_parts(profile, rules=value_hash(list(rules)) if rules else "")
        changed = list(changed_parts(newest.policy, parts))
        if newest.sha256 != document.current.sha256:
            changed.insert(0, "revision")
        if bool(rules) != ("rules" in newest.policy):
            changed.append("rules")
        if newest.id in former:
            changed.insert(0, "access")
        state: State = "stale" if changed else "failed" if newest.errors else "fresh"
        return DocumentStatus(document, state, tuple(dict.fromkeys(changed)), newest)

    def chunk(
        self,
        document: StoredDocument,
        profile: Profile,
        *,
        pinned: AbstractiveSummary | None = None,
        ask: bool = False,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> ChunkSet:
        """The chunk set of a document's current revision under a profile, with its rules and labels; nothing is kept.

        Where the profile wants a model's summaries, ``pinned`` or those of :meth:`kept_summaries` are used again. Only if
        there are none and ``ask`` is set, the model is asked; else summaries are extractive.

        Raises ``missing_acl``, ``changed``, ``not_found`` and what chunking raises; a locked file (:data:`LOCKED`) has the
        document's id as the field of its error.
        """
        if document.access is None:
            raise missing_acl(document.current.file_name)
        pinned = self.kept_summaries(document, profile) if pinned is None else pinned
        command = ChunkDocumentCommand(
            data=self.documents.content(document),
            file_name=document.current.file_name,
            document_id=document.id,
            access=document.access,
            profile=profile,
            rules=[r.rule for r in self.rules.of(document.id)],
            summarizer=summarizer_for(profile) if ask and pinned is None else None,
            pinned=pinned,
            password=self.password_of(document),
            progress=progress,
            cancelled=cancelled,
        )
        try:
            return ChunkDocumentService().execute(command)
        except ChunkStudioError as error:
            if error.code in LOCKED:  # whoever can ask for a password must know of which document
                raise ChunkStudioError(error.code, error.message, hint=error.hint, field=document.id) from None
            raise

    def kept_summaries(self, document: StoredDocument, profile: Profile) -> AbstractiveSummary | None:
        """A model's summaries in the newest set of this revision; None without, or if the profile wants none.

        Asking again would cost again and give other texts, so what was written once for these bytes stays; not so when
        readers were set since, because the summaries may tell of a part that not all readers may see any more.
        """
        if profile.summaries.mode != "abstractive":
            return None
        newest = self.chunk_sets.newest(document.id, document.current.sha256)
        if newest is None or SUMMARIES not in newest.policy:
            return None
        if newest.id in self.chunk_sets.under_former_access():
            return None
        return pinned_summaries(self.chunk_sets.read(newest.id))

    def blast_radius(self, document: StoredDocument, profile: Profile) -> ChunkSetDiff | None:
        """What chunking again would change against the newest stored set; None when there is none."""
        newest = self.chunk_sets.latest().get(document.id)
        return self.chunk_sets.read(newest.id).diff(self.chunk(document, profile)) if newest else None

    def revision_diff(self, document: StoredDocument, profile: Profile) -> RevisionDiff:
        """What the current revision changed against the newest chunk set of an earlier revision.

        Question evidence of all sets of the workspace is looked for in the new pages. Raises as :meth:`chunk` does, and
        ``not_found`` when no earlier revision of the document was chunked.
        """
        newest = self.chunk_sets.before(document.id, document.current.sha256)
        if newest is None:
            known = "No earlier revision of" if len(document.revisions) > 1 else "There is one revision only of"
            what = f"{known} {document.title}{' was chunked' if len(document.revisions) > 1 else ''}."
            raise ChunkStudioError("not_found", what, hint="Chunk a document before its file changes.")
        made = self.chunk(document, profile)
        assert made.chunked is not None
        layout = made.chunked.layout
        changes, same = box_changes(self.chunk_sets.boxes(newest.id), boxes_of(layout))
        names = {document.id, *(r.sha256 for r in document.revisions)}
        with self.database.whole():
            sets = [self.evaluations.questions(digest) for digest, *_ in self.evaluations.question_sets()]
        evidence = dict.fromkeys(e for s in sets for e in evidence_changes(s, names, layout))
        return RevisionDiff(changes, same, tuple(evidence), self.chunk_sets.read(newest.id).diff(made))

    def rechunk(
        self,
        profile: Profile,
        documents: Iterable[StoredDocument],
        *,
        progress: Callable[[StoredDocument, int], None] | None = None,
        steps: Callable[[StoredDocument, str, int, int], None] | None = None,
        cancelled: Callable[[], bool] | None = None,
    ) -> tuple[list[StoredChunkSet], list[tuple[StoredDocument, ChunkStudioError]]]:
        """Chunk documents under a profile and keep the sets; a failed document is reported and the others go on.

        A model is asked for summaries where none are kept (see :meth:`chunk`). ``progress`` is told of each document that
        is done, ``steps`` of the step of one that is under way ("layout" or "summaries"), how much of it is done, and how
        much there is. Cancelling raises ``cancelled``; what was kept until then stays kept.
        """
        version = self.profiles.save(profile, author=self.author)
        kept: list[StoredChunkSet] = []
        failed: list[tuple[StoredDocument, ChunkStudioError]] = []
        for done, document in enumerate(documents, 1):
            try:
                told = partial(steps, document) if steps is not None else None
                made = self.chunk(document, version.profile, ask=True, progress=told, cancelled=cancelled)
                kept.append(self.chunk_sets.save(made, document.id, author=self.author, access=document.access))
            except ChunkStudioError as error:
                if error.code == "cancelled":
                    raise
                failed.append((document, error))
            if progress is not None:
                progress(document, done)
        return kept, failed

    def note_export(self, form: str, target: str, manifest: str) -> None:
        """Record that an export was written."""
        with self.database.change() as base:
            base.execute("insert into exports values (?, ?, ?, ?, ?)", (secrets.token_hex(8), now(), form, target, manifest))
            append(base, self.author, "export", {"format": form, "target": target})


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
