"""The command table of the command line, and the one place where failures become exit codes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import click
import typer

from chunkstudio import __version__
from chunkstudio.cli import profile_commands, reporting
from chunkstudio.cli.chunk_command import chunk
from chunkstudio.cli.explain_command import explain
from chunkstudio.cli.inspect_command import inspect
from chunkstudio.cli.stale_command import stale
from chunkstudio.errors import ChunkStudioError

OpenWindow = Callable[[Sequence[Path], Path | None], int]

HELP = "See, tune, prove and export how documents are cut into retrieval chunks. With files and no command: open the window."


def build_app(open_window: OpenWindow) -> typer.Typer:
    """All commands; ``open_window`` is given by the caller, because the command line does not know the window."""
    app = typer.Typer(
        name="chunkstudio", help=HELP, no_args_is_help=False, pretty_exceptions_enable=False, add_completion=False
    )

    @app.callback()
    def options(
        _version: Annotated[
            bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
        ] = False,
    ) -> None:
        """See, tune, prove and export how documents are cut into retrieval chunks.

        With files and no command: open them in the window.
        """

    @app.command(name="open")
    def open_(
        files: Annotated[list[Path] | None, typer.Argument(help="PDF files to open.", show_default=False)] = None,
        profile: Annotated[Path | None, typer.Option("--profile", help="Profile to start with (YAML).")] = None,
    ) -> None:
        """Open the window (the same as naming files without a command)."""
        raise typer.Exit(open_window(files or [], profile))

    app.command(name="chunk")(chunk)
    app.command(name="inspect")(inspect)
    app.command(name="explain")(explain)
    app.command(name="stale")(stale)
    app.add_typer(profile_commands.app, name="profile")
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"chunkstudio {__version__}")
        raise typer.Exit


def run_command_line(arguments: list[str], *, open_window: OpenWindow) -> int:
    """Run one command; returns the exit code. Anything that is no command is taken as files to open."""
    command = typer.main.get_command(build_app(open_window))
    known: set[str] = set(command.commands) if isinstance(command, click.Group) else set()
    if not arguments or (arguments[0] not in known and arguments[0] not in ("--help", "--version")):
        arguments = ["open", *arguments]
    as_json = reporting.wants_json(arguments)
    try:
        result = command.main(args=arguments, prog_name="chunkstudio", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except ChunkStudioError as error:
        reporting.print_error(error, as_json=as_json)
    except click.exceptions.Abort:
        reporting.print_error(ChunkStudioError("cancelled", "Cancelled; nothing was written."), as_json=as_json)
    except click.ClickException as error:
        hint = "See chunkstudio --help." if not getattr(error, "ctx", None) else f"See {error.ctx.command_path} --help."  # type: ignore[attr-defined]
        reporting.print_error(ChunkStudioError("bad_argument", error.format_message(), hint=hint), as_json=as_json)
    except KeyboardInterrupt:
        reporting.print_error(ChunkStudioError("cancelled", "Cancelled; nothing was written."), as_json=as_json)
    except BrokenPipeError:
        # The reader of our output has gone (``| head``): not a failure of ours, and nobody is left to tell.
        sys.stderr.close()
    return 2
