"""One page in the scene: a single item that paints paper, image and all of its boxes itself."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.page_look import PageLook
from chunkstudio.gui.pages.page_pictures import PagePictures
from chunkstudio.gui.pages.paint_states import Highlights, paint_highlights
from chunkstudio.gui.pages.strokes import pen
from chunkstudio.layout.model import Rect


class PageHost(Protocol):
    """What a page item asks its view for while it paints."""

    pictures: PagePictures
    look: PageLook
    highlights: Highlights
    moving: bool
    document: str

    def marks(self, number: int) -> PageMarks: ...


class PageItem(QGraphicsItem):
    """A page at its place in the stack. It paints only what is exposed, from pictures kept by the view."""

    def __init__(self, host: PageHost, number: int, rect: Rect) -> None:
        super().__init__()
        self._host = host
        self.number = number
        self._size = (rect[2] - rect[0], rect[3] - rect[1])
        self.setPos(rect[0], rect[1])
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        """The page in points."""
        return QRectF(0, 0, *self._size)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Paint in logical pixels from the page's corner, which lies between device pixels, so that all stays crisp."""
        del widget
        host, look = self._host, self._host.look
        s = look.scale
        corner = painter.worldTransform().map(QPointF(0, 0))
        seen: QRectF = option.exposedRect
        exposed = QRectF(seen.x() * s - 1, seen.y() * s - 1, seen.width() * s + 2, seen.height() * s + 2)
        marks = host.marks(self.number)
        painter.save()
        painter.setWorldTransform(QTransform.fromTranslate(look.snap(corner.x()), look.snap(corner.y())))
        host.pictures.paint(painter, host.document, marks, look, exposed, moving=host.moving)
        paint_highlights(painter, marks, look, host.highlights)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(pen(look.colors.border, 1.0 / look.ratio))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(look.outline((0, 0, *self._size), 1.0 / look.ratio))
        painter.restore()
