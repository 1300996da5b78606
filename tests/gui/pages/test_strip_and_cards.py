from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt

from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.pages.file_row import FileRow
from chunkstudio.gui.pages.hit import Hit
from chunkstudio.gui.pages.layer_strip import LayerStrip
from chunkstudio.gui.pages.start_card import StartCard
from chunkstudio.gui.pages.thumbnails import ThumbnailList, page_words
from chunkstudio.gui.pages.tooltips import as_plain, tip_text
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from tests.gui.pages.made_pages import InkSource, made_state


def test_that_a_layer_button_switches_its_layer_and_follows_it(session: Session, theme: Theme, qtbot: Any) -> None:
    strip = LayerStrip(session, theme)
    qtbot.addWidget(strip)
    strip.resize(1200, 36)
    strip.buttons["order"].click()
    assert "order" in session.layers
    session.set_layer("order", False)
    assert not strip.buttons["order"].isChecked()


def test_that_layers_without_room_go_into_the_menu_those_that_are_off_first(session: Session, theme: Theme, qtbot: Any) -> None:
    strip = LayerStrip(session, theme)
    qtbot.addWidget(strip)
    strip.show()
    strip.resize(520, 36)
    session.set_layers(frozenset({"access", "boxes"}))
    shown = {name for name, button in strip.buttons.items() if button.isVisible()}
    assert {"access", "boxes"} <= shown
    hidden = list(strip._menu.actions())
    assert len(shown) + len(hidden) == len(strip.buttons)
    hidden[0].trigger()
    assert len(session.layers) == 3


def test_that_the_legend_switches_classes(session: Session, theme: Theme, qtbot: Any) -> None:
    strip = LayerStrip(session, theme)
    qtbot.addWidget(strip)
    strip.resize(900, 36)
    legend = strip.show_legend()
    qtbot.addWidget(legend)
    legend.switches["table"].click()
    assert session.hidden_classes == {"table"}
    legend.switches["table"].click()
    assert session.hidden_classes == frozenset()


def test_that_a_sample_is_opened_by_its_row(theme: Theme, qtbot: Any) -> None:
    card = StartCard(theme)
    qtbot.addWidget(card)
    rows = card.findChildren(FileRow)
    assert rows
    with qtbot.waitSignal(card.file_wanted) as wanted:
        rows[0].click()
    assert wanted.args[0].is_file()


def test_that_the_start_card_offers_the_last_five_files_with_their_folders(theme: Theme, qtbot: Any, tmp_path: Path) -> None:
    card = StartCard(theme)
    qtbot.addWidget(card)
    card.show()
    assert not card.recent.isVisible()
    card.show_recent([tmp_path / f"{number}.pdf" for number in range(7)])
    rows = card.recent.findChildren(FileRow)
    assert [row.entry.name for row in rows] == ["0.pdf", "1.pdf", "2.pdf", "3.pdf", "4.pdf"]
    assert all(row.accessibleDescription() == str(tmp_path) for row in rows)
    card.show_recent([Path.home() / "papers" / "one.pdf"])

    def shown() -> list[FileRow]:
        return [row for row in card.recent.findChildren(FileRow) if row.isVisible()]

    qtbot.waitUntil(lambda: [row.entry.about for row in shown()] == [str(Path("~") / "papers")])
    (row,) = shown()
    row.setFocus()
    with qtbot.waitSignal(card.file_wanted) as wanted:
        qtbot.keyClick(row, Qt.Key.Key_Return)
    assert wanted.args == [Path.home() / "papers" / "one.pdf"]


def test_that_thumbnails_are_rendered_only_in_view_and_lead_to_their_page(
    session: Session, theme: Theme, source: InkSource, qtbot: Any
) -> None:
    pages = ThumbnailList(session, theme)
    qtbot.addWidget(pages)
    pages.resize(256, 420)
    pages.show()
    assert pages.pages.sentence == "The pages of a document appear here as soon as one is open."
    session.add_document(DocumentState("locked", Path("/documents/locked.pdf"), needs_password=True))
    assert pages.pages.sentence.startswith("This document is locked.")
    session.add_document(made_state(40))
    assert not pages.pages.sentence
    qtbot.waitUntil(lambda: bool(source.asked))
    assert pages.model.rowCount() == 40
    assert max(page for page, _, _ in source.asked) < 6
    with qtbot.waitSignal(session.page_requested) as wanted:
        pages.view.clicked.emit(pages.model.index(7, 0))
    assert wanted.args == [8, None]
    session.report_page(3, (3,))
    assert pages.view.currentIndex().row() == 2
    assert not pages.grab().isNull()


def test_that_a_page_label_is_shown_where_it_differs() -> None:
    assert page_words(4, "ii") == "4 · ii"
    assert page_words(4, "4") == "4"
    assert page_words(4, "") == "4"


def test_that_tooltips_say_why_and_are_never_read_as_markup() -> None:
    state = made_state()
    assert state.result is not None
    cut = state.result.cuts[0]
    text = tip_text(Hit("boundary", "", cut), state.layout, state.result)
    assert text.startswith(f"Cut, reason: {state.result.boundary(cut).reason}")
    assert "threshold" in text
    head = tip_text(Hit("box", "p1.b0"), state.layout, state.result)
    assert "In no chunk: running head." in head
    assert "c0" in tip_text(Hit("chunk", "c0", 0), state.layout, state.result)
    assert "<b>" not in as_plain("<b>bold</b>")
    assert as_plain("") == ""
