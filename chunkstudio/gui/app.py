"""The door to the window: :func:`run`. Nothing of Qt is loaded before it is called."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from chunkstudio.errors import ChunkStudioError


def run(paths: Sequence[Path], *, profile: Path | None = None) -> int:
    """Show the window with these files until it is closed; returns the exit code.

    2, with one sentence on stderr, where a system library or a display is missing or the profile is refused.
    """
    from chunkstudio.gui.system_check import display_problem, missing_library

    problem = display_problem()
    if problem:
        print(problem, file=sys.stderr)
        return 2
    try:
        for module in ("QtCore", "QtGui", "QtWidgets"):  # one by one: the first that fails names the library
            import_module(f"PySide6.{module}")
        from chunkstudio.gui.studio import Studio
    except ImportError as fault:
        if fault.name and fault.name.startswith("chunkstudio"):
            raise
        print(missing_library(fault), file=sys.stderr)
        return 2
    try:
        return Studio.start(paths, profile)
    except ChunkStudioError as error:
        print(f"{error.message} {error.hint}", file=sys.stderr)
        return 2
