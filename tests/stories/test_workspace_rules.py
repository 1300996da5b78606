"""A person says what must hold at a place: the document is cut again at once, the rule is listed, shown and undoable."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.gui.docks.rules import RulesDock
from chunkstudio.gui.pages.hit import Hit
from chunkstudio.gui.pages.page_menu import page_menu
from chunkstudio.gui.rule_wishes import RuleWishes
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver

PATIENCE = 30_000


def _rules_dock(studio: StudioDriver) -> RulesDock:
    frame = studio.window.frames["rules"]
    frame.show()
    frame.raise_()
    return studio.window.findChild(RulesDock)


def _wait_rules(studio: StudioDriver, qtbot: QtBot, count: int) -> None:
    def settled() -> bool:
        return studio.is_final() and len(studio.state.result.rule_places) == count

    qtbot.waitUntil(settled, timeout=PATIENCE)


def _plain_place(studio: StudioDriver) -> int:
    """A boundary inside a paragraph that is not cut and may be."""
    result = studio.state.result
    return next(
        b
        for b in range(2, len(result.boundaries) - 2)
        if b not in result.cuts and result.units[b].box_id == result.units[b + 1].box_id
    )


def test_that_always_cut_here_cuts_at_once_and_can_be_undone(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    row = _plain_place(studio)
    studio.session.select("boundary", studio.state.result.columns.unit_id(row))
    studio.window.table.run("rule.always")
    _wait_rules(studio, qtbot, 1)
    assert row in studio.state.result.cuts
    assert studio.state.result.boundary(row).reason == "manual"
    assert studio.session.undo_stack.undoText() == '"always cut here"'
    dock = _rules_dock(studio)
    qtbot.waitUntil(lambda: len(dock.rows_model.rows) == 1, timeout=PATIENCE)
    assert dock.rows_model.rows[0].state == "placed"
    studio.window.table.run("undo")
    _wait_rules(studio, qtbot, 0)
    assert row not in studio.state.result.cuts
    studio.window.table.run("redo")
    _wait_rules(studio, qtbot, 1)
    assert row in studio.state.result.cuts


def test_that_never_takes_the_place_of_always_in_one_step(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    row = _plain_place(studio)
    wishes = RuleWishes(studio.session)
    wishes.toggle_boundary("always_cut", row)
    _wait_rules(studio, qtbot, 1)
    wishes.toggle_boundary("never_cut", row)
    qtbot.waitUntil(lambda: studio.is_final() and row not in studio.state.result.cuts, timeout=PATIENCE)
    assert list(wishes.at_boundary(row)) == ["never_cut"]
    studio.window.table.run("undo")
    qtbot.waitUntil(lambda: studio.is_final() and row in studio.state.result.cuts, timeout=PATIENCE)
    assert list(wishes.at_boundary(row)) == ["always_cut"]


def test_that_the_menu_of_a_box_sets_its_heading_level_and_leaves_it_out(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    box = next(
        b for b in studio.state.result.layout.boxes() if b.box_class == "text" and b.text.startswith("Station 1 is special")
    )
    menu = page_menu(studio.session, studio.studio.theme, Hit("box", box.id), lambda *_: None, studio.window)
    levels = next(a.menu() for a in menu.actions() if a.text() == "Heading level")
    next(a for a in levels.actions() if a.text() == "Level 2").trigger()
    _wait_rules(studio, qtbot, 1)
    now = next(b for b in studio.state.result.layout.boxes() if b.id == box.id)
    assert (now.box_class, now.level) == ("section-header", 2)
    menu = page_menu(studio.session, studio.studio.theme, Hit("box", box.id), lambda *_: None, studio.window)
    next(a for a in menu.actions() if a.text() == "Leave out of the chunks").trigger()
    _wait_rules(studio, qtbot, 2)
    assert next(b for b in studio.state.result.layout.boxes() if b.id == box.id).excluded == "rule"
    assert not any("Station 1 is special" in c.text for c in studio.state.result.chunks)


def test_that_deleting_in_the_list_takes_rules_back_as_one_step(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    wishes, row = RuleWishes(studio.session), _plain_place(studio)
    wishes.toggle_boundary("always_cut", row)
    _wait_rules(studio, qtbot, 1)
    wishes.toggle_boundary("never_cut", row + 4)
    _wait_rules(studio, qtbot, 2)
    dock = _rules_dock(studio)
    qtbot.waitUntil(lambda: len(dock.rows_model.rows) == 2, timeout=PATIENCE)
    dock.table.selectAll()
    dock.delete_chosen()
    _wait_rules(studio, qtbot, 0)
    studio.window.table.run("undo")
    _wait_rules(studio, qtbot, 2)


def test_that_rules_are_there_again_the_next_time_and_follow_a_changed_file(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 2)
    studio.open(path)
    row = _plain_place(studio)
    RuleWishes(studio.session).toggle_boundary("always_cut", row)
    _wait_rules(studio, qtbot, 1)
    again = start()
    again.open(path)
    assert row in again.state.result.cuts and len(again.session.rules.of(again.state.info.sha256)) == 1
