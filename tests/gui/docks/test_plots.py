from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from chunkstudio.gui.docks.score_strip import ScoreStripDock
from chunkstudio.gui.docks.token_histogram import TokenHistogramDock
from chunkstudio.gui.plots.histogram_plot import BUDGET, MINIMUM
from chunkstudio.gui.plots.plot_look import WholeAxis
from chunkstudio.gui.plots.token_histogram import bin_edges, counts
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from tests.gui.docks.made_documents import SMALL, changed_state, made_state


def _strip(qtbot: QtBot, session: Session, theme: Theme) -> ScoreStripDock:
    session.add_document(made_state(SMALL))
    dock = ScoreStripDock(session, theme)
    dock.resize(640, 240)
    qtbot.addWidget(dock)
    dock.show()
    qtbot.waitUntil(lambda: dock.plot is not None)
    return dock


def test_that_dragging_the_threshold_line_edits_the_draft_as_one_step(qtbot: QtBot, session: Session, theme: Theme) -> None:
    dock = _strip(qtbot, session, theme)
    plot = dock.plot
    assert plot is not None
    view = plot.getViewBox()

    def pixel(y: float) -> object:
        (low, high), _ = view.viewRange()
        return plot.mapFromScene(view.mapViewToScene(QPointF((low + high) / 3, y)))

    port = plot.viewport()
    qtbot.mouseMove(port, pixel(0.5))
    qtbot.mousePress(port, Qt.MouseButton.LeftButton, pos=pixel(0.5))
    for step in range(1, 11):
        qtbot.mouseMove(port, pixel(0.5 + step * 0.02))
        qtbot.wait(20)
    qtbot.mouseRelease(port, Qt.MouseButton.LeftButton, pos=pixel(0.7))
    assert abs(session.profile.assembly.threshold - 0.7) < 0.05
    assert session.undo_stack.count() == 1


def test_that_a_click_on_a_stem_selects_its_boundary(qtbot: QtBot, session: Session, theme: Theme) -> None:
    dock = _strip(qtbot, session, theme)
    result = session.shown_result
    assert result is not None and dock.plot is not None
    dock.plot.boundary_clicked.emit(result.cuts[1])
    assert session.selected_boundary == result.cuts[1]


def test_that_the_strip_shows_the_page_that_the_view_shows(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(made_state(SMALL, pages=40))
    dock = ScoreStripDock(session, theme)
    dock.resize(640, 240)
    qtbot.addWidget(dock)
    dock.show()
    session.report_page(30, (30,))
    assert dock.plot is not None
    (low, high), _ = dock.plot.getViewBox().viewRange()
    assert low <= 30 and high >= 31 and high - low < 12


def test_that_the_histogram_counts_every_chunk_and_its_limits_can_be_dragged(
    qtbot: QtBot, session: Session, theme: Theme
) -> None:
    session.add_document(made_state(SMALL))
    dock = TokenHistogramDock(session, theme)
    dock.resize(376, 240)
    qtbot.addWidget(dock)
    dock.show()
    result = session.shown_result
    assert result is not None and dock.plot is not None
    assert sum(dock.plot.bins) == len(result.chunks)
    dock.plot.limit_dragged.emit("budget", 100, True)
    dock.plot.limit_dragged.emit("budget", 90, False)
    assert (session.profile.assembly.token_budget, session.profile.assembly.min_tokens) == (90, 90)
    assert session.undo_stack.count() == 1


def test_that_holding_the_key_shows_the_sizes_as_they_were_before(qtbot: QtBot, session: Session, theme: Theme) -> None:
    state = changed_state()
    session.add_document(state)
    dock = TokenHistogramDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.plot is not None and state.previous is not None and state.result is not None
    now, before = len(state.result.chunks), len(state.previous.chunks)
    assert sum(dock.plot.bins) == now != before
    session.hold_before(True)
    qtbot.waitUntil(lambda: dock.plot is not None and sum(dock.plot.bins) == before)
    assert dock.words.text().startswith(f"{before} chunks")
    session.hold_before(False)
    qtbot.waitUntil(lambda: dock.plot is not None and sum(dock.plot.bins) == now)


def test_that_holding_the_key_shows_the_threshold_as_it_was_before(qtbot: QtBot, session: Session, theme: Theme) -> None:
    dock = _strip(qtbot, session, theme)
    assert dock.plot is not None
    session.edit_profile("assembly.threshold", 0.8)
    qtbot.waitUntil(lambda: dock.plot is not None and dock.plot.threshold == 0.8)
    session.hold_before(True)
    qtbot.waitUntil(lambda: dock.plot is not None and dock.plot.threshold == session.reference.assembly.threshold)
    session.hold_before(False)
    qtbot.waitUntil(lambda: dock.plot is not None and dock.plot.threshold == 0.8)


def test_that_a_chunk_that_fills_the_budget_stands_left_of_its_line() -> None:
    edges = bin_edges(400, 400)
    at = counts([400], edges).argmax()
    assert (edges[at], edges[at + 1]) == (380, 400)
    assert counts([1, 20, 21, 0], edges)[:2].tolist() == [3, 1]


def test_that_counts_of_chunks_have_no_marks_between_whole_numbers(qtbot: QtBot, session: Session, theme: Theme) -> None:
    del qtbot, session, theme
    axis = WholeAxis("left")
    for top in (1.2, 3.7, 24.0, 900.0):
        steps = axis.tickSpacing(0.0, top, 150.0)
        assert steps and all(step >= 1 and float(step).is_integer() for step, _ in steps)


def test_that_the_words_of_budget_and_minimum_do_not_cover_each_other(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(made_state(SMALL))
    dock = TokenHistogramDock(session, theme)
    dock.resize(300, 240)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.plot is not None
    for budget, minimum in ((400, 120), (130, 120), (2000, 1), (2000, 1990)):
        dock.plot.show_tokens([30, 90, 1500], None, budget=budget, minimum=minimum)
        dock.plot.grab()  # the plot finds its places when it is painted
        one, other = (dock.plot._lines[name].label for name in (BUDGET, MINIMUM))
        areas = [label.mapRectToScene(label.boundingRect()) for label in (one, other)]
        assert not areas[0].intersects(areas[1])
        assert all(area.left() >= 0 and area.right() <= dock.plot.width() for area in areas), (budget, minimum, areas)
    dock.plot.show_tokens([30, 90, 1500], None, budget=900, minimum=600)
    dock.plot.grab()
    least, most = (dock.plot._lines[name].label for name in (MINIMUM, BUDGET))
    assert least.mapRectToScene(least.boundingRect()).right() < most.mapRectToScene(most.boundingRect()).left()
