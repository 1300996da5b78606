"""``chunkstudio profile``: show, check and compare profiles, from files or from a workspace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chunkstudio.cli.options import JsonOption, PasswordFileOption, SetOption, changed, load_profile
from chunkstudio.cli.reporting import counted_progress
from chunkstudio.cli.workspace_options import DocumentsOption, WorkspaceOption, find_workspace, opened
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.workspace.version_diff import VersionDiff

app = typer.Typer(help="Show, check and compare profiles; keep, evaluate and approve their versions.", no_args_is_help=True)

_NARROWEST, _PIPED = 100, 200
ProfileName = Annotated[
    str | None,
    typer.Argument(
        help="Profile (YAML file), or a version of the workspace (start of its hash, or tag); the defaults without it.",
        show_default=False,
    ),
]


def is_file(name: str) -> bool:
    """Whether a name means a profile's file, not a version: by its ending, or because it is there."""
    return name.lower().endswith((".yaml", ".yml", ".json")) or Path(name).is_file()


def profile_named(name: str, workspace: Path | None) -> Profile:
    """A profile by its file, else a version of the workspace. Raises ``not_found`` or ``bad_profile``."""
    if is_file(name):
        return load_profile(Path(name), None)
    try:
        place = find_workspace(workspace)
    except ChunkStudioError as error:
        if error.code != "not_found":
            raise
        message = f"There is no profile file {name}, and no workspace here of which it could be a version."
        raise ChunkStudioError("not_found", message, hint="Check the path, or name a workspace with --workspace.") from None
    with opened(place, read_only=True) as work:
        return work.profiles.get(name).profile


@app.command()
def show(
    name: ProfileName = None,
    workspace: WorkspaceOption = None,
    changes: SetOption = None,
    json_: JsonOption = False,
    yaml_: Annotated[bool, typer.Option("--yaml", help="Print YAML: a profile file to start from.")] = False,
) -> None:
    """Print every setting with its value, what it does and what it allows; --yaml gives a file to start from."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from chunkstudio.chunking.profile_fields import profile_fields
    from chunkstudio.workspace.profile_files import marked_yaml

    profile = changed(load_profile(None, None) if name is None else profile_named(name, workspace), changes)
    if json_:
        print(json.dumps({"version": profile.version, "profile": profile.to_dict()}, ensure_ascii=False, indent=2))
        return
    if yaml_:
        kept = name is not None and not is_file(name) and not changes
        print(marked_yaml(profile) if kept else profile.to_yaml(), end="")
        return
    table = Table(title=Text(f"{profile.name}  {profile.version}"), title_justify="left")
    table.add_column("Setting", no_wrap=True)
    for name in ("Value", "Allowed", "What it does"):
        table.add_column(name)
    touched = profile.changed()
    for f in profile_fields():
        value = profile.get(f.path)
        shown = (
            {None: "none", True: "true", False: "false"}.get(value, str(value))
            if isinstance(value, bool | None)
            else str(value)
        )
        table.add_row(f.path, Text(shown, "bold" if f.path in touched else ""), f.allowed, f.help)
    console = Console(markup=False)
    # A line of a narrower table would hold a word or two of each column; in a pipe a setting is a line to search for.
    Console(markup=False, width=max(console.width, _NARROWEST) if console.is_terminal else _PIPED).print(table)


@app.command()
def validate(
    files: Annotated[list[Path], typer.Argument(help="Profiles (YAML) to check.", readable=False)], json_: JsonOption = False
) -> None:
    """Check profiles; exit code 1 when one is refused."""
    from chunkstudio.chunking.profile import Profile
    from chunkstudio.chunking.tokens import profile_tokenizer

    results: list[dict[str, object]] = []
    for path in files:
        try:
            profile = Profile.load(path)
            profile_tokenizer(profile.assembly.tokenizer, profile.retrieval.embedder)
            results.append({"file": str(path), "ok": True, "version": profile.version})
        except ChunkStudioError as error:
            results.append({"file": str(path), "ok": False, "error": error.as_dict()})
            if not json_:
                print(f"{path}: {error.message}", *error.hint.splitlines(), sep="\n  ")
            continue
        if not json_:
            print(f"{path}: valid, version {results[-1]['version']}")
    if json_:
        print(json.dumps(results, ensure_ascii=False, indent=2))
    if not all(r["ok"] for r in results):
        raise typer.Exit(1)


@app.command()
def diff(
    first: Annotated[str, typer.Argument(help="Profile (YAML file) or version of the workspace.")],
    second: Annotated[str, typer.Argument(help="Another one.")],
    workspace: WorkspaceOption = None,
    documents: DocumentsOption = None,
    controls: Annotated[bool, typer.Option("--controls", help="Only the settings; cut no documents.")] = False,
    password_file: PasswordFileOption = None,
    json_: JsonOption = False,
) -> None:
    """Say what differs between two profiles: settings, and in a workspace what they do to cuts, tokens and recall."""
    from chunkstudio.workspace.profile_store import setting_changes
    from chunkstudio.workspace.version_diff import VersionDiff, version_diff

    if is_file(first) and is_file(second) and workspace is None:
        a, b = (load_profile(Path(p), None) for p in (first, second))
        found = VersionDiff(tuple(setting_changes(a, b)))
    else:
        a, b = (profile_named(name, workspace) for name in (first, second))
        with opened(workspace, read_only=True, password_file=password_file) as work, counted_progress("Cutting") as report:
            chosen = [work.documents.get(d) for d in documents] if documents else work.documents.all()
            chosen = [] if controls else chosen
            report(0, len(chosen))
            found = version_diff(work, a, b, chosen, progress=lambda _, done: report(done, len(chosen)))
    if json_:
        print(json.dumps(diff_data(found), ensure_ascii=False, indent=2))
    else:
        _print_diff(found)


def diff_data(found: VersionDiff) -> dict[str, Any]:
    """The differences as plain data; pairs are before and after."""
    return {
        "settings": {c.path: {"first": c.before, "second": c.after} for c in found.settings},
        "documents": [
            {
                "document": e.document,
                "title": e.title,
                "chunks": list(e.chunks),
                "tokens": list(e.tokens),
                "median_tokens": list(e.median_tokens),
                "cuts_come": e.come,
                "cuts_go": e.gone,
                "pages": {str(page): {"come": come, "go": go} for page, (come, go) in e.pages().items()},
                "cuts": [
                    {"page": c.page, "after": c.after, "change": "goes" if c.gone else "comes", "reason": c.reason}
                    for c in e.cuts
                ],
                "records": e.records.counts() if e.records else None,
                "to_embed": {"records": e.records.cost.records, "tokens": e.records.cost.tokens} if e.records else None,
                **({"failure": e.failure} if e.failure else {}),
            }
            for e in found.documents
        ],
        "recall": [
            {
                "question_set": r.question_set,
                "name": r.name,
                "questions": r.questions,
                f"R@{r.k}": list(r.recall),
                f"tok@{r.k}": list(r.tokens),
                "interval": [round(r.low, 6), round(r.high, 6)],
                "p_value": round(r.p_value, 6),
                "verdict": r.verdict,
                "gained": list(r.gained),
                "lost": list(r.lost),
            }
            for r in found.recall
        ],
    }


def _print_diff(found: VersionDiff) -> None:
    for change in found.settings:
        print(f"{change.path}: {change.before} -> {change.after}")
    if not found.settings:
        print("The settings are the same.")
    for e in found.documents:
        if e.failure:
            print(f"{e.title}: cannot be cut. {e.failure}")
            continue
        pages = ", ".join(f"p {page} +{come} -{go}" for page, (come, go) in list(e.pages().items())[:8])
        print(f"{e.title}: {e.chunks[0]:,} -> {e.chunks[1]:,} chunks, {e.come:,} cuts come, {e.gone:,} go")
        print(
            f"    tokens {e.tokens[0]:,} -> {e.tokens[1]:,}, median chunk {e.median_tokens[0]:.0f} -> {e.median_tokens[1]:.0f}"
        )
        if e.records is not None:
            counts = ", ".join(f"{v:,} {k}" for k, v in e.records.counts().items() if v)
            print(f"    records: {counts}; {e.records.cost.records:,} to embed again")
        if pages:
            print(f"    pages: {pages}{', …' if len(e.pages()) > 8 else ''}")
    for r in found.recall:
        print(f"{r.name}: R@{r.k} {r.recall[0]:.3f} -> {r.recall[1]:.3f} [{r.low:+.3f}, {r.high:+.3f}] "
              f"p {r.p_value:.3f} on {r.questions} questions: {r.verdict}")  # fmt: skip
        for word, names in (("gained", r.gained), ("lost", r.lost)):
            if names:
                print(f"    {word}: {', '.join(names)}")
    if found.documents and not found.recall:
        print("Recall: no question set was evaluated under both (chunkstudio profile evaluate).")
