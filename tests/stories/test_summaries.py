"""An export with a language model's summaries: how far it is, stopping it, and a model that fails; against a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ingestion.model_server import ModelServer, good_answer, model_server
from tests.stories.conftest import FAST, StartStudio
from tests.stories.drawn_files import draw_manual
from tests.stories.studio_driver import PATIENCE_MS, StudioDriver

ABSTRACTIVE = FAST.replace({"summaries.mode": "abstractive"})


@pytest.fixture
def studio(start: StartStudio, tmp_path: Path) -> StudioDriver:
    """A window that shows a document under a profile that wants a model's summaries."""
    made = start(ABSTRACTIVE)
    made.open(draw_manual(tmp_path / "manual.pdf", 1))
    return made


def _use(server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_BASE_URL", server.url)
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_MODEL", "test")
    monkeypatch.setenv("CHUNKSTUDIO_SUMMARIZER_RETRIES", "0")


def _export(studio: StudioDriver) -> Path:
    studio.window.table.run("export")
    dialog = studio.window.exports.dialog
    assert dialog is not None
    dialog.word.setChecked(True)
    path = Path(dialog.target.text())
    dialog.accept()
    return path


def _files(studio: StudioDriver) -> list[str]:
    """What lies beside the document, but for the window's own settings."""
    return sorted(p.name for p in studio.state.path.parent.iterdir() if not p.name.startswith("settings"))


def _wait_for(studio: StudioDriver, qtbot: QtBot, words: str) -> None:
    qtbot.waitUntil(lambda: words in studio.message(), timeout=PATIENCE_MS)


def test_that_the_status_line_tells_how_far_the_summaries_are_and_the_file_has_them(
    studio: StudioDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(lambda question: good_answer(question) if server.release.wait(60) else 500) as server:
        _use(server, monkeypatch)
        path = _export(studio)
        line = studio.window.statusBar()
        qtbot.waitUntil(lambda: line.words.text().startswith("Summaries 0 of "), timeout=PATIENCE_MS)
        assert line.cancel.isVisibleTo(studio.window)
        server.release.set()
        _wait_for(studio, qtbot, "records written to")
    assert studio.session.busy is None
    notice = studio.window.bar.notice
    assert notice is not None and notice.level == "ok"
    data = json.loads(path.read_text(encoding="utf-8"))
    blocks = [b for record in data["chunks"] if (b := record["metadata"].get("abstractive_summary"))]
    assert len(blocks) == 1 and blocks[0]["overview_summary"].startswith("About ")


@pytest.mark.parametrize("by", ["button", "command"])
def test_that_cancelling_slow_summaries_leaves_no_file_and_the_document_as_it_is(
    studio: StudioDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    with model_server(lambda question: good_answer(question) if server.release.wait(60) else 500) as server:
        _use(server, monkeypatch)
        before = _files(studio)
        _export(studio)
        line = studio.window.statusBar()
        qtbot.waitUntil(lambda: line.cancel.isVisibleTo(studio.window) and server.running > 0, timeout=PATIENCE_MS)
        if by == "button":
            line.cancel.click()
        else:
            studio.window.table.run("document.cancel")
        _wait_for(studio, qtbot, "The export was cancelled. Nothing was written.")
        assert not server.release.is_set()
    assert studio.session.busy is None
    assert _files(studio) == before
    assert studio.is_final() and not studio.state.stopped


def test_that_a_failing_model_gives_the_set_with_a_warning(
    studio: StudioDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_server(500) as server:
        _use(server, monkeypatch)
        path = _export(studio)
        _wait_for(studio, qtbot, "summaries stay extractive")
    notice = studio.window.bar.notice
    assert notice is not None and notice.level == "warning" and "records written to" in notice.text
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["chunks"] and "summary_degraded" in [w["code"] for w in data["diagnostics"]["warnings"]]


def test_that_without_a_model_the_set_is_written_and_the_missing_setting_named(
    studio: StudioDriver, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CHUNKSTUDIO_SUMMARIZER_MODEL", raising=False)
    path = _export(studio)
    _wait_for(studio, qtbot, "CHUNKSTUDIO_SUMMARIZER_MODEL")
    assert json.loads(path.read_text(encoding="utf-8"))["chunks"]
