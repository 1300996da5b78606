"""A small laptop: the window fits its screen in every view, what matters stays in sight, and the keyboard has a place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual


def test_that_every_view_fits_a_small_screen_with_profile_and_export_in_sight(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    window = studio.window
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (1024, 700))
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    for view in ("tune", "evaluate", "compare", "inspect"):
        window.views.switch(view)
        qtbot.waitUntil(lambda: window.toolbar.export.isVisible() and window.toolbar.profile.isVisible())
        assert (window.width(), window.height()) == (1024, 700), view
        assert window.toolbar.export.geometry().right() < 1024
    studio.session.close_document(studio.state.key)
    qtbot.waitUntil(window.pages.start_card.isVisible)
    assert (window.width(), window.height()) == (1024, 700)


def test_that_the_keyboard_starts_at_open_and_goes_to_the_pages_of_what_was_opened(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    with qtbot.waitActive(studio.window):
        studio.window.activateWindow()
    assert QApplication.focusWidget() is studio.window.pages.start_card.open_button
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    assert QApplication.focusWidget() is studio.window.pages.canvas


def test_that_the_find_field_says_how_many_hits_there_are_and_escape_leads_back_to_the_pages(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf"))
    with qtbot.waitActive(studio.window):
        studio.window.activateWindow()
    field = studio.window.toolbar.find_field
    studio.window.table.run("find")
    qtbot.keyClicks(field, "is special")
    qtbot.waitUntil(lambda: field.count == "3 hits")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.count == "1 of 3"
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert field.count == "3 of 3"
    qtbot.keyClicks(field, "xyz")
    qtbot.waitUntil(lambda: field.count == "no hit")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is studio.window.pages.canvas


def test_that_export_can_be_pressed_only_once_there_are_chunks(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    button = studio.window.toolbar.export
    assert not button.isEnabled()
    studio.session.open_paths([draw_manual(tmp_path / "manual.pdf", 1)])
    qtbot.waitUntil(button.isEnabled, timeout=60_000)
    assert studio.state.result is not None


def test_that_a_large_screen_gives_its_panels_more_room(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    window = studio.window
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    outline, boundary = (window.frames[name] for name in ("outline", "boundary"))
    usual = outline.width(), boundary.width()
    window.resize(2400, 1300)
    qtbot.waitUntil(lambda: window.width() == 2400)
    window.views.reset()
    qtbot.waitUntil(lambda: outline.width() > usual[0] + 60 and boundary.width() > usual[1] + 60)
    assert window.pages.width() > 1200, "the pages keep most of it"
