"""Labelling as a person does it: by keyboard in a few keys, and with a rectangle that snaps to the cells of a table."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from chunkstudio.gui.evaluation.questions_dock import QuestionsDock
from tests.stories.conftest import StartStudio
from tests.stories.test_evaluate import MANUAL, SAMPLES, Evaluator

SECONDS_A_KEY, SECONDS_TO_THINK = 0.28, 1.35
"""Card, Moran and Newell's keystroke-level model (1980): an average typist's key, and getting ready for a step."""
QUESTION = "How often is the log of the station read?"


def test_that_labelling_the_next_section_takes_less_than_twenty_seconds_by_keyboard_alone(
    start: StartStudio, qtbot: QtBot
) -> None:
    studio = start()
    studio.open(MANUAL)
    studio.window.table.run("view.evaluate")
    e, canvas = Evaluator(studio, qtbot), studio.window.pages.canvas
    studio.window.activateWindow()
    canvas.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is canvas)
    keys = 0

    def press(widget: object, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        nonlocal keys
        keys += 2 if modifier else 1
        qtbot.keyClick(widget, key, modifier)

    texts = {b.id: b.text for b in studio.state.layout.boxes()}
    while texts.get(studio.session.selection.id, "").count(". ") < 1:
        press(canvas, Qt.Key.Key_Q, Qt.KeyboardModifier.ShiftModifier)  # on to the next section, past titles and dates
    assert studio.session.selection.kind == "box"
    press(canvas, Qt.Key.Key_Q)
    bar = e.parts.bar
    qtbot.waitUntil(lambda: QApplication.focusWidget() is bar.question)
    whole = e.parts.labelling.evidence[0].quote
    press(bar.question, Qt.Key.Key_Down)
    part = e.parts.labelling.evidence[0].quote
    assert len(part) < len(whole) and part.split()[0] in whole, "one sentence in place of the whole box"
    qtbot.keyClicks(bar.question, QUESTION)
    keys += len(QUESTION)
    press(bar.question, Qt.Key.Key_Return)
    assert [q.question for q in e.evaluation.questions.questions] == [QUESTION]
    assert QApplication.focusWidget() is canvas, "the next one can begin at once"
    steps = 3  # find the place, choose the sentence, word the question
    assert keys * SECONDS_A_KEY + steps * SECONDS_TO_THINK < 20
    press(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not e.evaluation.questions.questions


def test_that_a_rectangle_over_a_table_snaps_to_the_cells_that_it_touches(start: StartStudio, qtbot: QtBot) -> None:
    studio = start()
    studio.open(SAMPLES / "financial_report.pdf")
    studio.window.table.run("view.evaluate")
    e, canvas = Evaluator(studio, qtbot), studio.window.pages.canvas
    layout = studio.state.layout
    assert layout is not None
    box = next(b for b in layout.boxes() if b.table is not None and len([c for c in b.table.cells if c.rect]) >= 8)
    assert box.table is not None
    cells = [c for c in box.table.cells if c.rect is not None and c.text.strip()]
    row = next(r for r in range(1, box.table.rows) if len([c for c in cells if c.row == r]) >= 2)
    first, second = sorted((c for c in cells if c.row == row), key=lambda c: c.column)[:2]
    assert first.rect is not None and second.rect is not None
    studio.session.show_page(box.page, box.rect)
    qtbot.waitUntil(lambda: any(number == box.page for number, _ in canvas.visible()))
    corner = next(rect for number, rect in canvas.visible() if number == box.page)

    def middle(rect: tuple[float, float, float, float]) -> QPoint:
        x, y = corner[0] + (rect[0] + rect[2]) / 2, corner[1] + (rect[1] + rect[3]) / 2
        return canvas.viewportTransform().map(QPointF(x, y)).toPoint()

    view, begin_at, end_at = canvas.viewport(), middle(first.rect), middle(second.rect)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, begin_at)
    QTest.mouseMove(view, (begin_at + end_at) / 2)
    QTest.mouseMove(view, end_at)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, end_at)
    pick = e.parts.labelling.pending
    assert pick is not None
    assert pick.quote == f"{first.text.strip()} {second.text.strip()}"
    assert pick.rects == (first.rect, second.rect), "whole cells, not the dragged rectangle"


def test_that_drafts_are_suggested_marked_accepted_and_taken_back(start: StartStudio, qtbot: QtBot) -> None:
    studio = start()
    studio.open(MANUAL)
    studio.window.table.run("view.evaluate")
    e = Evaluator(studio, qtbot)
    studio.window.table.run("question.drafts")
    e.scored()
    dock = e.panel("questions")
    assert isinstance(dock, QuestionsDock)
    qtbot.waitUntil(lambda: dock.rows_model.rowCount() > 0)
    model = dock.rows_model
    role = Qt.ItemDataRole.AccessibleTextRole
    assert all("drafted" in str(model.index(r, 0).data(role)) for r in range(model.rowCount()))
    first = e.evaluation.rows[0].question.id
    e.evaluation.choose(first)
    studio.window.table.run("question.accept")
    assert e.evaluation.draft.get(first).status == "accepted"  # type: ignore[union-attr]
    studio.window.table.run("undo")
    assert e.evaluation.draft.get(first).status == "drafted"  # type: ignore[union-attr]
    studio.window.table.run("undo")
    with pytest.raises(StopIteration):
        next(iter(e.evaluation.questions.questions))


@pytest.mark.parametrize("edge", ["top", "bottom"])
def test_that_the_bar_of_a_question_leaves_the_selected_words_in_view_and_the_page_where_it_is(
    start: StartStudio, qtbot: QtBot, edge: str
) -> None:
    studio = start()
    studio.open(MANUAL)
    e, canvas = Evaluator(studio, qtbot), studio.window.pages.canvas
    studio.session.show_page(3)
    corner = next(rect for number, rect in canvas.visible() if number == 3)

    def on_screen(rect: tuple[float, float, float, float]) -> QRect:
        inside = canvas.viewportTransform().mapRect(QRectF(rect[0], rect[1], rect[2] - rect[0], rect[3] - rect[1])).toRect()
        return inside.translated(canvas.viewport().mapToGlobal(QPoint(0, 0)))

    def placed(rect: tuple[float, float, float, float]) -> QRect:
        return on_screen((corner[0] + rect[0], corner[1] + rect[1], corner[0] + rect[2], corner[1] + rect[3]))

    def view() -> QRect:
        return QRect(canvas.viewport().mapToGlobal(QPoint(0, 0)), canvas.viewport().size())

    boxes = [b for b in studio.state.layout.boxes() if b.page == 3 and b.lines and view().contains(placed(b.rect))]
    box = min(boxes, key=lambda b: b.rect[1]) if edge == "top" else max(boxes, key=lambda b: b.rect[3])
    before = placed(box.rect)
    line = box.lines[0].rect
    e.parts.labelling.sweep((3, line[0] + 1, line[1] + 2), (3, line[2] - 1, line[3] - 2))
    qtbot.keyClick(canvas, Qt.Key.Key_Q)
    qtbot.waitUntil(e.parts.bar.isVisible)
    (evidence,) = e.parts.labelling.evidence
    assert all(view().contains(placed(rect)) for rect in evidence.rects)
    if edge == "bottom":
        assert placed(box.rect) == before, "the bar comes over the page, which does not jump"
    qtbot.keyClick(e.parts.bar.question, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not e.parts.bar.isVisible() and view().contains(placed(box.rect)))
    if edge == "bottom":
        qtbot.waitUntil(lambda: placed(box.rect) == before)
