from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from chunkstudio.chunking.profile import Profile
from chunkstudio.gui.docks.boundary_inspector import BoundaryInspectorDock
from chunkstudio.gui.docks.chunk_inspector import RETRIEVAL, TEXT, ChunkInspectorDock
from chunkstudio.gui.docks.linked import LinkedDock
from chunkstudio.gui.item_models.signals_model import ADDS, SIGNAL
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.link_row import LinkRow
from tests.gui.docks.made_documents import made_state


@pytest.fixture
def opened(session: Session) -> Session:
    session.add_document(made_state(Profile().replace({"assembly.token_budget": 200, "assembly.min_tokens": 40})))
    return session


def test_that_the_boundary_panel_says_what_to_do_while_nothing_is_chosen(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    assert dock.pages.sentence.startswith("Select a boundary on the page")


def test_that_a_chosen_boundary_shows_verdict_parts_and_a_sum_that_adds_up(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    for row in range(len(result.boundaries)):
        opened.select("boundary", result.units[row].id)
        boundary = result.boundary(row)
        qtbot.waitUntil(lambda b=boundary: dock.sides.text().startswith(b.after))  # type: ignore[misc]
        assert dock.verdict.number.text() == f"{boundary.score:.2f}"
        assert dock.verdict.words.text().startswith("Cut" if boundary.cut else "Not cut")
        words = [dock.model.index(r, ADDS).data() for r in range(dock.model.rowCount())]
        labels = [dock.model.index(r, SIGNAL).data() for r in range(dock.model.rowCount())]
        parts = [float(w.replace("\u2212", "-")) for w in words[: labels.index("Sum")]]
        assert round(sum(parts), 2) == float(words[labels.index("Sum")])


def test_that_a_long_verdict_has_room_for_all_its_lines(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(opened, theme)
    dock.resize(300, 700)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.select("boundary", result.units[0].id)
    qtbot.waitUntil(lambda: not dock.pages.sentence)
    for sentences in (4, 1):
        dock.verdict.show_verdict(
            "0.68", "Not cut: too small a piece", "A cut would leave a chunk of 63 tokens here. " * sentences
        )
        qtbot.waitUntil(lambda: dock.verdict.detail.height() >= dock.verdict.detail.heightForWidth(dock.verdict.detail.width()))


def test_that_the_threshold_under_the_bar_is_on_the_scale_of_the_bar(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.select("boundary", result.units[result.cuts[0]].id)
    qtbot.waitUntil(lambda: not dock.pages.sentence)
    threshold = result.boundary(result.cuts[0]).threshold_sum
    assert dock.bar.accessibleName().endswith(f"sum threshold {threshold:.2f}")


def test_that_the_steps_lead_from_cut_to_cut(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = BoundaryInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.select("boundary", result.units[result.cuts[0]].id)
    qtbot.waitUntil(lambda: not dock.pages.sentence)
    qtbot.mouseClick(dock._later, Qt.MouseButton.LeftButton)
    assert opened.selected_boundary == result.cuts[1]
    qtbot.mouseClick(dock._earlier, Qt.MouseButton.LeftButton)
    assert opened.selected_boundary == result.cuts[0]


def test_that_the_chunk_panel_shows_a_ledger_that_adds_up(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = ChunkInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    chunk = result.chunks[2]
    opened.select("chunk", chunk.id)
    qtbot.waitUntil(lambda: not dock.pages.sentence)
    assert dock.facts.tokens.text() == f"{chunk.token_count} of 200 tokens"
    assert dock.facts.free.text() == f"{200 - chunk.token_count} free"
    numbers = [int(part.split()[0]) for part in dock.facts.parts.text().split("·")[:3]]
    assert sum(numbers) == chunk.token_count
    assert numbers[0] == chunk.context_tokens


def choose(dock: ChunkInspectorDock, view: str) -> None:
    dock.tabs.set_value(view)
    dock.tabs.chosen.emit(view)


def test_that_text_and_retrieval_text_are_shown_as_plain_text(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = ChunkInspectorDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.select("chunk", result.chunks[1].id)
    choose(dock, TEXT)
    qtbot.waitUntil(lambda: dock.text.toPlainText() == result.chunks[1].text)
    choose(dock, RETRIEVAL)
    qtbot.waitUntil(lambda: dock.retrieval_text.toPlainText() == result.chunks[1].retrieval_text)
    opened.select("chunk", result.chunks[2].id)
    qtbot.waitUntil(lambda: dock.retrieval_text.toPlainText() == result.chunks[2].retrieval_text)


def test_that_rows_of_the_chunk_panel_lead_to_neighbours_and_back(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = ChunkInspectorDock(opened, theme)
    dock.resize(352, 600)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    opened.select("chunk", result.chunks[1].id)

    def click(words: str) -> None:
        qtbot.waitUntil(lambda: any(r.plain_text.startswith(words) for r in dock.facts.findChildren(LinkRow)))
        row = next(r for r in dock.facts.findChildren(LinkRow) if r.plain_text.startswith(words))
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton)

    click("Chunk after: c2")
    assert opened.selected_chunk is result.chunks[2]
    click("Chunk before: c1")
    assert opened.selected_chunk is result.chunks[1]


def test_that_linked_lists_the_table_of_a_chunk_and_selects_it(qtbot: QtBot, opened: Session, theme: Theme) -> None:
    dock = LinkedDock(opened, theme)
    qtbot.addWidget(dock)
    dock.show()
    result = opened.shown_result
    assert result is not None
    chunk = next(c for c in result.chunks if c.table_ids)
    opened.select("chunk", chunk.id)
    qtbot.waitUntil(lambda: dock.rows_model.rowCount() > 0)
    assert dock.windowTitle() == f"Linked to c{chunk.position}"
    row = next(i for i, link in enumerate(dock.rows_model.rows) if link.kind == "table")
    dock.table.setCurrentIndex(dock.rows_model.index(row, 0))
    assert (opened.selection.kind, opened.selection.id) == ("table", chunk.table_ids[0])
