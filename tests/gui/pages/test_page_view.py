from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QShortcut, QWheelEvent

from chunkstudio.chunking.pipeline import chunk_document
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.pages.page_menu import page_menu
from chunkstudio.gui.pages.page_view import PageView
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from tests.gui.pages.made_pages import InkSource, made_state


@pytest.fixture
def view(session: Session, theme: Theme, qtbot: Any) -> PageView:
    """The page view, shown, without a document."""
    made = PageView(session, theme)
    qtbot.addWidget(made)
    made.resize(900, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


def _rest(view: PageView, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not view.canvas.moving and view.rendered.waiting() == 0)


def _open(view: PageView, session: Session, qtbot: Any, **fields: Any) -> DocumentState:
    state = made_state(**fields)
    session.add_document(state)
    _rest(view, qtbot)
    view.canvas.viewport().repaint()
    return state


def _at(view: PageView, page: int, x: float, y: float) -> QPoint:
    """Where a place of a page is seen in the view."""
    at = view.canvas.stack.index_of(page)
    assert at is not None
    x0, y0, _, _ = view.canvas.stack.rects[at]
    return view.canvas.viewportTransform().map(QPointF(x0 + x, y0 + y)).toPoint()


def _click(view: PageView, qtbot: Any, place: QPoint) -> None:
    qtbot.mouseClick(view.canvas.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_that_an_empty_view_says_what_to_do_next(view: PageView, qtbot: Any) -> None:
    assert view.start_card.isVisible()
    with qtbot.waitSignal(view.open_wanted):
        view.start_card.open_button.click()


def test_that_clicking_a_box_chooses_it_everywhere(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    with qtbot.waitSignal(session.selection_changed):
        _click(view, qtbot, _at(view, 1, 100, 170))
    assert (session.selection.kind, session.selection.id) == ("box", "p1.b2")


def test_that_clicking_a_cut_chooses_the_boundary_and_marks_its_chunk(view: PageView, session: Session, qtbot: Any) -> None:
    state = _open(view, session, qtbot)
    cut = next(b for b in view.canvas.marks(1).boundaries if b.cut)
    _click(view, qtbot, _at(view, 1, 580, cut.path[-1][1]))
    assert session.selection.kind == "boundary"
    assert session.selection.index == cut.index
    assert view.canvas.highlights.row == cut.index
    assert state.result is not None
    chunk = next(c for c in state.result.chunks if c.unit_range[0] == cut.index + 1)
    assert view.canvas.emphasis.chunk == chunk.position


def test_that_clicking_a_name_in_the_gutter_chooses_the_chunk(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    label = next(n for n in view.canvas._labels if n.style == "chunk" and n.index == 1)
    _click(view, qtbot, QPoint(round(label.x - 10), round(label.y)))
    assert (session.selection.kind, session.selection.index) == ("chunk", 1)
    _click(view, qtbot, QPoint(3, 690))
    assert session.selection.kind is None


def test_that_hovering_tells_the_session_and_leaving_takes_it_back(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    qtbot.mouseMove(view.canvas.viewport(), _at(view, 1, 100, 170))
    qtbot.waitUntil(lambda: session.hover.id == "p1.b2")
    assert view.canvas.highlights.hovered_boxes == {"p1.b2"}
    view.canvas.hovered.emit(None)
    assert not session.hover


def test_that_wheel_with_ctrl_zooms_under_the_pointer(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    place = _at(view, 1, 300, 300)
    before = view.canvas.page_point(QPointF(place))
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.canvas.viewport().mapToGlobal(place)),
        QPoint(),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.ControlModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    with qtbot.waitSignal(view.zoom_changed):
        QGuiApplication.sendEvent(view.canvas.viewport(), event)
    after = view.canvas.page_point(QPointF(place))
    assert before is not None
    assert after is not None
    assert after == pytest.approx(before, abs=1.5)
    assert view.zoom > 1.0


def test_that_the_zoom_asks_for_sharp_images_once_it_rests(
    view: PageView, session: Session, source: InkSource, qtbot: Any
) -> None:
    _open(view, session, qtbot)
    asked = len(source.asked)
    view.set_zoom(1.5)
    view.set_zoom(1.6)
    assert len(source.asked) == asked
    _rest(view, qtbot)
    qtbot.waitUntil(lambda: len(source.asked) > asked)
    assert {round(scale, 2) for _, scale, _ in source.asked[asked:]} == {round(1.6 * 96 / 72, 2)}


def test_that_the_zoom_follows_the_width_until_it_is_set_by_hand(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    before = view.zoom
    view.resize(1200, 700)
    qtbot.waitUntil(lambda: view.zoom > before)
    view.set_zoom(0.5)
    view.resize(900, 700)
    assert view.zoom == 0.5
    view.fit_page()
    at = view.canvas.stack.rects[0]
    assert (at[3] - at[1]) * view.canvas.look.scale <= view.canvas.viewport().height()


def test_that_a_wanted_page_comes_into_view_and_is_reported(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot, pages=6)
    with qtbot.waitSignal(session.page_shown):
        session.show_page(5)
    assert session.current_page == 5
    assert session.current is not None
    assert 5 in session.current.visible_pages


def test_that_what_is_in_view_already_does_not_move(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    before = view.canvas.verticalScrollBar().value()
    session.show_page(1, (60, 110, 540, 230))
    assert view.canvas.verticalScrollBar().value() == before


def test_that_each_document_keeps_its_place_and_zoom(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot, pages=6)
    session.show_page(4)
    view.set_zoom(1.25)
    _rest(view, qtbot)
    where = view.canvas.verticalScrollBar().value()
    _open(view, session, qtbot, key="other")
    assert session.current_page == 1
    session.show_document("minutes")
    assert view.zoom == 1.25
    assert abs(view.canvas.verticalScrollBar().value() - where) <= 1


def test_that_n_and_p_step_through_the_cuts(view: PageView, session: Session, qtbot: Any) -> None:
    state = _open(view, session, qtbot)
    assert state.result is not None
    qtbot.keyClick(view.canvas, Qt.Key.Key_N)
    assert session.selection.index == state.result.cuts[0]
    qtbot.keyClick(view.canvas, Qt.Key.Key_N)
    assert session.selection.index == state.result.cuts[1]
    qtbot.keyClick(view.canvas, Qt.Key.Key_P)
    assert session.selection.index == state.result.cuts[0]


def test_that_escape_takes_a_choice_back_before_it_stops_any_work(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    stopped: list[str] = []
    QShortcut(Qt.Key.Key_Escape, view).activated.connect(lambda: stopped.append("work"))
    with qtbot.waitActive(view):
        view.activateWindow()
    view.canvas.setFocus()
    qtbot.keyClick(view.canvas, Qt.Key.Key_N)
    assert session.selection.kind == "boundary"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert (session.selection.kind, stopped) == (None, [])
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert stopped == ["work"]


def test_that_tab_steps_through_the_boxes_in_view_and_then_leaves(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot, pages=1)
    view.canvas.setFocus()
    seen = []
    for _ in range(6):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
        seen.append(session.selection.id)
    assert seen == [f"p1.b{i}" for i in range(6)]
    assert view.canvas.focusNextPrevChild(True) is True
    assert session.selection.id == "p1.b5"


def test_that_keys_scroll_and_zoom(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    bar = view.canvas.verticalScrollBar()
    qtbot.keyClick(view.canvas, Qt.Key.Key_PageDown)
    assert bar.value() > bar.minimum()
    qtbot.keyClick(view.canvas, Qt.Key.Key_End)
    assert bar.value() == bar.maximum()
    qtbot.keyClick(view.canvas, Qt.Key.Key_Home)
    assert bar.value() == bar.minimum()
    qtbot.keyClick(view.canvas, Qt.Key.Key_0)
    assert view.zoom == 1.0
    qtbot.keyClick(view.canvas, Qt.Key.Key_Plus)
    assert view.zoom == 1.25
    qtbot.keyClick(view.canvas, Qt.Key.Key_Minus)
    assert view.zoom == 1.0


def test_that_a_drag_with_the_middle_button_moves_the_pages(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    bar, port = view.canvas.verticalScrollBar(), view.canvas.viewport()
    before = bar.value()
    qtbot.mousePress(port, Qt.MouseButton.MiddleButton, pos=QPoint(300, 400))
    qtbot.mouseMove(port, QPoint(300, 300))
    qtbot.waitUntil(lambda: bar.value() == before + 100)
    qtbot.mouseRelease(port, Qt.MouseButton.MiddleButton, pos=QPoint(300, 300))
    assert not session.selection


def test_that_holding_the_key_shows_the_result_as_it_was_before(view: PageView, session: Session, qtbot: Any) -> None:
    before = Profile().replace({"assembly.token_budget": 90, "assembly.min_tokens": 20})
    _open(view, session, qtbot, before=before)
    now = len(view.canvas.marks(1).bands)
    session.hold_before(True)
    assert len(view.canvas.marks(1).bands) > now
    session.hold_before(False)
    assert len(view.canvas.marks(1).bands) == now


def test_that_a_locked_file_asks_for_its_password(view: PageView, session: Session, qtbot: Any) -> None:
    state = DocumentState("/locked.pdf", Path("/locked.pdf"), needs_password=True)
    session.add_document(state)
    assert view.state_card.isVisible()
    assert view.state_card.headline.text() == "locked.pdf is locked"
    with qtbot.waitSignal(view.state_card.password_given) as given:
        qtbot.keyClicks(view.state_card.password, "secret")
        qtbot.keyClick(view.state_card.password, Qt.Key.Key_Return)
    assert given.args == ["secret"]
    assert view.state_card.password.text() == ""


def test_that_a_broken_file_says_why_and_what_to_do(view: PageView, session: Session) -> None:
    error = ChunkStudioError("damaged", "report.pdf is damaged.", hint="Save it anew, then try again.")
    session.add_document(DocumentState("/report.pdf", Path("/report.pdf"), error=error))
    assert view.state_card.headline.text() == "report.pdf is damaged."
    assert view.state_card.hint.text() == "Save it anew, then try again."
    view.state_card.close_button.click()
    assert session.current is None
    assert view.start_card.isVisible()


def test_that_dropped_files_are_opened(view: PageView, session: Session, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "dropped.pdf"))])
    event = QDropEvent(
        QPointF(50, 50), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    view.dropEvent(event)
    assert [state.name for state in session.documents] == ["dropped.pdf"]
    assert view.state_card.headline.text() == "Opening dropped.pdf"


def test_that_the_menu_copies_text_and_ids(view: PageView, session: Session, theme: Theme, qtbot: Any) -> None:
    state = _open(view, session, qtbot)
    assert state.layout is not None
    session.select("box", "p1.b2")
    menu = page_menu(session, theme, None, view.zoom_to, view)
    entries = {action.text(): action for action in menu.actions() if action.text()}
    entries["Copy text of this box"].trigger()
    assert QGuiApplication.clipboard().text() == state.layout.pages[0].boxes[2].text
    entries["Copy id p1.b2"].trigger()
    assert QGuiApplication.clipboard().text() == "p1.b2"
    before = view.zoom
    entries["Zoom to this"].trigger()
    assert view.zoom != before


def test_that_the_minimap_goes_where_it_is_clicked(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot, pages=8)
    view.minimap.wanted.emit(0.9)
    assert session.current_page == 8


def test_that_a_theme_change_repaints_desk_and_keeps_paper_light(
    view: PageView, session: Session, theme: Theme, qtbot: Any
) -> None:
    _open(view, session, qtbot)
    theme.set_mode("dark")
    assert view.canvas.look.colors.dark
    image = view.canvas.grab().toImage()
    paper = _at(view, 1, 300, 60)
    assert image.pixelColor(paper).lightness() > 200
    assert image.pixelColor(2, 300).lightness() < 60


def test_that_controls_have_names_for_screen_readers(view: PageView) -> None:
    for widget in (view, view.canvas, view.minimap, view.strip, *view.strip.buttons.values()):
        assert widget.accessibleName()


def test_that_a_scan_without_text_says_what_can_and_cannot_be_done(view: PageView, session: Session, qtbot: Any) -> None:
    state = made_state(1)
    assert state.layout is not None
    bare = replace(state.layout, pages=(replace(state.layout.pages[0], boxes=()),), layout_hash="bare")
    session.add_document(replace(state, layout=bare, result=chunk_document(bare), previous=None))
    assert view.notice.isVisible()
    assert "no text" in view.notice.text()
    assert "OCR" in view.notice.text()
    _open(view, session, qtbot, key="other")
    assert not view.notice.isVisible()


def test_that_what_is_chosen_is_told_to_screen_readers(view: PageView, session: Session, qtbot: Any) -> None:
    _open(view, session, qtbot)
    session.select("chunk", session.shown_result.chunks[1].id)  # type: ignore[union-attr]
    assert view.canvas.accessibleDescription().startswith("c1")
    session.select(None)
    assert "Tab" in view.canvas.accessibleDescription()
