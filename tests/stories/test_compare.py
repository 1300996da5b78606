"""Comparing versions in the real window: another version at A, what differs, and what it does to recall."""

from __future__ import annotations

import json
from pathlib import Path

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from chunkstudio.gui.evaluation.aligned_dock import AlignedDock
from chunkstudio.gui.evaluation.differences_dock import DifferencesDock
from chunkstudio.gui.evaluation.versions_dock import VersionsDock
from chunkstudio.gui.profile_presets import profile_presets
from tests.stories.conftest import FAST, StartStudio

MANUAL = Path(__file__).parents[2] / "sample_docs" / "policy_manual.pdf"


def test_that_a_profile_file_at_a_shows_its_cuts_against_the_draft_until_the_view_is_left(
    start: StartStudio, qtbot: QtBot, tmp_path: Path
) -> None:
    studio = start()
    draft = studio.open(MANUAL).result
    studio.window.table.run("view.compare")
    differences = studio.window.frames["differences"].fill()
    assert isinstance(differences, DifferencesDock)
    qtbot.waitUntil(lambda: differences.pages.sentence.startswith("No difference"))
    aligned = studio.window.frames["aligned"].fill()
    assert isinstance(aligned, AlignedDock)
    qtbot.waitUntil(lambda: not any(button.isEnabled() for button in aligned.steps))
    canvas = studio.window.pages.canvas
    qtbot.waitUntil(lambda: canvas.marks(3).compared)
    same = [m.number for m in canvas.marks(3).side]
    assert same == [b.chunk for b in canvas.marks(3).bands], "the draft is at B from the start, and A cuts as it does"
    other = tmp_path / "small.yaml"
    other.write_text(FAST.replace({"assembly.token_budget": 90, "assembly.min_tokens": 20}).to_yaml(), encoding="utf-8")
    assert differences.comparison.choose_file(other)
    qtbot.waitUntil(lambda: studio.state.previous is not None, timeout=60_000)
    assert studio.state.previous.profile.assembly.token_budget == 90
    qtbot.waitUntil(lambda: differences.changes.rowCount() > 0)
    assert [d.path for d in differences.settings.rows] == ["assembly.token_budget", "assembly.min_tokens"]
    assert studio.session.profile == FAST
    qtbot.waitUntil(lambda: aligned.model.rowCount() > 0)
    assert all(button.isEnabled() for button in aligned.steps)
    assert {r.second.position for r in aligned.model.rows if r.second} == {c.position for c in draft.chunks}
    assert {r.first.position for r in aligned.model.rows if r.first} == {c.position for c in studio.state.previous.chunks}
    differences.list.choose_row(0)
    assert studio.session.selection.kind == "boundary"
    qtbot.waitUntil(lambda: [m.number for m in canvas.marks(3).side] != same)
    marks = canvas.marks(3)
    assert [m.number for m in marks.side if m.starts] == [
        c.position for c in studio.state.previous.chunks if c.regions and c.regions[0].page == 3
    ]
    assert {b.chunk for b in marks.bands} == {c.position for c in studio.state.result.chunks if 3 in c.pages}
    studio.session.hold_before(True)
    qtbot.waitUntil(lambda: not canvas.marks(3).compared)
    assert {b.chunk for b in canvas.marks(3).bands} == {m.number for m in marks.side}, "A alone, where A stands"
    studio.session.hold_before(False)
    qtbot.waitUntil(lambda: canvas.marks(3).compared)
    assert aligned.shown.label("all") == f"All {sum(r.leads for r in aligned.model.rows)}"
    studio.window.table.run("view.inspect")
    qtbot.waitUntil(lambda: not canvas.marks(3).compared)
    qtbot.waitUntil(lambda: studio.is_final() and studio.state.previous is None, timeout=60_000)
    studio.window.table.run("view.compare")
    studio.window.table.run("close")
    qtbot.waitUntil(lambda: aligned.shown.label("all") == "All" and aligned.shown.label("changed") == "Changed")


def test_that_chunks_of_another_tool_stand_beside_the_drafts_and_recall_compares_both(
    start: StartStudio, qtbot: QtBot, tmp_path: Path
) -> None:
    studio = start()
    studio.window.evaluation.actions.take(MANUAL.parent / "questions.yaml")
    draft = studio.open(MANUAL).result
    pages = {p.number: " ".join(b.text for b in p.boxes if b.text and b.excluded is None) for p in draft.layout.pages}
    lines = [json.dumps({"id": f"x{n}", "text": text, "page": n}) for n, text in pages.items() if text]
    other = tmp_path / "pages.jsonl"
    other.write_text("\n".join(lines), encoding="utf-8")
    studio.window.table.run("view.compare")
    comparison, evaluation = studio.studio.comparison, studio.studio.evaluation
    comparison.choose_foreign(other)
    qtbot.waitUntil(lambda: comparison.foreign is not None, timeout=60_000)
    aligned = studio.window.frames["aligned"].fill()
    assert isinstance(aligned, AlignedDock)
    qtbot.waitUntil(lambda: any(r.first and r.first.name == "x3" for r in aligned.model.rows))

    def compared() -> bool:
        scoring = evaluation.scoring
        return scoring is not None and scoring.other is not None and scoring.other.name == "pages.jsonl"

    qtbot.waitUntil(compared, timeout=60_000)
    assert all(row.compared for row in evaluation.rows)
    canvas = studio.window.pages.canvas
    qtbot.waitUntil(lambda: canvas.marks(3).compared)
    side = canvas.marks(3).side
    assert [m.name for m in side] == ["x3"] and side[0].tokens > 0
    first = next(b for b in draft.layout.pages[2].boxes if b.excluded is None)
    assert side[0].rect[1] <= first.rect[1] + 1, "the foreign chunk begins where the page's text does"
    assert not canvas.marks(3).changes, "another tool's chunks have no cuts of ours to differ from"
    studio.window.table.run("view.inspect")
    qtbot.waitUntil(lambda: evaluation.scoring is not None and evaluation.scoring.other is None, timeout=60_000)


def test_that_a_shipped_profile_is_compared_on_the_layout_of_the_draft(start: StartStudio, qtbot: QtBot) -> None:
    studio = start()
    studio.open(MANUAL)
    studio.window.table.run("view.compare")
    differences = studio.window.frames["differences"].fill()
    assert isinstance(differences, DifferencesDock)
    preset = profile_presets()[-1]
    differences.comparison.choose(preset.version)
    assert differences.comparison.borrowed_layout
    assert differences.comparison.first.layout == FAST.layout
    qtbot.waitUntil(lambda: studio.state.previous is not None, timeout=60_000)
    assert studio.state.previous.profile.assembly == preset.assembly


def test_that_several_versions_are_measured_beside_each_other_down_to_the_questions_that_flip(
    start: StartStudio, qtbot: QtBot
) -> None:
    studio = start(FAST.replace({"retrieval.k": 1}))
    studio.window.evaluation.actions.take(MANUAL.parent / "questions.yaml")
    studio.open(MANUAL)
    studio.window.table.run("view.compare")
    studio.session.edit_settings({"assembly.token_budget": 70, "assembly.min_tokens": 10}, "small chunks")
    studio.wait_final()
    studio.window.views.show_panel("versions")
    dock = studio.window.frames["versions"].fill()
    assert isinstance(dock, VersionsDock)
    qtbot.waitUntil(dock.measure.isEnabled)
    wanted = [c.key for c in dock.wanted()]
    assert wanted[:2] == ["draft", "saved"] and len(wanted) >= 4, "the draft, the saved version and the shipped profiles"
    dock.measure.click()
    assert dock.measure.text() in ("Cancel", "Measure")
    qtbot.waitUntil(lambda: [r.entry.key for r in dock.run.rows] == wanted, timeout=60_000)
    qtbot.waitUntil(lambda: dock.run.progress is None and dock.model.rowCount() == len(wanted))
    rows = {r.entry.key: r for r in dock.model.rows}
    assert rows["saved"].recall_difference is None, "the saved version is the baseline at first"
    assert all(r.recall_difference is not None for key, r in rows.items() if key != "saved")
    assert rows["draft"].entry.chunks > rows["saved"].entry.chunks
    assert len(rows["draft"].entry.evaluation.results) == 9
    flipping = next(i for i, r in enumerate(dock.model.rows) if r.gained or r.lost)
    dock.table.choose_row(flipping)
    row = dock.model.rows[flipping]
    qtbot.waitUntil(lambda: {r.property("question") for r in dock.flipped.rows} == {*row.gained, *row.lost})
    dock.flipped.rows[0].click()
    chosen = studio.studio.evaluation.chosen
    assert chosen is not None and chosen.question.id in (*row.gained, *row.lost)
    if row.entry.key != "draft":
        assert studio.studio.comparison.chosen.key == row.entry.key
    dock.baseline.setCurrentIndex(dock.baseline.findData("draft"))
    dock.baseline.activated.emit(dock.baseline.currentIndex())
    qtbot.waitUntil(lambda: next(r for r in dock.model.rows if r.entry.key == "draft").recall_difference is None)


def test_that_chunks_cut_anew_are_seen_as_one_group(start: StartStudio, qtbot: QtBot) -> None:
    studio = start()
    studio.open(MANUAL)
    studio.session.edit_settings({"assembly.token_budget": 70, "assembly.min_tokens": 10}, "small chunks")
    studio.wait_final()
    studio.window.table.run("view.compare")
    aligned = studio.window.frames["aligned"].fill()
    qtbot.waitUntil(lambda: any(r.kind == "cut anew" and not r.leads for r in aligned.model.rows))
    rows, table, theme = aligned.model.rows, aligned.table, studio.window.theme
    group = next(i for i, r in enumerate(rows) if r.kind == "cut anew" and r.leads and not rows[i + 1].leads)
    table.scrollTo(aligned.model.index(group + 1, 0))
    qtbot.waitUntil(lambda: not table.visualRect(aligned.model.index(group, 0)).isEmpty())
    picture = table.viewport().grab().toImage()

    def colour(row: int, below: int) -> QColor:
        rect = table.visualRect(aligned.model.index(row, 0))
        ratio = picture.devicePixelRatio()
        return picture.pixelColor(round(2 * ratio), round((rect.top() + below) * ratio))

    assert colour(group, 0) == theme.color("border") and colour(group + 1, 0) != theme.color("border")
    assert colour(group, 4) == colour(group + 1, 4) == theme.color("alt")
