"""Who may read a document is one thing in the whole window: what the workspace holds, with its narrower parts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QInputDialog, QLabel
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.access import DocumentAccess, NarrowerLabels
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.dialogs.export import ExportDialog
from chunkstudio.gui.evaluation.relayout import trial_document
from chunkstudio.gui.workspaces.background import Reporter
from chunkstudio.gui.workspaces.export_dialog import ExportWish
from chunkstudio.gui.workspaces.work import export_sets
from chunkstudio.ingestion.access_file import write_access
from chunkstudio.workspace.workspace import Workspace
from tests.stories.conftest import FAST, StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver
from tests.stories.workspace_team import PATIENCE, Team

PART = NarrowerLabels(("board",), ((2, 2),))
KEPT = DocumentAccess(("board", "staff"), (PART,))


def _workspace(folder: Path, *files: Path) -> Path:
    """A workspace that holds the files with a narrower part in each; no side file beside them."""
    work = Workspace.create(folder / "pumps.chunkstudio")
    for file in files:
        work.documents.add(file, title="Manual", pages=2, author="ann", access=KEPT)
    work.close()
    return folder / "pumps.chunkstudio"


def _in_workspace(start: StartStudio, folder: Path, qtbot: QtBot) -> tuple[StudioDriver, Team, Path]:
    """The window with such a workspace, and its document's file, not open yet."""
    studio = start()
    file = draw_manual(folder / "manual.pdf", 2)
    team = Team(studio, qtbot)
    assert team.desk.open(_workspace(folder, file))
    return studio, team, file


def _dialog(studio: StudioDriver) -> ExportDialog:
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    return dialog


def _export(studio: StudioDriver, qtbot: QtBot, dialog: ExportDialog) -> dict[str, Any]:
    path = Path(dialog.target.text())
    dialog.accept()
    qtbot.waitUntil(lambda: "Wrote" in studio.message() and path.exists(), timeout=PATIENCE)
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def _labels_by_page(records: Any) -> dict[int, set[tuple[str, ...]]]:
    """The labels of the records that stand on one page alone."""
    found: dict[int, set[tuple[str, ...]]] = {}
    for record in records:
        acl, pages = (record["acl"], record["pages"]) if isinstance(record, dict) else (record.acl, record.pages)
        if len(pages) == 1:
            found.setdefault(pages[0], set()).add(tuple(acl))
    return found


def _sections(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [record for record in data["chunks"] if record["layer"] == "section"]


def test_that_an_export_has_the_labels_and_the_narrower_parts_of_the_open_workspace(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, team, file = _in_workspace(start, tmp_path, qtbot)
    state = studio.open(file)
    team.settle()
    assert state.access == KEPT
    assert _labels_by_page(state.result.chunks)[2] == {("board",)}, "the pages are coloured by the same access"
    assert trial_document(studio.session, state).access == KEPT
    dialog = _dialog(studio)
    assert dialog.access.labels == ("board", "staff")
    assert "Only board: page 2." in dialog.access.echo.text()
    dialog.access.field.setText("staff, board, visitors")
    assert "Only board: page 2." in dialog.access.echo.text()
    data = _export(studio, qtbot, dialog)
    assert data["document"]["acl"] == ["board", "staff", "visitors"]
    assert _labels_by_page(_sections(data)) == {1: {("board", "staff", "visitors")}, 2: {("board",)}}
    studio.wait_final()
    assert _labels_by_page(studio.state.result.chunks)[1] == {("board", "staff", "visitors")}
    team.settle()
    (document,) = team.desk.work.documents.all()
    assert document.access == DocumentAccess(("board", "staff", "visitors"), (PART,))


def test_that_labels_that_would_widen_a_part_of_the_workspace_are_refused_plainly(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, _, file = _in_workspace(start, tmp_path, qtbot)
    studio.open(file)
    dialog = _dialog(studio)
    dialog.access.field.setText("staff")
    assert "board of pages 2 are not among the document's" in dialog.access.echo.text()
    dialog.accept()
    assert dialog.isVisible() and not dialog.go.isEnabled() and not dialog.path.exists()
    dialog.reject()
    assert studio.state.access == KEPT


def test_that_a_workspace_opened_later_says_who_may_read_what_is_open(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    file = draw_manual(tmp_path / "manual.pdf", 2)
    other = draw_manual(tmp_path / "other.pdf", 3)
    studio.studio.memory.remember(file, ("board", "staff", "visitors"))
    studio.open(other)
    assert studio.open(file).acl == ("board", "staff", "visitors")
    team = Team(studio, qtbot)
    assert team.desk.open(_workspace(tmp_path, file, other))
    team.settle()
    studio.wait_final()
    assert [state.access for state in studio.session.documents] == [KEPT, KEPT]
    assert _labels_by_page(studio.state.result.chunks)[2] == {("board",)}
    kept = [document.access for document in team.desk.work.documents.all()]
    assert kept == [KEPT, KEPT], "what holds for a folder widens nothing"
    team.desk.close()
    dialog = _dialog(studio)
    dialog.access.field.setText("board, others")
    assert _labels_by_page(_sections(_export(studio, qtbot, dialog)))[2] == {("board",)}, "it stays known while it is open"


def test_that_a_side_file_drops_no_narrower_part_of_the_workspace_and_adds_its_own(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, _, file = _in_workspace(start, tmp_path, qtbot)
    own = NarrowerLabels(("staff",), ((1, 1),))
    write_access(file, DocumentAccess(("board", "staff", "visitors"), (own,)))
    studio.open(file)
    assert "names other readers" in studio.message() and "workspace labels" in studio.message()
    assert studio.state.access == DocumentAccess(("board", "staff"), (PART, own))
    dialog = _dialog(studio)
    assert _labels_by_page(_sections(_export(studio, qtbot, dialog))) == {1: {("staff",)}, 2: {("board",)}}


def test_that_labels_typed_for_one_copy_are_those_of_the_other(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    file, copy = draw_manual(tmp_path / "manual.pdf", 2), tmp_path / "copy.pdf"
    copy.write_bytes(file.read_bytes())
    team = Team(studio, qtbot)
    assert team.desk.open(_workspace(tmp_path, file))
    studio.open(file)
    key = studio.open(copy).key
    team.settle()
    studio.session.set_acl(key, ("board", "auditors"))
    wanted = DocumentAccess(("auditors", "board"), (PART,))
    team.wait(lambda: [state.access for state in studio.session.documents] == [wanted, wanted])
    team.settle()
    (document,) = team.desk.work.documents.all()
    assert document.access == wanted


def test_that_labels_set_in_the_workspace_panel_are_those_of_the_open_document(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio, team, file = _in_workspace(start, tmp_path, qtbot)
    studio.open(file)
    team.settle()
    monkeypatch.setattr(QInputDialog, "getText", lambda *_: ("board, auditors", True))
    (document,) = team.desk.work.documents.all()
    team.deeds.ask_labels(document)
    assert studio.state.access == DocumentAccess(("auditors", "board"), (PART,))
    studio.wait_final()
    team.settle()
    assert team.desk.work.documents.get(document.id).access == studio.state.access
    assert _dialog(studio).access.labels == ("auditors", "board")


def test_that_chunking_says_how_a_document_without_labels_gets_them(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio, team, _ = _in_workspace(start, tmp_path, qtbot)
    work = team.desk.work
    assert work is not None
    bare = draw_manual(tmp_path / "bare.pdf", 1)
    stored = work.documents.add(bare, title="Tides " * 30, pages=1, author="ann")
    team.settle()
    studio.window.table.run("workspace.rechunk")
    team.wait(lambda: team.deeds.blast is not None)
    dialog = team.deeds.blast
    words = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("Re-chunk 1 document under version" in w for w in words), "the one that cannot be chunked does not count"
    assert any("Access labels in the menu of its row" in w for w in words)
    dialog.reject()
    asked: list[str] = []
    monkeypatch.setattr(QInputDialog, "getText", lambda *given: (asked.append(given[2]), ("staff", True))[1])
    team.deeds.ask_labels(stored)
    assert asked[0].startswith("Who may read Tides Tides") and max(map(len, asked[0].split("\n"))) < 90
    team.settle()
    team.deeds.blast = None
    studio.window.table.run("workspace.rechunk")
    team.wait(lambda: team.deeds.blast is not None)
    assert not any("menu of its row" in label.text() for label in team.deeds.blast.findChildren(QLabel))
    team.deeds.blast.reject()


def test_that_a_workspace_open_for_reading_only_keeps_parts_narrow_and_exports_nothing(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    file = draw_manual(tmp_path / "manual.pdf", 2)
    writer = Workspace.open(_workspace(tmp_path, file))
    try:
        writer.rechunk(FAST, writer.documents.all())
        team = Team(studio, qtbot)
        assert team.desk.open(tmp_path / "pumps.chunkstudio") and not team.desk.can_write
        team.settle()
        assert studio.open(file).access == KEPT
        dialog = _dialog(studio)
        dialog.access.field.setText("staff, board, visitors")
        data = _export(studio, qtbot, dialog)
        assert _labels_by_page(_sections(data)) == {1: {("board", "staff", "visitors")}, 2: {("board",)}}
        assert writer.documents.all()[0].access == KEPT
        studio.window.table.run("workspace.export")
        assert "open for reading only" in studio.message() and team.deeds.exporting is None
        wish = ExportWish("jsonl", str(tmp_path / "out.jsonl"), draft=True)
        with pytest.raises(ChunkStudioError, match="open for reading only"):
            export_sets(team.desk.work, wish, Reporter(lambda *_: None))
        assert not (tmp_path / "out.jsonl").exists()
    finally:
        studio.window.workspaces.desk.close()
        writer.close()
