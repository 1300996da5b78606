"""The door to the window: :func:`run`. Nothing of Qt is loaded before it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from chunkstudio.errors import ChunkStudioError

_DEBUG_VARIABLE = "CHUNKSTUDIO_DEBUG"


def run(paths: Sequence[Path], *, profile: Path | None = None, leave: bool = False) -> int:
    """Show the window with these files until it is closed; returns the exit code.

    2, with one sentence on stderr, where a system library or a display is missing, the profile is refused, or the window
    cannot be shown. With ``leave`` the process ends with the window: nobody waits for what is still being loaded.
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
        return Studio.start(paths, profile, leave=leave)
    except ChunkStudioError as error:
        print(f"{error.message} {error.hint}", file=sys.stderr)
    except Exception as fault:
        if os.environ.get(_DEBUG_VARIABLE):
            raise
        reason = f"{type(fault).__name__}: {fault}".splitlines()[0]
        print(f"The window cannot be shown: {reason}. Set {_DEBUG_VARIABLE}=1 and run again to see where.", file=sys.stderr)
    return 2
