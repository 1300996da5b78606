"""Approval: a profile version may go live for a set of documents only when everything that was asked for is proven."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.ingestion.service import DEGRADED, pinned_summaries
from chunkstudio.retrieval.gate import GateVerdict, judge, split
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.retrieval.reports import verdict_data
from chunkstudio.retrieval.trials import trial_of
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.chunkset_store import StoredChunkSet
from chunkstudio.workspace.document_store import StoredDocument
from chunkstudio.workspace.evaluation_store import put_questions
from chunkstudio.workspace.profile_store import CURRENT, ProfileVersion, set_state
from chunkstudio.workspace.workspace import DocumentStatus, Workspace


@dataclass(frozen=True, slots=True)
class ApprovalCheck:
    """Exactly what would be approved, and what stands against it.

    ``corpus_version`` names the profile with these chunk sets. ``open_findings`` are the errors that could be waived, as
    (document id, code). ``questions`` is the whole question set; it is kept, and frozen, only by the approval.
    """

    version: ProfileVersion
    questions: QuestionSet
    documents: tuple[StoredDocument, ...]
    chunk_sets: tuple[str, ...]
    verdict: GateVerdict
    blockers: tuple[str, ...]
    waived: tuple[str, ...]
    corpus_version: str
    open_findings: tuple[tuple[str, str], ...] = ()

    @property
    def passes(self) -> bool:
        """Whether it may be approved."""
        return not self.blockers

    @property
    def question_set(self) -> str:
        """Hash of the question set."""
        return self.questions.hash


@dataclass(frozen=True, slots=True)
class Approval:
    """A recorded approval; ``revoked`` is when it was taken back."""

    id: str
    profile_hash: str
    question_set_hash: str
    author: str
    created: str
    revoked: str | None
    data: dict[str, Any]

    @property
    def searchable(self) -> bool:
        """Whether its corpus version may be searched."""
        return self.revoked is None and bool(self.data["verdict"]["searchable"])


class Approvals:
    """Check, give, list and take back approvals of a workspace."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def waive(self, document_id: str, code: str, reason: str) -> None:
        """Accept an error-level finding of a document. Raises ``bad_argument`` without a reason."""
        if not reason.strip():
            raise ChunkStudioError("bad_argument", "A waiver needs a reason.", hint="Say why the finding does no harm.")
        work = self._workspace
        with work.database.change() as base:
            base.execute(
                "insert into waivers values (?, ?, ?, ?, ?) "
                "on conflict (document_id, code) do update set reason = excluded.reason",
                (document_id, code, reason, work.author, now()),
            )
            append(base, work.author, "finding.waive", {"document": document_id, "code": code, "reason": reason})

    def check(
        self,
        name: str,
        question_set: str | QuestionSet,
        documents: Sequence[StoredDocument] | None = None,
        *,
        cancelled: Callable[[], bool] | None = None,
    ) -> ApprovalCheck:
        """Measure the gate on held-out questions and look for everything that stands against an approval. Keeps nothing.

        ``question_set`` is one of the workspace by its hash, or any other.
        Raises ``not_found`` for an unknown version or set, ``bad_argument`` where no document can be measured, and what
        chunking raises for one that cannot be read.
        """
        work = self._workspace
        version = work.profiles.get(name)
        chosen = tuple(work.documents.all() if documents is None else documents)
        asked = work.evaluations.questions(question_set) if isinstance(question_set, str) else question_set
        held_out = split(asked).held_out
        blockers = [f"{d.title} has no access list." for d in chosen if d.access is None]
        blockers += [] if chosen else ["No documents are chosen."]
        status = {s.document.id: s for s in work.status(version.profile)}
        latest = {i: s.chunk_set for i, s in status.items() if s.chunk_set is not None}
        blockers += [words for d in chosen if (words := _state_words(d.title, status[d.id])) is not None]
        if not any(d.access is not None and status[d.id].state != "missing" for d in chosen):
            hint = "Mend what stands against it."
            raise ChunkStudioError("bad_argument", f"It cannot be measured: {blockers[0]}", hint=hint, field="approve")
        readable = [d for d in chosen if d.access is not None and status[d.id].state != "missing"]
        sets = {d.id: work.chunk(d, version.profile, cancelled=cancelled) for d in readable}
        unwaived, waived = self._findings(chosen, {i: s.diagnostics.warnings for i, s in sets.items()})
        wanted = {e.document for q in held_out.questions for e in q.evidence}
        cut = {sha: c for d in readable if (sha := d.current.sha256) in wanted and (c := sets[d.id].chunked) is not None}
        titles = {d.id: d.title for d in chosen}
        written = {d.current.sha256: pinned_summaries(sets[d.id]) for d in readable}
        measured = trial_of(version.profile, cut, held_out, summaries=written, cancelled=cancelled).evaluation
        verdict = judge(measured, version.profile, notes=self._degraded(version, readable, latest))
        ids = tuple(latest[d.id].id for d in chosen if d.id in latest)
        blockers += [*(f"{titles[i]} has the open error {code}." for i, code in unwaived), *verdict.reasons]
        corpus = hashlib.sha256(json.dumps([version.hash, *sorted(ids)]).encode()).hexdigest()[:16]
        return ApprovalCheck(version, asked, chosen, ids, verdict, tuple(blockers), tuple(waived), corpus, tuple(unwaived))

    def _degraded(
        self, version: ProfileVersion, documents: Sequence[StoredDocument], latest: dict[str, StoredChunkSet]
    ) -> list[str]:
        """Summaries that a model failed to write for the kept sets: told with a verdict, never against it."""
        if version.profile.summaries.mode != "abstractive":
            return []
        read = self._workspace.chunk_sets.read
        kept = [(d.title, read(latest[d.id].id)) for d in documents if d.id in latest]
        return [f"{title}: {f.message}" for title, made in kept for f in made.diagnostics.warnings if f.code == DEGRADED]

    def _findings(self, documents: Sequence[StoredDocument], found: dict[str, Any]) -> tuple[list[tuple[str, str]], list[str]]:
        """Error-level findings that nobody waived (document id, code), and those that were, in words."""
        rows = self._workspace.database.rows("select document_id, code, reason from waivers")
        reasons = {(r["document_id"], r["code"]): r["reason"] for r in rows}
        unwaived: list[tuple[str, str]] = []
        waived: list[str] = []
        for document in documents:
            for code in dict.fromkeys(f.code for f in found.get(document.id, ()) if f.level == "error"):
                reason = reasons.get((document.id, code))
                if reason:
                    waived.append(f"{document.title}: {code} ({reason})")
                else:
                    unwaived.append((document.id, code))
        return unwaived, waived

    def approve(self, check: ApprovalCheck, *, note: str = "") -> Approval:
        """Record an approval: who, when, figures and hashes, in one transaction with the log. Raises ``bad_argument``."""
        if not check.passes:
            raise ChunkStudioError(
                "bad_argument",
                f"It cannot be approved: {check.blockers[0]}",
                hint="Mend what stands against it.",
                field="approve",
            )
        work = self._workspace
        identity, at = secrets.token_hex(8), now()
        data = {
            "profile": check.version.hash,
            "question_set": check.question_set,
            "documents": [{"id": d.id, "sha256": d.current.sha256} for d in check.documents],
            "chunk_sets": list(check.chunk_sets),
            "corpus_version": check.corpus_version,
            "verdict": verdict_data(check.verdict),
            "waived": list(check.waived),
            "note": note,
        }
        with work.database.change() as base:
            self._require_unchanged(check)
            put_questions(base, check.questions, author=work.author)
            values = (identity, check.version.hash, check.question_set, work.author, at, json.dumps(data, ensure_ascii=False))
            base.execute(
                "insert into approvals (id, profile_hash, question_set_hash, author, created, data) values (?, ?, ?, ?, ?, ?)",
                values,
            )
            base.execute("update question_sets set frozen = 1 where hash = ?", (check.question_set,))
            state = base.execute("select state from profile_versions where hash = ?", (check.version.hash,)).fetchone()["state"]
            if state in ("draft", "retired"):
                set_state(base, check.version.hash, "evaluated", author=work.author)
            if state != "approved":
                set_state(base, check.version.hash, "approved", author=work.author)
            base.execute("delete from profile_tags where tag = ?", (CURRENT,))
            append(base, work.author, "approval.give", {"approval": identity, **data})
        return self.get(identity)

    def _require_unchanged(self, check: ApprovalCheck) -> None:
        """Raises ``bad_argument`` where what would be approved is no longer what was checked."""
        work = self._workspace
        latest, listed = work.chunk_sets.latest(), {d.id: d for d in work.documents.all()}
        sets = tuple(latest[d.id].id for d in check.documents if d.id in latest)
        if sets != check.chunk_sets or any(listed.get(d.id) != d for d in check.documents):
            raise ChunkStudioError(
                "bad_argument", "The documents have changed since they were checked.", hint="Check again.", field="approve"
            )

    def revoke(self, approval_id: str, *, reason: str) -> Approval:
        """Take an approval back by a new entry; the old one stays in the log.

        Raises ``bad_argument`` without a reason or when it was revoked already.
        """
        work = self._workspace
        if not reason.strip():
            raise ChunkStudioError("bad_argument", "A revocation needs a reason.", hint="Say why it must not be searched.")
        approval = self.get(approval_id)
        if approval.revoked:
            raise ChunkStudioError(
                "bad_argument", f"Approval {approval_id} was revoked already.", hint="See chunkstudio audit show."
            )
        with work.database.change() as base:
            base.execute("update approvals set revoked = ? where id = ?", (now(), approval_id))
            append(base, work.author, "approval.revoke", {"approval": approval_id, "reason": reason})
            others = base.execute(
                "select count(*) from approvals where profile_hash = ? and revoked is null", (approval.profile_hash,)
            ).fetchone()[0]
            if not others:
                set_state(base, approval.profile_hash, "evaluated", author=work.author)
        return self.get(approval_id)

    def get(self, approval_id: str) -> Approval:
        """An approval by its id. Raises ChunkStudioError ``not_found``."""
        found = [a for a in self.all() if a.id == approval_id]
        if not found:
            raise ChunkStudioError("not_found", f"There is no approval {approval_id}.", hint="See chunkstudio audit show.")
        return found[0]

    def all(self) -> list[Approval]:
        """Every approval, oldest first."""
        rows = self._workspace.database.rows("select * from approvals order by created, rowid")
        return [
            Approval(
                r["id"],
                r["profile_hash"],
                r["question_set_hash"],
                r["author"],
                r["created"],
                r["revoked"],
                json.loads(r["data"]),
            )
            for r in rows
        ]


def _state_words(title: str, status: DocumentStatus) -> str | None:
    """Why a document as it stands cannot be approved; None when it can."""
    if status.state == "missing":
        return f"The file of {title} {'has changed: add it as a new revision' if status.changed else 'is gone: add it again'}."
    if status.state in ("new", "stale"):
        return f"{title} is {status.state}: chunk it under this version first."
    return None
