"""Manual rules of a workspace's documents: kept by their words and place, taken back instead of deleted."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict, dataclass

from chunkstudio.chunking.rules import ManualRule
from chunkstudio.errors import ChunkStudioError
from chunkstudio.workspace.audit import append, now
from chunkstudio.workspace.database import Database


@dataclass(frozen=True, slots=True)
class StoredRule:
    """A rule with who made it and when."""

    id: str
    document_id: str
    rule: ManualRule
    author: str
    created: str


class RuleStore:
    """Add, list and take back rules."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, document_id: str, rule: ManualRule, *, author: str) -> StoredRule:
        """Keep a rule of a document."""
        stored = StoredRule(secrets.token_hex(6), document_id, rule, author, now())
        data = json.dumps(asdict(rule), ensure_ascii=False)
        with self._database.change() as base:
            values = (stored.id, document_id, data, author, stored.created)
            base.execute("insert into rules (id, document_id, data, author, created) values (?, ?, ?, ?, ?)", values)
            append(base, author, "rule.add", {"rule": stored.id, "document": document_id, **asdict(rule)})
        return stored

    def remove(self, rule_id: str, *, author: str) -> None:
        """Take a rule back. Raises ChunkStudioError ``not_found``."""
        with self._database.change() as base:
            done = base.execute("update rules set removed = ? where id = ? and removed is null", (now(), rule_id))
            if not done.rowcount:
                raise ChunkStudioError("not_found", f"There is no rule {rule_id}.", hint="See chunkstudio workspace status.")
            append(base, author, "rule.remove", {"rule": rule_id})

    def restore(self, rule_id: str, *, author: str) -> None:
        """Undo taking a rule back. Raises ChunkStudioError ``not_found``."""
        with self._database.change() as base:
            done = base.execute("update rules set removed = null where id = ? and removed is not null", (rule_id,))
            if not done.rowcount:
                raise ChunkStudioError("not_found", f"There is no rule {rule_id} to restore.", hint="Set the rule again.")
            append(base, author, "rule.restore", {"rule": rule_id})

    def of(self, document_id: str) -> list[StoredRule]:
        """The rules of a document that hold, oldest first."""
        query = "select * from rules where document_id = ? and removed is null order by created, rowid"
        rows = self._database.rows(query, (document_id,))
        return [
            StoredRule(r["id"], r["document_id"], ManualRule(**json.loads(r["data"])), r["author"], r["created"]) for r in rows
        ]

    def by_document(self) -> dict[str, tuple[ManualRule, ...]]:
        """The rules that hold, by document."""
        out: dict[str, tuple[ManualRule, ...]] = {}
        for r in self._database.rows("select * from rules where removed is null order by created, rowid"):
            out[r["document_id"]] = (*out.get(r["document_id"], ()), ManualRule(**json.loads(r["data"])))
        return out
