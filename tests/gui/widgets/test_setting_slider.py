from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.setting_slider import SettingSlider
from chunkstudio.gui.widgets.slider_scale import SliderScale


def _slider(qtbot: QtBot, theme: Theme) -> SettingSlider:
    slider = SettingSlider(theme, SliderScale(0.0, 2.0, 0.5, whole=False))
    slider.resize(216, 24)
    qtbot.addWidget(slider)
    slider.show()
    return slider


def test_that_dragging_tells_every_value_and_letting_go_settles_the_last(qtbot: QtBot, theme: Theme) -> None:
    slider = _slider(qtbot, theme)
    moved: list[float] = []
    slider.moved.connect(moved.append)
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(108, 12))
    qtbot.mouseMove(slider, QPoint(148, 12))
    assert slider.dragging
    with qtbot.waitSignal(slider.settled) as settled:
        qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(148, 12))
    assert moved and settled.args == [moved[-1]]
    assert slider.value == moved[-1] == 0.7
    assert not slider.dragging


def test_that_the_handle_stops_at_the_limit_of_a_coupled_setting(qtbot: QtBot, theme: Theme) -> None:
    slider = _slider(qtbot, theme)
    slider.set_limits(0.0, 0.6)
    with qtbot.waitSignal(slider.settled) as settled:
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(200, 12))
    assert settled.args == [0.6]


def test_that_arrow_keys_move_by_one_step_and_home_goes_to_the_start(qtbot: QtBot, theme: Theme) -> None:
    slider = _slider(qtbot, theme)
    slider.set_value(0.5)
    qtbot.keyClick(slider, Qt.Key.Key_Right)
    assert slider.value == 0.51
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert slider.value == 0.0


def test_that_a_double_click_goes_back_to_the_default(qtbot: QtBot, theme: Theme) -> None:
    slider = _slider(qtbot, theme)
    slider.set_value(0.9)
    with qtbot.waitSignal(slider.settled) as settled:
        qtbot.mouseDClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(40, 12))
    assert settled.args == [0.5]
