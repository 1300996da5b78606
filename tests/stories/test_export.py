"""Export: labels are asked for, previews are marked, files are whole, and nothing is overwritten unasked."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.records import ChunkSet
from chunkstudio.gui import export_writer
from chunkstudio.gui.dialogs.export import ExportDialog
from chunkstudio.gui.status import StatusBar
from chunkstudio.ingestion.access_file import write_access
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import StudioDriver


def _dialog(studio: StudioDriver) -> ExportDialog:
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    return dialog


def _export(studio: StudioDriver, qtbot: QtBot, dialog: ExportDialog) -> Path:
    path = Path(dialog.target.text())
    if dialog.preview:
        dialog.word.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(lambda: "ritten" in studio.message() or "Wrote" in studio.message(), timeout=30_000)
    return path


def _for_board_and_staff(start: StartStudio, folder: Path) -> tuple[StudioDriver, Path]:
    """The window with a document whose side file names two labels, and the document."""
    studio = start()
    path = draw_manual(folder / "manual.pdf", 1)
    write_access(path, DocumentAccess(("board", "staff")))
    assert studio.open(path).acl == ("board", "staff")
    return studio, path


def test_that_an_export_without_labels_is_marked_as_a_preview(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    dialog = _dialog(studio)
    assert dialog.go.text() == "Export preview"
    assert dialog.path.name == "manual.chunks.preview.json", "a real export has another name"
    dialog.access.field.setText("staff")
    assert dialog.path.name == "manual.chunks.json"
    dialog.access.field.clear()
    assert "only a marked preview can be written" in dialog.access.echo.text()
    data = json.loads(_export(studio, qtbot, dialog).read_text(encoding="utf-8"))
    assert data["preview"] is True
    assert data["document"]["acl"] is None
    assert data["chunks"]


def test_that_a_preview_needs_the_word_of_the_user_and_takes_no_labels_away(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.session.set_acl(state.key, ("staff",))
    studio.wait_final()
    dialog = _dialog(studio)
    assert dialog.go.isEnabled() and not dialog.word.isEnabled(), "nothing to say of an export with labels"
    dialog.access.field.clear()
    assert "tick the preview" in dialog.note.text() and not dialog.go.isEnabled() and dialog.word.isEnabled()
    dialog.accept()
    assert dialog.isVisible() and list(tmp_path.glob("*.json")) == []
    dialog.word.setChecked(True)
    assert dialog.go.isEnabled() and dialog.note.text().startswith("This export will be marked as a preview")
    dialog.access.field.setText("staff")
    dialog.access.field.clear()
    assert not dialog.go.isEnabled(), "the word was said of the preview before"
    data = json.loads(_export(studio, qtbot, dialog).read_text(encoding="utf-8"))
    assert data["preview"] is True and data["document"]["acl"] is None
    assert studio.state.acl == ("staff",), "the document has its readers still"


def test_that_the_button_says_what_an_export_needs(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    button = studio.window.toolbar.export
    assert not button.isEnabled() and button.toolTip().endswith("needs a document with chunks")
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    qtbot.waitUntil(button.isEnabled)
    assert button.toolTip() == "Export (Ctrl+Shift+E)"


def test_that_labels_given_once_hold_for_the_folder(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "one.pdf", 1))
    dialog = _dialog(studio)
    dialog.access.field.setText("staff, auditors")
    dialog.access.remember.setChecked(True)
    assert dialog.go.text() == "Export"
    data = json.loads(_export(studio, qtbot, dialog).read_text(encoding="utf-8"))
    assert data["preview"] is False
    assert data["document"]["acl"] == ["auditors", "staff"]
    assert all(record["acl"] == ["auditors", "staff"] for record in data["chunks"])
    assert studio.open(draw_manual(tmp_path / "two.pdf", 1)).acl == ("auditors", "staff")


def test_that_a_side_file_says_who_may_read(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 1)
    path.with_name("manual.pdf.acl.yaml").write_text("acl: [board, staff]\n", encoding="utf-8")
    assert studio.open(path).acl == ("board", "staff")
    assert _dialog(studio).access.labels == ("board", "staff")


def test_that_an_export_takes_the_side_file_as_it_is_now(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio, path = _for_board_and_staff(start, tmp_path)
    write_access(path, DocumentAccess(("board",)))
    dialog = _dialog(studio)
    assert dialog.access.labels == ("board",) and studio.state.acl == ("board",)
    data = json.loads(_export(studio, qtbot, dialog).read_text(encoding="utf-8"))
    assert {tuple(record["acl"]) for record in data["chunks"]} == {("board",)}


def test_that_a_side_file_that_names_others_holds_at_each_export_but_not_over_what_was_said_since(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, path = _for_board_and_staff(start, tmp_path)
    _export(studio, qtbot, _dialog(studio)).unlink()
    for labels in (("audit", "board"), ("audit",)):
        write_access(path, DocumentAccess(labels))
        dialog = _dialog(studio)
        assert dialog.access.labels == labels == studio.state.acl
        data = json.loads(_export(studio, qtbot, dialog).read_text(encoding="utf-8"))
        assert {tuple(record["acl"]) for record in data["chunks"]} == {labels}
        dialog.path.unlink()
    dialog = _dialog(studio)
    dialog.access.field.setText("audit, guest")
    _export(studio, qtbot, dialog)
    assert _dialog(studio).access.labels == ("audit", "guest"), "the file is as it was when this was said"


def test_that_nothing_is_written_when_the_side_file_changes_before_a_dialog_is_accepted(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, path = _for_board_and_staff(start, tmp_path)
    dialog = _dialog(studio)
    write_access(path, DocumentAccess(("board",)))
    dialog.accept()
    qtbot.waitUntil(lambda: "Who may read manual.pdf was changed" in studio.message(), timeout=30_000)
    assert list(tmp_path.glob("*.json")) == []
    assert _dialog(studio).access.labels == ("board",)


def test_that_nothing_is_written_when_the_side_file_changes_during_the_export(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio, path = _for_board_and_staff(start, tmp_path)
    dialog = _dialog(studio)
    made = export_writer.make_chunk_set

    def narrowed_meanwhile(job: export_writer.ExportJob) -> ChunkSet:
        found = made(job)
        write_access(path, DocumentAccess(("board",)))
        return found

    monkeypatch.setattr(export_writer, "make_chunk_set", narrowed_meanwhile)
    dialog.accept()
    qtbot.waitUntil(lambda: "Who may read manual.pdf was changed" in studio.message(), timeout=30_000)
    assert list(tmp_path.glob("*.json")) == []


def test_that_jsonl_markdown_and_the_profile_are_written_too(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    written = {}
    for kind in ("jsonl", "markdown", "profile"):
        dialog = _dialog(studio)
        dialog.kinds[kind].setChecked(True)
        studio.window.bar.close_notice()
        written[kind] = _export(studio, qtbot, dialog).read_text(encoding="utf-8")
    records = [json.loads(line) for line in written["jsonl"].splitlines()]
    assert {"section", "document"} <= {record["layer"] for record in records}
    assert "What to do at night" in written["markdown"]
    assert Profile.from_yaml(written["profile"]) == state.result.profile


def test_that_a_file_is_overwritten_only_after_asking(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    dialog = _dialog(studio)
    dialog.word.setChecked(True)
    target = Path(dialog.target.text())
    target.write_text("mine", encoding="utf-8")
    answers = iter(("Cancel", "Overwrite"))

    def answer(box: QMessageBox) -> int:
        wanted = next(answers)
        next(b for b in box.buttons() if b.text().replace("&", "") == wanted).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answer)
    dialog.accept()
    assert target.read_text(encoding="utf-8") == "mine"
    assert dialog.isVisible()
    _export(studio, qtbot, dialog)
    assert json.loads(target.read_text(encoding="utf-8"))["preview"] is True


def test_that_a_folder_that_is_not_there_is_named_before_anything_is_written(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    dialog = _dialog(studio)
    dialog.target.setText(str(tmp_path / "missing" / "out.json"))
    dialog.accept()
    assert dialog.isVisible() and not dialog.go.isEnabled()
    assert str(tmp_path / "missing") in dialog.note.text()
    assert not (tmp_path / "missing").exists()


def test_that_an_export_never_takes_the_place_of_an_open_document(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    first, second = draw_manual(tmp_path / "one.pdf", 1), draw_manual(tmp_path / "two.pdf", 1)
    link = tmp_path / "link.json"
    link.symlink_to(second)
    before = first.read_bytes(), second.read_bytes()
    studio.open(second)
    studio.open(first)
    dialog = _dialog(studio)
    for target in (first, second, link):
        dialog.target.setText(str(target))
        dialog.accept()
        assert dialog.isVisible() and not dialog.go.isEnabled()
        assert "is an open document" in dialog.note.text()
    dialog.target.setText(str(tmp_path / "two.pdf.acl.yaml"))
    dialog.accept()
    assert dialog.isVisible() and not dialog.go.isEnabled()
    assert "labels are kept" in dialog.note.text()
    assert (first.read_bytes(), second.read_bytes()) == before


def test_that_a_name_without_folder_lies_in_the_folder_that_was_proposed(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    dialog = _dialog(studio)
    dialog.target.setText("short.json")
    _export(studio, qtbot, dialog)
    assert (tmp_path / "short.json").is_file()


def test_that_pages_that_could_not_be_read_are_told_in_the_status_line_and_before_an_export(
    start: StartStudio, tmp_path: Path
) -> None:
    studio = start()
    whole = draw_manual(tmp_path / "manual.pdf", 6).read_bytes()
    broken = tmp_path / "half.pdf"
    broken.write_bytes(whole[: len(whole) // 2])
    studio.open(broken)
    assert "the file is cut off, see Findings" in studio.window.findChild(StatusBar).words.text()
    assert "may be incomplete" in _dialog(studio).note.text()


def test_that_no_row_moves_while_labels_are_typed_and_the_readers_are_told_as_they_will_be_written(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 1)
    narrower = "narrower:\n- pages: 1\n  acl: [board]\n"
    path.with_name("manual.pdf.acl.yaml").write_text(f"acl: [board, staff]\n{narrower}", encoding="utf-8")
    studio.open(path)
    dialog = _dialog(studio)
    qtbot.waitExposed(dialog)
    rows = [dialog.access.field, dialog.access.remember, dialog.target, dialog.browse, dialog.go, *dialog.kinds.values()]

    def places() -> list[tuple[int, int]]:
        dialog.grab()  # arranges what is to be arranged
        return [row.mapTo(dialog, row.rect().topLeft()).toTuple() for row in rows]

    before, size = places(), dialog.size()
    for text in ("", "s", "board, visitors", "board", "staff", "board; staff ,board"):
        dialog.access.field.setText(text)
        assert places() == before, text
        assert dialog.size() == size
    assert dialog.access.echo.text() == "Written to each record: readers with board or staff. Only board: page 1."
    dialog.access.field.setText("staff")
    assert "board" in dialog.access.echo.text() and not dialog.go.isEnabled(), "the narrower part would become wider"
    for kind in dialog.kinds.values():
        kind.setChecked(True)
        assert places() == before


def test_that_an_export_is_proposed_beside_its_document_and_then_where_such_exports_go(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    here, there, out = (tmp_path / name for name in ("here", "there", "out"))
    for folder in (here, there, out):
        folder.mkdir()
    studio.open(draw_manual(here / "one.pdf", 1))
    dialog = _dialog(studio)
    assert dialog.path.parent == here
    dialog.kinds["jsonl"].setChecked(True)
    dialog.target.setText(str(out / "one.chunks.preview.jsonl"))
    _export(studio, qtbot, dialog)
    dialog = _dialog(studio)
    assert dialog.path == out / "one.chunks.preview.jsonl" and dialog.kind == "jsonl"
    dialog.reject()
    studio.open(draw_manual(there / "two.pdf", 1))
    dialog = _dialog(studio)
    assert dialog.path.parent == there, "another folder's documents are not mixed with these"
    dialog.reject()
    can = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != there and can(path, mode))
    assert _dialog(studio).path.parent == out, "nothing can be written beside it, so where the last export went"


def test_that_an_open_dialog_tells_when_the_layout_has_become_complete(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.wait_final()
    dialog = _dialog(studio)
    dialog.show_state(replace(state, final=False))  # as it was while pages arrived
    dialog.access.field.setText("staff")
    assert dialog.preview and "provisional" in dialog.note.text() and not dialog.go.isEnabled()
    studio.session.result_changed.emit(state.key)
    assert dialog.note.text() == "" and not dialog.preview
    assert dialog.go.text() == "Export" and dialog.path.name == "manual.chunks.json"
    dialog.reject()
