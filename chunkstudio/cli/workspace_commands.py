"""``chunkstudio workspace``: make one, add documents, see what is stale, chunk again what changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli.options import (
    AclOption,
    JsonOption,
    PasswordFileOption,
    ProfileOption,
    SetOption,
    load_profile,
    read_password,
)
from chunkstudio.cli.workspace_options import SUFFIX, WorkspaceOption, opened
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.workspace.workspace import DocumentStatus, Workspace

app = typer.Typer(help="Keep documents, versions and approvals in one file.", no_args_is_help=True)

VersionOption = Annotated[str | None, typer.Option("--version", help="Profile version (start of its hash) or tag.")]


@app.command()
def init(name: Annotated[Path, typer.Argument(help="Name of the new workspace.")], json_: JsonOption = False) -> None:
    """Make a new workspace file."""
    from chunkstudio.workspace.workspace import Workspace

    if not name.name:
        raise ChunkStudioError("bad_argument", "The workspace has no name.", hint="Write workspace init NAME.", field="name")
    path = name if name.suffix == SUFFIX else name.with_name(name.name + SUFFIX)
    Workspace.create(path).close()
    print(json.dumps({"workspace": str(path)}) if json_ else f"Made {path}.")


@app.command()
def add(
    files: Annotated[list[Path], typer.Argument(help="PDF files to add.", show_default=False)],
    workspace: WorkspaceOption = None,
    acl: AclOption = None,
    embed: Annotated[bool, typer.Option("--embed", help="Keep a copy of the file inside the workspace.")] = False,
    revises: Annotated[
        str | None, typer.Option("--revises", help="Document (start of its id) that this file is a new revision of.")
    ] = None,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Add documents; a side file NAME.acl.yaml is read, --acl takes the place of its labels."""
    from chunkstudio.ingestion.access_file import access_for

    rows: list[dict[str, Any]] = []
    with opened(workspace) as work:
        for file in files:
            title, pages = _facts(file, read_password(password_file))
            if revises is not None:
                document = work.documents.revise(revises, file, pages=pages, author=work.author)
            else:
                access = access_for(file, acl or [])
                document = work.documents.add(file, title=title, pages=pages, author=work.author, access=access, embed=embed)
            labels = list(document.access.acl) if document.access else None
            rows.append({"document": document.id, "title": document.title, "revision": document.current.number, "acl": labels})
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        readers = ", ".join(row["acl"]) if row["acl"] else "nobody yet: set them with chunkstudio workspace labels"
        print(f"{row['document'][:12]}  {row['title']}  revision {row['revision']}  readers: {readers}")


@app.command()
def labels(
    document: Annotated[str, typer.Argument(help="Document (start of its id).")],
    acl: Annotated[list[str], typer.Option("--acl", metavar="LABEL", help="Who may read it; may be repeated.")],
    workspace: WorkspaceOption = None,
) -> None:
    """Set who may read a document; narrower parts that it has stay, and must be among the new labels."""
    from chunkstudio.chunking.access import DocumentAccess

    with opened(workspace) as work:
        found = work.documents.get(document)
        kept = found.access.to_dict() if found.access is not None else {}
        access = DocumentAccess.parse(kept, labels=acl)
        work.documents.set_access(found.id, access, author=work.author)
    print(f"{found.title}: readers {', '.join(access.acl)}")


def _facts(file: Path, password: str | None) -> tuple[str, int]:
    """Title and number of pages of a file, read by a layout worker."""
    from chunkstudio.layout.opening import TEXT_SUFFIXES, shared_pool

    if file.suffix.lower() in TEXT_SUFFIXES:
        return file.stem, 1
    pool = shared_pool()
    document = pool.open(file, password)
    try:
        return document.info.title or file.stem, document.info.page_count
    finally:
        pool.close(document)


@app.command()
def status(
    workspace: WorkspaceOption = None,
    version: VersionOption = None,
    profile: ProfileOption = None,
    changes: SetOption = None,
    stale: Annotated[bool, typer.Option("--stale", help="Only what is not fresh; exit code 1 when there is any.")] = False,
    json_: JsonOption = False,
) -> None:
    """List documents: fresh, stale (and why), failed, missing."""
    with opened(workspace, read_only=True) as work:
        rows = work.status(_profile(work, version, profile, changes))
        shown = [r for r in rows if not stale or r.state != "fresh"]
    if json_:
        print(json.dumps([_row(r) for r in shown], ensure_ascii=False, indent=2))
    else:
        for r in shown:
            why = f" ({', '.join(r.changed)})" if r.changed else ""
            records = f"{r.chunk_set.records} records, {r.findings} findings" if r.chunk_set else "no chunk set"
            records += f", {r.rule_conflicts} rules in conflict" if r.rule_conflicts else ""
            print(f"{r.document.id[:12]}  {r.state}{why}  {r.document.title}  {records}")
        if not shown:
            print("Every document is fresh." if rows else "No documents yet. Add some with chunkstudio workspace add.")
    if stale and shown:
        raise typer.Exit(1)


@app.command()
def rechunk(
    workspace: WorkspaceOption = None,
    version: VersionOption = None,
    profile: ProfileOption = None,
    changes: SetOption = None,
    stale: Annotated[bool, typer.Option("--stale", help="Only what is not fresh.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would change in the index.")] = False,
    json_: JsonOption = False,
) -> None:
    """Chunk documents under a profile and keep the sets; exit code 1 when one failed."""
    with opened(workspace) as work:
        chosen = _profile(work, version, profile, changes)
        documents = [r.document for r in work.status(chosen) if r.state != "missing" and not (stale and r.state == "fresh")]
        if dry_run:
            found = {d.id: work.blast_radius(d, chosen) for d in documents}
            rows: list[dict[str, Any]] = [{"document": i, **(c.counts() if c else {"added": "all"})} for i, c in found.items()]
            failed: list[Any] = []
        else:
            kept, failed = work.rechunk(chosen, documents)
            rows = [{"document": k.document_id, "records": k.records, "tokens": k.tokens, "errors": k.errors} for k in kept]
    rows += [{"document": d.id, "error": e.as_dict()} for d, e in failed]
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        for row in rows:
            facts = ", ".join(f"{k} {v['message'] if k == 'error' else v}" for k, v in row.items() if k != "document")
            print(f"{row['document'][:12]}  {facts}")
        if not rows:
            print("Nothing to do.")
    if failed:
        raise typer.Exit(1)


def _row(status: DocumentStatus) -> dict[str, Any]:
    made = status.chunk_set
    return {
        "document": status.document.id,
        "title": status.document.title,
        "state": status.state,
        "changed": list(status.changed),
        "revision": status.document.current.number,
        "records": made.records if made else 0,
        "findings": status.findings,
        "rule_conflicts": status.rule_conflicts,
        "policy_version": made.policy_version if made else None,
    }


def _profile(work: Workspace, version: str | None, path: Path | None, changes: list[str] | None) -> Profile:
    """A saved version, a file, or else the version that was approved (or saved) last."""
    if version is not None:
        return work.profiles.get(version).profile
    if path is not None or changes:
        return load_profile(path, changes)
    versions = work.profiles.all()
    approved = [v for v in versions if v.state == "approved"]
    return (approved or versions)[-1].profile if versions else load_profile(None, None)
