"""``python -m chunkstudio`` and the ``chunkstudio`` script: the window, or a command; each is loaded only when asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path


def _open_window(paths: Sequence[Path], profile: Path | None) -> int:
    from chunkstudio.gui.app import run

    return run(paths, profile=profile, leave=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code: 0 done, 1 an asked-for check failed, 2 error."""
    try:
        from chunkstudio.cli.app import run_command_line
    except KeyboardInterrupt:
        print("chunkstudio: Cancelled; nothing was written.", file=sys.stderr)
        return 2
    return run_command_line(list(sys.argv[1:] if arguments is None else arguments), open_window=_open_window)


if __name__ == "__main__":
    sys.exit(main())
