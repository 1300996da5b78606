"""One notice at a time; those that stay wait behind newer ones and come back once."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from chunkstudio.gui.message_bar import MessageBar
from chunkstudio.gui.theme import Theme


def test_that_an_error_that_is_said_again_comes_back_once(qtbot: QtBot, theme: Theme) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    for level, text in (("error", "The disk is full."), ("info", "Writing a.json"), ("error", "The disk is full.")):
        bar.tell(level, text)
    assert bar.notice is not None and bar.notice.text == "The disk is full."
    bar.close_notice()
    assert bar.notice is None and not bar.isVisible()


def test_that_several_errors_come_back_one_by_one(qtbot: QtBot, theme: Theme) -> None:
    bar = MessageBar(theme)
    qtbot.addWidget(bar)
    for text in ("One.", "Two.", "Three."):
        bar.tell("error", text)
    shown = []
    while bar.notice is not None:
        shown.append(bar.notice.text)
        bar.close_notice()
    assert shown == ["Three.", "Two.", "One."]
