"""Opening documents: from the command line, by drop, from the recent files, several at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.gui.pages.file_row import FileRow
from chunkstudio.layout.pool import LayoutPool
from tests.stories.conftest import FAST, StartStudio
from tests.stories.drawn_files import draw_manual


def test_that_an_opened_document_shows_pages_boxes_and_chunks(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    state = studio.open(draw_manual(tmp_path / "manual.pdf"))
    assert state.pages_total == 3
    assert len(state.result.chunks) >= 3
    assert studio.window.windowTitle().startswith("manual.pdf")
    assert studio.window.pages.canvas.document == state.key
    assert "3 pages" in studio.window.statusBar().words.text()
    assert "layout complete (fast)" in studio.window.statusBar().words.text()
    assert studio.window.frames["chunk_table"].panel.model.rowCount() == len(state.result.chunks)


def test_that_the_layout_model_refines_a_document_after_the_fast_layout(start: StartStudio, tmp_path: Path) -> None:
    studio = start(None)
    parsers: list[str] = []

    def note(_key: str) -> None:
        layout = studio.session.current.layout
        parsers.extend(page.parser for page in layout.pages if page.boxes) if layout is not None else None

    studio.session.layout_changed.connect(note)
    state = studio.open(draw_manual(tmp_path / "manual.pdf", 2))
    assert parsers[0] == "fast"
    assert {page.parser for page in state.layout.pages} == {"neural"}
    assert not state.layout.provisional


def test_that_files_dropped_on_the_window_open_and_a_profile_is_loaded(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    pdf = draw_manual(tmp_path / "dropped.pdf", 1)
    profile = tmp_path / "small.yaml"
    text = studio.session.profile.replace({"assembly.token_budget": 222, "name": "Small"}).to_yaml()
    profile.write_text(text, encoding="utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(pdf)), QUrl.fromLocalFile(str(profile))])
    about = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(studio.window, QDragEnterEvent(QPoint(20, 20), *about))
    QApplication.sendEvent(studio.window, QDropEvent(QPointF(20, 20), *about))
    assert studio.session.profile.assembly.token_budget == 222
    assert studio.wait_final().name == "dropped.pdf"


def test_that_several_documents_stay_open_under_one_profile_and_recent_files_remember_them(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    one, two = draw_manual(tmp_path / "one.pdf", 1), draw_manual(tmp_path / "two.pdf", 2)
    studio.open(one, two)
    qtbot.waitUntil(lambda: all(s.final for s in studio.session.documents), timeout=30_000)
    assert [s.name for s in studio.session.documents] == ["one.pdf", "two.pdf"]
    studio.window.table.run("document.next")
    assert studio.state.name == "two.pdf"
    assert studio.session.edit_profile("assembly.token_budget", 200) is None
    qtbot.waitUntil(
        lambda: all(s.result.profile.assembly.token_budget == 200 for s in studio.session.documents), timeout=30_000
    )
    studio.window.table.run("close")
    assert studio.state.name == "one.pdf"
    assert {p.name for p in studio.window.documents.recent.paths()} == {"one.pdf", "two.pdf"}
    studio.window.table.run("close")
    offered = [row for row in studio.window.pages.start_card.recent.findChildren(FileRow) if row.isVisible()]
    assert sorted(row.entry.name for row in offered) == ["one.pdf", "two.pdf"]
    offered[0].click()
    assert studio.wait_final().path == offered[0].entry.path
    two.unlink()
    assert {p.name for p in studio.window.documents.recent.paths()} == {"one.pdf"}


def test_that_opening_a_file_twice_shows_the_one_document(start: StartStudio, tmp_path: Path) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 1)
    studio.open(path)
    studio.session.open_paths([path])
    assert len(studio.session.documents) == 1


def test_that_a_file_changed_by_another_program_can_be_read_again(start: StartStudio, tmp_path: Path, qtbot: QtBot) -> None:
    studio = start()
    path = draw_manual(tmp_path / "manual.pdf", 1)
    studio.open(path)
    other = draw_manual(tmp_path / "other.pdf", 2)
    path.write_bytes(other.read_bytes())
    qtbot.waitUntil(lambda: studio.state.changed_on_disk, timeout=10_000)
    assert "was changed by another program" in studio.message()
    studio.window.bar.act.click()
    qtbot.waitUntil(lambda: studio.is_final() and studio.state.pages_total == 2, timeout=30_000)
    assert not studio.state.changed_on_disk


def test_that_two_changed_files_of_one_name_are_told_apart_by_their_folders(
    start: StartStudio, tmp_path: Path, qtbot: QtBot
) -> None:
    studio = start()
    files = [draw_manual(_folder(tmp_path / year / "filed") / "report.pdf", 1) for year in ("2022", "2023")]
    studio.open(*files)
    qtbot.waitUntil(lambda: all(s.final for s in studio.session.documents), timeout=30_000)
    other = draw_manual(tmp_path / "other.pdf", 2)
    for file in files:
        file.write_bytes(other.read_bytes())
    qtbot.waitUntil(lambda: all(s.changed_on_disk for s in studio.session.documents), timeout=10_000)
    said = []
    for _ in files:
        said.append(studio.message())
        assert studio.window.windowTitle().startswith(said[-1].partition(" was")[0])
        studio.window.table.run("document.next")
    where = Path("2022") / "filed", Path("2023") / "filed"
    assert [words.partition(" was")[0] for words in said] == [f"report.pdf ({folder})" for folder in where]
    studio.window.views.show_panel("documents")
    model = studio.window.frames["documents"].fill().rows_model
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    assert {model.index(row, 0).data() for row in range(2)} == {f"report.pdf ({folder})" for folder in where}
    studio.window.table.run("close")
    assert studio.window.windowTitle().startswith("report.pdf[*]"), "alone it has its name"


def _folder(path: Path) -> Path:
    path.mkdir(parents=True)
    return path


def test_that_the_layout_model_is_loaded_ahead_only_for_a_profile_that_uses_it(
    start: StartStudio, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(LayoutPool, "warm", lambda _pool, *, neural: asked.append(neural))
    start(FAST)
    qtbot.waitUntil(lambda: asked == [False])
    start(FAST.replace({"layout.parser": "neural"}))
    qtbot.waitUntil(lambda: asked == [False, True])


def test_that_a_markdown_file_is_shown_and_cut_by_its_headings(start: StartStudio, tmp_path: Path) -> None:
    path = tmp_path / "pier.md"
    path.write_text("# Pier book\n\nFor all.\n\n## Fees\n\n| Boat | Fee |\n|---|---|\n| raft | 2 |\n\n## Hours\n\nFrom six.\n")
    studio = start(None)
    state = studio.open(path)
    assert [s.heading_path for s in state.result.sections[1:]] == [
        ("Pier book",),
        ("Pier book", "Fees"),
        ("Pier book", "Hours"),
    ]
    marks = studio.window.pages.canvas.source.page(1)
    assert marks is not None and not marks.provisional
    assert [mark.box_class for mark in marks.boxes] == ["title", "text", "section-header", "table", "section-header", "text"]
    assert studio.window.frames["chunk_table"].panel.model.rowCount() == len(state.result.chunks)


@pytest.mark.parametrize("name", ["blank.md", "blank.txt"])
def test_that_a_text_of_blanks_is_said_to_be_blank(start: StartStudio, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(" \n\n \u200b\n", encoding="utf-8")
    studio = start()
    assert len(studio.open(tmp_path / name).result.chunks) == 0
    assert "nothing but blanks" in studio.window.frames["chunk_table"].panel.pages.sentence
