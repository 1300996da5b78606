"""The command line as a fixture."""

from __future__ import annotations

import pytest

from tests.cli.command import Command


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)
