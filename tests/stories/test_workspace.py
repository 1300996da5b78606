"""A team's work in the window: keep it in a workspace, chunk, save versions, know what is stale, approve, export, revoke."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMenu, QStyle
from pytestqt.qtbot import QtBot

from chunkstudio.gui.pages.file_row import FileRow
from chunkstudio.gui.rule_wishes import RuleWishes
from chunkstudio.gui.workspaces.workspace_dock import WorkspaceDock
from chunkstudio.workspace import audit
from chunkstudio.workspace.workspace import Workspace
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.workspace_team import PATIENCE, Team


def test_that_scratch_work_is_kept_in_a_new_workspace(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.session.set_acl(state.key, ("staff",))
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1, timeout=PATIENCE)
    team = Team(studio, qtbot)
    path = tmp_path / "pumps.chunkstudio"
    assert team.desk.create(path)
    team.settle()
    studio.session.edit_profile("assembly.token_budget", 300)
    team.desk.keep_draft()
    assert len(studio.session.rules.of(state.info.sha256)) == 1
    team.desk.close()
    work = Workspace.open(path)
    (document,) = work.documents.all()
    assert document.id == state.info.sha256 and document.access.acl == ("staff",)
    assert [r.rule.kind for r in work.rules.of(document.id)] == ["always_cut"]
    assert work.profiles.draft("window")[0].assembly.token_budget == 300
    work.close()


def test_that_undo_goes_on_across_making_and_closing_a_workspace(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.session.set_acl(state.key, ("staff",))
    studio.session.edit_profile("assembly.token_budget", 300)
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1, timeout=PATIENCE)
    sha256 = state.info.sha256
    team = Team(studio, qtbot)
    assert team.desk.create(tmp_path / "pumps.chunkstudio")
    team.settle()
    (kept,) = team.desk.work.rules.of(sha256)
    studio.window.table.run("undo")
    assert team.desk.work.rules.of(sha256) == [] and studio.session.rules.of(sha256) == ()
    studio.window.table.run("redo")
    assert [r.id for r in team.desk.work.rules.of(sha256)] == [kept.id]
    studio.window.table.run("undo")
    team.desk.close()
    assert len(studio.session.rules.of(sha256)) == 1, "what was kept on this computer is there again"
    studio.window.table.run("undo")
    assert studio.session.profile.assembly.token_budget != 300
    studio.window.table.run("redo")
    studio.window.table.run("redo")
    assert studio.session.profile.assembly.token_budget == 300 and len(studio.session.rules.of(sha256)) >= 1


def test_that_the_panel_tells_new_fresh_and_stale_and_shows_the_blast_first(team: Team, qtbot: QtBot) -> None:
    studio = team.studio
    frame = studio.window.frames["workspace"]
    frame.show()
    frame.raise_()
    qtbot.waitUntil(lambda: studio.window.findChild(WorkspaceDock) is not None, timeout=PATIENCE)
    dock = studio.window.findChild(WorkspaceDock)
    assert team.states() == ["new"]
    team.rechunk()
    assert team.states() == ["fresh"]
    studio.session.edit_profile("assembly.token_budget", 250)
    assert team.states() == ["fresh"], "a draft alone makes nothing stale"
    team.save_version("smaller chunks")
    team.wait(lambda: team.states() == ["stale"])
    team.wait(lambda: "1 stale" in dock.badge.text())
    team.deeds.blast = None
    studio.window.table.run("workspace.rechunk")
    team.wait(lambda: team.deeds.blast is not None)
    assert "would have to be embedded. Nothing is kept yet." in team.deeds.blast.summary.text()
    table = team.deeds.blast.table
    cost = table.fontMetrics().horizontalAdvance("12,345 records, 1,234,567 tokens")
    assert table.columnWidth(6) > cost, "what it would cost is read whole"
    assert team.states() == ["stale"], "looking keeps nothing"
    team.deeds.blast.accept()
    team.wait(lambda: team.states() == ["fresh"])
    versions = team.desk.contents.versions
    assert versions[0].note == "smaller chunks" and versions[0].parent == versions[1].hash


def test_that_an_approval_stands_on_the_questions_as_they_are_asked_now(team: Team) -> None:
    studio, deeds = team.studio, team.deeds
    asked, draft = team.questions().questions, studio.studio.evaluation.draft
    draft.put_all(asked[:2], "add")
    studio.window.table.run("workspace.approve")
    first = deeds.approval.question_set
    assert deeds.approval.questions.currentText() == "Questions · 2 questions"
    deeds.approval.reject()
    studio.session.edit_profile("assembly.threshold", 0.7)
    draft.put(asked[2], "add")
    studio.window.table.run("workspace.approve")
    assert deeds.approval.questions.currentText() == "Questions · 3 questions", "also under a draft, where nothing was measured"
    deeds.approval.reject()
    draft.remove([asked[2].id], "remove")
    studio.window.table.run("workspace.approve")
    assert deeds.approval.question_set == first, "the newest set is not the one that is asked"
    deeds.approval.reject()


def test_that_a_version_without_a_gate_says_where_one_is_named(team: Team, tmp_path: Path) -> None:
    team.rechunk()
    path = tmp_path / "stations.json"
    path.write_text(team.questions().dump(".json"), encoding="utf-8")
    team.studio.window.table.run("workspace.approve")
    dialog = team.deeds.approval
    dialog.import_wanted.emit(path)
    dialog.run.click()
    team.wait(lambda: dialog.check is not None)
    assert "Set Least recall at k in the Profile panel" in dialog.blockers.text()
    assert f"on {dialog.check.verdict.asked}, BM25, " in dialog.figures.text()
    dialog.reject()


def test_that_approval_shows_what_stands_against_it_then_what_is_approved(team: Team, tmp_path: Path) -> None:
    studio, deeds = team.studio, team.deeds
    studio.session.edit_profile("retrieval.min_recall_at_k", 0.5)
    team.save_version("with a gate")
    path = tmp_path / "stations.json"
    path.write_text(team.questions().dump(".json"), encoding="utf-8")
    studio.window.table.run("workspace.approve")
    dialog = deeds.approval
    assert not dialog.run.isEnabled() and not dialog.go.isEnabled()
    dialog.import_wanted.emit(path)
    assert dialog.run.isEnabled()
    tick = dialog.style().pixelMetric(QStyle.PixelMetric.PM_IndicatorHeight, None, dialog.documents)
    row = dialog.documents.visualItemRect(dialog.documents.item(0))
    assert row.height() + 2 * dialog.documents.spacing() > tick, "ticks of two rows do not touch"
    dialog.run.click()
    team.wait(lambda: dialog.check is not None or bool(dialog.blockers.text()))
    assert not dialog.go.isEnabled() and "chunk it under this version first" in dialog.blockers.text()
    dialog.reject()
    team.settle()
    team.rechunk()
    studio.window.table.run("workspace.approve")
    dialog = deeds.approval
    dialog.run.click()
    team.wait(lambda: dialog.check is not None or bool(dialog.blockers.text()))
    assert dialog.check.passes, dialog.blockers.text()
    assert dialog.check.corpus_version in dialog.figures.text() and "R@" in dialog.figures.text()
    dialog.note.setText("first")
    dialog.accept()
    team.settle()
    (approval,) = team.desk.contents.approvals
    assert approval.searchable and approval.data["note"] == "first"
    assert audit.verify(team.desk.work.database.connection) == []


def test_that_an_export_shows_its_first_records_and_is_a_draft_without_approval(team: Team, tmp_path: Path) -> None:
    studio, deeds = team.studio, team.deeds
    team.rechunk()
    studio.window.table.run("workspace.export")
    dialog = deeds.exporting
    assert dialog.draft.isChecked() and not dialog.draft.isEnabled()
    team.wait(lambda: '"retrieval_text"' in dialog.preview.toPlainText())
    dialog.forms.setCurrentIndex(dialog.forms.findData("csv"))
    team.wait(lambda: "document_id" in dialog.preview.toPlainText())
    assert not dialog.since.isVisibleTo(dialog) and not dialog.embedder.isVisibleTo(dialog)
    dialog.forms.setCurrentIndex(dialog.forms.findData("jsonl"))
    target = tmp_path / "out.jsonl"
    dialog.target.setText(str(target))
    dialog.accept()
    team.wait(lambda: "Draft export written" in studio.message())
    rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
    assert rows and all(row["draft"] and row["acl"] == ["staff"] for row in rows)
    assert target.with_name("out.jsonl.manifest.json").exists()


def test_that_opening_again_brings_back_draft_rules_and_documents(
    team: Team, start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = team.studio
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    studio.session.edit_profile("assembly.token_budget", 280)
    team.desk.close()
    assert studio.session.rules.of(studio.state.info.sha256) == ()
    again = Team(start(), qtbot)
    again.studio.window.open_paths([tmp_path / "pumps.chunkstudio"])
    again.settle()
    assert "Opened the workspace pumps.chunkstudio" in again.studio.message(), "no panel of this view would tell"
    assert again.studio.session.profile.assembly.token_budget == 280
    assert again.studio.session.baseline.assembly.token_budget != 280
    again.deeds.open_document(again.desk.contents.documents[0].document)
    again.studio.wait_final()
    again.wait(lambda: len(again.studio.state.result.rule_places) == 1)
    assert 3 in again.studio.state.result.cuts


def test_that_a_second_window_only_reads(team: Team, start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    assert team.desk.can_write
    other = Team(start(), qtbot)
    other.deeds.open(tmp_path / "pumps.chunkstudio")
    assert "reading only" in other.studio.message()
    other.settle()
    assert not other.desk.can_write
    assert not other.studio.window.table.command("workspace.rechunk").enabled()
    assert not other.studio.window.table.command("workspace.approve").enabled()


def test_that_row_menus_tag_and_retire(team: Team, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    frame = team.studio.window.frames["workspace"]
    frame.show()
    frame.raise_()
    qtbot.waitUntil(lambda: team.studio.window.findChild(WorkspaceDock) is not None, timeout=PATIENCE)
    dock = team.studio.window.findChild(WorkspaceDock)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("live", True))
    menu = QMenu()
    dock.fill_menu(menu, "versions", team.desk.contents.versions[0])
    next(a for a in menu.actions() if a.text() == "Tag…").trigger()
    next(a for a in menu.actions() if a.text() == "Retire").trigger()
    team.settle()
    assert team.desk.contents.versions[0].tags == ("live",) and team.desk.contents.versions[0].state == "retired"


def test_that_a_changed_file_becomes_a_revision_and_the_panel_says_what_changed(
    team: Team, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, state = team.studio, team.studio.state
    team.rechunk()
    RuleWishes(studio.session).toggle_boundary("always_cut", 3)
    qtbot.waitUntil(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1, timeout=PATIENCE)
    draw_manual(tmp_path / "manual.pdf", 3)
    studio.session.reload(state.key)
    team.wait(lambda: studio.is_final() and studio.state.info.page_count == 3)
    team.settle()
    team.wait(lambda: len(studio.session.rules.of(studio.state.info.sha256)) == 1)
    (status,) = team.desk.contents.documents
    assert status.document.current.number == 2 and status.document.id != status.document.current.sha256
    assert status.state == "stale" and "revision" in status.changed
    team.deeds.show_revision(status.document)
    team.wait(lambda: team.deeds.revision is not None)
    assert "Page 3" in team.deeds.revision.pages.text()
    team.wait(lambda: studio.is_final() and len(studio.state.result.rule_places) == 1)
    assert studio.state.result.rule_places[0].state == "placed"


def test_that_the_file_menu_opens_a_recent_workspace(team: Team, tmp_path: Path) -> None:
    team.desk.close()
    menu = next(a.menu() for a in team.studio.window.menus.menus["File"].actions() if a.text() == "Recent wor&kspaces")
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    assert team.desk.path == (tmp_path / "pumps.chunkstudio").resolve()


def test_that_the_start_card_offers_the_last_workspaces_and_opening_one_shows_its_documents(
    team: Team, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, card = team.studio, team.studio.window.pages.start_card
    team.desk.close()
    studio.window.table.run("close.all")
    qtbot.waitUntil(card.isVisible)
    (row,) = [row for row in card.workspaces.findChildren(FileRow) if row.isVisible()]
    assert row.entry.name == "pumps" and row.accessibleName() == "Open pumps"
    qtbot.keyClick(row, Qt.Key.Key_Return)
    team.settle()
    assert team.desk.path == tmp_path / "pumps.chunkstudio"
    dock = studio.window.findChild(WorkspaceDock)
    qtbot.waitUntil(lambda: dock.isVisible() and len(dock.models["documents"].rows) == 1, timeout=PATIENCE)
    assert dock.isAncestorOf(studio.window.focusWidget()), "the keyboard is where the documents are"
    team.desk.close()
    team.deeds.clear()
    assert not card.workspaces.isVisible()
