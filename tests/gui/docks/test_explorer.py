from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.counterfactuals import counterfactuals
from chunkstudio.gui.docks.boundary_inspector import BoundaryInspectorDock
from chunkstudio.gui.docks.profile_editor import ProfileEditorDock
from chunkstudio.gui.explorer import Explorer
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.setting_controls import NumberRow
from tests.gui.docks.made_documents import made_result, made_state

LIMIT = 20_000


@pytest.fixture
def exploring(session: Session) -> Iterator[Session]:
    session.edit_settings({"assembly.token_budget": 200, "assembly.min_tokens": 40}, "small chunks")
    state = made_state(session.profile)
    session.explorer = Explorer(session)
    session.add_document(state)
    yield session
    session.explorer.stop()


def _choose_cut(session: Session) -> int:
    """Select a cut that some single change would remove."""
    result = session.shown_result
    assert result is not None
    cut = next(c for c in result.cuts if counterfactuals(result, c))
    session.select("boundary", result.columns.unit_id(cut))
    return cut


def test_that_a_click_on_a_change_makes_it_as_one_step_that_turns_the_decision_and_can_be_undone(
    qtbot: QtBot, exploring: Session, theme: Theme
) -> None:
    dock = BoundaryInspectorDock(exploring, theme)
    dock.resize(352, 700)
    qtbot.addWidget(dock)
    dock.show()
    cut = _choose_cut(exploring)
    qtbot.waitUntil(lambda: bool(dock.changes.rows), timeout=LIMIT)
    steps, before = exploring.undo_stack.count(), exploring.profile
    qtbot.mouseClick(dock.changes.rows[0], Qt.MouseButton.LeftButton)
    assert exploring.undo_stack.count() == steps + 1
    assert not made_result(exploring.profile, 4).boundary(cut).cut
    exploring.undo_stack.undo()
    assert exploring.profile == before


def test_that_the_changes_shown_are_those_of_the_boundary_chosen_last(qtbot: QtBot, exploring: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(exploring, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = exploring.shown_result
    assert result is not None
    for row in range(4, 9):
        exploring.select("boundary", result.columns.unit_id(row))
    expected = counterfactuals(result, 8)
    explorer = exploring.explorer
    assert explorer is not None
    qtbot.waitUntil(lambda: explorer.ask_changes(8) is not None, timeout=LIMIT)
    qtbot.waitUntil(lambda: len(dock.changes.rows) == len(expected), timeout=LIMIT)
    assert [r.property("field") for r in dock.changes.rows] == [c.field for c in expected]
    way: QWidget = dock._later  # the Tab key leads from the steps to the changes, though these are made later
    for row in dock.changes.rows:
        way = way.nextInFocusChain()
        while not way.focusPolicy() & Qt.FocusPolicy.TabFocus:
            way = way.nextInFocusChain()
        assert way is row


def test_that_the_editor_shows_how_many_cuts_each_setting_moves_while_it_is_seen(
    qtbot: QtBot, exploring: Session, theme: Theme
) -> None:
    explorer = exploring.explorer
    assert explorer is not None
    dock = ProfileEditorDock(exploring, theme)
    dock.resize(416, 900)
    qtbot.addWidget(dock)
    with qtbot.waitSignal(explorer.affected_changed, timeout=LIMIT):
        dock.show()
    budget, parser = dock.settings.rows["assembly.token_budget"], dock.settings.rows["layout.edge_threshold"]
    assert isinstance(budget, NumberRow) and isinstance(parser, NumberRow)
    qtbot.waitUntil(budget.affected.isVisible)
    assert not parser.affected.isVisible()
    count = explorer.affected["assembly.token_budget"]
    assert budget.affected.accessibleName() == f"Cuts affected: one step moves {count} cuts of this document"


def test_that_without_a_document_nothing_is_worked_out_and_the_thread_ends(qtbot: QtBot, session: Session) -> None:
    explorer = Explorer(session)
    explorer.want_affected(True)
    with qtbot.assertNotEmitted(explorer.affected_changed, wait=600):
        assert explorer.ask_changes(0) == ()
    explorer.stop()
