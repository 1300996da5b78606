"""The audit log: append-only, each entry bound to the one before by a hash, so that a changed past shows."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

START = "0" * 64


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One recorded action. ``at`` is UTC in ISO 8601; ``hash`` covers everything and the hash before."""

    sequence: int
    at: str
    author: str
    action: str
    data: dict[str, Any]
    previous: str
    hash: str


def now() -> str:
    """The present moment as the workspace writes it: UTC, ISO 8601, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def append(connection: sqlite3.Connection, author: str, action: str, data: dict[str, Any]) -> AuditEntry:
    """Add an entry inside the caller's transaction, so that the action and its record are kept together or not at all."""
    last = connection.execute("select sequence, hash from audit_log order by sequence desc limit 1").fetchone()
    sequence, previous = (last["sequence"] + 1, last["hash"]) if last else (1, START)
    at, text = now(), _canonical(data)
    digest = _digest(sequence, at, author, action, text, previous)
    connection.execute(
        "insert into audit_log values (?, ?, ?, ?, ?, ?, ?)", (sequence, at, author, action, text, previous, digest)
    )
    return AuditEntry(sequence, at, author, action, data, previous, digest)


def entries(connection: sqlite3.Connection, *, limit: int | None = None) -> list[AuditEntry]:
    """The log, oldest first; with a limit the newest that many."""
    rows = connection.execute(
        "select * from audit_log order by sequence desc limit ?", (-1 if limit is None else limit,)
    ).fetchall()
    return [
        AuditEntry(r["sequence"], r["at"], r["author"], r["action"], json.loads(r["data"]), r["previous"], r["hash"])
        for r in reversed(rows)
    ]


def verify(connection: sqlite3.Connection) -> list[str]:
    """Everything that is wrong with the chain, in words; an empty list means that the log is as it was written."""
    problems: list[str] = []
    expected, previous = 1, START
    for row in connection.execute("select * from audit_log order by sequence"):
        if row["sequence"] != expected:
            problems.append(f"Entry {expected} is missing.")
        if row["previous"] != previous:
            problems.append(f"Entry {row['sequence']} does not follow the one before it.")
        digest = _digest(row["sequence"], row["at"], row["author"], row["action"], row["data"], row["previous"])
        if digest != row["hash"]:
            problems.append(f"Entry {row['sequence']} was changed after it was written.")
        expected, previous = row["sequence"] + 1, row["hash"]
    return problems


def _canonical(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _digest(sequence: int, at: str, author: str, action: str, data: str, previous: str) -> str:
    """Length-delimited, so that no two different entries hash the same text."""
    parts = [str(sequence), at, author, action, data, previous]
    return hashlib.sha256("".join(f"{len(p)}:{p}" for p in parts).encode()).hexdigest()
