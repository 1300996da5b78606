"""``chunkstudio workspace``: make one, add documents, see what is stale, chunk again what changed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli.options import (
    AclOption,
    JsonOption,
    PasswordFileOption,
    SetOption,
    load_profile,
    read_password,
)
from chunkstudio.cli.reporting import print_warning
from chunkstudio.cli.workspace_options import SUFFIX, WorkspaceOption, opened
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.access import DocumentAccess
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.workspace.chunkset_store import StoredChunkSet
    from chunkstudio.workspace.document_store import StoredDocument
    from chunkstudio.workspace.revision_diff import RevisionDiff
    from chunkstudio.workspace.workspace import DocumentStatus, Workspace

app = typer.Typer(help="Keep documents, versions and approvals in one file.", no_args_is_help=True)

DocumentArgument = Annotated[str, typer.Argument(help="Document (start of its id).")]
ProfileOption = Annotated[
    Path | None,
    typer.Option("--profile", help="Profile (YAML); without it or --version the version that counts.", readable=False),
]
VersionOption = Annotated[
    str | None, typer.Option("--version", help="Profile version (start of its hash), tag, or name of a branch.")
]


@app.command()
def init(
    name: Annotated[Path, typer.Argument(help="Name of the new workspace.", readable=False)], json_: JsonOption = False
) -> None:
    """Make a new workspace file."""
    from chunkstudio.workspace.workspace import Workspace

    if not name.name:
        raise ChunkStudioError("bad_argument", "The workspace has no name.", hint="Write workspace init NAME.", field="name")
    path = name if name.suffix == SUFFIX else name.with_name(name.name + SUFFIX)
    Workspace.create(path).close()
    print(json.dumps({"workspace": str(path)}) if json_ else f"Made {path}.")


@app.command()
def add(
    files: Annotated[list[Path], typer.Argument(help="PDF files to add.", show_default=False, readable=False)],
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

    if revises is not None and len(files) != 1:
        hint = "Add the others without --revises."
        raise ChunkStudioError("bad_argument", "One file can be a new revision of a document.", hint=hint, field="revises")
    password = read_password(password_file)
    with opened(workspace) as work:
        # Everything is read and checked before anything is kept: a file that is refused leaves the workspace as it was.
        facts = [(file, *_facts(file, password), access_for(file, acl or [])) for file in _checked(files, acl)]
        for file, _, _, access in facts:
            _require_its_readers(work, file, access, revises)
        rows = [_add(work, *fact, revises=revises, embed=embed) for fact in facts]
    if json_:
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    for row in rows:
        readers = ", ".join(row["acl"]) if row["acl"] else "nobody yet: set them with chunkstudio workspace labels"
        readers += f" ({len(row['narrower'])} narrower)" if "narrower" in row else ""
        print(f"{row['document'][:12]}  {row['title']}  revision {row['revision']}  readers: {readers}")


def _checked(files: list[Path], acl: list[str] | None) -> list[Path]:
    """The files, when the labels of each hold. Raises ``bad_acl`` or ``missing_acl`` that names the file."""
    from chunkstudio.ingestion.access_file import access_for

    for file in files:
        try:
            access_for(file, acl or [])
        except ChunkStudioError as error:
            told = error.message if file.name in error.message else f"{file}: {error.message}"
            raise ChunkStudioError(error.code, told, hint=error.hint, field=error.field) from None
    return files


def _require_its_readers(work: Workspace, file: Path, access: DocumentAccess | None, revises: str | None) -> None:
    """Raises ``bad_acl`` where a file names other readers than the document that it is kept as has: its would be dropped."""
    content = hashlib.sha256(file.read_bytes()).hexdigest()
    document = work.documents.get(revises) if revises is not None else work.documents.find_content(content)
    if access is None or document is None or document.access in (None, access):
        return
    hint = f"Set them first: chunkstudio workspace labels {document.id[:12]} --from SIDE_FILE, or --acl LABEL."
    raise ChunkStudioError("bad_acl", f"{file} names other readers than {document.title} has.", hint=hint, field="acl")


def _add(
    work: Workspace, file: Path, title: str, pages: int, access: DocumentAccess | None, *, revises: str | None, embed: bool
) -> dict[str, Any]:
    """Keep one file; what is told of it."""
    if revises is not None:
        document = work.documents.revise(revises, file, pages=pages, author=work.author, access=access)
        if document.access is not None and any(part.pages for part in document.access.narrower):
            hint = f"See that they are still the same ones: chunkstudio workspace labels {document.id[:12]} --from SIDE_FILE."
            print_warning(f"Narrower labels of {document.title} name pages by their number.", hint)
    else:
        document = work.documents.add(file, title=title, pages=pages, author=work.author, access=access, embed=embed)
    access = document.access
    readers = access.to_dict() if access is not None else {"acl": None}
    return {"document": document.id, "title": document.title, "revision": document.current.number, **readers}


@app.command()
def labels(
    document: DocumentArgument,
    acl: AclOption = None,
    side: Annotated[
        Path | None, typer.Option("--from", help="Side file with labels and narrower parts to take.", readable=False)
    ] = None,
    workspace: WorkspaceOption = None,
    json_: JsonOption = False,
) -> None:
    """Set who may read a document, with the narrower parts of a side file; without one those that it has stay."""
    from chunkstudio.chunking.access import DocumentAccess
    from chunkstudio.ingestion.access_file import read_access

    if not acl and side is None:
        raise ChunkStudioError("bad_argument", "No labels are given.", hint="Name --acl LABEL or --from FILE.", field="acl")
    with opened(workspace) as work:
        found = work.documents.get(document)
        kept = found.access.to_dict() if found.access is not None else {}
        access = read_access(side, acl or []) if side is not None else DocumentAccess.parse(kept, labels=acl or [])
        work.documents.set_access(found.id, access, author=work.author)
    data = {"document": found.id, "title": found.title, **access.to_dict()}
    print(json.dumps(data, ensure_ascii=False, indent=2) if json_ else f"{found.title}: readers {', '.join(access.acl)}")


@app.command()
def waive(
    document: DocumentArgument,
    code: Annotated[str, typer.Argument(help="Code of the finding, such as page_failed.")],
    reason: Annotated[str, typer.Option("--reason", help="Why it does no harm; it stays in the log.")],
    workspace: WorkspaceOption = None,
    json_: JsonOption = False,
) -> None:
    """Accept an error of a document, so that it no longer stands against an approval."""
    from chunkstudio.workspace.approvals import Approvals

    with opened(workspace) as work:
        found = work.documents.get(document)
        Approvals(work).waive(found.id, code, reason)
    data = {"document": found.id, "code": code, "reason": reason}
    print(json.dumps(data, ensure_ascii=False, indent=2) if json_ else f"{found.title}: {code} is waived.")


@app.command()
def revision(
    document: DocumentArgument,
    workspace: WorkspaceOption = None,
    version: VersionOption = None,
    profile: ProfileOption = None,
    changes: SetOption = None,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Say what the newest revision of a document changed: boxes by page, records that keep their id, question evidence."""
    with opened(workspace, read_only=True, password_file=password_file) as work:
        found = work.documents.get(document)
        diff = work.revision_diff(found, _profile(work, version, profile, changes))
    data = _revision_data(diff)
    if json_:
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    print(f"{found.title}, revision {found.current.number}: {len(diff.boxes)} boxes differ, {diff.same_boxes} are the same.")
    for page, kinds in data["pages"].items():
        print(f"  page {page}: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    counts = data["records"]
    print(f"  records: {counts['keep_their_id']} keep their id; " + ", ".join(f"{v} {k}" for k, v in counts["changes"].items()))
    print(f"  to embed again: {counts['to_embed']['records']} records, {counts['to_embed']['tokens']:,} tokens")
    for e in data["evidence"]:
        if e["state"] != "kept":
            where = f"page {e['page_before']} -> {e['page_after']}" if e["page_after"] else f"page {e['page_before']}"
            print(f"  evidence of {e['question']} {e['state']} ({where}): {e['quote']}")


def _revision_data(diff: RevisionDiff) -> dict[str, Any]:
    """What a revision changed, as plain data."""
    assert diff.records is not None
    boxes = [
        {
            "change": c.kind,
            "page": c.page,
            "before": c.before.id if c.before else None,
            "after": c.after.id if c.after else None,
            "text": (c.after or c.before).text[:200],  # type: ignore[union-attr]
        }
        for c in diff.boxes
    ]
    kept = diff.kept_ids()
    cost = {"records": diff.records.cost.records, "tokens": diff.records.cost.tokens}
    records = {"keep_their_id": len(kept), "kept": list(kept), "changes": diff.records.counts(), "to_embed": cost}
    return {
        "pages": {str(page): dict(kinds) for page, kinds in diff.pages().items()},
        "same_boxes": diff.same_boxes,
        "boxes": boxes,
        "records": records,
        "evidence": [asdict(e) for e in diff.evidence],
    }


def _facts(file: Path, password: str | None) -> tuple[str, int]:
    """Title and number of pages of a file, read by a layout worker."""
    from chunkstudio.layout.opening import shared_pool
    from chunkstudio.layout.text_file import is_text_file

    if is_text_file(file):
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
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Chunk documents under a profile and keep the sets; exit code 1 when one failed."""
    with opened(workspace, read_only=dry_run, password_file=password_file) as work:
        chosen = _profile(work, version, profile, changes)
        # A file that was changed is refused by name, so that nobody takes its old records for new ones.
        known = [r for r in work.status(chosen) if r.state != "missing" or r.changed]
        documents = [r.document for r in known if not (stale and r.state == "fresh")]
        if dry_run:
            found = {d.id: work.blast_radius(d, chosen) for d in documents}
            rows: list[dict[str, Any]] = [{"document": i, **(c.counts() if c else {"added": "all"})} for i, c in found.items()]
            failed: list[Any] = []
        else:
            kept, failed = _rechunked(work, chosen, documents)
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


def _rechunked(
    work: Workspace, profile: Profile, documents: list[StoredDocument]
) -> tuple[list[StoredChunkSet], list[tuple[StoredDocument, ChunkStudioError]]]:
    """Chunk and keep, with a bar for all documents and one for the step of the document under way."""
    from chunkstudio.cli.reporting import STEP_UNITS, progress_bars

    done = 0

    def told(_document: StoredDocument, count: int) -> None:
        nonlocal done
        done = count
        show("Chunking", count, len(documents), "documents")

    def step(document: StoredDocument, name: str, count: int, total: int) -> None:
        show(f"{name.capitalize()} of {document.title}", count, total, STEP_UNITS.get(name, ""), row=1)

    try:
        with progress_bars() as show:
            show("Chunking", 0, len(documents), "documents")
            return work.rechunk(profile, documents, progress=told, steps=step)
    except KeyboardInterrupt:
        what = f"Cancelled after {done} of {len(documents)} documents; their chunk sets are kept."
        raise ChunkStudioError("cancelled", what, hint="Go on with chunkstudio workspace rechunk --stale.") from None


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
    """A saved version, a file, or else the version that was restored, approved or saved last."""
    if version is not None:
        return work.profiles.get(version).profile
    if path is not None or changes:
        return load_profile(path, changes)
    current = work.profiles.current()
    return current.profile if current is not None else load_profile(None, None)
