"""The centre of the window: layer strip, pages with their overlays, minimap, and a card where there are no pages."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QToolTip, QVBoxLayout, QWidget

from chunkstudio.gui.pages.boundary_steps import next_box, next_cut
from chunkstudio.gui.pages.card_desk import CardDesk
from chunkstudio.gui.pages.drop_frame import DropFrame, dropped_paths
from chunkstudio.gui.pages.highlight_state import highlights_of
from chunkstudio.gui.pages.hit import Hit
from chunkstudio.gui.pages.layer_strip import LayerStrip
from chunkstudio.gui.pages.mark_keeper import shared_keeper
from chunkstudio.gui.pages.mini_content import mini_map
from chunkstudio.gui.pages.minimap import MiniMapStrip
from chunkstudio.gui.pages.page_hands import PageHands
from chunkstudio.gui.pages.page_look import PageColors
from chunkstudio.gui.pages.page_menu import page_menu
from chunkstudio.gui.pages.page_stack import next_zoom, stack_pages
from chunkstudio.gui.pages.rendered_pages import RenderedPages, file_versions
from chunkstudio.gui.pages.start_card import StartCard
from chunkstudio.gui.pages.state_card import StateCard, notice_of, situation_of
from chunkstudio.gui.pages.tooltips import as_plain, tip_text
from chunkstudio.gui.pages.view_place import PlaceKeeper
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.layout.model import Rect

_KEYS = "N and P step through boundaries, Tab through boxes, plus and minus zoom"


class PageView(QWidget):
    """Shows the session's current document and tells the session what is clicked, hovered and seen.

    ``zoom_changed`` carries the zoom (1.0 is 100 %); ``open_wanted`` asks for the file dialog.
    """

    zoom_changed = Signal(float)
    open_wanted = Signal()

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._theme = session, theme
        self._keeper = shared_keeper(session)
        self._extras: dict[str, Any] = {}
        self.colors = PageColors.of(theme)
        self.rendered = RenderedPages(session.images, parent=self)
        self.canvas = PageHands(self.rendered, self.colors)
        self.places = PlaceKeeper(self.canvas)
        self.strip = LayerStrip(session, theme)
        self.minimap = MiniMapStrip(self.colors)
        self.start_card = StartCard(theme)
        self.state_card = StateCard(theme)
        self.notice = PlainLabel(theme, "", role="warn", use="ui", wrap=True)
        self.notice.setContentsMargins(16, 8, 16, 8)
        self._map_soon = QTimer(self, singleShot=True, interval=60)
        self._map_soon.timeout.connect(self._show_map)
        self._retry = QTimer(self, singleShot=True, interval=400)
        self._retry.timeout.connect(self.ask_images)
        self.setAcceptDrops(True)
        self.setFocusProxy(self.canvas)
        self.setAccessibleName("Pages")
        self.canvas.setAccessibleName("Pages of the document")
        self._lay_out()
        self.strip.follow(self.canvas)
        self._connect()
        self.show_current()

    def _lay_out(self) -> None:
        pages = QWidget()
        row = QHBoxLayout(pages)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.canvas, 1)
        row.addWidget(self.minimap)
        self._cards = CardDesk(self.start_card, self.state_card)
        self._stack = QStackedWidget()
        self._stack.addWidget(pages)
        self._stack.addWidget(self._cards)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(self.notice)
        column.addWidget(self._stack, 1)
        self._frame = DropFrame(self._theme, self)
        self._frame.hide()

    def _connect(self) -> None:
        session, canvas = self._session, self.canvas
        session.current_changed.connect(self.show_current)
        session.documents_changed.connect(self._documents_changed)
        for changed in (session.layout_changed, session.result_changed, session.preview_changed):
            changed.connect(self._document_changed)
        session.before_view_changed.connect(self._refresh)
        session.selection_changed.connect(self._show_states)
        session.hover_changed.connect(self._show_states)
        session.find_changed.connect(self._show_states)
        session.layers_changed.connect(self._layers_changed)
        session.page_requested.connect(self.go_to)
        self._theme.theme_changed.connect(self._show_colors)
        canvas.zoom_changed.connect(self.zoom_changed)
        canvas.zoomed_by_hand.connect(self.places.free)
        canvas.view_moved.connect(self._report)
        canvas.settled.connect(self.ask_images)
        canvas.resized.connect(self._resized)
        canvas.clicked.connect(self._click)
        canvas.activated.connect(self._zoom_to_hit)
        canvas.hovered.connect(self._hover)
        canvas.pointed.connect(session.report_pointer)
        canvas.menu_wanted.connect(self._menu)
        canvas.tip_wanted.connect(self._tip)
        canvas.step_wanted.connect(self.step_boundary)
        canvas.box_step_wanted.connect(self._step_box)
        self.rendered.arrived.connect(self._image_arrived)
        self.rendered.retry_wanted.connect(self._retry.start)
        self.minimap.wanted.connect(self._go_to_share)
        self.minimap.wheel_turned.connect(canvas.scroll_by_wheel)
        self.start_card.open_wanted.connect(self.open_wanted)
        self.start_card.file_wanted.connect(lambda path: session.open_paths([path]))
        self.state_card.password_given.connect(lambda text: session.provide_password(self._key, text))
        self.state_card.retry_wanted.connect(lambda: session.reload(self._key))
        self.state_card.close_wanted.connect(lambda: session.close_document(self._key))
        self.state_card.cancel_wanted.connect(lambda: session.close_document(self._key))

    @property
    def _key(self) -> str:
        return self._session.current.key if self._session.current else ""

    # ---- the document ------------------------------------------------------------------------------------------
    def show_current(self) -> None:
        """Show the session's current document where it was last seen, or a card."""
        self.places.leave(self.canvas.document)
        self._refresh()
        self._show_look()
        self._show_states()
        self._report()
        self.ask_images()

    def show_extras(self, **extras: Any) -> None:
        """Show places that answer questions (``evidence``, by page), or the other ``side`` of a comparison."""
        self._extras |= extras
        self._refresh()

    def _documents_changed(self) -> None:
        self.rendered.keep_only(file_versions(self._session))
        self._refresh()

    def _document_changed(self, key: str) -> None:
        if key == self._key:
            self._refresh()

    def _refresh(self) -> None:
        self.canvas.pictures.hurry = self._session.busy is not None
        state = self._session.current
        now = situation_of(state)
        to_pages = self._cards.hand_over({"start": self.start_card, "pages": None}.get(now.kind, self.state_card))
        self._stack.setCurrentIndex(0 if now.kind == "pages" else 1)
        if to_pages:
            self.canvas.setFocus()
        self.start_card.setVisible(now.kind == "start")
        self.state_card.setVisible(now.kind not in ("start", "pages"))
        self.strip.setVisible(now.kind != "start")
        self.notice.setText(notice_of(state))
        self.notice.setVisible(bool(self.notice.text()))
        if state is None or now.kind != "pages":
            if now.kind != "start":
                self.state_card.show_situation(now)
            self.canvas.show_pages("", stack_pages(()))
            self._keeper.forget()
            return
        stack, fresh = self._keeper.stack(state), state.key != self.canvas.document
        grown = stack is not self.canvas.stack
        self.canvas.show_pages(state.key, stack)
        self.canvas.show_marks(
            self._keeper.marks(state, self._session.shown_result, self._session.profile.layout.parser, **self._extras)
        )
        if fresh:
            self.places.enter(state.key)
        elif grown:
            self.places.fit()
        self._show_states()
        self._map_soon.start()
        self._report()
        if grown:
            self.ask_images()

    def _show_map(self) -> None:
        state = self._session.current
        if state is not None:
            changes = self.canvas.source.changes() if "differences" in self._session.layers else []
            content = mini_map(self.canvas.stack, self.canvas.source.sources, state.result, changes)
            self.minimap.show_map(content, self.colors)

    # ---- what is shown and chosen --------------------------------------------------------------------------------
    def _show_look(self) -> None:
        self.canvas.set_look(self._session.layers, self._session.hidden_classes, self.colors)

    def _layers_changed(self) -> None:
        self._show_look()
        self._show_map()

    def _show_colors(self) -> None:
        self.colors = PageColors.of(self._theme)
        self._show_look()
        self._show_map()
        self.update()

    def _show_states(self) -> None:
        session = self._session
        highlights, emphasis = highlights_of(session.shown_result, session.selection, session.hover)
        if session.find_hits:
            hits = tuple((hit.page, hit.rect) for hit in session.find_hits)
            hit = hits[session.find_index] if 0 <= session.find_index < len(hits) else None
            highlights = replace(highlights, hits=hits, hit=hit)
        self.canvas.set_states(highlights, emphasis)
        self.canvas.setAccessibleDescription(self._described() or _KEYS)

    def _described(self) -> str:
        """What is chosen, in words, for screen readers."""
        chosen, state = self._session.selection, self._session.current
        if state is None or chosen.kind not in ("box", "boundary", "chunk"):
            return ""
        return tip_text(Hit(chosen.kind, chosen.id, chosen.index), state.layout, self._session.shown_result)

    def _click(self, hit: Hit | None) -> None:
        self.canvas.setFocus(Qt.FocusReason.MouseFocusReason)
        self._session.select(hit.kind if hit else None, hit.id if hit else "")

    def _hover(self, hit: Hit | None) -> None:
        self._session.set_hover(hit.kind if hit else None, hit.id if hit else "")

    def _menu(self, hit: Hit | None, at: QPointF, screen: QPoint) -> None:
        del at
        menu = page_menu(self._session, self._theme, hit, self.zoom_to, self)
        menu.addSeparator()
        menu.addAction(self._theme.icon("fit-width"), "Fit width").triggered.connect(self.fit_width)
        menu.addAction(self._theme.icon("fit-page"), "Fit page").triggered.connect(self.fit_page)
        menu.addAction("100 %").triggered.connect(self.actual_size)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(screen)

    def _tip(self, hit: Hit | None, screen: QPoint) -> None:
        state = self._session.current
        text = tip_text(hit, state.layout, self._session.shown_result) if hit is not None and state is not None else ""
        QToolTip.showText(screen, as_plain(text), self.canvas)

    def step_boundary(self, step: int) -> None:
        """Choose the next (1) or previous (-1) cut and bring it into view."""
        result = self._session.shown_result
        if result is None:
            return
        here = self._session.selected_boundary
        if here is None:
            rows = [m.index for number, _ in self.canvas.visible() for m in self.canvas.marks(number).boundaries]
            here = (min(rows) - 1 if step > 0 else max(rows) + 1) if rows else -1
        row = next_cut(result.cuts, here, step)
        if row is not None:
            self._session.select("boundary", result.units[row].id, reveal=True)

    def _step_box(self, step: int) -> None:
        boxes = [b for number, _ in self.canvas.visible() for b in self.canvas.marks(number).boxes]
        chosen = self._session.selection.id if self._session.selection.kind == "box" else ""
        box = next_box(boxes, chosen, step)
        if box is not None:
            self.canvas.accept_step()
            self._session.select("box", box.id, reveal=True)

    # ---- zoom and place ------------------------------------------------------------------------------------------
    @property
    def zoom(self) -> float:
        """The zoom; 1.0 is 100 %."""
        return self.canvas.look.zoom

    def set_zoom(self, zoom: float) -> None:
        """Zoom about the middle of the view (1.0 is 100 %; kept between 2 % and 1600 %)."""
        self.places.free()
        self.canvas.set_zoom(zoom)

    def zoom_in(self) -> None:
        """The next round zoom above."""
        self.set_zoom(next_zoom(self.zoom, 1))

    def zoom_out(self) -> None:
        """The next round zoom below."""
        self.set_zoom(next_zoom(self.zoom, -1))

    def actual_size(self) -> None:
        """100 %."""
        self.set_zoom(1.0)

    def fit_width(self) -> None:
        """Fill the view between both gutters, and stay so when the view changes its size."""
        self.places.fit("width")

    def fit_page(self) -> None:
        """See a whole page, and stay so when the view changes its size."""
        self.places.fit("page")

    def go_to(self, number: int, rect: Rect | None = None) -> None:
        """Bring a page and a rectangle of it (points) into view; what is in view already does not move."""
        self.places.go_to(number, rect)

    def zoom_to(self, number: int, rect: Rect) -> None:
        """Fill the view with a rectangle of a page."""
        self.places.zoom_to(number, rect)

    def _zoom_to_hit(self, hit: Hit | None) -> None:
        if hit is None or hit.kind != "box":
            return
        for number, _ in self.canvas.visible():
            for box in self.canvas.marks(number).boxes:
                if box.id == hit.id:
                    self.zoom_to(number, box.rect)

    def _go_to_share(self, share: float) -> None:
        canvas = self.canvas
        middle = canvas.viewport().rect().center()
        place = canvas.to_scene(QPointF(middle))
        canvas.move_to(QPointF(place.x(), share * canvas.stack.height), QPointF(middle))

    def _report(self) -> None:
        canvas, stack = self.canvas, self.canvas.stack
        seen = canvas.seen()
        if not stack.rects or not self._session.current:
            return
        self.minimap.show_frame(max(0.0, seen.top() / stack.height), min(1.0, seen.bottom() / stack.height))
        middle = stack.index_at(seen.top() + seen.height() * 0.4)
        visible = tuple(number for number, _ in canvas.visible())
        if middle is not None:
            self._session.report_page(stack.numbers[middle], visible)

    def ask_images(self) -> None:
        """Ask for the images of what is in view, and with less haste for the pages before and after it."""
        canvas, state = self.canvas, self._session.current
        if state is None or not canvas.document or canvas.moving:
            return
        seen = canvas.seen()
        half = seen.height() / 2
        near = canvas.stack.between(seen.top() - half, seen.bottom() + half)
        needs = []
        for at in near:
            x0, y0, x1, y1 = canvas.stack.rects[at]
            inside = y1 > seen.top() and y0 < seen.bottom()
            extra = 0.0 if inside else half
            part = (seen.left() - x0, seen.top() - y0 - extra, seen.right() - x0, seen.bottom() - y0 + extra)
            canvas.marks(canvas.stack.numbers[at])  # worked out now, so that the next frames only paint
            needs.append((canvas.stack.numbers[at], x1 - x0, y1 - y0, part, 10 if inside else 5))
        needs.sort(key=lambda need: -need[4])
        self.rendered.ask(canvas.document, needs, canvas.look.device_scale)

    def _image_arrived(self, document: str, page: int) -> None:
        if document == self.canvas.document and any(number == page for number, _ in self.canvas.visible()):
            self.canvas.viewport().update()

    # ---- drop and size --------------------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files may be dropped; a frame shows where."""
        if dropped_paths(event):
            event.acceptProposedAction()
            self._frame.setGeometry(self.rect())
            self._frame.show()
            self._frame.raise_()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The files went elsewhere."""
        self._frame.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        self._frame.hide()
        paths = dropped_paths(event)
        if paths:
            event.acceptProposedAction()
            self._session.open_paths(paths)

    def _resized(self) -> None:
        """Fit again where the zoom follows the view."""
        self.places.hold()
        self._report()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the frame around the whole view."""
        super().resizeEvent(event)
        self._frame.setGeometry(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The desk behind the cards."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self.colors.desk)
        painter.end()
