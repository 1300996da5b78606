"""Where each document was left, which zoom follows the size of the view, and how a place is brought into view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPoint, QPointF, QRectF

from chunkstudio.gui.pages.page_canvas import PageCanvas
from chunkstudio.gui.pages.page_stack import GUTTER_LEFT, GUTTER_RIGHT, PIXELS_PER_POINT, fit_page, fit_width
from chunkstudio.layout.model import Rect

Fit = Literal["", "width", "page"]


@dataclass(frozen=True, slots=True)
class Place:
    """Zoom, the scene point at the upper left of the view, and what the zoom follows."""

    zoom: float
    x: float
    y: float
    fit: Fit


class PlaceKeeper:
    """Moves one canvas; remembers by document where it was."""

    def __init__(self, canvas: PageCanvas) -> None:
        self._canvas = canvas
        self._kept: dict[str, Place] = {}
        self._top: int | None = None
        self.follows: Fit = "width"

    def leave(self, document: str) -> None:
        """Remember where a document is seen."""
        if document:
            corner = self._canvas.to_scene(QPointF(0, 0))
            self._kept[document] = Place(self._canvas.look.zoom, corner.x(), corner.y(), self.follows)

    def enter(self, document: str) -> None:
        """Go back to where a document was left; a new one starts at its top, fitted to the width."""
        if not document:
            return
        place = self._kept.get(document)
        self.follows = place.fit if place else "width"
        if place is None:
            self.fit()
            self.go_to(self._canvas.stack.numbers[0] if self._canvas.stack.numbers else 1, None)
            return
        self._canvas.set_zoom(place.zoom)
        self._canvas.move_to(QPointF(place.x, place.y), QPointF(0, 0))
        self.fit()

    def free(self) -> None:
        """The zoom was set by hand and no longer follows the view."""
        self.follows = ""

    def fit(self, how: Fit | None = None) -> None:
        """Fit to width or page; without argument what is followed now, keeping the top of the view in place."""
        if how is not None:
            self.follows = how
        zoom = self._fitting()
        if zoom is not None:
            self._canvas.set_zoom(zoom, QPointF(self._canvas.viewport().width() / 2, 0))
            self._canvas.horizontalScrollBar().setValue(self._canvas.horizontalScrollBar().minimum())

    def hold(self) -> None:
        """The view has another size: fit again; pages stay where they are on the screen when a bar above comes or goes."""
        top = self._canvas.mapTo(self._canvas.window(), QPoint(0, 0)).y()
        moved, self._top = top - (top if self._top is None else self._top), top
        self.fit()
        if moved and self.follows != "page":
            scroll = self._canvas.verticalScrollBar()
            scroll.setValue(scroll.value() + moved)

    def _fitting(self) -> float | None:
        canvas = self._canvas
        if not self.follows or not canvas.stack.rects:
            return None
        at = canvas.stack.index_at(canvas.seen().center().y()) or 0
        x0, y0, x1, y1 = canvas.stack.rects[at]
        size = canvas.viewport().size()
        if self.follows == "width":
            return fit_width(min(canvas.stack.width, 2 * (x1 - x0)), size.width())
        return fit_page(x1 - x0, y1 - y0, size.width(), size.height())

    def go_to(self, number: int, rect: Rect | None) -> None:
        """Bring a page (at its top) or a rectangle of it into view; a rectangle in view already does not move."""
        canvas = self._canvas
        at = canvas.stack.index_of(number)
        if at is None:
            return
        x0, y0, x1, _ = canvas.stack.rects[at]
        if rect is None:
            canvas.move_to(QPointF((x0 + x1) / 2, y0), QPointF(canvas.viewport().width() / 2, 8))
            return
        target = QRectF(x0 + rect[0], y0 + rect[1], rect[2] - rect[0], rect[3] - rect[1])
        seen = canvas.viewportTransform().mapRect(target)
        view = QRectF(canvas.viewport().rect()).adjusted(0, 16, 0, -16)
        if not (view.top() <= seen.top() and seen.bottom() <= view.bottom()):
            canvas.move_to(
                target.topLeft(), QPointF(seen.left(), view.height() * 0.3 if seen.height() < view.height() / 2 else 24)
            )
        self._bring_across(target)

    def _bring_across(self, target: QRectF) -> None:
        """Scroll sideways only if the place is out of view or cut off."""
        canvas = self._canvas
        seen, wide = canvas.viewportTransform().mapRect(target), canvas.viewport().width()
        if seen.left() >= 0 and seen.right() <= wide:
            return
        wish = max(GUTTER_LEFT, (wide - seen.width()) / 2) if seen.width() < wide - GUTTER_LEFT else GUTTER_LEFT
        canvas.horizontalScrollBar().setValue(canvas.horizontalScrollBar().value() + round(seen.left() - wish))

    def zoom_to(self, number: int, rect: Rect) -> None:
        """Fill the view with a rectangle of a page, at most at 400 %."""
        canvas = self._canvas
        at = canvas.stack.index_of(number)
        if at is None:
            return
        size = canvas.viewport().size()
        wide = (size.width() - GUTTER_LEFT - GUTTER_RIGHT) / max(1.0, rect[2] - rect[0] + 12)
        tall = (size.height() - 48) / max(1.0, rect[3] - rect[1] + 12)
        self.free()
        canvas.set_zoom(min(4.0, max(0.1, min(wide, tall) / PIXELS_PER_POINT)))
        x0, y0, _, _ = canvas.stack.rects[at]
        middle = QPointF(x0 + (rect[0] + rect[2]) / 2, y0 + (rect[1] + rect[3]) / 2)
        canvas.move_to(middle, QPointF(GUTTER_LEFT + (size.width() - GUTTER_LEFT - GUTTER_RIGHT) / 2, size.height() / 2))
