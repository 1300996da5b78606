"""Nothing comes into a workspace without the user's word: open documents are offered, and come when they are added."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from chunkstudio.gui.rule_wishes import RuleWishes
from chunkstudio.workspace.workspace import Workspace
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver
from tests.stories.workspace_team import PATIENCE, Team


def _empty(folder: Path, name: str = "pumps") -> Path:
    Workspace.create(folder / f"{name}.chunkstudio").close()
    return folder / f"{name}.chunkstudio"


def _titles(team: Team) -> list[str]:
    team.settle()
    return [document.current.file_name for document in team.desk.work.documents.all()]


def _opened(start: StartStudio, folder: Path, qtbot: QtBot, *names: str) -> tuple[StudioDriver, Team]:
    """A window with some documents, in which an empty workspace is opened then."""
    studio = start()
    for pages, name in enumerate(names, 1):
        studio.open(draw_manual(folder / name, pages))
    team = Team(studio, qtbot)
    assert team.desk.open(_empty(folder))
    return studio, team


def test_that_opening_a_workspace_adds_nothing_and_offers_what_is_open(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf", "other.pdf")
    assert _titles(team) == []
    assert studio.message().startswith("manual.pdf and other.pdf are not in the workspace pumps.")
    dock = team.dock()
    assert dock.outside.words.text() == "Open, but not in this workspace: manual.pdf and other.pdf."
    qtbot.mouseClick(studio.window.bar.act, Qt.MouseButton.LeftButton)
    team.wait(lambda: team.desk.background.idle)
    assert _titles(team) == ["manual.pdf", "other.pdf"]
    assert "not in the workspace" not in studio.message() and not dock.outside.isVisible()


def test_that_one_of_several_documents_can_be_added_alone(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf", "other.pdf")
    dock = team.dock()
    assert [a.text() for a in dock.outside.menu.actions() if a.text()] == ["Add manual.pdf", "Add other.pdf", "Add all 2"]
    dock.outside.menu.actions()[1].trigger()
    team.wait(lambda: team.desk.background.idle)
    assert _titles(team) == ["other.pdf"]
    assert [state.name for state in team.desk.documents.outside] == ["manual.pdf"]
    assert "not in the workspace" not in studio.message(), "what was declined once is not asked again"
    assert dock.outside.words.text() == "Open, but not in this workspace: manual.pdf."


def test_that_a_document_opened_later_comes_only_when_it_is_added_and_is_outside_again_when_removed(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, team = _opened(start, tmp_path, qtbot)
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    assert _titles(team) == [] and studio.message().startswith("manual.pdf is not in the workspace")
    studio.window.table.run("workspace.add")
    team.wait(lambda: team.desk.background.idle)
    assert _titles(team) == ["manual.pdf"]
    team.deeds.remove_document(team.desk.work.documents.all()[0])
    assert _titles(team) == [] and [state.name for state in team.desk.documents.outside] == ["manual.pdf"]
    studio.session.set_acl(studio.state.key, ("staff",))
    assert _titles(team) == [], "other labels of it bring it not back"


def test_that_rules_of_a_document_outside_stay_outside_until_it_is_added(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf")
    sha256 = studio.state.info.sha256
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1, timeout=PATIENCE)
    assert _titles(team) == [] and len(studio.studio.scratch.load(sha256)) == 1
    studio.window.table.run("workspace.add")
    team.wait(lambda: team.desk.background.idle)
    (document,) = team.desk.work.documents.all()
    assert [r.rule.kind for r in team.desk.work.rules.of(document.id)] == ["always_cut"]
    studio.window.table.run("undo")
    assert team.desk.work.rules.of(document.id) == [] and studio.session.rules.of(sha256) == ()
    assert len(studio.studio.scratch.load(sha256)) == 1, "what was kept on this computer stays there"


@pytest.mark.parametrize("reopened", [False, True])
def test_that_rules_come_in_once_with_a_document_that_is_taken_out_and_added_again(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, reopened: bool
) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf")
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    studio.window.table.run("workspace.add")
    team.wait(lambda: team.desk.background.idle)
    team.deeds.remove_document(team.desk.work.documents.all()[0])
    team.wait(lambda: team.desk.background.idle)
    if reopened:
        team.desk.close()
        assert team.desk.open(tmp_path / "pumps.chunkstudio")
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1, timeout=PATIENCE)
    RuleWishes(studio.session).toggle_boundary("never_cut", 6)
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 2, timeout=PATIENCE)
    studio.window.table.run("workspace.add")
    team.wait(lambda: team.desk.background.idle)
    (document,) = team.desk.work.documents.all()
    assert [r.rule.kind for r in team.desk.work.rules.of(document.id)] == ["always_cut", "never_cut"]
    assert [r.kind for r in studio.session.rules.rules(studio.state.info.sha256)] == ["always_cut", "never_cut"]


def test_that_a_document_which_the_workspace_holds_is_followed_without_asking(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    file = draw_manual(tmp_path / "manual.pdf", 2)
    work = Workspace.open(_empty(tmp_path))
    work.documents.add(file, title="Manual", pages=2, author="ann")
    work.close()
    draw_manual(file, 3)
    team = Team(studio, qtbot)
    assert team.desk.open(tmp_path / "pumps.chunkstudio")
    studio.open(file)
    team.settle()
    (document,) = team.desk.work.documents.all()
    assert document.current.number == 2 and document.current.sha256 == studio.state.info.sha256
    assert team.desk.documents.outside == ()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_that_the_workspace_panel_is_read_whole_in_every_view(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, size: tuple[int, int]
) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf", "other.pdf")
    studio.window.resize(*size)
    team.desk.documents.add([studio.session.documents[0].key])
    team.wait(lambda: team.desk.background.idle)
    team.settle()
    dock = team.dock()
    for view in ("inspect", "tune", "evaluate", "compare"):
        studio.window.table.run(f"view.{view}")
        studio.window.table.run("workspace.show")
        qtbot.waitUntil(lambda: dock.isVisible() and dock.tables["documents"].isVisible(), timeout=PATIENCE)
        qtbot.waitUntil(lambda: len(dock.models["documents"].rows) == 1, timeout=PATIENCE)
        qtbot.waitUntil(dock.outside.isVisible)
        for part in (dock.tabs, dock.name, dock.badge, dock.rechunk, dock.approve, dock.outside.words, dock.outside.add):
            assert part.visibleRegion().boundingRect().size() == part.size(), f"{part} is cut off in {view}"
            assert part.height() >= part.minimumSizeHint().height(), f"{part} is pressed together in {view}"
        table = dock.tables["documents"]
        words = dock.models["documents"].index(0, 0).data()
        assert table.columnWidth(0) > table.fontMetrics().horizontalAdvance(words)
        hidden = table.isColumnHidden(1)
        high = table.rowHeight(0) >= 40
        assert hidden == high, "the details stand beside the name, or below it"


def test_that_counts_of_tabs_behind_the_workspace_panel_are_of_now(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio, team = _opened(start, tmp_path, qtbot, "manual.pdf")
    window = studio.window
    workspace, differences = window.frames["workspace"], window.frames["differences"]
    window.table.run("view.compare")
    workspace.fill()
    studio.session.edit_settings({"assembly.token_budget": 70, "assembly.min_tokens": 10}, "small chunks")
    studio.wait_final()
    qtbot.waitUntil(lambda: differences.windowTitle().startswith("Differences ") and differences.isVisible())
    assert workspace.windowTitle() == "Workspace"
    window.table.run("workspace.add")
    team.wait(lambda: team.desk.background.idle)
    team.settle()
    qtbot.waitUntil(lambda: workspace.windowTitle() == "Workspace 1")
    window.table.run("workspace.show")
    studio.window.table.run("undo")
    studio.wait_final()
    assert differences.windowTitle() == "Differences", "an old count would not be true"
