"""Which workspace a command means, and opening it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chunkstudio.cli.options import read_password
from chunkstudio.errors import ChunkStudioError

if TYPE_CHECKING:
    from chunkstudio.workspace.workspace import Workspace

VARIABLE = "CHUNKSTUDIO_WORKSPACE"
SUFFIX = ".chunkstudio"

WorkspaceOption = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        "-w",
        help=f"Workspace file; or set {VARIABLE}; else the only one in this folder.",
        show_default=False,
        readable=False,
    ),
]

DocumentsOption = Annotated[list[str] | None, typer.Option("--document", help="Only these (start of the id); may be repeated.")]


def find_workspace(path: Path | None) -> Path:
    """The workspace named, set in the environment, or the only one here. Raises ``not_found`` or ``bad_argument``."""
    if path is not None:
        return path
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE])
    here = sorted(Path.cwd().glob(f"*{SUFFIX}"))
    if len(here) == 1:
        return here[0]
    if not here:
        raise ChunkStudioError(
            "not_found", "There is no workspace in this folder.", hint="Make one: chunkstudio workspace init NAME."
        )
    raise ChunkStudioError(
        "bad_argument", f"There are {len(here)} workspaces in this folder.", hint="Name one with --workspace."
    )


@contextlib.contextmanager
def opened(path: Path | None, *, read_only: bool = False, password_file: Path | None = None) -> Iterator[Workspace]:
    """The workspace, open for the time of a command; locked documents are opened with the password of the file (its first
    line) or of the environment."""
    from chunkstudio.workspace.workspace import Workspace

    password = read_password(password_file)
    work = Workspace.open(find_workspace(path), read_only=read_only)
    work.password_of = lambda _document: password
    try:
        yield work
    finally:
        work.close()
