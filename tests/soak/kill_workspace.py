"""Kill a program in the middle of its work, again and again: ``python -m tests.soak.kill_workspace [KILLS]``.

A child adds, chunks, sets rules, approves and exports in a loop and prints each action after it was acknowledged. It is
killed (SIGKILL) at a random moment. Then the workspace must open, pass SQLite's own check and the audit chain, hold
every acknowledged action, and no export may be half written.
"""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from chunkstudio.workspace import audit
from chunkstudio.workspace.exports.manifest import Manifest
from chunkstudio.workspace.workspace import Workspace

CHILD = """
import pathlib, random, sys
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
    ack("rule", work.rules.add(document.id, ManualRule("always_cut", f"Lamp {n}-3 burns for 3 hours.", 1), author="soak").id)
    work.rechunk(profile, [document])
    if n % 2 == 0:
        place = Evidence(document=document.current.sha256, page=1, quote=f"Lamp {n}-5 burns for 5 hours.")
        asked = [Question(id=f"q{k}", question=f"How long does lamp {n}-5 burn?", evidence=(place,)) for k in range(12)]
        digest = work.evaluations.save_questions(QuestionSet(name=str(n), questions=tuple(asked)), author="soak")
        check = Approvals(work).check(profile.version, digest, [document])
        ack("approval", Approvals(work).approve(check).id)
    sets, version = released_sets(work, draft=True)
    target = folder / f"export{n}.jsonl"
    export(ExportRequest(sets=sets, form="jsonl", target=str(target), draft=True, profile=version))
    ack("export", target.name)
"""

TABLES = {"document": "documents", "chunk_set": "chunk_sets", "rule": "rules", "approval": "approvals"}


def one_kill(folder: Path, number: int, dice: random.Random) -> list[str]:
    """Run the child, kill it, and return what is wrong afterwards."""
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(number * 1000)], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert child.stdout is not None
    child.stdout.readline()
    wanted = dice.randrange(1, 14)
    acknowledged = []
    for _ in range(wanted):
        line = child.stdout.readline().split()
        if line:
            acknowledged.append(line)
    try:
        child.wait(timeout=dice.random() * 0.2)  # a random moment inside the next action
    except subprocess.TimeoutExpired:
        child.kill()
    acknowledged += [line.split() for line in child.stdout.read().splitlines() if len(line.split()) == 2]
    child.wait()
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
        if kind == "export" and not (folder / value).exists():
            found.append(f"{value} was acknowledged and is gone")
    work.close()
    return found + half_written(folder)


def half_written(folder: Path) -> list[str]:
    """Exports whose file is not whole: a line that is no JSON, or a manifest that names other bytes."""
    found = []
    for path in folder.glob("export*.jsonl"):
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                json.loads(line)
        except ValueError:
            found.append(f"{path.name} is half written")
    for path in folder.glob("*.manifest.json"):
        try:
            Manifest.load(path)
        except Exception as error:  # any failure to read it is the finding
            found.append(f"{path.name}: {error}")
    return found


def run(kills: int, *, seed: int = 1) -> list[str]:
    """Kill that many times in one workspace; returns all problems."""
    dice = random.Random(seed)
    folder = Path(tempfile.mkdtemp(prefix="chunkstudio-soak-"))
    try:
        Workspace.create(folder / "soak.chunkstudio").close()
        found: list[str] = []
        for number in range(1, kills + 1):
            found += one_kill(folder, number, dice)
            for path in folder.glob("export*"):  # exports grow with the workspace; each was checked
                path.unlink()
        return found
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    wanted_kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    result = run(wanted_kills)
    print(f"{wanted_kills} kills, {len(result)} problems")
    print("\n".join(result))
    sys.exit(bool(result))
