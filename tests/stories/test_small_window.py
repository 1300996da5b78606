"""A small laptop: the window fits its screen in every view, what matters stays in sight, and the keyboard has a place."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.gui.command_palette import GAP, CommandPalette, title
from chunkstudio.gui.item_models.documents_model import DocumentsModel
from chunkstudio.gui.item_models.roles import ItemRole
from tests.stories.conftest import FAST, StartStudio
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


def test_that_one_page_with_one_chunk_is_told_in_the_singular(start: StartStudio, tmp_path: Path) -> None:
    whole = {"assembly.token_budget": 4000, "assembly.threshold": 1.0, "assembly.respect_section_starts": False}
    studio = start(FAST.replace(whole))
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    state = studio.wait_final()
    assert len(state.result.chunks) == 1
    rows = DocumentsModel()
    rows.narrow = True
    assert rows.cell(state, 0, ItemRole.SECOND) == "1 page · 1 chunk · 0 faults"


def test_that_no_command_runs_into_what_it_needs(start: StartStudio, qtbot: QtBot) -> None:
    window = start().window
    palette = CommandPalette(window.table, window.theme, window)
    qtbot.addWidget(palette)
    palette.open()
    room = palette.list.viewport().width() - 32
    ui, small = QFontMetrics(window.theme.font("ui", 500)), QFontMetrics(window.theme.font("small"))
    widths = {title(c): (ui.horizontalAdvance(title(c)), small.horizontalAdvance(c.missing)) for c in palette.rows.shown}
    assert any(missing for _, missing in widths.values())
    assert [name for name, (left, missing) in widths.items() if left + GAP + missing > room] == []
