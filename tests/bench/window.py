"""What a person feels: ``python -m tests.bench.window FILE.pdf`` opens it in the real window, twice, and prints figures.

First boxes, whole fast layout, how late a 10 ms timer in the window's thread is while pages arrive, while sliders move,
and memory. Wall-clock figures mean something on a quiet machine only; beside them stand the window's own CPU per turn and
(on Linux) how long its thread was ready and had to wait for a processor, which other programs have a part in.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from chunkstudio.gui.session import Session

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _waited_ms(thread: int) -> float:
    """Milliseconds for which a thread was ready to run and had to wait; 0 where the system does not tell."""
    try:
        return int(Path(f"/proc/self/task/{thread}/schedstat").read_text(encoding="ascii").split()[1]) / 1e6
    except (OSError, IndexError):
        return 0.0


class Heart:
    """A 10 ms timer that notes how late it fires, and the thread's CPU and wait for a processor since the time before."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.late_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self.wait_ms: list[float] = []
        self._thread = threading.get_native_id()
        self._wall, self._cpu, self._wait = time.perf_counter(), time.thread_time(), _waited_ms(self._thread)
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(10)

    def _beat(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        self.late_ms.append(max(0.0, 1000 * (wall - self._wall) - 10))
        self.cpu_ms.append(1000 * (cpu - self._cpu))
        wait = _waited_ms(self._thread)
        self.wait_ms.append(wait - self._wait)
        self._wall, self._cpu, self._wait = wall, cpu, wait

    def report(self, name: str) -> None:
        """Print the percentiles since the last report."""
        parts = (("timer late", self.late_ms), ("own CPU a turn", self.cpu_ms), ("wait for a processor", self.wait_ms))
        words = []
        for what, values in parts:
            if values:
                values.sort()
                words.append(f"{what} p99 {values[int(0.99 * (len(values) - 1))]:.0f}, most {values[-1]:.0f} ms")
            values.clear()
        print(f"{name}: {'; '.join(words)}")


def _until(done: Callable[[], bool], seconds: float) -> float:
    """Turn the event loop, as a program does: asleep until there is something to do. Returns how long it took."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    start = time.perf_counter()
    pulse = QTimer()
    pulse.start(20)
    flags = QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
    while not done():
        if time.perf_counter() - start > seconds:
            raise TimeoutError("the window did not get there")
        QApplication.processEvents(flags)
    return time.perf_counter() - start


def _pause(seconds: float) -> None:
    end = time.perf_counter() + seconds
    _until(lambda: time.perf_counter() > end, 5)


def _is_final(session: Session) -> bool:
    """Whether the shown document is final and cut with the profile of now, and nothing is under way."""
    state = session.current
    if state is None or not state.final or state.result is None or session.busy:
        return False
    return bool(state.result.profile == session.profile)


def main(path: Path, parser: str) -> None:
    """Open, tune and open again; print what was measured."""
    from PySide6.QtCore import QSettings

    from chunkstudio.chunking.profile import Profile
    from chunkstudio.gui.studio import Studio, application

    app = application()
    folder = Path(tempfile.mkdtemp(prefix="chunkstudio-bench-"))
    os.environ["CHUNKSTUDIO_CACHE"] = str(folder / "cache")
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    started = time.perf_counter()
    studio = Studio(settings, folder, Profile().replace({"layout.parser": parser}))
    studio.show()
    _until(lambda: studio.window.isVisible(), 20)
    print(f"window visible after {time.perf_counter() - started:.2f} s (without imports)")
    session = studio.session
    _until(lambda: all(f.panel is not None for f in studio.window.frames.values()), 30)
    heart = Heart()
    for round_name in ("first", "again"):
        session.open_paths([path])
        boxes = _until(lambda: session.current is not None and session.current.layout is not None, 120)
        final = boxes + _until(lambda: _is_final(session), 1200)
        state = session.current
        assert state is not None and state.result is not None
        print(f"{round_name}: first boxes {boxes:.2f} s, final {final:.2f} s, {len(state.result)} chunks")
        heart.report(f"  {round_name} opening")
        if round_name == "first":
            session.close_document(state.key)
            _until(lambda: session.current is None, 20)
    for k in range(40):
        session.edit_profile("assembly.threshold", 0.4 + 0.005 * k, dragging=True)
        _pause(0.03)
    session.edit_profile("assembly.threshold", 0.6)
    settled = _until(lambda: _is_final(session), 60)
    print(f"after the last of 40 slider steps the whole result came in {settled:.2f} s")
    heart.report("  dragging")
    me = psutil.Process()
    sizes = sorted((c.memory_info().rss >> 20 for c in me.children(recursive=True)), reverse=True)
    print(f"memory: window {me.memory_info().rss >> 20} MB, workers {sizes} MB")
    studio.window.close()
    studio.end()
    app.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "fast")
