"""Questions, evaluations and versions of the open workspace, in the real window."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from chunkstudio.retrieval.questions import Evidence, Question
from chunkstudio.workspace.workspace import Workspace
from tests.stories.conftest import StartStudio
from tests.stories.test_evaluate import MANUAL, SET, Evaluator


def _question(name: str) -> Question:
    return Question(id=name, question=f"What about {name}?", evidence=(Evidence(document="0" * 64, page=1, quote=name),))


def test_that_questions_move_into_a_new_workspace_and_each_workspace_has_its_own(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    evaluation, desk = studio.studio.evaluation, studio.window.workspaces.desk
    evaluation.draft.put(_question("tide"), "add")
    assert desk.create(tmp_path / "one.chunkstudio")
    evaluation.draft.put(_question("mast"), "add")
    desk.close()
    assert [q.id for q in evaluation.draft.questions.questions] == ["tide"], "what was there before is there again"
    assert desk.create(tmp_path / "two.chunkstudio")
    evaluation.draft.remove(["tide"], "remove")
    assert desk.open(tmp_path / "one.chunkstudio")
    assert [q.id for q in evaluation.draft.questions.questions] == ["tide", "mast"]
    assert not studio.session.undo_stack.canUndo(), "steps of another workspace are not undone here"
    desk.close()
    with_one = Workspace.open(tmp_path / "one.chunkstudio", read_only=True)
    kept = with_one.evaluations.draft("window")
    with_one.close()
    assert kept is not None and [q.id for q in kept.questions] == ["tide", "mast"]


def test_that_what_a_saved_version_reaches_is_kept_once_and_its_versions_can_be_compared_with(
    start: StartStudio, qtbot: QtBot, tmp_path: Path
) -> None:
    studio = start()
    assert studio.window.workspaces.desk.create(tmp_path / "kept.chunkstudio")
    studio.open(MANUAL)
    studio.window.table.run("workspace.add")
    shelf = studio.window.workspaces.shelf
    studio.session.edit_settings({"assembly.token_budget": 300}, "middle")
    first = studio.window.workspaces.desk.save_version("middle chunks")
    assert first is not None
    e = Evaluator(studio, qtbot)
    e.parts.actions.take(SET)
    e.scored()
    qtbot.waitUntil(lambda: len(shelf.evaluations(first.hash)) == 1)
    kept = shelf.evaluations(first.hash)[0]
    assert kept.summary["questions"] == 9 and kept.summary["documents"] == [e.evaluation.sha]
    assert kept.summary["measures"]["R@5"] > 0
    studio.session.edit_settings({"assembly.token_budget": 120, "assembly.min_tokens": 20}, "small")
    e.scored()
    assert len(shelf.evaluations()) == 1, "a draft is no version yet"
    second = studio.window.workspaces.desk.save_version("small chunks")
    assert second is not None
    qtbot.waitUntil(lambda: len(shelf.evaluations(second.hash)) == 1)
    offered = {c.key: c.words for c in studio.studio.comparison.choices()}
    assert "middle chunks" in offered[first.hash]
    studio.window.table.run("view.compare")
    studio.studio.comparison.choose(first.hash)
    qtbot.waitUntil(lambda: studio.state.previous is not None and studio.state.previous.profile == first.profile)
    e.scored()
    assert len(shelf.evaluations()) == 2
