"""``chunkstudio profile``: show, check and compare profiles."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from chunkstudio.cli.options import JsonOption, SetOption, load_profile

app = typer.Typer(help="Show, check and compare profiles.", no_args_is_help=True)

ProfileFile = Annotated[Path | None, typer.Argument(help="Profile (YAML); the defaults without it.", show_default=False)]


@app.command()
def show(file: ProfileFile = None, changes: SetOption = None, json_: JsonOption = False) -> None:
    """Print every setting with its value, what it does and what it allows."""
    from rich.console import Console
    from rich.table import Table

    from chunkstudio.chunking.profile_fields import profile_fields

    profile = load_profile(file, changes)
    if json_:
        print(json.dumps({"version": profile.version, "profile": profile.to_dict()}, ensure_ascii=False, indent=2))
        return
    table = Table(
        "Setting", "Value", "Allowed", "What it does", title=f"{profile.name}  {profile.version}", title_justify="left"
    )
    changed = profile.changed()
    for f in profile_fields():
        value = profile.get(f.path)
        shown = (
            {None: "none", True: "true", False: "false"}.get(value, str(value))
            if isinstance(value, bool | None)
            else str(value)
        )
        table.add_row(f.path, f"[bold]{shown}[/bold]" if f.path in changed else shown, f.allowed, f.help)
    Console(soft_wrap=False).print(table)


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
