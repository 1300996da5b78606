"""While pages arrive and the engine runs, the window goes on painting and answering."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from chunkstudio.gui import dock_frame, status
from chunkstudio.gui.right_of_way import window_first
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual


class Heartbeat:
    """A 10 ms timer in the window's thread; ``busy_ms`` is how much of its CPU each turn took, which other programs
    on the machine cannot stretch as they do the wall clock."""

    def __init__(self) -> None:
        self.busy_ms: list[float] = []
        self._last = time.thread_time()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(10)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.thread_time()
        self.busy_ms.append(1000 * (now - self._last))
        self._last = now

    def stop(self) -> float:
        """The longest turn in milliseconds."""
        self._timer.stop()
        return max(self.busy_ms)


def test_that_opening_a_long_document_never_holds_the_window_for_a_tenth_of_a_second(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    qtbot.waitUntil(lambda: all(frame.panel is not None for frame in studio.window.frames.values()), timeout=20_000)
    path = draw_manual(tmp_path / "long.pdf", 60)
    heart = Heartbeat()
    studio.open(path)
    assert heart.stop() < 100
    assert len(heart.busy_ms) > 20


def test_that_dragging_a_slider_shows_previews_and_ends_with_the_last_value(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "long.pdf", 30))
    previews: list[str] = []
    results: list[float] = []
    studio.session.preview_changed.connect(previews.append)
    studio.session.result_changed.connect(lambda _: results.append(studio.state.result.profile.weights.box))
    heart = Heartbeat()
    values = [0.35 + 0.01 * step for step in range(40)]
    drag = QTimer()
    drag.setInterval(5)
    drag.timeout.connect(lambda: studio.session.edit_profile("weights.box", values.pop(0), dragging=True) if values else None)
    drag.start()
    qtbot.waitUntil(lambda: not values, timeout=10_000)
    drag.stop()
    studio.session.edit_profile("weights.box", 0.9)
    studio.wait_final()
    assert heart.stop() < 100
    assert previews
    assert results[-1] == 0.9
    assert results == sorted(results)
    assert studio.session.undo_stack.count() == 1


def test_that_kept_pages_of_a_document_that_is_opened_again_are_cut_together(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 40)
    first = studio.open(path)
    studio.session.close_document(first.key)
    qtbot.waitUntil(lambda: studio.session.current is None)
    results: list[int] = []
    studio.session.result_changed.connect(lambda _key: results.append(len(studio.state.result.units)))
    again = studio.open(path)
    assert len(results) <= 2  # one where they came all at once, two where the first few were slow
    assert results[-1] == len(first.result.units)
    assert again.result.markdown == first.result.markdown


def test_that_other_threads_stand_aside_while_the_window_is_arranged_and_painted(
    start: StartStudio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    seen: dict[str, set[bool]] = {"paint": set(), "hint": set()}

    def noting(what: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            seen[what].add(not window_first._free.is_set())
            return method(*given)

        return call

    monkeypatch.setattr(status, "paint_icon", noting("paint", status.paint_icon))
    monkeypatch.setattr(dock_frame, "QSize", noting("hint", dock_frame.QSize))
    icon = studio.window.statusBar().findChild(status.StatusIcon)
    icon.update()
    qtbot.waitUntil(lambda: bool(seen["paint"]))  # the first picture comes with the exposed window, before there is any work
    seen["paint"].clear()
    seen["hint"].clear()
    for frame in studio.window.frames.values():
        frame.updateGeometry()
    icon.update()
    qtbot.waitUntil(lambda: bool(seen["paint"]) and True in seen["hint"])
    assert seen["paint"] == {True}


def test_that_the_last_pages_do_not_wait_for_a_run_on_the_others_nor_the_others_long_for_them(
    start: StartStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    key = studio.open(draw_manual(tmp_path / "manual.pdf", 10)).key
    jobs = studio.studio.jobs
    pages = jobs.layout.pages(key)
    assert pages is not None
    last = pages.wanted.pop(pages.total)
    asked: list[bool] = []
    monkeypatch.setattr(jobs.engine, "submit", lambda request: asked.append(request.complete))
    monkeypatch.setitem(jobs._opened_at, key, time.monotonic() - 1)
    monkeypatch.setitem(jobs._run_seconds, key, 0.01)
    jobs.layout.pages_arrived.emit(key)
    jobs._cut_dirty()
    assert asked == [False]  # the page may take a ninth of a second, a run far less
    monkeypatch.setitem(jobs._run_seconds, key, 1.0)
    jobs.layout.pages_arrived.emit(key)
    jobs._cut_dirty()
    assert asked == [False]
    monkeypatch.setitem(jobs._arrived_at, key, time.monotonic() - 1)
    jobs._cut_dirty()
    assert asked == [False]
    monkeypatch.setitem(jobs._arrived_at, key, time.monotonic() - 3)
    jobs._cut_dirty()
    assert asked == [False, False]  # the page takes longer than two runs: the others are shown
    pages.wanted[pages.total] = last
    jobs.layout.pages_arrived.emit(key)
    assert asked == [False, False, True]
