"""Close the window while it is busy opening a document: ``python -m tests.soak.close_window [ROUNDS]``.

Every round starts the program on a sample, offscreen and with settings and caches of its own, and closes its window at a
random moment of its first four seconds. Rounds take turns: the command (``python -m chunkstudio``) and
:func:`chunkstudio.gui.app.run` called by a script, which ends through the whole teardown of the interpreter. Each must end
with code 0, say nothing of a crash, leave no layout process, and do so soon after its window is gone. Where it does not, what
it wrote and its core file (if the system makes one) are kept in a folder that is named.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import cycle, islice
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_docs" / "policy_manual.pdf"
LATEST_MS = 4000
WAYS = ("command", "script")
CLOSED = "window closed"
CHILD = f"""
import faulthandler, sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
from chunkstudio.gui.studio import application
faulthandler.enable()
way, moment, document = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
app = application()
def close():
    app.closeAllWindows()
    print("{CLOSED}", flush=True)
QTimer.singleShot(moment, close)
if way == "command":
    from chunkstudio.__main__ import main
    sys.exit(main(["open", str(document)]))
from chunkstudio.gui.app import run
code = run([document])
faulthandler.enable()  # the program gave the hook back; the teardown is watched as well
sys.exit(code)
"""
SIGNS = ("Fatal Python error", "QThread: Destroyed", "Traceback (most recent call last)", "terminate called")


@dataclass(frozen=True)
class Round:
    """How one closing went: ``lived`` are the seconds between the closed window and the end of the process.

    ``left`` counts the layout processes that outlived it.
    """

    way: str
    moment: int
    code: int
    lived: float
    said: str
    left: int = 0

    @property
    def fault(self) -> str:
        """What was wrong; empty where nothing was."""
        if self.code:
            return f"exit code {self.code}"
        if self.left:
            return f"{self.left} layout processes left"
        return next((f"said: {sign}" for sign in SIGNS if sign in self.said), "")

    def __str__(self) -> str:
        return f"{self.way} closed at {self.moment} ms: {self.fault or 'ok'}, lived on {self.lived:.2f} s"


def close_once(way: str, moment: int, folder: Path, document: Path = SAMPLE) -> Round:
    """Start the program, have it close its window after ``moment`` milliseconds, and wait for its end."""
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "CHUNKSTUDIO_CACHE", "APPDATA", "LOCALAPPDATA")
    homes = dict.fromkeys(names, str(folder))
    settings = {"QT_QPA_PLATFORM": "offscreen", "PYTHONFAULTHANDLER": "1", "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, way, str(moment), str(document)],
        env=os.environ | homes | settings,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as child:
        stop = threading.Timer(600, child.kill)
        stop.start()
        ended = _watch(child, way, moment, stop)
    return replace(ended, left=_layout_processes(folder))


def _layout_processes(folder: Path) -> int:
    """Layout processes of the program that had its cache in this folder; one that was told to end has five seconds."""
    end = time.monotonic() + 5
    while left := sum(_cache_of(process) == str(folder) for process in psutil.process_iter()):
        if time.monotonic() > end:
            return left
        time.sleep(0.2)
    return 0


def _cache_of(process: psutil.Process) -> str:
    try:
        worker = "chunkstudio.layout.worker" in process.cmdline()
        return process.environ().get("CHUNKSTUDIO_CACHE", "") if worker else ""
    except (psutil.Error, OSError):
        return ""


def _watch(child: subprocess.Popen[str], way: str, moment: int, stop: threading.Timer) -> Round:
    assert child.stdout is not None
    said, closed = "", 0.0
    for line in child.stdout:
        said += line
        if line.strip() == CLOSED:
            closed = time.monotonic()
    code = child.wait()
    stop.cancel()
    return Round(way, moment, code, time.monotonic() - closed if closed else 0.0, said)


def _allow_core_files() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


def _one(number: int, way: str, moment: int) -> Round:
    folder = Path(tempfile.mkdtemp(prefix="close_window_"))
    done = close_once(way, moment, folder)
    print(f"{number + 1}: {done}", flush=True)
    if done.fault:
        (folder / "said.txt").write_text(done.said, encoding="utf-8")
        print(f"   kept in {folder}", flush=True)
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return done


def run(rounds: int, *, at_once: int = 1, ways: Sequence[str] = WAYS, seed: int | None = None) -> list[Round]:
    """Close the window so many times, ``at_once`` programs at a time, in these ways by turns."""
    draw = random.Random(seed)
    moments = [draw.randrange(LATEST_MS) for _ in range(rounds)]
    with ThreadPoolExecutor(at_once) as threads:
        return list(threads.map(_one, range(rounds), islice(cycle(ways), rounds), moments))


def main() -> int:
    """Run the soak; 1 where a round failed."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("rounds", type=int, nargs="?", default=150)
    reader.add_argument("--at-once", type=int, default=2)
    reader.add_argument("--way", choices=WAYS)
    chosen = reader.parse_args()
    _allow_core_files()
    rounds = run(chosen.rounds, at_once=chosen.at_once, ways=[chosen.way] if chosen.way else WAYS)
    failed = [r for r in rounds if r.fault]
    codes = {code: sum(r.code == code for r in rounds) for code in sorted({r.code for r in rounds})}
    print(f"{len(rounds)} rounds, exit codes {codes}, {len(failed)} faults")
    for way in WAYS:
        lived = sorted(r.lived for r in rounds if r.way == way)
        if lived:
            print(f"{way}: lived on for {statistics.median(lived):.2f} s (median), {lived[-1]:.2f} s at most")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
