"""Jobs of the window's thread: each in a turn of its own, in order, once; none for an owner that is gone."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from chunkstudio.gui.turns import Turns


def test_that_jobs_run_in_order_with_a_turn_between_them(qapp: QApplication, qtbot: QtBot) -> None:
    made, owner, seen = Turns(qapp), QObject(), list[str]()
    ticker = QTimer()
    ticker.timeout.connect(lambda: seen.append("turn"))
    ticker.start(0)
    for name in ("a", "b", "c"):
        made.add(owner, name, lambda name=name: seen.append(name))
    qtbot.waitUntil(lambda: "c" in seen)
    ticker.stop()
    assert [n for n in seen if n != "turn"] == ["a", "b", "c"]
    assert "turn" in seen[seen.index("a") : seen.index("b")]
    assert "turn" in seen[seen.index("b") : seen.index("c")]


def test_that_a_waiting_job_is_done_once_and_a_dropped_one_never(qapp: QApplication, qtbot: QtBot) -> None:
    made, owner, seen = Turns(qapp), QObject(), list[str]()
    for _ in range(3):
        made.add(owner, "again", lambda: seen.append("again"))
    made.add(owner, "dropped", lambda: seen.append("dropped"))
    made.drop(owner, "dropped")
    made.add(owner, "last", lambda: seen.append("last"))
    qtbot.waitUntil(lambda: "last" in seen)
    assert seen == ["again", "last"]


def test_that_an_owner_that_is_gone_does_nothing_and_holds_nobody_up(qapp: QApplication, qtbot: QtBot) -> None:
    made, gone, alive, seen = Turns(qapp), QObject(), QObject(), list[str]()
    made.add(gone, "job", lambda: seen.append("gone"))
    made.add(alive, "job", lambda: seen.append("alive"))
    delete(gone)
    qtbot.waitUntil(lambda: "alive" in seen)
    assert seen == ["alive"]
    assert QCoreApplication.instance() is qapp


def test_that_a_fault_in_one_job_leaves_the_next_ones(qapp: QApplication, qtbot: QtBot) -> None:
    made, owner, seen = Turns(qapp), QObject(), list[str]()

    def fail() -> None:
        raise RuntimeError("a panel failed")

    made.add(owner, "bad", fail)
    made.add(owner, "good", lambda: seen.append("good"))
    with qtbot.captureExceptions() as faults:
        qtbot.waitUntil(lambda: "good" in seen)
    assert [type(fault[1]) for fault in faults] == [RuntimeError]
