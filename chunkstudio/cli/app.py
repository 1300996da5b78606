"""The command table of the command line, and the one place where failures become exit codes."""

from __future__ import annotations

import difflib
import errno
import os
import sys
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from chunkstudio import __version__
from chunkstudio.cli import export_commands, reporting, version_commands, workspace_commands
from chunkstudio.cli.chunk_command import chunk
from chunkstudio.cli.evaluate_commands import compare, evaluate, gate
from chunkstudio.cli.explain_command import explain
from chunkstudio.cli.inspect_command import inspect
from chunkstudio.cli.options import PASSWORD_VARIABLE
from chunkstudio.cli.stale_command import stale
from chunkstudio.errors import ChunkStudioError

OpenWindow = Callable[[Sequence[Path], Path | None], int]

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
INTERRUPTED = 130  # what typer makes of Ctrl-C
DEBUG_VARIABLE = "CHUNKSTUDIO_DEBUG"
_HELP_OPTIONS = ("--help", "-h")
HELP = "See, tune, prove and export how documents are cut into retrieval chunks. With files and no command: open the window."


def build_app(open_window: OpenWindow) -> typer.Typer:
    """All commands; ``open_window`` is given by the caller, because the command line does not know the window."""
    app = typer.Typer(
        name="chunkstudio",
        help=HELP,
        no_args_is_help=False,
        pretty_exceptions_enable=False,
        add_completion=False,
        context_settings={"help_option_names": list(_HELP_OPTIONS)},
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
        files: Annotated[
            list[Path] | None, typer.Argument(help="PDF files to open.", show_default=False, readable=False)
        ] = None,
        profile: Annotated[Path | None, typer.Option("--profile", help="Profile to start with (YAML).", readable=False)] = None,
    ) -> None:
        """Open the window (the same as naming files without a command)."""
        _require_a_file(files or [])
        raise typer.Exit(open_window(files or [], profile))

    commands = (chunk, inspect, explain, stale, evaluate, compare, gate, export_commands.export, export_commands.diff)
    for command in commands:
        app.command(name=command.__name__)(command)
    app.add_typer(version_commands.app, name="profile")
    app.add_typer(workspace_commands.app, name="workspace")
    app.add_typer(export_commands.audit_app, name="audit")
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"chunkstudio {__version__}")
        raise typer.Exit


def run_command_line(arguments: list[str], *, open_window: OpenWindow) -> int:
    """Run one command; returns the exit code. Files that stand where a command could are opened in the window."""
    app = build_app(open_window)
    known = {str(c.name) for c in app.registered_commands} | {str(g.name) for g in app.registered_groups}
    as_json = reporting.wants_json(arguments)
    if sys.stdout is None:  # closed by the caller: what is printed goes nowhere
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    reporting.speak_any_language(exactly=as_json or "--yaml" in arguments)
    try:
        _require_unicode(arguments)
        arguments = _with_command(arguments, known)
        result = typer.main.get_command(app).main(args=arguments, prog_name="chunkstudio", standalone_mode=False)
        if result == INTERRUPTED:
            raise KeyboardInterrupt
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except ChunkStudioError as error:
        reporting.print_error(_typed_hint(error), as_json=as_json)
    except (typer.Abort, KeyboardInterrupt):
        reporting.print_error(ChunkStudioError("cancelled", "Cancelled; nothing was written."), as_json=as_json)
    except typer.TyperException as error:
        # Where a group was named without a command, its help was printed and the error says nothing.
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        message = message.replace("Value error, ", "")
        refused = ChunkStudioError("bad_argument", message or "Name one of its commands.", hint=_usage_hint(error))
        reporting.print_error(refused, as_json=as_json)
    except BrokenPipeError:
        # The reader of our output has gone (``| head``): no failure of ours.
        _print_nowhere()
        return 0
    except SystemExit as stop:  # what rich makes of a reader that has gone
        if isinstance(stop.__context__, BrokenPipeError):
            return 0
        raise
    except Exception as error:
        if os.environ.get(DEBUG_VARIABLE):
            raise
        reporting.print_error(_unforeseen(error), as_json=as_json)
    return 2


def _with_command(arguments: list[str], known: Collection[str]) -> list[str]:
    """The arguments with their command, which is ``open`` where they begin with a file.

    Raises ``bad_argument`` for a word that is neither a command nor a file, since it is a command mistyped.
    """
    first = arguments[0] if arguments else ""
    if first in known or first in (*_HELP_OPTIONS, "--version"):
        return arguments
    if (
        first
        and not first.startswith("-")
        and Path(first).name == first
        and not Path(first).suffix
        and not os.path.lexists(first)
    ):
        near = difflib.get_close_matches(first.lower(), sorted(known), n=1)
        meant = f" Did you mean '{near[0]}'?" if near else ""
        message = f"No command or file named '{first}'.{meant}"
        raise ChunkStudioError("bad_argument", message, hint="See chunkstudio --help.")
    return ["open", *arguments]


def _require_a_file(files: Sequence[Path]) -> None:
    """Raises ``not_found`` where none of the files is there; the window tells of one missing among others."""
    if files and not any(map(os.path.lexists, files)):
        raise ChunkStudioError("not_found", f"There is no file {files[0]}.", hint="Check the path and the spelling.")


def _typed_hint(error: ChunkStudioError) -> ChunkStudioError:
    """The error with what is to be typed, where the hint speaks of the window's dialog."""
    if error.code != "encrypted":
        return error
    hint = f"Give its password with --password-file FILE or in {PASSWORD_VARIABLE}."
    return ChunkStudioError(error.code, error.message, hint=hint, field=error.field)


def _unforeseen(error: Exception) -> ChunkStudioError:
    """What nobody foresaw, in words; a full disk behind standard output is no fault of the program."""
    if isinstance(error, OSError) and error.filename is None and error.errno in _FULL:
        _print_nowhere()
        reason = os.strerror(error.errno).lower()
        return ChunkStudioError("cannot_write", f"The output cannot be written: {reason}.", hint="Free some space.")
    message = f"Something went wrong inside ChunkStudio: {type(error).__name__}: {error}"
    return ChunkStudioError("crashed", message, hint=f"Set {DEBUG_VARIABLE}=1 and run again to see where.")


def _require_unicode(arguments: Sequence[str]) -> None:
    """Raises ``bad_argument`` for what was typed in another encoding; it comes as lone surrogates."""
    wrong = next((a for a in arguments if any("\ud800" <= c <= "\udfff" for c in a)), None)
    if wrong is not None:
        shown = wrong.encode("utf-8", "replace").decode()[:80]
        raise ChunkStudioError("bad_argument", f"{shown} is not in UTF-8.", hint="Rename the file, or type it in UTF-8.")


def _print_nowhere() -> None:
    """Point standard output at nothing, so that the interpreter does not complain when it flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _usage_hint(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    return f"See {context.command_path if context is not None else 'chunkstudio'} --help."
