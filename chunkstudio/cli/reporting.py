"""What the command line says: errors on stderr (one JSON line where JSON was asked for), progress on a terminal only."""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from chunkstudio.errors import ChunkStudioError

STEP_UNITS = {"layout": "pages", "summaries": "calls"}
"""What is counted in each step of chunking a document."""


def wants_json(arguments: list[str]) -> bool:
    """Whether errors shall be JSON: ``--json``, or where the command prints a ``--format`` that is JSON.

    ``export --format jsonl`` writes a file: there only ``--json`` says that a program is reading.
    """
    formats = {"json", "jsonl"} if arguments[:1] != ["export"] else set()
    pairs = itertools.pairwise(arguments)
    return (
        "--json" in arguments
        or any(a == "--format" and b in formats for a, b in pairs)
        or any(a.split("=", 1)[-1] in formats for a in arguments if a.startswith("--format="))
    )


def speak_any_language(*, exactly: bool) -> None:
    """Let every sign of a document be printed, also where the system's encoding does not hold it.

    A pipe or file gets UTF-8; a terminal gets a mark in place of what it cannot show, and so does who chose an encoding by
    ``PYTHONIOENCODING``, but where the output is read by a program (``exactly``).
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower().replace("-", "") == "utf8":
            continue
        if exactly or not (stream.isatty() or os.environ.get("PYTHONIOENCODING")):
            stream.reconfigure(encoding="utf-8")
        else:
            stream.reconfigure(errors="replace")


def print_error(error: ChunkStudioError, *, as_json: bool) -> None:
    """The error on stderr: one line of JSON, or for people the sentence and its hint, which may have several lines."""
    if as_json:
        print(json.dumps({"error": error.as_dict()}, ensure_ascii=False), file=sys.stderr)
        return
    print(f"chunkstudio: {error.message}", file=sys.stderr)
    for line in error.hint.splitlines():
        print(f"  {line}", file=sys.stderr)


def print_warning(message: str, hint: str = "") -> None:
    """What a user should know though the command did its work: a sentence on stderr, with what to do."""
    print(f"chunkstudio: warning: {message}", file=sys.stderr)
    if hint:
        print(f"  {hint}", file=sys.stderr)


@contextmanager
def page_progress(label: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar over pages on a terminal; nothing in a pipe. Yields ``report(done, total)``."""
    with counted_progress(label, "pages") as report:
        yield report


@contextmanager
def counted_progress(label: str, unit: str = "documents") -> Iterator[Callable[[int, int], None]]:
    """A progress bar over anything counted, see :func:`page_progress`."""
    with progress_bars() as show:
        show(label, 0, None, unit)
        yield lambda done, total: show(label, done, total, unit)


@contextmanager
def step_progress(name: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar that tells of the step of one document that is under way; yields ``report(step, done, total)``."""
    with progress_bars() as show:
        yield lambda step, done, total: show(f"{step.capitalize()} of {name}", done, total, STEP_UNITS.get(step, ""))


@contextmanager
def progress_bars() -> Iterator[Callable[..., None]]:
    """Bars one below the other on a terminal; nothing in a pipe.

    Yields ``show(label, done, total, unit, row=0)``: what the bar of a row says from now on; a total of None is unknown.
    """
    if not sys.stderr.isatty():
        yield lambda *_, **__: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[unit]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        rows: list[TaskID] = []

        def show(label: str, done: int, total: int | None, unit: str, row: int = 0) -> None:
            while len(rows) <= row:
                rows.append(bar.add_task(label, total=None, unit=unit))
            bar.update(rows[row], description=escape(label), completed=done, total=total, unit=unit)

        yield show
