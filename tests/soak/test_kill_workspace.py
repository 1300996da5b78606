"""The short form of the soak: a few kills at random moments."""

from __future__ import annotations

import sys

import pytest

from tests.soak.kill_workspace import run


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
def test_that_a_killed_program_leaves_a_whole_workspace_and_loses_nothing_acknowledged() -> None:
    assert run(6) == []
