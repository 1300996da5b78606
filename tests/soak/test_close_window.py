"""The short form of the soak: a few closings at random moments, and one while something loads for ever."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.soak.close_window import SAMPLE, run


def test_that_a_window_closed_at_any_moment_ends_its_program_well() -> None:
    assert [str(r) for r in run(4, at_once=2) if r.fault] == []


def test_that_the_program_ends_with_its_window_also_while_a_thread_loads_or_compiles(tmp_path: Path) -> None:
    code = f"""
import sys, threading
from PySide6.QtCore import QTimer
from chunkstudio.gui import engine_runs
from chunkstudio.gui.studio import application
from chunkstudio.__main__ import main
app = application()
def load_for_ever(stopped):
    QTimer.singleShot(0, app, app.closeAllWindows)
    print("loading", flush=True)
    threading.Event().wait()
engine_runs.warm_engine = load_for_ever
sys.exit(main(["open", {str(SAMPLE)!r}]))
"""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CHUNKSTUDIO_CACHE", "APPDATA", "LOCALAPPDATA")
    homes = dict.fromkeys(names, str(tmp_path)) | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | homes, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "loading" in done.stdout
    assert list(tmp_path.rglob("draft.yaml")), "what is to be kept is written before the end"
