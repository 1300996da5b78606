"""Kill a program in the middle of its work, again and again: ``python -m tests.soak.kill_workspace [KILLS]``.

A child adds, chunks, sets and edits rules, approves, revokes and exports in a loop and prints each action after it was
acknowledged. It is killed (SIGKILL) at a random moment inside a random action. Then the workspace must open, pass SQLite's
own check and the audit chain, hold every acknowledged action, and no export may be half written. The run counts the moments.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from chunkstudio.workspace import audit
from chunkstudio.workspace.exports.manifest import Manifest
from chunkstudio.workspace.workspace import Workspace

CHILD = """
import pathlib, sys
from dataclasses import replace
from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.rules import ManualRule
from chunkstudio.retrieval.questions import Evidence, Question, QuestionSet
from chunkstudio.workspace.approvals import Approvals
from chunkstudio.workspace.exports.export import ExportRequest, export
from chunkstudio.workspace.released import released_sets
from chunkstudio.workspace.workspace import Workspace
folder = pathlib.Path(sys.argv[1])
work = Workspace.open(folder / "soak.chunkstudio")
profile = Profile().replace({"assembly.token_budget": 80, "assembly.min_tokens": 10, "retrieval.min_recall_at_k": 0.1})
def ack(kind, value):
    print(kind, value, flush=True)
print("ready", "-", flush=True)
n = int(sys.argv[2])
while True:
    n += 1
    path = folder / f"text{n}.txt"
    lines = [f"Lamp {n}-{i} burns for {i} hours. Its keeper is number {i * n}." for i in range(12)]
    path.write_text("\\n\\n".join(lines), encoding="utf-8")
    facts = dict(title=f"Lamp {n}", pages=1, author="soak", access=DocumentAccess(acl=("all",)), embed=True)
    document = work.documents.add(path, **facts)
    ack("document", document.id)
    kept, _ = work.rechunk(profile, [document])
    ack("chunk_set", kept[0].id)
    rule = ManualRule("always_cut", f"Lamp {n}-3 burns for 3 hours.", 1)
    ack("rule", work.rules.add(document.id, rule, author="soak").id)
    replaced = work.rules.add(document.id, replace(rule, quote=f"Lamp {n}-4 burns for 4 hours."), author="soak").id
    ack("rule", replaced)
    work.rules.remove(replaced, author="soak")  # a rule is edited by taking it back and setting another
    ack("rule_gone", replaced)
    kept, _ = work.rechunk(profile, [document])
    ack("again", kept[0].id)
    if n % 2 == 0:
        place = Evidence(document=document.current.sha256, page=1, quote=f"Lamp {n}-5 burns for 5 hours.")
        asked = [Question(id=f"q{k}", question=f"How long does lamp {n}-5 burn?", evidence=(place,)) for k in range(12)]
        digest = work.evaluations.save_questions(QuestionSet(name=str(n), questions=tuple(asked)), author="soak")
        check = Approvals(work).check(profile.version, digest, [document])
        ack("checked", digest)  # measuring takes most of the time; the moments that count are those of writing
        given = Approvals(work).approve(check).id
        ack("approval", given)
        if n % 4 == 0:
            Approvals(work).revoke(given, reason="soak")
            ack("revoked", given)
    ack("exporting", n)
    sets, version = released_sets(work, draft=True)
    form = ("jsonl", "parquet", "sqlite")[n % 3]
    target = folder / f"export{n}.{form}"
    manifest = export(ExportRequest(sets=sets, form=form, target=str(target), draft=True, profile=version))
    work.note_export(form, str(target), manifest.to_json())
    ack("export", target.name)
"""

TABLES = {"document": "documents", "chunk_set": "chunk_sets", "again": "chunk_sets", "rule": "rules", "approval": "approvals"}


NEXT = {
    "ready": "add",
    "document": "rechunk",
    "chunk_set": "rule",
    "rule": "rule edit",
    "rule_gone": "rechunk",
    "again": "measure",
    "checked": "approve",
    "approval": "revoke or export",
    "revoked": "export",
    "exporting": "export",
    "export": "add",
}

LONGEST = {"rechunk": 0.3, "add": 0.05, "export": 0.1, "measure": 0.1}
"""Seconds that an action takes at most, about; others are single transactions."""

_TRANSACTION = 0.006


def one_kill(folder: Path, number: int, dice: random.Random, moments: Counter[str]) -> list[str]:
    """Run the child, kill it, and return what is wrong afterwards; ``moments`` counts in which action it was."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(number * 1000)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert child.stdout is not None
    child.stdout.readline()
    wanted, times = dice.choice(sorted(NEXT)), dice.randrange(1, 3)
    acknowledged: list[list[str]] = [["ready", "-"]]
    while [kind for kind, _ in acknowledged].count(wanted) < (1 if wanted == "ready" else times):
        line = child.stdout.readline().split()
        if not line:  # it died by itself
            return [f"the child ended with {child.wait()}"]
        acknowledged.append(line)
    try:
        child.wait(timeout=dice.random() * LONGEST.get(NEXT[wanted], _TRANSACTION))  # a random moment inside the next action
    except subprocess.TimeoutExpired:
        child.kill()
    acknowledged += [line.split() for line in child.stdout.read().splitlines() if len(line.split()) == 2]
    child.wait()
    moments[NEXT[acknowledged[-1][0]]] += 1
    return problems(folder, acknowledged)


def problems(folder: Path, acknowledged: list[list[str]]) -> list[str]:
    """Everything that is not as promised in a workspace after a kill."""
    found: list[str] = []
    work = Workspace.open(folder / "soak.chunkstudio")
    base = work.database.connection
    if work.database.read_only:
        found.append("the lock of the killed program is still held")
    if base.execute("pragma integrity_check").fetchone()[0] != "ok":
        found.append("integrity_check failed")
    if base.execute("pragma foreign_key_check").fetchall():
        found.append("foreign_key_check failed")
    found += audit.verify(base)
    for kind, value in acknowledged:
        if kind in TABLES and not base.execute(f"select 1 from {TABLES[kind]} where id = ?", (value,)).fetchone():
            found.append(f"{kind} {value} was acknowledged and is gone")
        if kind == "rule_gone" and base.execute("select 1 from rules where id = ? and removed is null", (value,)).fetchone():
            found.append(f"rule {value} was taken back and is there")
        if kind == "revoked" and base.execute("select 1 from approvals where id = ? and revoked is null", (value,)).fetchone():
            found.append(f"approval {value} was revoked and stands")
        if kind == "export" and not (folder / value).exists():
            found.append(f"{value} was acknowledged and is gone")
    work.close()
    return found + half_written(folder)


def half_written(folder: Path) -> list[str]:
    """Exports whose file is not whole, each read with its own library, or a manifest that names other bytes."""
    readers = {"jsonl": _read_lines, "parquet": _read_parquet, "sqlite": _read_sqlite}
    found = []
    for path in folder.glob("export*"):
        try:
            if path.suffix[1:] in readers:
                readers[path.suffix[1:]](path)
        except Exception as error:  # any failure to read it is the finding
            found.append(f"{path.name} is half written: {error}")
    for path in folder.glob("*.manifest.json"):
        try:
            manifest = Manifest.load(path)
            for name, digest in manifest.files.items():
                if hashlib.sha256((folder / name).read_bytes()).hexdigest() != digest:
                    found.append(f"{path.name} names other bytes")
        except Exception as error:  # any failure to read it is the finding
            found.append(f"{path.name}: {error}")
    return found


def _read_lines(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        json.loads(line)


def _read_parquet(path: Path) -> None:
    import pyarrow.parquet as pq

    if not pq.read_table(path).num_rows:
        raise ValueError("no records")


def _read_sqlite(path: Path) -> None:
    with contextlib.closing(sqlite3.connect(path)) as base:
        if not base.execute("select count(*) from records").fetchone()[0]:
            raise ValueError("no records")


def run(kills: int, *, seed: int = 1, moments: Counter[str] | None = None) -> list[str]:
    """Kill that many times in one workspace; returns all problems, and counts the moments where they are wanted."""
    counted = Counter() if moments is None else moments
    dice = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="chunkstudio-soak-"))
    try:
        Workspace.create(folder / "soak.chunkstudio").close()
        found: list[str] = []
        for number in range(1, kills + 1):
            found += one_kill(folder, number, dice, counted)
            for path in folder.glob("export*"):  # exports grow with the workspace; each was checked
                path.unlink()
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    wanted_kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    seen: Counter[str] = Counter()
    result = run(wanted_kills, moments=seen)
    print(f"{wanted_kills} kills, {len(result)} problems; killed in: " + ", ".join(f"{k} {v}" for k, v in seen.most_common()))
    print("\n".join(result))
    sys.exit(bool(result))
