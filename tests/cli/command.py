"""Runs the command line in this process, as a person would type it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from chunkstudio.cli.app import run_command_line


@dataclass(frozen=True)
class Outcome:
    """Exit code and what was printed."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def error(self) -> dict[str, Any]:
        """The error line of standard error."""
        error: dict[str, Any] = json.loads(self.err.strip().splitlines()[-1])["error"]
        return error


class Command:
    """Types commands; files opened in the window are noted in ``opened``."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture
        self.opened: list[tuple[list[Path], Path | None]] = []

    def __call__(self, *arguments: object) -> Outcome:
        self._capture.readouterr()
        code = run_command_line([str(a) for a in arguments], open_window=self._open)
        found = self._capture.readouterr()
        return Outcome(code, found.out, found.err)

    def _open(self, paths: Sequence[Path], profile: Path | None) -> int:
        self.opened.append((list(paths), profile))
        return 0


FAST = ("--set", "layout.parser=fast")
