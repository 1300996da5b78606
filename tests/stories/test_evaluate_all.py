"""Questions of all open documents, readers, and changes of layout that bring left-out text back, in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from pytestqt.qtbot import QtBot

from chunkstudio.gui.evaluation.answer_dock import AnswerDock
from chunkstudio.gui.evaluation.questions_dock import QuestionsDock
from chunkstudio.gui.evaluation.recall_dock import RecallDock
from chunkstudio.retrieval.questions import Evidence, Question
from tests.stories.conftest import StartStudio
from tests.stories.test_evaluate import MANUAL, SAMPLES, SET, Evaluator

REPORT = SAMPLES / "financial_report.pdf"
FOOT = "Harbour rules, seventh edition, valid from 1 March"


@pytest.fixture
def begin(start: StartStudio, qtbot: QtBot) -> Callable[..., Evaluator]:
    """Some documents open in the Evaluate view, all of them final."""

    def make(*paths: Path) -> Evaluator:
        studio = start()
        studio.open(*paths)
        for state in studio.session.documents:
            qtbot.waitUntil(lambda key=state.key: studio.session.state(key).final, timeout=60_000)
        studio.window.table.run("view.evaluate")
        return Evaluator(studio, qtbot)

    return make


def draw_with_foot(path: Path) -> Path:
    """Four pages of prose with the same words at the foot of each."""
    document = pymupdf.open()
    for number in range(1, 5):
        page = document.new_page(width=595, height=842)
        page.insert_text((72, 90), f"{number} Berth {number}", fontsize=15, fontname="hebo")
        words = f"Berth {number} takes ships of up to {90 + number} metres. The pilot comes aboard at the outer buoy. " * 4
        page.insert_textbox((72, 110, 520, 400), words, fontsize=10, fontname="helv")
        page.insert_text((160, 815), FOOT, fontsize=8, fontname="helv")
    document.save(path)
    document.close()
    return path


def test_that_the_questions_of_all_open_documents_are_measured_together(begin: Callable[..., Evaluator], qtbot: QtBot) -> None:
    e = begin(MANUAL, REPORT)
    e.parts.actions.take(SET)
    e.scored()
    alone = len(e.evaluation.rows)
    dock = e.panel("questions")
    assert isinstance(dock, QuestionsDock)
    qtbot.waitUntil(dock.scope.scope.isVisible)
    dock.scope.scope.chosen.emit("all")
    e.scored()
    qtbot.waitUntil(lambda: all(r.status != "waiting" for r in e.evaluation.rows), timeout=60_000)
    assert len(e.evaluation.rows) > alone
    recall = e.panel("recall")
    assert isinstance(recall, RecallDock)
    qtbot.waitUntil(lambda: recall.figures is not None and recall.figures.questions == len(e.evaluation.rows))
    shown = e.studio.session.current
    other = next(r for r in e.evaluation.rows if r.question.evidence[0].document != e.evaluation.sha)
    e.evaluation.choose(other.question.id)
    assert e.studio.session.current is not shown
    assert e.evaluation.sha == other.question.evidence[0].document
    assert e.evaluation.chosen is not None and e.evaluation.chosen.question.id == other.question.id


def test_that_a_reader_without_the_labels_misses_everything_and_the_cause_says_so(
    begin: Callable[..., Evaluator], qtbot: QtBot
) -> None:
    e = begin(MANUAL)
    e.parts.actions.take(SET)
    e.scored()
    before = [(r.question.id, r.rank) for r in e.evaluation.rows]
    dock = e.panel("questions")
    assert isinstance(dock, QuestionsDock)
    qtbot.waitUntil(dock.scope.reader.isVisible)
    offered = [dock.scope.reader.itemText(i) for i in range(dock.scope.reader.count())]
    assert offered[0] == "Any reader" and len(offered) > 1
    dock.scope.reader.setEditText("As nobody")
    dock.scope.reader.activated.emit(0)
    e.scored()
    qtbot.waitUntil(lambda: all(r.misses for r in e.evaluation.rows))
    assert {m.cause for r in e.evaluation.rows for m in r.misses} == {"not for this reader"}
    e.evaluation.choose(e.evaluation.rows[0].question.id)
    answer, recall = e.panel("answer"), e.panel("recall")
    assert isinstance(answer, AnswerDock) and isinstance(recall, RecallDock)
    qtbot.waitUntil(lambda: answer.fixes.note.text().startswith("No setting changes who may read it."))
    assert answer.fixes.look.isHidden(), "nothing is offered that cannot help"
    qtbot.waitUntil(lambda: recall.reader.text() == "Measured as nobody.", timeout=20_000)
    assert recall.reader.isVisible()
    dock.scope.reader.setEditText(offered[0])
    dock.scope.reader.activated.emit(0)
    e.scored()
    qtbot.waitUntil(lambda: [(r.question.id, r.rank) for r in e.evaluation.rows] == before)


def test_that_a_foot_line_left_out_by_layout_is_found_after_the_change_that_the_doctor_proposes(
    begin: Callable[..., Evaluator], qtbot: QtBot, tmp_path: Path
) -> None:
    e = begin(draw_with_foot(tmp_path / "berths.pdf"))
    evidence = Evidence(document=e.evaluation.sha, page=2, quote=FOOT)
    e.evaluation.draft.put(Question(id="foot", question="Which edition of the rules is valid?", evidence=(evidence,)), "add")
    e.scored()
    e.evaluation.choose("foot")
    row = e.evaluation.chosen
    assert row is not None and [m.cause for m in row.misses] == ["excluded"]
    e.evaluation.look_for_fixes()
    qtbot.waitUntil(lambda: e.evaluation.fixes.ended, timeout=60_000)
    fix = next(f for f in e.evaluation.fixes.found if f.field == "layout.headers_footers")
    e.studio.session.edit_profile(fix.field, fix.value)
    e.scored()
    qtbot.waitUntil(lambda: e.evaluation.chosen is not None and e.evaluation.chosen.status == "found", timeout=60_000)
