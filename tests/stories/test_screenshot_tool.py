"""The developer's command that takes pictures of the window ends cleanly, also where it fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.stories.drawn_files import draw_manual

_TOOL = Path(__file__).parents[1] / "tools" / "screenshot.py"


def _run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(_TOOL.parents[2])}
    command = [sys.executable, str(_TOOL), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, env=environment)


def test_that_a_picture_has_the_size_in_device_pixels_that_was_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "start.png"
    done = _run(out, "--size", "1000x700", "--scale", "2")
    assert done.returncode == 0, done.stderr
    width, height = (int.from_bytes(out.read_bytes()[at : at + 4], "big") for at in (16, 20))
    assert (width, height) == (2000, 1400)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [(["--view", "nowhere"], "nowhere"), (["--chunk", "100000"], "IndexError"), (["--size", "wide"], "wide")],
    ids=["view", "chunk", "size"],
)
def test_that_a_wrong_argument_is_told_and_no_thread_is_left_running(tmp_path: Path, wrong: list[str], told: str) -> None:
    path = draw_manual(tmp_path / "manual.pdf", 3)
    done = _run(tmp_path / "out.png", path, "--set", "layout.parser=fast", *wrong)
    assert done.returncode == 1, done.stderr
    assert told in done.stderr
    assert "QThread" not in done.stderr
    assert not (tmp_path / "out.png").exists()


def test_that_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    done = _run(tmp_path / "missing" / "out.png")
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "QThread" not in done.stderr
