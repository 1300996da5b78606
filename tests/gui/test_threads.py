"""What comes from other threads: floods, stale answers, the engine's mailbox."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QThread, QTimer
from pytestqt.qtbot import QtBot

from chunkstudio.gui.engine_thread import EngineAnswer, EngineRequest, EngineThread, Mailbox
from chunkstudio.gui.evaluation.lane import Lane
from chunkstudio.gui.inbox import Inbox

_FLOOD = """
import sys, threading
from PySide6.QtCore import QCoreApplication, QTimer
from chunkstudio.gui.inbox import Inbox

app = QCoreApplication([])
got = []

def receive(number):
    got.append(number)
    if len(got) == 5000:
        app.exit(0 if got == sorted(got) else 3)

inbox = Inbox(receive)

def post():
    for number in range(5000):
        inbox.post(number)

thread = threading.Thread(target=post)
QTimer.singleShot(0, thread.start)
QTimer.singleShot(30000, lambda: app.exit(4))
code = app.exec()
thread.join()
inbox.close()
sys.exit(code)
"""


def _request(key: str, serial: int, stamp: int = 0) -> EngineRequest:
    return EngineRequest(key, serial, stamp, None, (), None, None, None, 0, 0, True)


def test_that_a_process_that_emits_5000_signals_ends_with_code_0() -> None:
    done = subprocess.run([sys.executable, "-c", _FLOOD], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr


def test_that_a_flood_arrives_in_order_in_the_window_thread_without_holding_it_up(qtbot: QtBot) -> None:
    here = QThread.currentThread()
    got: list[int] = []
    turns: list[float] = []
    last = time.thread_time()

    def receive(number: int) -> None:
        assert QThread.currentThread() is here
        time.sleep(0.0001)
        got.append(number)

    def tick() -> None:
        nonlocal last
        now = time.thread_time()
        turns.append(1000 * (now - last))
        last = now

    inbox = Inbox(receive)
    timer = QTimer(interval=10)
    timer.timeout.connect(tick)
    timer.start()
    poster = threading.Thread(target=lambda: [inbox.post(n) for n in range(5000)])
    poster.start()
    qtbot.waitUntil(lambda: len(got) == 5000, timeout=30_000)
    poster.join()
    timer.stop()
    assert got == list(range(5000))
    assert len(turns) > 10
    assert max(turns) < 50


def test_that_a_closed_inbox_delivers_nothing(qtbot: QtBot) -> None:
    got: list[int] = []
    inbox = Inbox(got.append)
    inbox.post(1)
    inbox.close()
    inbox.post(2)
    qtbot.wait(20)
    assert got == []


def test_that_the_newest_request_of_a_document_takes_the_place_of_older_ones() -> None:
    mailbox = Mailbox()
    old, new, other = _request("a", 1), _request("a", 2), _request("b", 1)
    mailbox.put(old)
    mailbox.put(other)
    mailbox.put(new)
    assert mailbox.overtaken(old)
    assert not mailbox.overtaken(new)
    mailbox.prefer("b")
    assert [mailbox.take(), mailbox.take(), mailbox.take()] == [other, new, None]


def test_that_pages_that_arrive_do_not_end_the_run_under_way() -> None:
    mailbox = Mailbox()
    running = _request("a", 1, stamp=1)
    mailbox.put(running)
    assert mailbox.take() is running
    mailbox.put(_request("a", 1, stamp=2))
    assert not mailbox.overtaken(running)
    mailbox.put(_request("a", 2, stamp=2))
    assert mailbox.overtaken(running)


def test_that_closing_and_cancelling_end_runs() -> None:
    mailbox = Mailbox()
    one, two = _request("a", 1), _request("b", 1)
    mailbox.put(one)
    mailbox.put(two)
    mailbox.forget("a")
    assert mailbox.overtaken(one)
    assert not mailbox.overtaken(two)
    mailbox.cancel_all()
    assert mailbox.overtaken(two)
    assert mailbox.take() is None


def test_that_an_answer_ends_a_run_only_with_result_or_error() -> None:
    request = _request("a", 1)
    assert not EngineAnswer(request, layout=object()).ends
    assert not EngineAnswer(request, preview=object()).ends
    assert EngineAnswer(request, result=object()).ends


@pytest.mark.parametrize("start", [lambda: EngineThread(lambda _: None), lambda: Lane("lane")], ids=["engine", "lane"])
def test_that_ending_waits_for_a_thread_however_long_it_still_works(
    qapp: QCoreApplication, monkeypatch: pytest.MonkeyPatch, start: Callable[[], EngineThread | Lane]
) -> None:
    del qapp
    limits: list[tuple[object, ...]] = []
    wait = QThread.wait

    def noted(thread: QThread, *limit: object) -> bool:
        limits.append(limit)
        return bool(wait(thread))

    runner = start()
    monkeypatch.setattr(QThread, "wait", noted)
    runner.stop()
    assert limits == [()]
    assert runner._thread.isFinished()
