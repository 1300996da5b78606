"""Files that cannot be opened, work that is cancelled: a clear sentence, and the window stays usable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.stories.conftest import FAST, StartStudio
from tests.stories.drawn_files import draw_locked, draw_manual


def test_that_a_tokenizer_that_cannot_be_read_does_not_keep_the_window_away_and_is_told_with_the_first_document(
    start: StartStudio, tmp_path: Path
) -> None:
    studio = start(FAST.replace({"assembly.tokenizer": str(tmp_path / "gone.json")}))
    assert studio.window.isVisible()
    studio.session.open_paths([draw_manual(tmp_path / "manual.pdf", 3)])
    error = studio.wait_error().error
    assert error is not None
    assert "gone.json" in error.message


def test_that_a_locked_file_opens_with_its_password_after_a_wrong_one(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.session.open_paths([draw_locked(tmp_path / "locked.pdf", "open sesame")])
    assert studio.wait_error().needs_password
    card = studio.window.pages.state_card
    assert "locked" in card.headline.text()
    card.password.setText("guess")
    card.unlock.click()
    qtbot.waitUntil(lambda: studio.state.error is not None and studio.state.error.code == "wrong_password", timeout=20_000)
    card.password.setText("open sesame")
    card.unlock.click()
    assert studio.wait_final().result.chunks
    assert not list((tmp_path / "cache").rglob("*.*")) or all(p.is_dir() for p in (tmp_path / "cache").rglob("*"))


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("empty.pdf", b"", "empty_file"),
        ("page.pdf", b"<!DOCTYPE html><html><body>Not found</body></html>", "not_a_pdf"),
        ("torn.pdf", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog", "damaged"),
    ],
)
def test_that_a_broken_file_is_named_and_the_next_one_opens(
    start: StartStudio, tmp_path: Path, name: str, content: bytes, code: str
) -> None:
    studio = start()
    (tmp_path / name).write_bytes(content)
    studio.session.open_paths([tmp_path / name])
    state = studio.wait_error()
    assert state.error.code in (code, "no_pages", "damaged")
    assert name in state.error.message
    assert state.error.hint
    assert studio.window.pages.state_card.isVisibleTo(studio.window)
    assert studio.window.pages.state_card.headline.text() == state.error.message
    assert studio.message() == ""
    assert studio.open(draw_manual(tmp_path / "good.pdf", 1)).result.chunks


def test_that_a_broken_file_behind_another_is_told_in_the_message_bar(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    (tmp_path / "torn.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog")
    studio.open(draw_manual(tmp_path / "good.pdf", 1), tmp_path / "torn.pdf")
    qtbot.waitUntil(lambda: "torn.pdf" in studio.message(), timeout=20_000)
    assert studio.state.name == "good.pdf"


def test_that_a_missing_file_is_named(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    studio.session.open_paths([tmp_path / "gone.pdf"])
    state = studio.wait_error()
    assert state.error.code == "not_found"
    assert "gone.pdf" in state.error.message


def test_that_cancelled_layout_stays_provisional_and_can_go_on(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start(FAST.replace({"layout.parser": "neural"}))
    studio.session.open_paths([draw_manual(tmp_path / "long.pdf", 12)])
    qtbot.waitUntil(lambda: studio.session.current.result is not None, timeout=60_000)
    assert studio.state.provisional
    with qtbot.waitSignal(studio.session.busy_changed, timeout=1000):
        studio.window.table.run("document.cancel")
    qtbot.waitUntil(lambda: studio.session.busy is None, timeout=1000)
    assert studio.state.provisional
    assert studio.state.result is not None
    line = studio.window.statusBar()
    assert line.words.text().startswith(f"Layout stopped at {studio.state.pages_done} of 12 pages")
    assert line.resume.isVisibleTo(studio.window)
    assert studio.window.table.command("document.resume").enabled()
    line.resume.click()
    assert not line.resume.isVisibleTo(studio.window)
    qtbot.waitUntil(lambda: studio.session.busy is not None or studio.state.final, timeout=5000)


def test_that_reading_a_removed_file_again_says_so_and_keeps_what_was_read(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 3)
    before = studio.open(path).result
    path.unlink()
    studio.window.table.run("document.reload")
    qtbot.waitUntil(lambda: any("What was read stays" in event.hint for event in studio.session.activity), timeout=20_000)
    assert "manual.pdf" in studio.message()
    studio.wait_final()
    assert studio.state.result is before
    assert "layout complete" in studio.window.statusBar().words.text()
    studio.session.edit_profile("assembly.token_budget", 300)
    assert studio.wait_final().result is not before
    draw_manual(path, 2)
    studio.window.table.run("document.reload")
    qtbot.waitUntil(lambda: studio.state.pages_total == 2 and studio.is_final(), timeout=20_000)


def test_that_the_error_of_one_document_is_not_shown_over_another(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chunkstudio.chunking.pipeline import Pipeline

    studio = start()
    first = studio.open(draw_manual(tmp_path / "first.pdf", 1))
    studio.session.open_paths([draw_manual(tmp_path / "second.pdf", 1)])
    second = studio.wait_final()
    studio.session.show_document(first.key)
    run = Pipeline.run

    def fail(self: Pipeline, layout: Any, *rest: Any, **named: Any) -> Any:
        if layout.info.file_name == "first.pdf":
            raise ArithmeticError("no such place")
        return run(self, layout, *rest, **named)

    monkeypatch.setattr(Pipeline, "run", fail)
    studio.session.edit_profile("assembly.token_budget", 300)
    qtbot.waitUntil(lambda: "no such place" in studio.message(), timeout=10_000)
    studio.session.show_document(second.key)
    assert studio.message() == ""
    studio.session.show_document(first.key)
    assert "no such place" in studio.message()
    monkeypatch.undo()
    studio.session.edit_profile("assembly.token_budget", 310)
    studio.wait_final()
    assert studio.message() == ""


def test_that_tab_leads_from_the_pages_to_every_layer_and_the_legend(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    studio.open(draw_manual(tmp_path / "manual.pdf", 1))
    studio.window.activateWindow()
    pages = studio.window.pages
    pages.canvas.setFocus()
    seen: list[QWidget | None] = []
    for _ in range(200):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
        if seen[-1] is pages.minimap:
            break
    shown = [button for button in pages.strip.buttons.values() if button.isVisible()]
    assert [w for w in seen if w in shown] == shown
    assert pages.strip.legend_button in seen
    shown[0].setFocus()
    before = studio.session.layers
    qtbot.keyClick(shown[0], Qt.Key.Key_Space)
    assert studio.session.layers != before


def test_that_a_document_closed_while_it_opens_leaves_nothing_behind(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 3)
    studio.session.open_paths([path])
    studio.session.close_document(studio.state.key)
    qtbot.waitUntil(lambda: studio.session.busy is None, timeout=10_000)
    assert studio.session.documents == ()
    assert studio.open(path).result.chunks


def test_that_a_failed_run_keeps_the_last_good_result(
    start: StartStudio, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from chunkstudio.chunking.pipeline import Pipeline

    studio = start()
    good = studio.open(draw_manual(tmp_path / "manual.pdf", 1)).result

    def fail(*_: object, **__: object) -> None:
        raise ArithmeticError("no such place")

    monkeypatch.setattr(Pipeline, "run", fail)
    studio.session.edit_profile("assembly.token_budget", 300)
    qtbot.waitUntil(lambda: studio.state.error is not None, timeout=10_000)
    assert studio.state.error.code == "crashed"
    assert "no such place" in studio.message()
    assert studio.state.result is good
    monkeypatch.undo()
    studio.session.edit_profile("assembly.token_budget", 310)
    assert studio.wait_final().error is None
