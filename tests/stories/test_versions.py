"""A person compares any two versions, sees what lies between them on the pages, branches, restores; locked files; waivers."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from chunkstudio.gui.workspaces.approval_dialog import approved_words
from chunkstudio.workspace import audit
from chunkstudio.workspace.approvals import Approvals
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_locked, draw_manual
from tests.stories.workspace_team import Team


def _two_versions(team: Team) -> None:
    """The default profile, and one with smaller chunks, as the newest."""
    team.studio.session.edit_settings({"assembly.token_budget": 120, "assembly.min_tokens": 20}, "smaller")
    team.save_version("smaller chunks")
    team.studio.wait_final()


def test_that_any_two_versions_are_compared_by_controls_cuts_tokens_and_recall(team: Team) -> None:
    _two_versions(team)
    assert team.deeds.shelf.save_questions(team.questions())
    team.settle()
    older = team.desk.contents.versions[-1]
    team.choose("versions", older, "Compare…")
    dialog = team.deeds.versions.comparing
    assert "Token budget: 400 → 120" in dialog.settings.text()
    team.wait(lambda: dialog.diff is not None)
    (effect,) = dialog.diff.documents
    assert (
        effect.chunks[1] > effect.chunks[0] and dialog.documents.facts.rows[0][1] == f"{effect.chunks[0]} → {effect.chunks[1]}"
    )
    assert len(dialog.cuts.facts.rows) == len(effect.cuts) > 0
    assert "was evaluated under both" in dialog.recall.text() and dialog.evaluate.isEnabled()
    dialog.evaluate.click()
    team.wait(lambda: "R@5" in dialog.recall.text())
    assert "stations" in dialog.recall.text() and "24 questions" in dialog.recall.text()
    assert {v.state for v in team.desk.work.profiles.all()} == {"evaluated"}
    dialog.second.setCurrentIndex(dialog.first.currentIndex())
    assert dialog.diff is None and dialog.settings.text() == "The settings are the same."
    team.wait(lambda: dialog.diff is not None)
    assert dialog.diff.documents[0].cuts == ()
    dialog.reject()


def test_that_a_comparison_is_shown_on_the_pages(team: Team) -> None:
    _two_versions(team)
    newer, older = team.desk.contents.versions
    studio = team.studio
    team.deeds.versions.compare(newer)
    dialog = team.deeds.versions.comparing
    dialog.first.setCurrentIndex(1)  # the newer one stands at A
    dialog.second.setCurrentIndex(2)
    team.wait(lambda: dialog.diff is not None)
    dialog.pages.click()
    assert studio.window.views.current.name == "compare"
    assert studio.session.profile == older.profile
    assert studio.session.comparison.chosen.profile == newer.profile
    studio.wait_final()
    team.wait(lambda: studio.state.previous is not None and studio.state.previous.profile.assembly.token_budget == 120)
    cut = next(c for c in dialog.diff.documents[0].cuts if c.gone)
    dialog.place_wanted.emit(dialog.diff.documents[0].document, cut)
    assert studio.session.selection.kind == "boundary" and studio.session.selection.id == cut.after


def test_that_a_branch_remembers_its_origin_and_an_old_version_is_restored(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    _two_versions(team)
    older = team.desk.contents.versions[-1]
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("legal", True))
    team.choose("versions", older, "Branch…")
    assert team.studio.session.edit_profile("assembly.token_budget", 200) is None
    team.save_version("for contracts")
    branch = team.desk.contents.versions[0]
    assert (branch.name, branch.parent, branch.note) == ("legal", older.hash, "for contracts")
    team.choose("versions", older, "Restore")
    team.settle()
    assert team.desk.work.profiles.current().hash == older.hash and team.studio.session.profile == older.profile
    assert team.desk.contents.version(older.hash).tags == ("current",)
    team.choose("versions", team.desk.contents.version(older.hash), "Remove tag current")
    team.settle()
    assert team.desk.work.profiles.current().hash == branch.hash


def test_that_a_locked_document_is_chunked_again_after_its_password(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    path = draw_locked(tmp_path / "locked.pdf", "tide")
    studio.session.open_paths([path])
    state = studio.wait_error()
    studio.session.provide_password(state.key, "tide")
    studio.wait_final()
    studio.session.set_acl(state.key, ("staff",))
    team = Team(studio, qtbot)
    assert team.desk.create(tmp_path / "locked.chunkstudio")
    team.settle()
    team.rechunk()
    assert team.states() == ["fresh"], "a password that was typed for the page counts here too"
    studio.session.close_document(state.key)
    studio.session.edit_profile("assembly.token_budget", 150)
    team.save_version("smaller")
    team.wait(lambda: team.states() == ["stale"])
    asked: list[str] = []
    answers = iter(("ebb", "tide"))

    def type_password(_parent: object, _title: str, words: str, *_: object) -> tuple[str, bool]:
        asked.append(words)
        return next(answers), True

    monkeypatch.setattr(QInputDialog, "getText", type_password)
    team.rechunk()
    assert team.states() == ["fresh"]
    assert "is locked" in asked[0] and "does not open" in asked[1] and len(asked) == 2


def test_that_an_open_error_is_waived_with_a_reason_and_an_approval_is_taken_back(
    team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = team.studio
    studio.session.edit_profile("retrieval.min_recall_at_k", 0.1)
    team.save_version("with a gate")
    team.deeds.shelf.save_questions(team.questions())
    team.rechunk()
    document = team.desk.contents.documents[0].document.id
    open_errors = Approvals._findings

    def with_an_error(self: Approvals, documents: object, found: object) -> tuple[list[tuple[str, str]], list[str]]:
        """As if the document's page had failed: a file on which that happens every time cannot be drawn."""
        reasons = {r["code"]: r["reason"] for r in self._workspace.database.connection.execute("select * from waivers")}
        assert open_errors(self, documents, found) == ([], [])  # type: ignore[arg-type]
        waived = [f"Manual: page_failed ({reasons['page_failed']})"] if "page_failed" in reasons else []
        return ([] if waived else [(document, "page_failed")]), waived

    monkeypatch.setattr(Approvals, "_findings", with_an_error)
    studio.window.table.run("workspace.approve")
    dialog = team.deeds.approval
    assert "No other version is approved now." in dialog.changes.text()
    assert "records" in dialog.documents.item(0).text() and "revision 1" in dialog.documents.item(0).text()
    dialog.run.click()
    team.wait(lambda: dialog.check is not None)
    assert not dialog.go.isEnabled() and "page_failed" in dialog.blockers.text()
    dialog.waive_wanted.emit(document, "page_failed", "The page is blank.")
    team.wait(lambda: dialog.check is not None and dialog.check.passes)
    assert "The page is blank." in dialog.waived.text() and dialog.go.isEnabled()
    dialog.accept()
    team.settle()
    (approval,) = team.desk.contents.approvals
    assert approval.data["waived"] == ["Manual: page_failed (The page is blank.)"]
    assert "is approved now" in approved_words(team.desk.contents, approval.profile_hash)
    older = team.desk.contents.versions[-1]
    assert "Least recall at k" in approved_words(team.desk.contents, older.hash)
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("a leak", True))
    team.choose("approvals", approval, "Revoke…")
    team.settle()
    assert not team.desk.contents.approvals[0].searchable
    entries = audit.entries(team.desk.work.database.connection)
    assert entries[-2].data["reason"] == "a leak" and audit.verify(team.desk.work.database.connection) == []


def test_that_a_change_of_a_revision_is_shown_on_its_page(team: Team, tmp_path: Path) -> None:
    studio, state = team.studio, team.studio.state
    team.rechunk()
    draw_manual(tmp_path / "manual.pdf", 3)
    studio.session.reload(state.key)
    team.wait(lambda: studio.is_final() and studio.state.info.page_count == 3)
    team.settle()
    team.deeds.show_revision(team.desk.contents.documents[0].document)
    team.wait(lambda: team.deeds.revision is not None)
    dialog, places = team.deeds.revision, []
    studio.session.page_requested.connect(lambda page, rect: places.append((page, rect)))
    added = next(k for k, row in enumerate(dialog.table.facts.rows) if row[0] == "3")
    dialog.table.choose_row(added)
    assert places and places[-1][0] == 3 and places[-1][1] is not None
    assert "keep their id" in dialog.summary.text()
