"""Faults that nobody caught are written down and shown; an orderly end leaves nothing."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.gui.crash_report import CrashReporter


def _raise() -> None:
    raise ArithmeticError("the sum is off")


def test_that_a_fault_in_the_window_or_in_a_thread_is_shown_with_versions_and_commands(
    qtbot: QtBot, tmp_path: Path, capsys: object
) -> None:
    del capsys
    shown: list[str] = []
    reporter = CrashReporter(tmp_path, shown.append, lambda: ["open", "export"])
    before = sys.excepthook
    assert reporter.install() == ""
    try:
        try:
            _raise()
        except ArithmeticError as fault:
            sys.excepthook(type(fault), fault, fault.__traceback__)
        thread = threading.Thread(target=_raise)
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: len(shown) == 2, timeout=3000)
    finally:
        reporter.uninstall()
    assert sys.excepthook is before
    assert all("the sum is off" in text and "open, export" in text and "Qt 6" in text for text in shown)
    next_run = CrashReporter(tmp_path, shown.append, list)
    left = next_run.install()
    next_run.uninstall()
    assert "the sum is off" in left


def test_that_an_orderly_end_leaves_no_crash_file(qtbot: QtBot, tmp_path: Path) -> None:
    del qtbot
    reporter = CrashReporter(tmp_path, lambda _: None, list)
    reporter.install()
    assert (tmp_path / "crash.log").exists()
    reporter.uninstall()
    assert not (tmp_path / "crash.log").exists()
