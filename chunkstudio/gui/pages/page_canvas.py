"""The scrolling canvas: all pages in one scene, zoom and scroll, gutters in the foreground. It knows no session."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTransform
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from chunkstudio.gui.pages.document_marks import DocumentMarks, Sources
from chunkstudio.gui.pages.gutter import GutterState, Label, PlacedPage, Rail, left_labels, rails, right_labels, side_rails
from chunkstudio.gui.pages.hit import Hit, hit_gutter, hit_page
from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.page_item import PageItem
from chunkstudio.gui.pages.page_look import SENTENCE_ZOOM, PageColors, PageLook
from chunkstudio.gui.pages.page_pictures import PagePictures
from chunkstudio.gui.pages.page_stack import GUTTER_LEFT, GUTTER_RIGHT, PageStack, clamp_zoom, stack_pages
from chunkstudio.gui.pages.paint_gutter import Emphasis, paint_left, paint_rails, paint_right, paint_side_rails
from chunkstudio.gui.pages.paint_states import Highlights
from chunkstudio.gui.pages.rendered_pages import RenderedPages
from chunkstudio.gui.style import ON_DESK
from chunkstudio.layout.model import Rect

REST_MS = 120
"""How long the zoom must rest before sharp images are asked for."""
_MARGIN = 10.0


class PageCanvas(QGraphicsView):
    """Pages of one document at one zoom. ``settled`` fires when scrolling or zooming rests and images should be asked for."""

    zoom_changed = Signal(float)
    view_moved = Signal()
    settled = Signal()
    resized = Signal()

    def __init__(self, rendered: RenderedPages, colors: PageColors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pictures = PagePictures(rendered)
        self.stack: PageStack = stack_pages(())
        self.document = ""
        self.source = DocumentMarks(Sources())
        self.highlights = Highlights()
        self.emphasis = Emphasis()
        self.moving = False
        self.look = PageLook(1.0, 1.0, frozenset(), frozenset(), colors)
        self._labels: list[Label] = []
        self._rails: list[Rail] = []
        self._blank: dict[int, PageMarks] = {}
        self._pages = QGraphicsScene(self)
        self.setScene(self._pages)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._come_to_rest)
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(self.viewport().update)
        self._soon = QTimer(self, singleShot=True, interval=30)
        self._soon.timeout.connect(self.settled)
        self._configure()

    def _configure(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty(ON_DESK, True)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.viewport().setAutoFillBackground(False)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)

    # ---- content -------------------------------------------------------------------------------------------------
    def show_pages(self, document: str, stack: PageStack) -> None:
        """Lay out the pages of a document; nothing is rendered before it is seen."""
        if document == self.document and stack == self.stack:
            return
        self.document, self.stack = document, stack
        if not document:  # nothing is held of a document that was closed
            self.source = DocumentMarks(Sources())
            self.pictures.clear()
        self._blank.clear()
        self._pages.clear()
        for number, rect in zip(stack.numbers, stack.rects, strict=True):
            self._pages.addItem(PageItem(self, number, rect))
        self._pages.setSceneRect(0, 0, max(1.0, stack.width), max(1.0, stack.height))
        self._fit_scene()

    def show_marks(self, source: DocumentMarks) -> None:
        """Paint other marks on the same pages."""
        self.source = source
        self.viewport().update()

    def marks(self, number: int) -> PageMarks:
        """Marks of a page; bare paper of the right size while its boxes are not known."""
        known = self.source.page(number)
        if known is not None:
            return known
        blank = self._blank.get(number)
        if blank is None:
            at = self.stack.index_of(number)
            x0, y0, x1, y1 = self.stack.rects[at] if at is not None else (0, 0, 612, 792)
            blank = self._blank[number] = PageMarks(number, x1 - x0, y1 - y0)
        return blank

    def set_look(self, layers: frozenset[str], hidden: frozenset[str], colors: PageColors) -> None:
        """Other layers, classes or colours."""
        self.look = PageLook(self.look.zoom, self.devicePixelRatioF(), layers, hidden, colors)
        self.viewport().update()

    def set_states(self, highlights: Highlights, emphasis: Emphasis) -> None:
        """What is chosen and hovered."""
        if (highlights, emphasis) != (self.highlights, self.emphasis):
            self.highlights, self.emphasis = highlights, emphasis
            self.viewport().update()

    # ---- zoom and place ------------------------------------------------------------------------------------------
    def set_zoom(self, zoom: float, anchor: QPointF | None = None) -> None:
        """Zoom (1.0 is 100 %) so that what lies under ``anchor`` (pixels of the view; its middle) stays there."""
        zoom = clamp_zoom(zoom)
        if abs(zoom - self.look.zoom) < 1e-6:
            return
        at = anchor if anchor is not None else QPointF(self.viewport().rect().center())
        place = self.to_scene(at)
        self.look = PageLook(zoom, self.look.ratio, self.look.layers, self.look.hidden, self.look.colors)
        self.moving = True
        self._fit_scene()
        self.move_to(place, at)
        self._rest.start()
        self.zoom_changed.emit(zoom)

    def to_scene(self, point: QPointF) -> QPointF:
        """A point of the view (pixels) in scene points, to a fraction of a pixel."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(point)

    def move_to(self, place: QPointF, at: QPointF) -> None:
        """Scroll so that a place of the scene lies at a point of the view."""
        now = self.viewportTransform().map(place)
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + round(now.x() - at.x()))
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + round(now.y() - at.y()))

    def page_point(self, point: QPointF) -> tuple[int, float, float] | None:
        """Page number and place in points under a point of the view; None off the pages."""
        place = self.to_scene(point)
        at = self.stack.index_at(place.y())
        if at is None:
            return None
        x0, y0, x1, y1 = self.stack.rects[at]
        if x0 <= place.x() <= x1 and y0 <= place.y() <= y1:
            return self.stack.numbers[at], place.x() - x0, place.y() - y0
        return None

    def seen(self) -> QRectF:
        """The part of the scene that is in view, in points."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.mapRect(QRectF(self.viewport().rect()))

    def visible(self) -> list[tuple[int, Rect]]:
        """Number and place of the pages in view."""
        seen = self.seen()
        return [(self.stack.numbers[i], self.stack.rects[i]) for i in self.stack.between(seen.top(), seen.bottom())]

    def _fit_scene(self) -> None:
        s = self.look.scale
        self.setTransform(QTransform.fromScale(s, s))
        left, right, margin = (GUTTER_LEFT / s, GUTTER_RIGHT / s, _MARGIN / s)
        self.setSceneRect(-left, -margin, self.stack.width + left + right, self.stack.height + 2 * margin)

    def _scrolled(self) -> None:
        self.view_moved.emit()
        if not self._soon.isActive():
            self._soon.start()

    def _come_to_rest(self) -> None:
        self.moving = False
        self.viewport().update()
        self.settled.emit()

    # ---- painting ------------------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        """Take a changed device pixel ratio (another screen) into account before painting."""
        if abs(self.devicePixelRatioF() - self.look.ratio) > 1e-6:
            self.look = PageLook(self.look.zoom, self.devicePixelRatioF(), self.look.layers, self.look.hidden, self.look.colors)
            self._soon.start()
        self.pictures.begin_frame()
        super().paintEvent(event)
        if self.pictures.unfinished:
            self._again.start()

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """The desk around the pages in view (they cover the rest themselves)."""
        del rect
        size = self.viewport().size()
        painter.save()
        painter.setWorldTransform(QTransform())
        for part in around_pages(self._placed(), size.width(), size.height()):
            painter.fillRect(part, self.look.colors.desk)
        painter.restore()

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        """Rails and labels in both gutters, in pixels of the view."""
        del rect
        painter.save()
        painter.setWorldTransform(QTransform())
        pages, state = self._placed(), self._gutter_state()
        self._rails = rails(pages, state)
        left, right = left_labels(pages, state), right_labels(pages, state)
        self._labels = right + left
        paint_rails(painter, self._rails, self.look.colors, self.emphasis, access="access" in self.look.layers)
        paint_side_rails(painter, side_rails(pages, state), self._rails, self.look.colors)
        paint_left(painter, left, self.look.colors, self.emphasis)
        paint_right(painter, right, self.look.colors, self.emphasis)
        painter.restore()

    def _placed(self) -> list[PlacedPage]:
        out = []
        transform, snap = self.viewportTransform(), self.look.snap
        for number, rect in self.visible():
            corner = transform.map(QPointF(rect[0], rect[1]))
            out.append(PlacedPage(self.marks(number), snap(corner.x()), snap(corner.y()), self.look.scale))
        return out

    def _gutter_state(self) -> GutterState:
        size = self.viewport().size()
        rows = self.emphasis.row, self.emphasis.hovered_row
        return GutterState(self.look.zoom, size.width(), size.height(), self.look.layers, *rows)

    def hit(self, point: QPointF) -> Hit | None:
        """What lies under a point of the view: a label, a rail, or something on a page."""
        found = hit_gutter(self._labels, self._rails, point.x(), point.y())
        if found is not None:
            return found
        place = self.page_point(point)
        if place is None:
            return None
        look = self.look
        return hit_page(
            self.marks(place[0]),
            place[1],
            place[2],
            layers=frozenset(layer for layer in look.layers if look.on(layer)),
            hidden=look.hidden,
            reach=4.0 / look.scale,
            inside=look.zoom > SENTENCE_ZOOM,
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the place at the top when the view changes its size."""
        super().resizeEvent(event)
        self.resized.emit()
        self._scrolled()


def around_pages(pages: Sequence[PlacedPage], width: float, height: float) -> list[QRectF]:
    """The parts of a view that no page covers, with a pixel of overlap at the pages' edges."""
    out, y = [], 0.0
    for page in pages:
        top, bottom = page.y + 1, page.y + page.marks.height * page.scale - 2
        left, right = page.x + 1, page.right - 2
        if bottom <= top:
            continue
        out.append(QRectF(0, y, width, top - y))
        out.append(QRectF(0, top, left, bottom - top))
        out.append(QRectF(right, top, width - right, bottom - top))
        y = bottom
    out.append(QRectF(0, y, width, height - y))
    return [part for part in out if part.width() > 0 and part.height() > 0]
