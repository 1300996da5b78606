"""The window's turns go before the work of other threads."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from chunkstudio.gui.engine_runs import EngineRuns
from chunkstudio.gui.engine_thread import EngineAnswer, EngineRequest, EngineThread
from chunkstudio.gui.explorer import Question, Reply, _Questions, _Thinker
from chunkstudio.gui.inbox import Inbox
from chunkstudio.gui.right_of_way import RightOfWay, window_first
from chunkstudio.gui.turns import Turns


def _stands_aside() -> bool:
    """Whether the window has a turn just now: another thread would have to wait."""
    return not window_first._free.is_set()


class _Waits(threading.Event):
    """An event that says when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.waited_for = threading.Event()

    def wait(self, timeout: float | None = None) -> bool:
        self.waited_for.set()
        return super().wait(timeout)


def test_that_another_thread_waits_until_the_turn_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chunkstudio.gui.right_of_way._LONGEST_SECONDS", 60.0)
    way, order, free = RightOfWay(), list[str](), _Waits()
    monkeypatch.setattr(way, "_free", free)

    def work() -> None:
        way.stand_aside()
        order.append("work")

    with way.turn():
        thread = threading.Thread(target=work)
        thread.start()
        assert free.waited_for.wait(20)
        order.append("turn")
    thread.join(20)
    assert order == ["turn", "work"]


def test_that_a_turn_within_a_turn_does_not_end_it() -> None:
    way = RightOfWay()
    with way.turn():
        with way.turn():
            pass
        assert not way._free.is_set()
    assert way._free.is_set()


def test_that_nobody_waits_where_there_is_no_turn_or_where_it_failed() -> None:
    way = RightOfWay()
    with pytest.raises(ZeroDivisionError), way.turn():
        raise ZeroDivisionError
    before = time.monotonic()
    way.stand_aside()
    assert time.monotonic() - before < 0.04


def test_that_a_turn_with_an_event_loop_of_its_own_holds_nobody_up() -> None:
    way = RightOfWay()
    with way.turn():
        time.sleep(0.06)
        before = time.thread_time()
        started = time.monotonic()
        for _ in range(20):
            way.stand_aside()
        assert time.monotonic() - started < 0.5
        assert time.thread_time() - before < 0.05


def test_that_jobs_of_the_window_and_what_other_threads_send_are_turns(qtbot: QtBot) -> None:
    seen: list[bool] = []
    owner, jobs = QObject(), Turns()
    inbox: Inbox[int] = Inbox(lambda _: seen.append(_stands_aside()))
    jobs.add(owner, "job", lambda: seen.append(_stands_aside()))
    inbox.post(1)
    qtbot.waitUntil(lambda: len(seen) == 2)
    inbox.close()
    assert seen == [True, True]
    assert not _stands_aside()


def test_that_the_engine_stands_aside_wherever_it_asks_whether_it_is_wanted(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside: list[str] = []
    answers: list[EngineAnswer] = []
    monkeypatch.setattr(window_first, "stand_aside", lambda: aside.append(threading.current_thread().name))

    def steps(_runs: EngineRuns, request: EngineRequest, stopped: object, dropped: object) -> object:
        assert not stopped()  # type: ignore[operator]
        assert not dropped()  # type: ignore[operator]
        yield EngineAnswer(request, result=object())

    monkeypatch.setattr(EngineRuns, "steps", steps)
    engine = EngineThread(answers.append)
    engine.submit(EngineRequest("a", 1, 1, None, (), None, None, None, 0, 0, True))
    qtbot.waitUntil(lambda: bool(answers), timeout=20_000)
    engine.stop()
    assert len(aside) == 2
    assert threading.main_thread().name not in aside


def test_that_the_explorer_stands_aside_too(monkeypatch: pytest.MonkeyPatch) -> None:
    aside: list[int] = []
    monkeypatch.setattr(window_first, "stand_aside", lambda: aside.append(1))
    monkeypatch.setattr("chunkstudio.chunking.sensitivity.sensitivities", lambda _result, cancelled: (cancelled(), ())[1])
    questions, replies = _Questions(), list[Reply]()
    questions.put(Question(None, -1))
    _Thinker(questions, replies.append).work()
    assert replies
    assert aside
