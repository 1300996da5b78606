"""Questions in the real window: import, label by keyboard and mouse, see what is missed and why, and what a change does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.gui.evaluation.answer_dock import AnswerDock
from chunkstudio.gui.evaluation.checks_dock import ChecksDock
from chunkstudio.gui.evaluation.measure_rows import INTERVAL
from chunkstudio.gui.evaluation.question_rows import QUESTION, QuestionRows, rank_words
from chunkstudio.gui.evaluation.questions_dock import QuestionsDock
from chunkstudio.gui.evaluation.recall_dock import RecallDock
from chunkstudio.gui.evaluation.scoring import accepted
from chunkstudio.gui.evaluation.search_dock import SearchDock
from chunkstudio.gui.item_models.roles import ItemRole
from tests.stories.conftest import StartStudio
from tests.stories.studio_driver import StudioDriver

SAMPLES = Path(__file__).parents[2] / "sample_docs"
MANUAL = SAMPLES / "policy_manual.pdf"
SET = SAMPLES / "questions.yaml"


class Evaluator:
    """Waits for evaluations of the window under test."""

    def __init__(self, studio: StudioDriver, qtbot: QtBot) -> None:
        self.studio = studio
        self.evaluation = studio.studio.evaluation
        self.parts = studio.window.evaluation
        self._qtbot = qtbot

    def scored(self) -> None:
        """Wait until the newest result and questions are scored."""

        def ready() -> bool:
            scoring, state = self.evaluation.scoring, self.studio.session.current
            if self.evaluation.busy or state is None or not self.studio.is_final():
                return False
            if not self.evaluation.questions.questions:
                return scoring is None
            return scoring is not None and scoring.result is state.result and scoring.questions == self.evaluation.questions

        self._qtbot.waitUntil(ready, timeout=60_000)

    def panel(self, name: str) -> object:
        """A panel, in front."""
        self.studio.window.views.show_panel(name)
        return self.studio.window.frames[name].fill()


@pytest.fixture
def begin(start: StartStudio, qtbot: QtBot) -> Callable[[], Evaluator]:
    """The manual open in the Evaluate view."""

    def make() -> Evaluator:
        studio = start()
        studio.open(MANUAL)
        studio.window.table.run("view.evaluate")
        return Evaluator(studio, qtbot)

    return make


def test_that_an_imported_set_is_scored_and_only_questions_on_this_document_are_listed(
    begin: Callable[[], Evaluator], qtbot: QtBot
) -> None:
    e = begin()
    e.parts.actions.take(SET)
    e.scored()
    rows = e.evaluation.rows
    assert len(rows) == 9
    assert all(row.status in ("found", "missed") for row in rows)
    dock = e.panel("questions")
    assert isinstance(dock, QuestionsDock)
    qtbot.waitUntil(lambda: dock.rows_model.rowCount() == 9)
    assert dock.windowTitle() == "Questions 9"
    e.studio.window.table.run("undo")
    assert not e.evaluation.questions.questions
    e.scored()


def test_that_a_missed_question_shows_its_cause_its_evidence_and_the_ranked_chunks(
    begin: Callable[[], Evaluator], qtbot: QtBot
) -> None:
    e = begin()
    e.parts.actions.take(SET)
    e.studio.session.edit_profile("retrieval.k", 1)
    e.scored()
    missed = [row for row in e.evaluation.rows if row.status == "missed"]
    assert missed
    e.studio.window.table.run("miss.next")
    assert e.evaluation.chosen == missed[0]
    dock = e.panel("answer")
    assert isinstance(dock, AnswerDock)
    qtbot.waitUntil(lambda: dock.verdict.kind == "missed")
    assert dock.verdict.words.text() == f"Missed: the evidence is at rank {missed[0].rank}"
    assert dock.cause.text() in ("outranked", "cut in two", "crowded out")
    ranked = dock.model.rows
    assert any(row.holds for row in ranked)
    marks = e.parts.layer.marks()
    assert [m.found for page in marks.values() for m in page] == [False]
    holder = next(i for i, row in enumerate(ranked) if row.holds)
    dock.table.choose_row(holder)
    assert e.studio.session.selection.id == ranked[holder].name


def test_that_fixes_are_found_in_the_background_and_one_click_applies_one(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    e.parts.actions.take(SET)
    e.studio.session.edit_profile("retrieval.k", 1)
    e.scored()
    e.studio.window.table.run("miss.next")
    dock = e.panel("answer")
    assert isinstance(dock, AnswerDock)
    qtbot.waitUntil(dock.fixes.look.isVisible)
    missed = e.evaluation.chosen
    assert missed is not None
    dock.fixes.look.click()
    assert dock.fixes.look.text() == "Cancel"
    dock.fixes.look.click()
    assert e.evaluation.fixes.progress is None
    e.studio.window.activateWindow()
    dock.fixes.look.setFocus()
    qtbot.waitUntil(dock.fixes.look.hasFocus)
    shown = e.studio.session.selection
    dock.fixes.look.click()
    qtbot.waitUntil(lambda: bool(e.evaluation.fixes.found), timeout=120_000)
    assert not e.evaluation.fixes.ended, "the first change is shown while others are still tried"
    qtbot.waitUntil(lambda: e.evaluation.fixes.ended, timeout=120_000)
    assert e.studio.session.selection == shown, "the button that goes leaves the place that is being looked at"
    qtbot.waitUntil(lambda: bool(dock.fixes.rows))
    dock.fixes.rows[0].click()
    e.scored()
    row = next(r for r in e.evaluation.rows if r.question.id == missed.question.id)
    assert row.status == "found"


def test_that_a_question_is_labelled_by_keyboard_alone(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    studio, canvas = e.studio, e.studio.window.pages.canvas
    studio.window.activateWindow()
    canvas.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is canvas)
    for _ in range(4):
        qtbot.keyClick(canvas, Qt.Key.Key_Tab)
    assert studio.session.selection.kind == "box"
    qtbot.keyClick(canvas, Qt.Key.Key_Q)
    bar = e.parts.bar
    qtbot.waitUntil(lambda: QApplication.focusWidget() is bar.question)
    words = " ".join(e.parts.labelling.evidence[0].quote.split()[:8])
    qtbot.keyClicks(bar.question, words)
    qtbot.keyClick(bar.question, Qt.Key.Key_Return)
    assert [q.question for q in e.evaluation.questions.questions] == [words]
    assert not bar.isVisible()
    assert QApplication.focusWidget() is canvas
    e.scored()
    assert e.evaluation.rows[0].status == "found"
    studio.window.table.run("undo")
    assert not e.evaluation.questions.questions
    studio.window.table.run("redo")
    assert len(e.evaluation.questions.questions) == 1


def test_that_typing_the_letter_q_into_a_field_writes_it(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    dock = e.panel("search")
    assert isinstance(dock, SearchDock)
    dock.field.setFocus()
    qtbot.keyClicks(dock.field, "quarter")
    assert dock.field.text() == "quarter"
    assert not e.parts.labelling.asking


def test_that_dragging_over_text_selects_whole_words_as_evidence(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    studio, canvas = e.studio, e.studio.window.pages.canvas
    studio.session.show_page(3)
    qtbot.waitUntil(lambda: any(number == 3 for number, _ in canvas.visible()))
    layout = studio.state.layout
    assert layout is not None
    visible = canvas.seen()
    page = next(p for p in layout.pages if p.number == 3)
    corner = next(rect for number, rect in canvas.visible() if number == 3)
    box = next(
        b
        for b in page.boxes
        if b.box_class == "text"
        and len(b.lines) > 1
        and corner[1] + b.rect[3] < visible.bottom()
        and b.rect[1] + corner[1] > visible.top()
    )
    first, last = box.lines[0].rect, box.lines[1].rect

    def at(x: float, y: float) -> QPoint:
        return canvas.viewportTransform().map(QPointF(corner[0] + x, corner[1] + y)).toPoint()

    begin_at, end_at = at(first[0] + 3, (first[1] + first[3]) / 2), at(last[2] - 3, (last[1] + last[3]) / 2)
    view = canvas.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin_at)
    QTest.mouseMove(view, (begin_at + end_at) / 2)
    QTest.mouseMove(view, end_at)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end_at)
    pick = e.parts.labelling.pending
    assert pick is not None
    assert pick.page == 3
    assert box.text.startswith(pick.quote.split()[0])
    assert pick.quote in box.text
    assert "press Q" in {m.word for m in e.parts.layer.marks()[3]}


def test_that_a_question_can_have_several_evidences_and_be_edited(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    result = e.studio.state.result
    boxes = [b for b in result.layout.boxes() if b.box_class == "text" and b.excluded is None][2:4]
    e.studio.session.select("box", boxes[0].id)
    e.studio.window.table.run("question.ask")
    e.studio.session.select("box", boxes[1].id)
    e.studio.window.table.run("question.ask")
    assert len(e.parts.labelling.evidence) == 2
    e.parts.bar.question.setText("Where is it said twice?")
    qtbot.keyClick(e.parts.bar.question, Qt.Key.Key_Return)
    question = e.evaluation.questions.questions[0]
    assert len(question.evidence) == 2
    e.studio.window.table.run("question.edit")
    assert e.parts.bar.question.text() == "Where is it said twice?"
    e.parts.bar.lines[0].remove.click()
    e.parts.bar.question.setText("Where is it said?")
    qtbot.keyClick(e.parts.bar.question, Qt.Key.Key_Return)
    edited = e.evaluation.draft.get(question.id)
    assert edited is not None
    assert (edited.question, len(edited.evidence)) == ("Where is it said?", 1)
    e.scored()
    e.evaluation.choose(question.id)
    e.studio.window.table.run("question.reject")
    assert not e.evaluation.questions.questions


def test_that_escape_leaves_no_question_behind(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    e.studio.session.select("box", e.studio.state.result.units[8].box_id)
    e.studio.window.table.run("question.ask")
    qtbot.keyClicks(e.parts.bar.question, "Never mind")
    qtbot.keyClick(e.parts.bar.question, Qt.Key.Key_Escape)
    assert not e.parts.bar.isVisible()
    assert not e.evaluation.draft.questions.questions
    assert e.studio.session.undo_stack.count() == 0


def test_that_the_walk_leads_through_sections_without_a_question(begin: Callable[[], Evaluator]) -> None:
    e = begin()
    seen = []
    for _ in range(3):
        e.studio.window.table.run("question.walk")
        assert e.studio.session.selection.kind == "box"
        seen.append(e.studio.session.selection.id)
    assert len(set(seen)) == 3


def test_that_drafted_questions_are_marked_and_measured_with_only_once_accepted(
    begin: Callable[[], Evaluator], qtbot: QtBot
) -> None:
    e = begin()
    e.studio.window.table.run("question.drafts")
    drafted = e.evaluation.questions.questions
    assert drafted
    assert all(q.status == "drafted" for q in drafted)
    e.scored()
    scoring = e.evaluation.scoring
    assert scoring is not None
    assert accepted(scoring.draft.evaluation) is None
    recall = e.panel("recall")
    assert isinstance(recall, RecallDock)
    qtbot.waitUntil(lambda: recall.pages.sentence.startswith("All questions on this document are drafted"))
    e.evaluation.choose(drafted[0].id)
    e.studio.window.table.run("question.accept")
    e.studio.window.table.run("question.reject")
    left = e.evaluation.questions.questions
    assert len(left) == len(drafted) - 1
    assert [q.status for q in left].count("accepted") == 1
    e.scored()
    assert e.evaluation.scoring is not None
    now = accepted(e.evaluation.scoring.draft.evaluation)
    assert now is not None
    assert len(now.results) == 1


def test_that_recall_is_compared_with_the_saved_version_and_no_difference_is_said_aloud(
    begin: Callable[[], Evaluator], qtbot: QtBot
) -> None:
    e = begin()
    e.parts.actions.take(SET)
    e.scored()
    dock = e.panel("recall")
    assert isinstance(dock, RecallDock)
    qtbot.waitUntil(lambda: dock.figures is not None, timeout=20_000)
    assert dock.figures is not None
    assert len(dock.figures.by_k) == 1
    e.studio.session.edit_settings({"assembly.token_budget": 90, "assembly.min_tokens": 20}, "small chunks")
    e.scored()
    qtbot.waitUntil(lambda: dock.figures is not None and len(dock.figures.by_k) == 2, timeout=20_000)
    assert "No difference shown" in dock.outcome.words.text()
    assert "newly found" in dock.outcome.detail.text(), "better and worse are said of ranks, in the list of questions"
    moved = [row for row in e.evaluation.rows if row.change]
    assert moved
    for row in moved:
        said = QuestionRows().cell(row, QUESTION, ItemRole.SECOND)
        assert f"rank {rank_words(row.before)} → {rank_words(row.rank)}" in said
    assert not dock.reader.isVisible()
    assert dock.plot is not None
    for wide, curves, intervals in ((620, True, True), (540, True, False), (420, False, True)):
        dock.resize(wide, 240)
        assert (not dock.plot.parentWidget().isHidden(), not dock.table.isColumnHidden(INTERVAL)) == (curves, intervals)
    assert len(dock.plot.points) == 20
    assert dock.gate.text().startswith("No gate")
    e.studio.session.edit_profile("retrieval.min_recall_at_k", 0.5)
    qtbot.waitUntil(lambda: dock.gate.text().startswith("Gate passed: R@5"), timeout=20_000)
    dock.axis.chosen.emit("tokens")


def test_that_checks_tell_what_is_wrong_with_the_set(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    e.parts.actions.take(SET)
    e.scored()
    good = e.evaluation.questions.questions[0]
    lost = good.evidence[0].model_copy(update={"quote": "nothing of this sort stands anywhere", "rects": ()})
    e.evaluation.draft.put(good.model_copy(update={"id": "lost", "question": "Where is it?", "evidence": (lost,)}), "add")
    dock = e.panel("checks")
    assert isinstance(dock, ChecksDock)
    qtbot.waitUntil(lambda: {f.code for f, _ in dock.rows_model.rows} == {"not_found", "too_few"}, timeout=30_000)
    dock.table.choose_row(next(i for i, (f, _) in enumerate(dock.rows_model.rows) if f.code == "not_found"))
    assert e.evaluation.chosen is not None
    assert e.evaluation.chosen.question.id == "lost"


def test_that_a_free_query_lists_chunks_with_scores_and_matched_words(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    e = begin()
    dock = e.panel("search")
    assert isinstance(dock, SearchDock)
    dock.field.setText("hours of rest between shifts")
    qtbot.keyClick(dock.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: dock.model.rowCount() > 0, timeout=20_000)
    top = dock.model.rows[0]
    assert top.score > 0
    assert "rest" in top.second.split(":")[0]
    dock.table.choose_row(0)
    assert e.studio.session.selection.kind == "chunk"


def test_that_the_set_is_there_again_after_the_next_start_and_can_be_exported(start: StartStudio, tmp_path: Path) -> None:
    first = start(None)
    first.window.evaluation.actions.take(SET)
    first.studio.end()
    second = start(None)
    assert len(second.studio.evaluation.draft.questions.questions) == 24
    second.window.evaluation.actions.write(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text(encoding="utf-8").count("\n") >= 25


def test_that_a_sweep_shows_its_points_and_one_opens_as_a_profile(begin: Callable[[], Evaluator], qtbot: QtBot) -> None:
    pytest.importorskip("optuna")
    e = begin()
    e.parts.actions.take(SET)
    e.scored()
    e.studio.window.table.run("sweep")
    dialog = e.parts.sweep
    assert dialog is not None
    dialog.fields["assembly.token_budget"][1].setText("150, 300")
    dialog.fields["assembly.overlap_tokens"][0].setChecked(True)
    dialog.fields["assembly.overlap_tokens"][1].setText("0")
    dialog.begin.click()
    qtbot.waitUntil(lambda: len(dialog.run.points) == 2 and not dialog.run.running, timeout=60_000)
    assert dialog.run.confirmed
    assert dialog.plot is not None
    dialog.plot.chosen.emit(0)
    assert dialog.facts.text().startswith("Token budget 150, ")
    dialog.open_point.click()
    assert e.studio.session.profile.assembly.token_budget == 150
    assert e.studio.session.undo_stack.undoText() == "open a point of the sweep"
    dialog.close()


def test_that_a_stopped_sweep_goes_on_where_it_stopped_also_in_a_new_window(
    begin: Callable[[], Evaluator], qtbot: QtBot
) -> None:
    pytest.importorskip("optuna")
    e = begin()
    e.parts.actions.take(SET)
    e.scored()
    e.studio.window.table.run("sweep")
    first = e.parts.sweep
    assert first is not None
    values = ", ".join(str(n) for n in range(150, 400, 10))
    first.fields["assembly.token_budget"][1].setText(values)
    first.begin.click()
    qtbot.waitUntil(lambda: len(first.run.points) >= 2, timeout=60_000)
    first.begin.click()
    assert first.begin.text() == "Go on" and not first.run.running
    seen = [p.values for p in first.run.points]
    assert len(seen) < 25
    first.close()
    e.studio.window.table.run("sweep")
    again = e.parts.sweep
    assert again is not None and again is not first
    again.fields["assembly.token_budget"][1].setText(values)
    again.begin.click()
    qtbot.waitUntil(lambda: len(again.run.points) >= len(seen), timeout=60_000)
    assert [p.values for p in again.run.points[: len(seen)]] == seen
    qtbot.waitUntil(lambda: not again.run.running, timeout=120_000)
    assert len(again.run.points) == 25 and again.run.confirmed
    again.close()
