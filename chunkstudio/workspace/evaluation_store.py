"""Question sets and evaluations of a workspace; a set that an approval used is frozen."""

from __future__ import annotations

import json
import secrets
import sqlite3
from dataclasses import dataclass
from typing import Any

from chunkstudio.errors import ChunkStudioError
from chunkstudio.retrieval.questions import QuestionSet
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.database import Database


@dataclass(frozen=True, slots=True)
class StoredEvaluation:
    """An evaluation's facts: which profile on which questions, when, and what came out of it.

    ``summary`` is what :func:`chunkstudio.retrieval.reports.evaluation_data` gives (``measures`` by name, ``per_question`` with
    ranks), so that two versions can be compared question by question long after.
    """

    id: str
    profile_hash: str
    question_set_hash: str
    created: str
    summary: dict[str, Any]


def put_questions(base: sqlite3.Connection, questions: QuestionSet, *, author: str) -> str:
    """Keep a set inside the caller's transaction, see :meth:`EvaluationStore.save_questions`."""
    digest = questions.hash
    data = json.dumps(questions.model_dump(mode="json"), ensure_ascii=False)
    values = (digest, questions.name, now(), data)
    if base.execute("insert or ignore into question_sets values (?, ?, ?, 0, ?)", values).rowcount:
        append(base, author, "questions.save", {"question_set": digest, "questions": len(questions.questions)})
    return digest


class EvaluationStore:
    """Keep question sets by their hash, and what was measured with them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save_questions(self, questions: QuestionSet, *, author: str) -> str:
        """Keep a set under its hash; the same set is kept once. Returns the hash."""
        with self._database.change() as base:
            return put_questions(base, questions, author=author)

    def questions(self, digest: str) -> QuestionSet:
        """A set by its hash. Raises ChunkStudioError ``not_found``, or ``damaged`` when it was changed."""
        row = self._database.row("select data from question_sets where hash = ?", (digest,))
        if row is None:
            raise ChunkStudioError("not_found", f"There is no question set {digest}.", hint="Import it first.")
        found = QuestionSet.model_validate(json.loads(row["data"]))
        if found.hash != digest:
            raise ChunkStudioError(
                "damaged", f"Question set {digest} was changed after it was saved.", hint="Restore a backup."
            )
        return found

    def question_sets(self) -> list[tuple[str, str, int, bool]]:
        """(hash, name, number of questions, frozen) of every set, oldest first."""
        rows = self._database.rows(
            "select hash, name, json_array_length(data, '$.questions') as size, frozen from question_sets order by created"
        )
        return [(r["hash"], r["name"], r["size"], bool(r["frozen"])) for r in rows]

    def save(self, profile_hash: str, question_set_hash: str, summary: dict[str, Any], *, author: str) -> StoredEvaluation:
        """Keep an evaluation's facts; a draft profile becomes evaluated."""
        stored = StoredEvaluation(secrets.token_hex(8), profile_hash, question_set_hash, now(), summary)
        with self._database.change() as base:
            values = (stored.id, profile_hash, question_set_hash, stored.created, json.dumps(summary, ensure_ascii=False))
            base.execute("insert into evaluations values (?, ?, ?, ?, ?)", values)
            base.execute("update profile_versions set state = 'evaluated' where hash = ? and state = 'draft'", (profile_hash,))
            append(
                base,
                author,
                "evaluation.save",
                {"evaluation": stored.id, "profile": profile_hash, "questions": question_set_hash},
            )
        return stored

    def of_profile(self, profile_hash: str) -> list[StoredEvaluation]:
        """The evaluations of a profile version, oldest first."""
        return self._evaluations("where profile_hash = ?", profile_hash)

    def all(self) -> list[StoredEvaluation]:
        """Every evaluation, oldest first."""
        return self._evaluations("")

    def latest(self, profile_hash: str, question_set_hash: str) -> StoredEvaluation | None:
        """The newest evaluation of a version on a question set."""
        found = self._evaluations("where profile_hash = ? and question_set_hash = ?", profile_hash, question_set_hash)
        return found[-1] if found else None

    def _evaluations(self, condition: str, *values: str) -> list[StoredEvaluation]:
        rows = self._database.rows(f"select * from evaluations {condition} order by created, rowid", values)
        return [
            StoredEvaluation(r["id"], r["profile_hash"], r["question_set_hash"], r["created"], json.loads(r["summary"]))
            for r in rows
        ]

    def keep_draft(self, name: str, questions: QuestionSet) -> None:
        """Autosave: the questions that are worked on, under a name; apart from the sets, which never change."""
        data = json.dumps(questions.model_dump(mode="json"), ensure_ascii=False)
        with self._database.change() as base:
            base.execute(
                "insert into question_drafts values (?, ?, ?) on conflict (name) do update "
                "set data = excluded.data, changed = excluded.changed",
                (name, data, now()),
            )

    def draft(self, name: str) -> QuestionSet | None:
        """The questions that are worked on under a name, or None."""
        row = self._database.row("select data from question_drafts where name = ?", (name,))
        return QuestionSet.model_validate(json.loads(row["data"])) if row else None
