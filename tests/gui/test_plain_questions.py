"""Questions asked in Qt's own dialogs show names of files and titles of documents as they are, never as markup."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QInputDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.gui.workspaces.locked_files import ask_password


@pytest.mark.parametrize("wrong", [False, True])
def test_that_a_title_that_looks_like_markup_is_asked_about_as_it_is(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, wrong: bool
) -> None:
    shown: list[QLabel] = []

    def label_of(parent: QWidget, _title: str, words: str, *_: Any) -> tuple[str, bool]:
        dialog = QInputDialog(parent)
        dialog.setLabelText(words)
        dialog.show()
        shown.extend(dialog.findChildren(QLabel))
        return "", False

    monkeypatch.setattr(QInputDialog, "getText", label_of)
    window, plain = QWidget(), QWidget()
    qtbot.addWidget(window)
    qtbot.addWidget(plain)
    ask_password(window, "<h1>Fees</h1>", wrong=wrong)
    ask_password(window, "[h1]Fees[/h1]", wrong=wrong)
    as_markup, as_text = (label.sizeHint() for label in shown)
    assert as_markup.height() == as_text.height(), "a heading would stand on a line of its own"
