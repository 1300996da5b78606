from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QLineEdit
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.profile import flatten
from chunkstudio.chunking.profile_fields import profile_fields
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.docks.profile_editor import ProfileEditorDock
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.setting_controls import ChoiceRow, FlagRow, NumberRow, TextRow
from tests.gui.docks.made_documents import made_state

BUDGET, MINIMUM, OVERLAP = "assembly.token_budget", "assembly.min_tokens", "assembly.overlap_tokens"


@pytest.fixture
def editor(qtbot: QtBot, session: Session, theme: Theme) -> ProfileEditorDock:
    dock = ProfileEditorDock(session, theme)
    dock.resize(416, 900)
    qtbot.addWidget(dock)
    dock.show()
    qtbot.waitExposed(dock)
    return dock


def number(editor: ProfileEditorDock, path: str) -> NumberRow:
    row = editor.settings.rows[path]
    assert isinstance(row, NumberRow)
    return row


def test_that_every_setting_of_the_profile_has_exactly_one_row(editor: ProfileEditorDock) -> None:
    assert set(editor.settings.rows) == {f.path for f in profile_fields()} == set(flatten(editor.session.profile.to_dict()))


def test_that_a_drag_is_one_step_back_however_many_values_it_passed(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot
) -> None:
    slider = number(editor, "weights.box").slider
    start = session.profile
    y = slider.height() // 2
    qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, y))
    for x in range(slider.width() // 2, slider.width() - 10, 5):
        qtbot.mouseMove(slider, QPoint(x, y))
    qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 10, y))
    assert session.profile.weights != start.weights
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert session.profile == start


def test_that_a_smaller_budget_pushes_minimum_and_overlap_along_and_lets_them_return(
    editor: ProfileEditorDock, session: Session
) -> None:
    session.edit_profile(OVERLAP, 90)
    budget = number(editor, BUDGET)
    budget.edited.emit(60, True)
    assert (session.profile.get(BUDGET), session.profile.get(MINIMUM), session.profile.get(OVERLAP)) == (60, 60, 59)
    budget.edited.emit(300, True)
    budget.edited.emit(300, False)
    assert (session.profile.get(BUDGET), session.profile.get(MINIMUM), session.profile.get(OVERLAP)) == (300, 120, 90)


def test_that_minimum_and_overlap_stop_at_the_budget(editor: ProfileEditorDock, session: Session, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: number(editor, MINIMUM).isVisible())
    qtbot.keyClick(number(editor, MINIMUM).slider, Qt.Key.Key_End)
    qtbot.keyClick(number(editor, OVERLAP).slider, Qt.Key.Key_End)
    assert (session.profile.get(MINIMUM), session.profile.get(OVERLAP)) == (400, 399)


@pytest.mark.parametrize(
    ("path", "typed", "said"),
    [
        (MINIMUM, "900", "Must be at most the token budget of 400. Allowed: a whole number from 0 to 400."),
        (MINIMUM, "-5", "Allowed: a whole number from 0 to 400."),
        (OVERLAP, "400", "Must be below the token budget of 400. Allowed: a whole number from 0 to 399."),
        (BUDGET, "0", "a whole number from 1 to 32000"),
        (BUDGET, "3.5", "a whole number from 1 to 32000"),
        ("weights.box", "nan", "a number from 0 to 3"),
    ],
)
def test_that_a_refused_value_is_explained_beside_its_field_and_changes_nothing(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot, path: str, typed: str, said: str
) -> None:
    before = session.profile
    row = number(editor, path)
    row.box.lineEdit().setText(typed)
    qtbot.keyClick(row.box, Qt.Key.Key_Return)
    assert session.profile == before
    assert said in row.refusal


def test_that_the_refusal_goes_away_with_the_next_good_value(editor: ProfileEditorDock, session: Session, qtbot: QtBot) -> None:
    row = number(editor, MINIMUM)
    row.edited.emit(900, False)
    assert row.refusal
    row.edited.emit(100, False)
    qtbot.waitUntil(lambda: not row.refusal)
    assert session.profile.get(MINIMUM) == 100


def test_that_a_refusal_stays_while_other_figures_are_refreshed_and_goes_with_the_value_from_before(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot
) -> None:
    row = number(editor, BUDGET)
    row.box.lineEdit().setText("0")
    qtbot.keyClick(row.box, Qt.Key.Key_Return)
    editor.refresh()
    assert row.refusal and row.box.text() == "0"
    row.box.lineEdit().setText("400")
    qtbot.keyClick(row.box, Qt.Key.Key_Return)
    assert not row.refusal
    row.box.lineEdit().setText("0")
    qtbot.keyClick(row.box, Qt.Key.Key_Return)
    qtbot.keyClick(row.box, Qt.Key.Key_Escape)
    assert not row.refusal and row.box.text() == "400"
    assert session.profile.get(BUDGET) == 400


def test_that_a_value_outside_its_range_is_told_once_in_plain_words(editor: ProfileEditorDock, qtbot: QtBot) -> None:
    row = number(editor, "assembly.threshold")
    for typed in ("1.5", "-.1", "half", "", "inf"):
        row.box.lineEdit().setText(typed)
        qtbot.keyClick(row.box, Qt.Key.Key_Return)
        assert row.refusal == "Allowed: a number from 0 to 1."
        qtbot.keyClick(row.box, Qt.Key.Key_Escape)


def test_that_every_number_field_names_its_range_whatever_is_typed(editor: ProfileEditorDock, session: Session) -> None:
    before = session.profile
    for path, row in editor.settings.rows.items():
        if isinstance(row, NumberRow):
            for typed in ("many", float("nan"), -7, 10**9):
                row.edited.emit(typed, False)
                assert row.field.allowed in row.refusal or "from 0 to 399" in row.refusal or "to 400" in row.refusal, path
    assert session.profile == before


def test_that_an_unknown_tokenizer_is_refused_beside_its_field(
    editor: ProfileEditorDock, session: Session, tmp_path: Path
) -> None:
    row = editor.settings.rows["assembly.tokenizer"]
    assert isinstance(row, TextRow)
    for typed in ("cl200k", "", str(tmp_path / "gone.json")):
        row.edited.emit(typed, False)
        assert row.refusal.startswith(f"{typed} cannot be used".strip()) and "cl100k_base" in row.refusal
        assert row.text.property("wrong")
        assert session.profile.assembly.tokenizer == "cl100k_base"
    row.edited.emit("o200k_base", False)
    assert not row.text.property("wrong")
    assert not row.refusal and session.profile.assembly.tokenizer == "o200k_base"


def test_that_what_only_a_run_finds_wrong_is_told_beside_its_field_while_it_is_so(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot
) -> None:
    session.add_document(made_state(session.profile))
    key = session.documents[0].key
    said = "assembly.tokenizer: /a/tokenizer.json cannot be used, it cannot be read."
    session.accept_error(key, ChunkStudioError("bad_profile", said, hint="Use cl100k_base.", field="assembly.tokenizer"))
    row = editor.settings.rows["assembly.tokenizer"]
    qtbot.waitUntil(lambda: row.refusal == "/a/tokenizer.json cannot be used, it cannot be read. Use cl100k_base.")
    state = session.state(key)
    assert state is not None
    session.accept_result(key, state.result)
    qtbot.waitUntil(lambda: not row.refusal)


def test_that_search_shows_matching_settings_only_and_hides_empty_groups(editor: ProfileEditorDock, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.search, "overlap")
    shown = {path for path, row in editor.settings.rows.items() if row.isVisible()}
    assert OVERLAP in shown and "assembly.overlap_scope" in shown
    assert "weights.box" not in shown
    qtbot.keyClick(editor.search, Qt.Key.Key_Escape)
    assert editor.settings.rows["weights.box"].isVisible()


def test_that_changed_settings_are_marked_counted_and_can_be_shown_alone(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot
) -> None:
    session.edit_profile("weights.font", 0.9)
    session.edit_profile("assembly.table_mode", "rows")
    qtbot.waitUntil(lambda: editor.changed_only.text() == "Changed only (2)")
    assert editor.foot_words.text() == "2 settings changed"
    editor.changed_only.click()
    assert {p for p, r in editor.settings.rows.items() if r.isVisible()} == {"weights.font", "assembly.table_mode"}


def test_that_a_setting_goes_back_to_the_saved_value_and_saving_takes_the_marks_away(
    editor: ProfileEditorDock, session: Session, qtbot: QtBot
) -> None:
    session.edit_profile("weights.font", 0.9)
    row = number(editor, "weights.font")
    qtbot.waitUntil(row.reset.isVisible)
    qtbot.mouseClick(row.reset, Qt.MouseButton.LeftButton)
    assert session.profile.get("weights.font") == 0.25
    session.edit_profile("weights.font", 0.9)
    qtbot.waitUntil(editor.save.isEnabled)
    qtbot.mouseClick(editor.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: editor.foot_words.text() == "No changes")
    assert session.baseline.get("weights.font") == 0.9


def test_that_choices_and_switches_edit_the_profile(editor: ProfileEditorDock, session: Session, qtbot: QtBot) -> None:
    mode, merge = editor.settings.rows["assembly.table_mode"], editor.settings.rows["assembly.merge_small_chunks"]
    assert isinstance(mode, ChoiceRow) and isinstance(merge, FlagRow)
    mode.choice.chosen.emit("isolate")
    qtbot.mouseClick(merge.check, Qt.MouseButton.LeftButton, pos=QPoint(8, merge.check.height() // 2))
    assert session.profile.assembly.table_mode == "isolate"
    assert session.profile.assembly.merge_small_chunks is False


def test_that_a_hidden_editor_does_no_work_until_it_is_shown(editor: ProfileEditorDock, session: Session, qtbot: QtBot) -> None:
    editor.hide()
    session.edit_profile("weights.font", 0.9)
    qtbot.wait(1)
    assert number(editor, "weights.font").slider.value == 0.25
    editor.show()
    assert number(editor, "weights.font").slider.value == 0.9


def test_that_another_font_size_reaches_every_part_of_the_editor(editor: ProfileEditorDock, theme: Theme) -> None:
    parts = [editor.search, editor.changed_only, editor.save, editor.settings.rows["assembly.tokenizer"].findChild(QLineEdit)]
    parts.append(editor.settings.rows["assembly.merge_small_chunks"].findChild(QCheckBox))
    before = [part.font().pixelSize() for part in parts]
    theme.configure("light", 1.5, False, False)
    after = [part.font().pixelSize() for part in parts]
    assert all(new > old for old, new in zip(before, after, strict=True))
    assert editor.search.height() >= editor.search.fontMetrics().height() + 8
