from __future__ import annotations

import threading
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.evaluation.lane import Cancelled, Lane, Progress, Task


@pytest.fixture
def lane(qapp: QApplication) -> Any:
    del qapp
    made = Lane("test")
    yield made
    made.stop()


def test_that_of_each_kind_only_the_newest_answer_arrives(lane: Lane, qtbot: QtBot) -> None:
    got: list[Any] = []
    begun, gate = threading.Event(), threading.Event()

    def first(_progress: Progress, cancelled: Cancelled) -> str:
        begun.set()
        gate.wait(10)
        return "stale" if cancelled() else "kept"

    lane.submit(Task("score", first, got.append))
    assert begun.wait(10)
    lane.submit(Task("score", lambda _p, _c: "newest", got.append))
    lane.submit(Task("search", lambda _p, _c: "other kind", got.append))
    gate.set()
    qtbot.waitUntil(lambda: len(got) == 2)
    assert got == ["newest", "other kind"]
    assert not lane.busy("score")


def test_that_answers_arrive_in_the_windows_thread_and_progress_before_them(lane: Lane, qtbot: QtBot) -> None:
    got: list[Any] = []
    here = threading.current_thread()

    def work(progress: Progress, _cancelled: Cancelled) -> bool:
        progress(1, 2)
        return threading.current_thread() is here

    lane.submit(Task("k", work, lambda v: got.append((v, threading.current_thread() is here)), lambda d, t: got.append((d, t))))
    qtbot.waitUntil(lambda: len(got) == 2)
    assert got == [(1, 2), (False, True)]


def test_that_a_fault_arrives_as_an_error_and_the_lane_goes_on(lane: Lane, qtbot: QtBot, capsys: Any) -> None:
    got: list[Any] = []
    lane.submit(Task("k", lambda _p, _c: 1 / 0, got.append))
    qtbot.waitUntil(lambda: bool(got))
    assert isinstance(got[0], ChunkStudioError)
    assert "ZeroDivisionError" in capsys.readouterr().err
    lane.submit(Task("k", lambda _p, _c: "fine", got.append))
    qtbot.waitUntil(lambda: got[1:] == ["fine"])


def test_that_a_cancelled_task_says_nothing(lane: Lane, qtbot: QtBot) -> None:
    got: list[Any] = []
    begun, ended = threading.Event(), threading.Event()

    def work(_progress: Progress, cancelled: Cancelled) -> None:
        begun.set()
        while not cancelled():
            pass
        ended.set()

    lane.submit(Task("k", work, got.append))
    assert begun.wait(10)
    lane.cancel("k")
    assert ended.wait(10)
    lane.submit(Task("after", lambda _p, _c: "after", got.append))
    qtbot.waitUntil(lambda: got == ["after"])
