"""Full and read-only disks, and files that are changed or removed while open: told in words, and nothing is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.chunked_document import ChunkedDocument
from chunkstudio.ingestion import atomic_file
from tests.stories.conftest import StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import PATIENCE_MS, StudioDriver


@pytest.mark.parametrize(
    ("code", "advice"),
    [
        (errno.ENOSPC, "The disk is full; free some space or choose another folder."),
        (errno.EROFS, "The disk is read-only; choose another folder."),
        (errno.EACCES, "The folder does not let you write; choose another one or change its permissions."),
    ],
)
def test_that_an_export_that_finds_no_room_names_the_file_and_leaves_everything_as_it_was(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, code: int, advice: str
) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    dialog.word.setChecked(True)
    target = Path(dialog.target.text())

    def refuse(_file: int) -> None:
        raise OSError(code, os.strerror(code))

    with monkeypatch.context() as patch:
        patch.setattr(atomic_file.os, "fsync", refuse)
        dialog.accept()
        qtbot.waitUntil(lambda: "cannot be written" in studio.message(), timeout=PATIENCE_MS)
    assert target.name in studio.message()
    assert studio.message().endswith(advice)
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part" or p == target] == []
    assert studio.state.result is state.result
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    dialog.word.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(target.is_file, timeout=PATIENCE_MS)


def test_that_a_full_disk_at_the_drafts_is_told_and_the_draft_is_kept_once_there_is_room(
    start: StartStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))

    def refuse(_file: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    studio.session.edit_profile("assembly.token_budget", 350)
    with monkeypatch.context() as patch:
        patch.setattr(atomic_file.os, "fsync", refuse)
        studio.studio.keeper.flush()
    assert "draft could not be kept" in studio.message()
    assert any("draft could not be kept" in event.text and "disk is full" in event.hint for event in studio.session.activity)
    studio.studio.keeper.flush()
    assert "token_budget: 350" in (tmp_path / "data" / "draft.yaml").read_text(encoding="utf-8")


def removed_while_open(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> tuple[StudioDriver, ChunkedDocument]:
    """A window whose document's file is gone, and what was cut of it before; the window has said so."""
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf")
    before = studio.open(path).result
    assert before is not None
    path.unlink()
    qtbot.waitUntil(lambda: "was removed" in studio.message(), timeout=PATIENCE_MS)
    return studio, before


def test_that_a_document_whose_file_was_removed_stays_and_can_still_be_cut_and_exported(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, before = removed_while_open(start, tmp_path, qtbot)
    assert "manual.pdf" in studio.message()
    assert studio.session.edit_profile("assembly.token_budget", 120) is None
    state = studio.wait_final()
    assert state.result is not None
    assert len(state.result.chunks) > len(before.chunks)
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    dialog.word.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(Path(dialog.target.text()).is_file, timeout=PATIENCE_MS)


def test_that_pages_of_a_removed_file_that_would_be_read_anew_keep_what_was_read(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio, before = removed_while_open(start, tmp_path, qtbot)
    assert studio.session.edit_profile("layout.hidden_text", "keep") is None
    qtbot.waitUntil(lambda: studio.state.result.profile == studio.session.profile, timeout=PATIENCE_MS)
    state = studio.state
    assert len(state.result.units) == len(before.units)
    assert state.provisional
    assert "manual.pdf was removed or moved" in studio.message()
    assert "What was read stays" in studio.message()
    studio.session.undo_stack.undo()
    assert studio.wait_final().result.markdown == before.markdown


def test_that_a_file_removed_while_it_is_read_is_told_and_the_window_goes_on(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 24)
    studio.session.open_paths([path])
    qtbot.waitUntil(lambda: studio.session.current.layout is not None, timeout=PATIENCE_MS)
    path.unlink()
    state = studio.wait_final()
    assert state.pages_total == 24
    assert all(page.boxes or page.failed for page in state.layout.pages)
    qtbot.waitUntil(lambda: "was removed" in studio.message(), timeout=PATIENCE_MS)
    if any(page.failed for page in state.layout.pages):
        told = next(event for event in studio.session.activity if "could not be read" in event.text)
        assert "manual.pdf was removed or moved while it was open. Open the file again." in told.hint
    other = studio.open(draw_manual(tmp_path / "other.pdf", 1))
    assert other.result is not None
    assert studio.session.current.name == "other.pdf"
