"""Moving settings: cuts follow, every change can be undone, and what was before can be held on to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from chunkstudio.gui.status import StatusBar
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual


def test_that_a_smaller_budget_gives_more_chunks_and_undo_brings_the_old_ones_back(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    before = studio.open(draw_manual(tmp_path / "manual.pdf")).result
    assert studio.session.edit_settings({"assembly.token_budget": 120, "assembly.min_tokens": 20}, "smaller chunks") is None
    after = studio.wait_final().result
    assert len(after.chunks) > len(before.chunks)
    assert studio.window.table.action("undo").text() == "&Undo smaller chunks"
    studio.window.table.run("undo")
    assert studio.wait_final().result.content_hash == before.content_hash
    studio.window.table.run("redo")
    assert studio.wait_final().result.content_hash == after.content_hash


def test_that_a_drag_is_one_step_however_long_it_takes(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    for value in range(400, 250, -5):
        studio.session.edit_profile("assembly.token_budget", value, dragging=True)
    studio.session.edit_profile("assembly.token_budget", 255)
    assert studio.session.undo_stack.count() == 1
    studio.session.edit_profile("assembly.token_budget", 260)
    assert studio.session.undo_stack.count() == 2
    assert studio.wait_final().result.profile.assembly.token_budget == 260


def test_that_a_refused_value_changes_nothing_and_names_field_and_range(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    before = studio.open(draw_manual(tmp_path / "manual.pdf", 1)).result
    refusal = studio.session.edit_profile("assembly.overlap_tokens", 400)
    assert refusal is not None
    assert refusal.code == "bad_profile"
    assert refusal.field == "assembly.overlap_tokens"
    assert studio.session.undo_stack.count() == 0
    assert studio.state.result is before


def test_that_a_preset_is_one_step(start: StartStudio, tmp_path: Path) -> None:
    from chunkstudio.gui.profile_presets import profile_presets

    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    preset = profile_presets()[-1].replace({"layout.parser": "fast"})
    studio.session.set_profile(preset, f"preset {preset.name}")
    assert studio.session.undo_stack.count() == 1
    assert studio.wait_final().result.profile == preset
    studio.window.table.run("undo")
    assert studio.wait_final().result.profile == studio.session.baseline


def test_that_holding_the_key_shows_the_cuts_of_the_saved_version(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    saved = studio.open(draw_manual(tmp_path / "manual.pdf")).result
    studio.session.edit_profile("assembly.token_budget", 130)
    draft = studio.wait_final().result
    qtbot.waitUntil(lambda: studio.state.previous is not None, timeout=20_000)
    studio.window.activateWindow()
    studio.window.pages.canvas.setFocus()
    qtbot.keyPress(studio.window.pages.canvas, Qt.Key.Key_B)
    assert studio.session.before_held
    words = studio.window.findChild(StatusBar).words
    assert words.text().startswith(f"As it was before: {studio.session.baseline.version[:4]}")
    assert studio.session.shown_result.content_hash == saved.content_hash
    qtbot.keyRelease(studio.window.pages.canvas, Qt.Key.Key_B)
    assert not studio.session.before_held
    assert "before" not in words.text()
    assert studio.session.shown_result is draft


def test_that_saving_a_version_makes_the_draft_the_one_to_compare_with(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.session.edit_profile("assembly.token_budget", 300)
    studio.wait_final()
    assert studio.window.isWindowModified()
    studio.window.table.run("profile.save")
    assert not studio.window.isWindowModified()
    assert studio.session.baseline.assembly.token_budget == 300


def test_that_a_draft_is_there_again_after_the_next_start(start: StartStudio) -> None:
    first = start(None)
    first.session.edit_profile("assembly.token_budget", 345)
    first.studio.end()
    second = start(None)
    assert second.session.profile.assembly.token_budget == 345
    assert second.session.baseline.assembly.token_budget == 400


def test_that_changes_of_the_last_session_are_told_and_can_be_discarded_and_brought_back(
    start: StartStudio, tmp_path: Path
) -> None:
    first = start(None)
    first.session.edit_profile("layout.parser", "fast")
    first.session.edit_profile("assembly.token_budget", 345)
    first.studio.end()
    second = start(None)
    bar = second.window.bar
    assert "Unsaved profile changes of your last session" in second.message()
    assert "Token budget" in second.message()
    second.session.log("info", "Something else happened", show=True)
    bar.close_notice()
    assert bar.notice is not None and bar.notice.action is not None, "the offer comes back behind other messages"
    second.open(draw_manual(tmp_path / "manual.pdf", 1))
    bar.act.click()
    assert second.session.profile == second.session.baseline
    assert "Unsaved profile changes" not in second.message(), "nothing is left to discard"
    second.window.table.run("undo")
    assert second.session.profile.assembly.token_budget == 345


def test_that_a_start_without_changes_says_nothing_of_them(start: StartStudio) -> None:
    start(None).studio.end()
    assert start(None).message() == ""
