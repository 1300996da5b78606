"""``chunkstudio export``, ``diff`` and ``audit``: what leaves a workspace, what changed, and what was done."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any

import typer

from chunkstudio.cli.options import JsonOption, PasswordFileOption
from chunkstudio.cli.workspace_options import DocumentsOption, WorkspaceOption, opened
from chunkstudio.errors import ChunkStudioError, reason_of

_SHOWN = 200
audit_app = typer.Typer(help="The append-only log of a workspace.", no_args_is_help=True)


FORMS_HELP = "jsonl, parquet, csv, report, markdown, sqlite, lancedb, qdrant, langchain, llamaindex, opensearch, pgvector."

TargetArgument = Annotated[str, typer.Argument(help="File or folder to write; an address for a Qdrant server.")]
FormOption = Annotated[str, typer.Option("--format", help=FORMS_HELP)]
DraftOption = Annotated[bool, typer.Option("--draft", help="Export what was not approved, marked as a draft.")]
SinceOption = Annotated[
    Path | None, typer.Option("--since", help="Manifest of an earlier export: write only what changed.", readable=False)
]
EmbedderOption = Annotated[
    str | None, typer.Option("--embedder", help="wordllama, openai:MODEL or a model folder, for vectors.")
]
IndexOption = Annotated[str, typer.Option("--index", help="Name of the table, collection or index.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Write over an existing file.")]


def export(
    target: TargetArgument,
    form: FormOption = "jsonl",
    workspace: WorkspaceOption = None,
    documents: DocumentsOption = None,
    draft: DraftOption = False,
    since: SinceOption = None,
    embedder: EmbedderOption = None,
    index: IndexOption = "chunks",
    force: ForceOption = False,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Export the approved chunk sets of a workspace (or, marked as such, drafts), whole or as a delta."""
    from chunkstudio.retrieval.embedders import embedder_for
    from chunkstudio.retrieval.vector_cache import VectorCache
    from chunkstudio.workspace.exports.export import ExportRequest
    from chunkstudio.workspace.exports.export import export as write
    from chunkstudio.workspace.exports.manifest import Manifest
    from chunkstudio.workspace.released import made_again, released_sets, require_free_target

    _require_name(target)
    base = Manifest.load(since) if since else None
    found = (embedder_for(embedder), VectorCache()) if embedder else (None, None)
    with opened(workspace, password_file=password_file) as work:
        work.database.require_writable()
        require_free_target(work, target)
        sets, profile = released_sets(work, documents, draft=draft)
        whole = made_again(work, sets) if form == "markdown" else sets
        facts = {"sets": whole, "form": form, "target": target, "draft": draft, "profile": profile, "base": base}
        manifest = write(ExportRequest(**facts, embedder=found[0], vectors=found[1], index=index, overwrite=force))  # type: ignore[arg-type]
        work.note_export(form, target, manifest.to_json())
    if json_:
        print(json.dumps({"target": target, "digest": manifest.digest, "counts": manifest.counts, "draft": draft}, indent=2))
    else:
        words = ("added", "updated", "deleted") if since else tuple(manifest.counts)
        print(f"Wrote {target}: " + ", ".join(_counted(manifest.counts[w], w) for w in words))


def _counted(count: int, noun: str) -> str:
    """``1 document``, ``2 documents``; words that are no nouns end in no s."""
    return f"{count:,} {noun.removesuffix('s') if count == 1 else noun}"


def _require_name(target: str) -> None:
    if target.strip() in ("", "-", ".", ".."):
        hint = "An export has a manifest beside it; name a file or folder."
        raise ChunkStudioError("bad_argument", f"'{target}' names no file to write.", hint=hint, field="target")


def diff(
    first: Annotated[
        Path, typer.Argument(help="A chunk set (JSON), an export (JSON lines), or the manifest of one.", readable=False)
    ],
    second: Annotated[Path, typer.Argument(help="Another one; exports and manifests may be mixed.", readable=False)],
    json_: JsonOption = False,
) -> None:
    """Say what going from one chunk set (or export) to another changes in an index."""
    exports = all(p.name.endswith((".manifest.json", ".jsonl")) for p in (first, second))
    data = _export_diff(first, second) if exports else _set_diff(first, second)
    if json_:
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for name, value in data.items():
        print(f"{name}: {len(value) if isinstance(value, list) else value}")


def _export_diff(first: Path, second: Path) -> dict[str, Any]:
    from chunkstudio.workspace.exports.manifest import delta, exported_records

    found = delta(exported_records(first), exported_records(second))
    return {"add": list(found.add), "update": list(found.update), "delete": list(found.delete)}


def _set_diff(first: Path, second: Path) -> dict[str, Any]:
    from chunkstudio.chunking.chunkset_reading import from_json

    before, after = (from_json(_text(p), source=str(p)) for p in (first, second))
    found = before.diff(after)
    cost = {"records_to_embed": found.cost.records, "tokens_to_embed": found.cost.tokens}
    return {**found.counts(), **cost}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ChunkStudioError("not_found", f"There is no file {path}.", hint="Check the path.") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ChunkStudioError("cannot_read", f"{path} cannot be read: {reason_of(error)}.", hint="Check the path.") from None


@audit_app.command()
def verify(workspace: WorkspaceOption = None, json_: JsonOption = False) -> None:
    """Check that nothing in the log was changed, added in between or taken out; exit code 1 when something was."""
    from chunkstudio.workspace import audit

    with opened(workspace, read_only=True) as work, work.database.whole() as base:
        problems, count = audit.verify(base), len(audit.entries(base))
    if json_:
        print(json.dumps({"entries": count, "problems": problems}, ensure_ascii=False, indent=2))
    else:
        print("\n".join(problems) if problems else f"The log is whole: {count} entries.")
    if problems:
        raise typer.Exit(1)


@audit_app.command()
def show(
    workspace: WorkspaceOption = None,
    limit: Annotated[int, typer.Option("--limit", help="The newest that many.", min=1)] = 50,
    json_: JsonOption = False,
) -> None:
    """Print the log, oldest first."""
    from dataclasses import asdict

    from chunkstudio.workspace import audit

    with opened(workspace, read_only=True) as work, work.database.whole() as base:
        entries = audit.entries(base, limit=limit)
    if json_:
        print(json.dumps([asdict(e) for e in entries], ensure_ascii=False, indent=2))
        return
    for e in entries:
        facts = ", ".join(f"{k} {_shown(v)}" for k, v in e.data.items() if v not in ("", None, [], {}))
        print(f"{e.sequence:>4}  {e.at}  {e.author}  {e.action}  {facts}")


def _shown(value: object) -> str:
    """A fact of the log on its line: text as it is, lists and mappings as JSON that is clipped."""
    if isinstance(value, str | int):
        return str(value)
    return shorten(json.dumps(value, ensure_ascii=False, separators=(",", ":")), _SHOWN, placeholder=" …")
