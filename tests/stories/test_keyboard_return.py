"""Where the keyboard is after something that stood over the window has gone, and what the menus let one choose."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu
from pytestqt.qtbot import QtBot

from chunkstudio.gui.command_palette import CommandPalette
from chunkstudio.gui.dialogs.export import ExportDialog
from chunkstudio.gui.profile_presets import profile_presets
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_that_escape_in_the_palette_gives_the_keyboard_back_and_keys_go_on_working(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    field = studio.window.toolbar.find_field
    studio.window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_K, CONTROL)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), CommandPalette))
    palette = QApplication.activeModalWidget()
    assert isinstance(palette, CommandPalette)
    qtbot.keyClick(palette.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_E, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), ExportDialog))
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, ExportDialog)
    dialog.reject()


def test_that_only_one_preset_is_chosen_in_the_profile_menu(start: StartStudio, qtbot: QtBot) -> None:
    studio = start(None)
    menu = QMenu()
    qtbot.addWidget(menu)
    studio.window.profiles.fill_presets(menu)
    actions = [action for action in menu.actions() if action.isCheckable()]
    assert len(actions) == len(profile_presets()) > 1
    for action in actions:
        action.trigger()
        assert [a for a in actions if a.isChecked()] == [action]


def _at_the_page_field(start: StartStudio, folder: Path, qtbot: QtBot) -> tuple[StudioDriver, QLineEdit]:
    """A document under a changed profile, and the page field with the keyboard in it."""
    studio = start()
    studio.open(draw_manual(folder / "manual.pdf", 3))
    studio.session.edit_profile("assembly.token_budget", 300)
    studio.window.activateWindow()
    studio.window.table.run("page.go")
    field = studio.window.toolbar.page.edit
    qtbot.waitUntil(field.hasFocus)
    return studio, field


def test_that_a_page_that_was_gone_to_by_number_leaves_undo_to_the_window(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, field = _at_the_page_field(start, tmp_path, qtbot)
    qtbot.keyClicks(field, "3")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.session.current_page == 3)
    focus = QApplication.focusWidget()
    assert focus is studio.window.pages.canvas
    qtbot.keyClick(focus, Qt.Key.Key_Z, CONTROL)
    assert studio.session.profile.assembly.token_budget == 400


def test_that_escape_in_the_page_field_brings_the_number_back_and_leads_to_the_pages(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, field = _at_the_page_field(start, tmp_path, qtbot)
    qtbot.keyClicks(field, "2")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert QApplication.focusWidget() is studio.window.pages.canvas
    assert field.text() == "1" and studio.session.current_page == 1
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Z, CONTROL)
    assert studio.session.profile.assembly.token_budget == 400, "nothing is half typed, so the window undoes"


def test_that_a_number_beyond_the_last_page_leads_to_the_last_page(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 3))
    studio.window.table.run("page.go")
    field = studio.window.toolbar.page.edit
    qtbot.keyClicks(field, "250")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: studio.session.current_page == 3)
    assert field.text() == "3"


def test_that_the_keyboard_goes_round_the_panels_and_the_pages(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    window = studio.window
    window.activateWindow()
    window.table.run("view.tune")
    window.pages.canvas.setFocus()
    front = {name for name, frame in window.frames.items() if frame.in_front}
    seen = []
    for _ in range(len(front) + 1):
        focus = QApplication.focusWidget()
        assert focus is not None
        qtbot.keyClick(focus, Qt.Key.Key_F6)
        focus = QApplication.focusWidget()
        seen += [name for name in front if window.frames[name].isAncestorOf(focus)] or ["pages"]
    assert sorted(seen) == sorted([*front, "pages"])
    assert window.pages.canvas.hasFocus(), "the pages come last when one began with them"
    window.table.run("panel.profile_editor")
    assert window.frames["profile_editor"].isAncestorOf(QApplication.focusWidget())
    window.table.run("panel.activity")
    assert window.frames["activity"].in_front
    assert window.frames["activity"].isAncestorOf(QApplication.focusWidget())
