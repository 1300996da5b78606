from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.score_bar import ScoreBar, ScoreBarPart


def test_that_no_letter_is_half_covered_by_what_keeps_together(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar = ScoreBar(theme)
    qtbot.addWidget(bar)
    bar.resize(320, 40)
    places: list[QRectF] = []
    monkeypatch.setattr(bar, "_clear_of_mark", lambda area: places.append(area) or area)
    bar.show_parts([ScoreBarPart("A", 0.35), ScoreBarPart("D", 0.16), ScoreBarPart("G", 0.82)], 0.22, "threshold 0.22")
    bar.grab()
    assert len(places) == 3
    places.clear()
    bar.show_parts(
        [ScoreBarPart("A", 0.35), ScoreBarPart("D", 0.16), ScoreBarPart("G", 0.82), ScoreBarPart("K", -0.9)], 0.22, ""
    )
    bar.grab()
    assert len(places) == 2
    assert all(place.right() <= bar._x(0.43) + 0.01 for place in places)
