"""``chunkstudio profile``: show, check and compare profiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from chunkstudio.cli.options import JsonOption, SetOption, load_profile
from chunkstudio.cli.workspace_options import WorkspaceOption, opened

app = typer.Typer(help="Show, check and compare profiles.", no_args_is_help=True)

_NARROWEST = 100
ProfileFile = Annotated[Path | None, typer.Argument(help="Profile (YAML); the defaults without it.", show_default=False)]


@app.command()
def show(
    file: ProfileFile = None,
    changes: SetOption = None,
    json_: JsonOption = False,
    yaml_: Annotated[bool, typer.Option("--yaml", help="Print YAML: a profile file to start from.")] = False,
) -> None:
    """Print every setting with its value, what it does and what it allows; --yaml gives a file to start from."""
    from rich.console import Console
    from rich.table import Table

    from chunkstudio.chunking.profile_fields import profile_fields

    profile = load_profile(file, changes)
    if json_:
        print(json.dumps({"version": profile.version, "profile": profile.to_dict()}, ensure_ascii=False, indent=2))
        return
    if yaml_:
        print(profile.to_yaml(), end="")
        return
    table = Table(title=f"{profile.name}  {profile.version}", title_justify="left")
    table.add_column("Setting", no_wrap=True)
    for name in ("Value", "Allowed", "What it does"):
        table.add_column(name)
    changed = profile.changed()
    for f in profile_fields():
        value = profile.get(f.path)
        shown = (
            {None: "none", True: "true", False: "false"}.get(value, str(value))
            if isinstance(value, bool | None)
            else str(value)
        )
        table.add_row(f.path, f"[bold]{shown}[/bold]" if f.path in changed else shown, f.allowed, f.help)
    console = Console()
    console.print(table, width=max(console.width, _NARROWEST))


@app.command()
def validate(files: Annotated[list[Path], typer.Argument(help="Profiles (YAML) to check.")], json_: JsonOption = False) -> None:
    """Check profiles; exit code 1 when one is refused."""
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.errors import ChunkStudioError

    results: list[dict[str, object]] = []
    for path in files:
        try:
            results.append({"file": str(path), "ok": True, "version": Profile.load(path).version})
        except ChunkStudioError as error:
            results.append({"file": str(path), "ok": False, "error": error.as_dict()})
            if not json_:
                print(f"{path}: {error.message} {error.hint}".rstrip())
            continue
        if not json_:
            print(f"{path}: valid, version {results[-1]['version']}")
    if json_:
        print(json.dumps(results, ensure_ascii=False, indent=2))
    if not all(r["ok"] for r in results):
        raise typer.Exit(1)


@app.command()
def diff(first: Path, second: Path, json_: JsonOption = False) -> None:
    """Print the settings that differ between two profiles."""
    from chunkstudio.chunking.profile import Profile, flatten

    a, b = (flatten(Profile.load(p).to_dict()) for p in (first, second))
    changes = {path: (a[path], b[path]) for path in a if a[path] != b[path]}
    if json_:
        print(json.dumps({path: {"first": x, "second": y} for path, (x, y) in changes.items()}, ensure_ascii=False, indent=2))
        return
    if not changes:
        print("The profiles are the same.")
    for path, (x, y) in changes.items():
        print(f"{path}: {x} -> {y}")


@app.command(name="list")
def list_(workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """List the profile versions of a workspace, oldest first."""
    with opened(workspace, read_only=True) as work:
        versions = work.profiles.all()
    rows = [
        {
            "hash": v.hash,
            "name": v.name,
            "state": v.state,
            "author": v.author,
            "created": v.created,
            "parent": v.parent,
            "tags": v.tags,
        }
        for v in versions
    ]
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for v in versions:
        tags = f"  [{', '.join(v.tags)}]" if v.tags else ""
        print(f"{v.hash}  {v.state:<9}  {v.name}  {v.author} {v.created[:10]}{tags}  {v.note}".rstrip())
    if not versions:
        print("No versions yet. Save one with chunkstudio profile save.")


@app.command()
def save(
    file: Annotated[Path, typer.Argument(help="Profile (YAML) to keep as a version.")],
    workspace: WorkspaceOption = None,
    note: Annotated[str, typer.Option("--note", help="Why it was made.")] = "",
    parent: Annotated[str | None, typer.Option("--parent", help="Version that it was changed from.")] = None,
    tag: Annotated[str | None, typer.Option("--tag", help="Name that moves to this version.")] = None,
) -> None:
    """Keep a profile as an immutable version, named by its hash."""
    with opened(workspace) as work:
        origin = work.profiles.get(parent).hash if parent else None
        version = work.profiles.save(load_profile(file, None), author=work.author, note=note, parent=origin)
        if tag:
            work.profiles.tag(tag, version.hash, author=work.author)
    print(version.hash)


@app.command()
def approve(
    version: Annotated[str, typer.Argument(help="Version (start of its hash) or tag.")],
    questions: Annotated[Path, typer.Option("--questions", help="Question set for the gate; it is frozen by the approval.")],
    workspace: WorkspaceOption = None,
    documents: Annotated[list[str] | None, typer.Option("--document", help="Only these (start of the id).")] = None,
    note: Annotated[str, typer.Option("--note", help="Why.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what stands against it.")] = False,
    json_: JsonOption = False,
) -> None:
    """Approve a version for documents when the gate passes and nothing stands against it; exit code 1 when it does."""
    from chunkstudio.retrieval.questions import QuestionSet
    from chunkstudio.retrieval.reports import verdict_data
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace) as work:
        digest = work.evaluations.save_questions(QuestionSet.load(questions), author=work.author)
        chosen = [work.documents.get(d) for d in documents] if documents else None
        approvals = Approvals(work)
        check = approvals.check(version, digest, chosen)
        approval = approvals.approve(check, note=note) if check.passes and not dry_run else None
    data = {
        "approval": approval.id if approval else None,
        "blockers": list(check.blockers),
        "verdict": verdict_data(check.verdict),
    }
    if json_:
        print(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        v = check.verdict
        print(f"R@{v.k} {v.recall:.3f} [{v.low:.3f}, {v.high:.3f}] on {v.questions} held-out questions")
        print(
            "\n".join(check.blockers) if check.blockers else f"Approved: {approval.id}" if approval else "It may be approved."
        )
    if check.blockers:
        raise typer.Exit(1)


@app.command()
def revoke(
    approval: Annotated[str, typer.Argument(help="Approval id, as audit show prints it.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; it stays in the log.")],
    workspace: WorkspaceOption = None,
) -> None:
    """Take an approval back by a new entry in the log."""
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace) as work:
        found = Approvals(work).revoke(approval, reason=reason)
    print(f"Revoked {found.id}.")


@app.command()
def retire(version: Annotated[str, typer.Argument(help="Version or tag.")], workspace: WorkspaceOption = None) -> None:
    """Take a version out of use; it stays readable. An approval that stands must be revoked first."""
    from chunkstudio.errors import ChunkStudioError
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace) as work:
        found = work.profiles.get(version)
        standing = [a.id for a in Approvals(work).all() if a.profile_hash == found.hash and a.revoked is None]
        if standing:
            hint = f"Run chunkstudio profile revoke {standing[0]} --reason WHY."
            raise ChunkStudioError("bad_argument", f"{found.hash} is approved ({standing[0]}).", hint=hint)
        print(f"{work.profiles.move(found.hash, 'retired', author=work.author).hash} is retired.")
