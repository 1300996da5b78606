"""``chunkstudio profile``, with a workspace: keep versions, branch, restore, tag, evaluate, approve, revoke, retire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli import profile_commands
from chunkstudio.cli.evaluate_commands import NAME_LEAST_RECALL
from chunkstudio.cli.options import JsonOption, PasswordFileOption, SetOption, changed, parse_changes
from chunkstudio.cli.reporting import counted_progress
from chunkstudio.cli.workspace_options import DocumentsOption, WorkspaceOption, opened
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.workspace.approvals import ApprovalCheck
    from chunkstudio.workspace.profile_store import ProfileVersion
    from chunkstudio.workspace.workspace import Workspace

app = profile_commands.app

VersionArgument = Annotated[str, typer.Argument(help="Version (start of its hash), tag, or name of a branch.")]
QuestionsOption = Annotated[Path, typer.Option("--questions", help="Question set (YAML, JSON, JSONL or CSV).", readable=False)]
GateQuestionsOption = Annotated[
    Path, typer.Option("--questions", help="Question set for the gate; the approval freezes it.", readable=False)
]
NoteOption = Annotated[str, typer.Option("--note", help="Why.")]


@app.command(name="list")
def list_(workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """List the profile versions of a workspace, oldest first; * marks the one that counts where none is named."""
    with opened(workspace, read_only=True) as work, work.database.whole():
        versions, current = work.profiles.all(), work.profiles.current()
    counts = current.hash if current is not None else ""
    if json_:
        print(json.dumps([_facts(v) | {"current": v.hash == counts} for v in versions], ensure_ascii=False, indent=2))
        return
    for v in versions:
        tags = f"  [{', '.join(v.tags)}]" if v.tags else ""
        origin = f"  from {v.parent[:6]}" if v.parent else ""
        mark = "*" if v.hash == counts else " "
        print(f"{mark} {v.hash}  {v.state:<9}  {v.name}  {v.author} {v.created[:10]}{origin}{tags}  {v.note}".rstrip())
    if not versions:
        print("No versions yet. Save one with chunkstudio profile save.")


def _facts(version: ProfileVersion) -> dict[str, Any]:
    names = ("hash", "name", "state", "author", "created", "parent", "note", "tags")
    return {name: getattr(version, name) for name in names}


def _tell(version: ProfileVersion, sentence: str, as_json: bool) -> None:
    print(json.dumps(_facts(version), ensure_ascii=False, indent=2) if as_json else sentence)


@app.command()
def save(
    file: Annotated[Path, typer.Argument(help="Profile (YAML) to keep as a version.", readable=False)],
    workspace: WorkspaceOption = None,
    changes: SetOption = None,
    note: NoteOption = "",
    parent: Annotated[str | None, typer.Option("--parent", help="Version that it was changed from.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="Name that moves to this version.")] = None,
    json_: JsonOption = False,
) -> None:
    """Keep a profile as an immutable version, named by its hash; a file that names its version must be that version."""
    from chunkstudio.workspace.profile_files import load_version

    profile = changed(load_version(file), changes)
    with opened(workspace) as work:
        origin = work.profiles.get(parent).hash if parent else None
        version = work.profiles.save(profile, author=work.author, note=note, parent=origin)
        if tag:
            work.profiles.tag(tag, version.hash, author=work.author)
        version = work.profiles.get(version.hash)
    _tell(version, version.hash, json_)


@app.command()
def branch(
    version: VersionArgument,
    name: Annotated[str, typer.Argument(help="Name of the branch.")],
    changes: SetOption = None,
    workspace: WorkspaceOption = None,
    note: NoteOption = "",
    json_: JsonOption = False,
) -> None:
    """Begin a line of versions of its own: the version with changed settings (--set) under another name."""
    with opened(workspace) as work:
        made = work.profiles.branch(version, name, parse_changes(changes), author=work.author, note=note)
    _tell(made, made.hash, json_)


@app.command()
def restore(version: VersionArgument, workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """Use an earlier version again until another one is saved or approved; a retired one comes back."""
    with opened(workspace) as work:
        found = work.profiles.restore(version, author=work.author)
    _tell(found, f"{found.hash} counts again.", json_)


@app.command()
def tag(
    version: VersionArgument,
    name: Annotated[str, typer.Argument(help="Name that moves to this version.")],
    workspace: WorkspaceOption = None,
    json_: JsonOption = False,
) -> None:
    """Give a version a name that can move on to another one."""
    with opened(workspace) as work:
        work.profiles.tag(name, version, author=work.author)
        found = work.profiles.get(name)
    _tell(found, f"{name} is {found.hash}.", json_)


@app.command()
def untag(
    name: Annotated[str, typer.Argument(help="Name to take away.")],
    workspace: WorkspaceOption = None,
    json_: JsonOption = False,
) -> None:
    """Take a name away from the version that has it."""
    with opened(workspace) as work:
        found = work.profiles.get(name)
        work.profiles.untag(name, author=work.author)
        found = work.profiles.get(found.hash)
    _tell(found, f"{found.hash} is no longer called {name}.", json_)


@app.command()
def evaluate(
    version: VersionArgument,
    questions: QuestionsOption,
    workspace: WorkspaceOption = None,
    documents: DocumentsOption = None,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Score a version on the workspace's documents and keep the figures, so that versions can be compared."""
    from chunkstudio.retrieval.questions import QuestionSet
    from chunkstudio.workspace.evaluating import evaluate_version

    asked = QuestionSet.load(questions)
    with opened(workspace, password_file=password_file) as work, counted_progress("Evaluating") as report:
        chosen = [work.documents.get(d) for d in documents] if documents else None
        stored = evaluate_version(work, version, asked, chosen, progress=report)
    data = {"evaluation": stored.id, "profile": stored.profile_hash, "question_set": stored.question_set_hash, **stored.summary}
    if json_:
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    k, means = data["k"], data["measures"]
    facts = "  ".join(f"{name} {means[name]:.3f}" for name in dict.fromkeys((f"R@{k}", "RR")) if name in means)
    print(f"{stored.profile_hash} on {data['question_set']}: {facts} ({data['questions']} questions, {data['chunks']} chunks)")


@app.command()
def approve(
    version: VersionArgument,
    questions: GateQuestionsOption,
    workspace: WorkspaceOption = None,
    documents: DocumentsOption = None,
    note: NoteOption = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what stands against it.")] = False,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Approve a version for documents when the gate passes and nothing stands against it; else exit code 1."""
    from chunkstudio.retrieval.questions import QuestionSet
    from chunkstudio.retrieval.reports import verdict_data
    from chunkstudio.workspace.approvals import Approvals

    asked = QuestionSet.load(questions)
    with opened(workspace, read_only=dry_run, password_file=password_file) as work:
        chosen = [work.documents.get(d) for d in documents] if documents else None
        approvals = Approvals(work)
        check = approvals.check(version, asked, chosen)
        approval = approvals.approve(check, note=note) if check.passes and not dry_run else None
    data = {
        "approval": approval.id if approval else None,
        "profile": check.version.hash,
        "corpus_version": check.corpus_version,
        "question_set": check.question_set,
        "documents": [d.id for d in check.documents],
        "blockers": list(check.blockers),
        "waived": list(check.waived),
        "verdict": verdict_data(check.verdict),
    }
    if json_:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        _print_check(check, f"Approved: {approval.id}" if approval else "It may be approved.")
    if check.blockers:
        raise typer.Exit(1)


def _print_check(check: ApprovalCheck, passed: str) -> None:
    """The figures, then what stands against it, or ``passed``."""
    v = check.verdict
    print(f"R@{v.k} {v.recall:.3f} [{v.low:.3f}, {v.high:.3f}] on {v.asked}")
    print("\n".join(check.blockers or (passed,)))
    if v.required is None:
        print(NAME_LEAST_RECALL)


@app.command()
def approvals(workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """List approvals, oldest first: which corpus version is searchable, under which profile, and which were revoked."""
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace, read_only=True) as work:
        found = Approvals(work).all()
    rows = [
        {
            "approval": a.id,
            "profile": a.profile_hash,
            "corpus_version": a.data["corpus_version"],
            "searchable": a.searchable,
            "question_set": a.question_set_hash,
            "documents": [d["id"] for d in a.data["documents"]],
            "waived": a.data["waived"],
            "author": a.author,
            "created": a.created,
            "revoked": a.revoked,
            "note": a.data["note"],
        }
        for a in found
    ]
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        state = f"revoked {row['revoked'][:10]}" if row["revoked"] else "searchable"
        facts = f"corpus {row['corpus_version']}, {len(row['documents'])} documents, {row['author']} {row['created'][:10]}"
        print(f"{row['approval']}  {state}  version {row['profile']}  {facts}  {row['note']}".rstrip())
    if not rows:
        print("Nothing is approved yet. Approve a version with chunkstudio profile approve.")


@app.command()
def revoke(
    approval: Annotated[str, typer.Argument(help="Approval id, as profile approvals prints it.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; it stays in the log.")],
    workspace: WorkspaceOption = None,
    json_: JsonOption = False,
) -> None:
    """Take an approval back by a new entry in the log."""
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace) as work:
        found = Approvals(work).revoke(approval, reason=reason)
    data = {"approval": found.id, "profile": found.profile_hash, "revoked": found.revoked, "reason": reason}
    print(json.dumps(data, ensure_ascii=False, indent=2) if json_ else f"Revoked {found.id}.")


@app.command()
def retire(version: VersionArgument, workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """Take a version out of use; it stays readable. An approval that stands must be revoked first."""
    with opened(workspace) as work:
        found = work.profiles.get(version)
        _require_no_approval(work, found)
        retired = work.profiles.move(found.hash, "retired", author=work.author)
    _tell(retired, f"{retired.hash} is retired.", json_)


def _require_no_approval(work: Workspace, version: ProfileVersion) -> None:
    from chunkstudio.workspace.approvals import Approvals

    standing = [a.id for a in Approvals(work).all() if a.profile_hash == version.hash and a.revoked is None]
    if standing:
        hint = f"Run chunkstudio profile revoke {standing[0]} --reason WHY."
        raise ChunkStudioError("bad_argument", f"{version.hash} is approved ({standing[0]}).", hint=hint)
