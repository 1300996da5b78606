from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.docks.activity import ActivityDock
from chunkstudio.gui.docks.boundary_inspector import BoundaryInspectorDock
from chunkstudio.gui.docks.chunk_inspector import ChunkInspectorDock
from chunkstudio.gui.docks.chunk_table import ChunkTableDock
from chunkstudio.gui.docks.documents import DocumentsDock
from chunkstudio.gui.docks.effect import EffectDock
from chunkstudio.gui.docks.findings import FindingsDock
from chunkstudio.gui.docks.linked import LinkedDock
from chunkstudio.gui.docks.outline import OutlineDock
from chunkstudio.gui.docks.tables import TablesDock
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.item_models.chunk_table_model import CHUNK, PATH, TOKENS
from chunkstudio.gui.item_models.findings_model import by_rank
from chunkstudio.gui.item_models.outline_model import CHUNKS
from chunkstudio.gui.item_models.roles import ItemRole
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.layout.model import DocumentInfo, LayoutBox, LayoutDocument, LayoutPage, Line
from tests.gui.docks.made_documents import SMALL, changed_state, made_state


@pytest.fixture
def opened(session: Session) -> Session:
    session.add_document(made_state(SMALL))
    return session


def test_that_the_chunk_table_lists_every_chunk_and_counts_them_in_its_title(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    QAbstractItemModelTester(dock.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    assert [r.id for r in dock.model.rows] == [c.id for c in result.chunks]
    assert dock.windowTitle() == f"Chunks {len(result.chunks)}"


def test_that_lists_tell_of_what_is_shown_while_the_one_before_is_held(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(changed_state())
    chunks, outline, tables, findings = (
        kind(session, theme) for kind in (ChunkTableDock, OutlineDock, TablesDock, FindingsDock)
    )
    for dock in (chunks, outline, tables, findings):
        qtbot.addWidget(dock)
        dock.show()
    state = session.current
    assert state is not None and state.result is not None and state.previous is not None

    def shows(result: Any) -> bool:
        section = result.sections[1]
        counted = outline.model.index_of(section.id).siblingAtColumn(CHUNKS).data()
        return (
            chunks.windowTitle() == f"Chunks {len(result.chunks)}"
            and counted == str(len(section.chunk_ids))
            and tuple(tables.rows_model.rows) == tuple(result.tables)
            and [row for row in findings.rows_model.rows if row in result.diagnostics.warnings]
            == sorted(result.diagnostics.warnings, key=by_rank)
        )

    assert shows(state.result) and not shows(state.previous)
    session.hold_before(True)
    qtbot.waitUntil(lambda: shows(state.previous))
    session.hold_before(False)
    qtbot.waitUntil(lambda: shows(state.result))


def test_that_choosing_a_row_selects_its_chunk_and_the_selection_chooses_its_row(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    with qtbot.waitSignal(opened.page_requested):
        dock.table.setCurrentIndex(dock.model.index(3, CHUNK))
    assert opened.selection.id == result.chunks[3].id
    opened.select("chunk", result.chunks[1].id)
    assert dock.table.currentIndex().row() == 1


def test_that_the_chunk_table_sorts_by_tokens_and_filters_by_words_of_heading_and_text(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    dock.table.sortByColumn(TOKENS, Qt.SortOrder.DescendingOrder)
    tokens = [r.token_count for r in dock.model.rows]
    assert tokens == sorted(tokens, reverse=True)
    dock.filter.setText("fees 3.1")
    assert dock.model.rows
    assert all("3.1 Fees" in dock.model.index(i, PATH).data() for i in range(len(dock.model.rows)))
    dock.filter.setText("no such words")
    assert not dock.model.rows


def test_that_a_new_result_keeps_order_and_selection(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    dock.table.sortByColumn(TOKENS, Qt.SortOrder.DescendingOrder)
    result = opened.shown_result
    assert result is not None
    opened.select("chunk", result.chunks[2].id)
    newer = made_state(SMALL.replace({"assembly.token_budget": 110})).result
    assert newer is not None
    opened.accept_result("rules", newer)
    qtbot.waitUntil(lambda: {id(r) for r in dock.model.rows} == {id(c) for c in newer.chunks})
    chosen = opened.selected_chunk
    assert chosen is not None
    assert dock.model.rows[dock.table.currentIndex().row()] is chosen
    tokens = [r.token_count for r in dock.model.rows]
    assert tokens == sorted(tokens, reverse=True)


def test_that_the_outline_shows_sections_tables_and_figures_and_leads_to_them(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = OutlineDock(opened, theme)
    qtbot.addWidget(dock)
    QAbstractItemModelTester(dock.model, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    section = next(s for s in result.sections if s.title.endswith("Fees"))
    dock.tree.setCurrentIndex(dock.model.index_of(section.id))
    assert (opened.selection.kind, opened.selection.id) == ("section", section.id)
    opened.select("table", result.tables[0].id)
    assert dock.model.node(dock.tree.currentIndex()).id == result.tables[0].id  # type: ignore[union-attr]
    assert dock.model.index_of(result.figures[0].id).isValid()


def test_that_the_outline_filter_keeps_the_way_to_what_matches(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = OutlineDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    dock.filter.setText("3.1")
    top = dock.model.index(0, 0)
    assert dock.model.rowCount() == 1
    assert top.data().startswith("3 Meetings")
    assert dock.model.index(0, 0, top).data() == "3.1 Fees"


def test_that_a_chunk_chosen_on_the_page_marks_its_section_in_the_outline(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = OutlineDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    chunk = result.chunks[4]
    opened.select("chunk", chunk.id)
    assert dock.model.node(dock.tree.currentIndex()).id == chunk.section_id  # type: ignore[union-attr]
    assert opened.selection.kind == "chunk"


def test_that_tables_are_listed_with_their_size_and_select_themselves(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = TablesDock(opened, theme)
    qtbot.addWidget(dock)
    QAbstractItemModelTester(dock.rows_model, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    dock.show()
    assert dock.windowTitle() == "Tables 4"
    assert [dock.rows_model.index(0, c).data() for c in range(1, 4)] == ["Table 1: Members and fees", "4", "3"]
    dock.table.setCurrentIndex(dock.rows_model.index(2, 0))
    assert opened.selection.id == "t3"


def test_that_open_documents_are_listed_under_one_profile_and_can_be_shown_and_closed(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = DocumentsDock(opened, theme)
    qtbot.addWidget(dock)
    QAbstractItemModelTester(dock.rows_model, QAbstractItemModelTester.FailureReportingMode.Fatal, dock)
    dock.show()
    opened.add_document(made_state(SMALL, pages=2, key="other"))
    qtbot.waitUntil(lambda: dock.rows_model.rowCount() == 2)
    assert dock.windowTitle() == "Documents 2"
    assert dock.table.currentIndex().row() == 1
    dock.table.setCurrentIndex(dock.rows_model.index(0, 0))
    assert opened.current is not None and opened.current.key == "rules"
    qtbot.keyClick(dock.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: dock.rows_model.rowCount() == 1)


def test_that_what_is_left_out_is_noted_and_activity_lists_the_newest_first(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    findings, activity = FindingsDock(opened, theme), ActivityDock(opened, theme)
    for dock in (findings, activity):
        qtbot.addWidget(dock)
        dock.show()
    opened.log("ok", "Read 4 pages", document="rules.pdf", seconds=1.5)
    opened.log("warning", "The file changed on disk", document="rules.pdf")
    qtbot.waitUntil(lambda: activity.rows_model.rowCount() == 2)
    assert activity.rows_model.index(0, 1).data() == "The file changed on disk"
    assert activity.rows_model.index(1, 3).data() == "1.5 s"
    notes = [r.message for r in findings.rows_model.rows if r.level == "info"]
    assert "4 boxes are in no chunk: running head." in notes
    assert findings.windowTitle() == f"Findings {findings.rows_model.rowCount()}"


def test_that_a_finding_leads_to_what_it_is_about(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = FindingsDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    row = next(i for i, r in enumerate(dock.rows_model.rows) if r.code == "excluded_page-header")
    with qtbot.waitSignal(opened.page_requested):
        dock.table.setCurrentIndex(dock.rows_model.index(row, 0))
    assert opened.selection.id == "p1.b0"


def test_that_a_row_can_be_copied(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = TablesDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    dock.table.setCurrentIndex(dock.rows_model.index(0, 0))
    qtbot.keyClick(dock.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().split("\t")[:2] == ["t1", "Table 1: Members and fees"]


def test_that_the_effect_lists_each_changed_cut_and_leads_to_it(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(changed_state())
    dock = EffectDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    state = session.current
    assert state is not None and state.previous is not None and state.result is not None
    different = set(state.result.cuts) ^ set(state.previous.cuts)
    listed = {c.index for c in dock.changes.rows} | {c.before for c in dock.changes.rows if c.before is not None}
    assert listed == different
    figures = {f.label: (f.before, f.now) for f in dock.figures.rows}
    assert figures["Chunks"] == (len(state.previous.chunks), len(state.result.chunks))
    assert figures["Over budget"] == (0, 0)
    dock.list.setCurrentIndex(dock.changes.index(0, 1))
    assert session.selected_boundary == dock.changes.rows[0].index


def test_that_the_effect_can_be_narrowed_to_one_kind_of_change(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(changed_state())
    dock = EffectDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    everything = dock.changes.rowCount()
    dock.chips["removed"].click()
    assert all(c.kind != "removed" for c in dock.changes.rows)
    dock.chips["removed"].click()
    assert dock.changes.rowCount() == everything


def test_that_the_effect_says_which_side_is_shown_while_the_one_before_is_held(
    qtbot: QtBot, session: Session, theme: Theme
) -> None:
    session.add_document(changed_state())
    dock = EffectDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    version = session.reference.version[:4]

    def bold() -> list[int]:
        return [column for column in (1, 2) if dock.figures.index(0, column).data(ItemRole.WEIGHT) == 600]

    assert (dock.heading.text(), bold()) == (f"Draft against {version}", [2])
    listed = dock.changes.rowCount()
    session.hold_before(True)
    qtbot.waitUntil(lambda: dock.heading.text() == f"Shown now: {version}, as it was before")
    assert (bold(), dock.changes.rowCount()) == ([1], listed)
    session.hold_before(False)
    qtbot.waitUntil(lambda: dock.heading.text() == f"Draft against {version}")
    assert bold() == [2]


def test_that_an_unchanged_draft_is_said_to_equal_its_version(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = EffectDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.pages.sentence.startswith(f"The draft equals version {opened.baseline.version[:4]}")


def test_that_a_draft_that_only_reads_pages_differently_is_not_said_to_equal_its_version(
    qtbot: QtBot, session: Session, theme: Theme
) -> None:
    changed = session.profile.replace({"layout.hidden_text": "keep"})
    session.set_profile(changed, "another layout")
    session.add_document(made_state(changed))
    dock = EffectDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.pages.sentence.startswith(f"The draft reads the pages differently from version {session.baseline.version[:4]}")
    session.set_profile(session.profile.replace({"assembly.token_budget": 200}), "and another budget")
    qtbot.waitUntil(lambda: dock.pages.sentence.startswith("The draft is being cut"))


@pytest.mark.parametrize(
    "kind", [ChunkTableDock, OutlineDock, TablesDock, DocumentsDock, EffectDock, FindingsDock, ActivityDock]
)
def test_that_an_empty_panel_says_in_one_sentence_what_to_do(qtbot: QtBot, session: Session, theme: Theme, kind: type) -> None:
    dock = kind(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.pages.sentence.endswith(".")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"needs_password": True}, "This document is locked."),
        (
            {"error": ChunkStudioError("damaged", "rules.pdf is damaged.", hint="Repair it.")},
            "rules.pdf is damaged. Repair it.",
        ),
        ({}, "Chunks appear here as soon as the first pages are read."),
    ],
)
def test_that_a_document_without_chunks_says_why(
    qtbot: QtBot, session: Session, theme: Theme, values: dict[str, object], words: str
) -> None:
    session.add_document(DocumentState("rules", Path("/documents/rules.pdf"), **values))  # type: ignore[arg-type]
    for kind in (ChunkTableDock, OutlineDock, TablesDock, EffectDock, FindingsDock):
        dock = kind(session, theme)
        qtbot.addWidget(dock)
        dock.show()
        assert dock.pages.sentence.startswith(words)


def test_that_open_panels_say_why_as_soon_as_a_document_is_refused(qtbot: QtBot, session: Session, theme: Theme) -> None:
    session.add_document(DocumentState("rules", Path("/documents/rules.pdf")))
    docks = [
        kind(session, theme)
        for kind in (ChunkTableDock, OutlineDock, TablesDock, EffectDock, LinkedDock, BoundaryInspectorDock)
    ]
    for dock in docks:
        qtbot.addWidget(dock)
        dock.show()
    session.accept_error("rules", ChunkStudioError("damaged", "rules.pdf is damaged.", hint="Repair it."))
    for dock in docks:
        qtbot.waitUntil(lambda d=dock: d.pages.sentence == "rules.pdf is damaged. Repair it.")  # type: ignore[misc]


def test_that_a_chosen_box_that_is_in_no_chunk_says_why_and_what_decides_it(
    qtbot: QtBot, session: Session, theme: Theme
) -> None:
    running = LayoutBox("p1.b0", 1, (0, 0, 595, 40), "page-header", excluded="page-header")
    line = Line("The pump runs at night.", (72, 100, 300, 112), 10.0)
    body = LayoutBox("p1.b1", 1, (72, 100, 300, 112), "text", line.text, (line,), (0,))
    page = LayoutPage(1, 595.0, 842.0, 0, "1", "fast", (running, body))
    layout = LayoutDocument(DocumentInfo("cd" * 32, "notes.pdf", 1), (page,), "notes", "file_name", "notes")
    session.add_document(DocumentState("notes", Path("/documents/notes.pdf"), layout=layout, result=chunk_document(layout)))
    for kind in (BoundaryInspectorDock, ChunkInspectorDock):
        dock = kind(session, theme)
        qtbot.addWidget(dock)
        dock.show()
        session.select("box", "p1.b0")
        qtbot.waitUntil(
            lambda d=dock: (
                d.pages.sentence  # type: ignore[misc]
                == 'p1.b0 is in no chunk: running head. "Headers and footers" in the profile decides this.'
            )
        )
        session.select(None)


def test_that_down_leads_from_the_filter_into_the_table(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    with qtbot.waitActive(dock):
        dock.show()
    dock.filter.setFocus()
    qtbot.keyClick(dock.filter, Qt.Key.Key_Down)
    assert dock.table.hasFocus()
    assert opened.selected_chunk is not None and opened.selected_chunk.id == dock.model.rows[0].id


def test_that_a_scan_without_text_is_said_to_have_none(qtbot: QtBot, session: Session, theme: Theme) -> None:
    page = LayoutPage(
        1, 595.0, 842.0, 0, "1", "fast", (LayoutBox("p1.b0", 1, (0, 0, 595, 842), "page-header", excluded="page-header"),)
    )
    layout = LayoutDocument(DocumentInfo("cd" * 32, "scan.pdf", 1), (page,), "scan", "file_name", "scan")
    state = DocumentState("scan", Path("/documents/scan.pdf"), layout=layout, result=chunk_document(layout))
    session.add_document(state)
    dock = ChunkTableDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.pages.sentence.startswith("This document has no text.")


def test_that_holding_the_key_shows_the_chunks_as_they_were_before(qtbot: QtBot, session: Session, theme: Theme) -> None:
    state = changed_state()
    session.add_document(state)
    dock = ChunkTableDock(session, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert state.previous is not None and state.result is not None
    session.hold_before(True)
    qtbot.waitUntil(lambda: len(dock.model.rows) == len(state.previous.chunks))
    session.hold_before(False)
    qtbot.waitUntil(lambda: len(dock.model.rows) == len(state.result.chunks))
    assert len(state.previous.chunks) != len(state.result.chunks)


def test_that_a_chunk_hovered_on_the_page_is_lit_in_the_table_and_the_other_way_round(
    qtbot: QtBot, opened: Session, theme: Theme
) -> None:
    dock = ChunkTableDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.set_hover("chunk", result.chunks[3].id)
    assert dock.table.hovered_row == 3
    dock.table.row_hovered.emit(1)
    assert opened.hover.id == result.chunks[1].id


def test_that_the_keyboard_coming_into_a_list_of_places_does_not_move_the_pages(
    qtbot: QtBot, session: Session, theme: Theme
) -> None:
    session.add_document(changed_state())
    asked: list[int] = []
    session.page_requested.connect(lambda page, _: asked.append(page))
    outline, effect = OutlineDock(session, theme), EffectDock(session, theme)
    for dock, view in ((outline, outline.tree), (effect, effect.list)):
        qtbot.addWidget(dock)
        with qtbot.waitActive(dock):
            dock.show()
        view.setFocus(Qt.FocusReason.TabFocusReason)
        assert view.hasFocus() and not asked and not session.selection
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert asked
        asked.clear()
        session.select(None)
