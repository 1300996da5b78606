"""Settings that every test shares: no user's files, no screen, a layout cache of the test run's own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OMP_NUM_THREADS", "1")


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing of the person who runs the tests is read or written."""
    folder = tmp_path_factory.mktemp("home")
    patch = pytest.MonkeyPatch()
    patch.setenv("CHUNKSTUDIO_CACHE", str(folder / "layout"))
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        patch.setenv(name, str(folder / name.lower()))
    for name in ("CHUNKSTUDIO_PASSWORD", "CHUNKSTUDIO_WORKSPACE", "CHUNKSTUDIO_DEBUG"):
        patch.delenv(name, raising=False)
    yield
    patch.undo()


@pytest.fixture(scope="session")
def samples() -> Path:
    """The folder of the sample documents."""
    return Path(__file__).resolve().parents[1] / "sample_docs"
