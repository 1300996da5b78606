"""Asking why: a click on a place selects it everywhere, and the inspectors explain it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.gui.widgets.labels import PlainLabel
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual


def _words(panel: object) -> str:
    return " ".join(label.text() for label in panel.findChildren(PlainLabel) if label.isVisibleTo(panel))  # type: ignore[attr-defined]


def test_that_choosing_a_cut_shows_its_verdict_and_its_chunk(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    result = studio.open(draw_manual(tmp_path / "manual.pdf")).result
    row = result.cuts[0]
    studio.session.select("boundary", result.units[row].id, reveal=True)
    assert studio.session.selected_boundary == row
    assert studio.session.selected_chunk.unit_range[0] == row + 1
    inspector = studio.window.frames["boundary"].fill()
    qtbot.waitUntil(lambda: result.boundary(row).reason in _words(inspector).lower(), timeout=3000)


def test_that_a_chunk_chosen_in_the_table_is_shown_on_its_page(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    result = studio.open(draw_manual(tmp_path / "manual.pdf")).result
    last = result.chunks[-1]
    table = studio.window.frames["chunk_table"].fill()
    table.table.selectRow(table.table.model().rowCount() - 1)
    qtbot.waitUntil(lambda: studio.session.selection.kind == "chunk", timeout=3000)
    assert studio.session.selected_chunk.id == last.id
    qtbot.waitUntil(lambda: studio.session.current_page == last.pages[0], timeout=3000)


def test_that_a_chosen_chunk_is_followed_by_its_text_when_cuts_move(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    result = studio.open(draw_manual(tmp_path / "manual.pdf")).result
    chosen = result.chunks[len(result.chunks) // 2]
    studio.session.select("chunk", chosen.id)
    studio.session.edit_settings({"assembly.token_budget": 120, "assembly.min_tokens": 20}, "smaller chunks")
    studio.wait_final()
    found = studio.session.selected_chunk
    assert found.unit_range[0] <= chosen.unit_range[0] < found.unit_range[1]


def test_that_every_command_has_its_own_shortcut_and_the_palette_finds_it(start: StartStudio) -> None:
    from chunkstudio.gui.command_palette import CommandPalette

    studio = start()
    assert studio.window.table.conflicts() == []
    palette = CommandPalette(studio.window.table, studio.studio.theme, studio.window)
    palette.field.setText("fit wid")
    assert palette.rows.shown[0].id == "zoom.width"
    palette.close()


def test_that_no_command_hangs_on_a_key_that_fields_take_for_themselves_under_linux(start: StartStudio) -> None:
    taken = {"Ctrl+A", "Ctrl+E", "Ctrl+U", "Ctrl+C", "Ctrl+X", "Ctrl+V"}  # Qt's keys of text fields under X11 and Wayland
    for command in start().window.table:
        assert not taken & set(command.shortcuts[:1]), command.id


def test_that_find_steps_through_the_hits_in_reading_order(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf"))
    studio.window.toolbar.find_field.setText("is special")
    studio.window.finder.step(1)
    assert len(studio.session.find_hits) == 3
    assert [hit.page for hit in studio.session.find_hits] == [1, 2, 3]
    studio.window.table.run("find.next")
    assert studio.session.find_index == 1
