"""What a person feels: ``python -m tests.bench.window FILE.pdf`` opens it in the real window, twice, and prints figures.

First boxes, whole fast layout, how late a 10 ms timer in the window's thread is while pages arrive, while sliders move,
and memory. Wall-clock figures mean something on a quiet machine only; the window's own CPU per turn stands beside them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from chunkstudio.gui.session import Session

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


class Heart:
    """A 10 ms timer that notes how late it fires and how much CPU the thread spent since."""

    def __init__(self) -> None:
        from PySide6.QtCore import Qt, QTimer

        self.late_ms: list[float] = []
        self.cpu_ms: list[float] = []
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(10)

    def _beat(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        self.late_ms.append(max(0.0, 1000 * (wall - self._wall) - 10))
        self.cpu_ms.append(1000 * (cpu - self._cpu))
        self._wall, self._cpu = wall, cpu

    def report(self, name: str) -> None:
        """Print the percentiles since the last report."""
        late, cpu = sorted(self.late_ms), sorted(self.cpu_ms)
        if late:
            at = int(0.99 * (len(late) - 1))
            own = f"own CPU a turn p99 {cpu[at]:.0f}, most {cpu[-1]:.0f} ms"
            print(f"{name}: timer late p99 {late[at]:.0f} ms, most {late[-1]:.0f} ms; {own}")
        self.late_ms.clear()
        self.cpu_ms.clear()


def _until(done: Callable[[], bool], seconds: float) -> float:
    """Turn the event loop until a condition holds; returns how long it took."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    start = time.perf_counter()
    while not done():
        if time.perf_counter() - start > seconds:
            raise TimeoutError("the window did not get there")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
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
