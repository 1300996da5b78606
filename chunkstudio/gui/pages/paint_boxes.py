"""Boxes over the ink: frames by class, tags, and the order in which they are read."""

from __future__ import annotations

import itertools

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from chunkstudio.gui.overlay_colors import EXCLUDED, ORDER, ClassStyle, class_style
from chunkstudio.gui.pages.marks import BoxMark, PageMarks
from chunkstudio.gui.pages.page_look import LEVEL_ZOOM, TAG_ZOOM, PageLook
from chunkstudio.gui.pages.strokes import faded, pen
from chunkstudio.layout.model import Rect

TAG_WIDTH, TAG_HEIGHT = 16.0, 12.0
SLIM_WIDTH = 12.0
_DISC = 16.0
_REACH = 40.0
"""Pixels by which tags and discs may stand out of their box."""


def paint_boxes(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Frames and tags of the boxes near ``clip`` (points); one call for all frames of a class."""
    seen = [b for b in marks.boxes if b.box_class not in look.hidden and _near(b.rect, clip, look)]
    boxes = look.on("boxes")
    by_style: dict[ClassStyle, list[QRectF]] = {}
    for box in seen:
        if boxes and not box.excluded:
            style = class_style(box.box_class)
            by_style.setdefault(style, []).append(look.outline(box.rect, style.width, 1.0))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for style, rects in by_style.items():
        painter.setPen(pen(faded(style.color, 0.55 if marks.provisional else 1.0), style.width, style.stroke))
        painter.drawRects(rects)
    left_out = [look.outline(b.rect, 1.0, 1.0) for b in seen if b.excluded]
    if left_out and (boxes or look.on("excluded")):
        painter.setPen(pen(EXCLUDED, 1.0, "dotted"))
        painter.drawRects(left_out)
    if boxes and look.zoom >= TAG_ZOOM:
        for box in seen:
            _tag(painter, box, look)


def tag_rect(box: BoxMark, look: PageLook) -> QRectF:
    """Where the tag of a box hangs: left of its upper corner; without room there on its top edge, right of it, or slim."""
    frame = look.rect(box.rect)
    left, above, right = (room * look.scale for room in box.room)
    top = look.snap(frame.top() - 1)
    if left >= TAG_WIDTH + 2:
        return QRectF(look.snap(frame.left() - TAG_WIDTH - 1.5), top, TAG_WIDTH, TAG_HEIGHT)
    if above >= TAG_HEIGHT + 2:
        return QRectF(look.snap(frame.left() - 1), look.snap(frame.top() - TAG_HEIGHT), TAG_WIDTH, TAG_HEIGHT)
    if left < SLIM_WIDTH and right >= TAG_WIDTH + 2:
        return QRectF(look.snap(frame.right() + 1.5), top, TAG_WIDTH, TAG_HEIGHT)
    return QRectF(look.snap(max(0.0, frame.left() - SLIM_WIDTH - 1)), top, SLIM_WIDTH, TAG_HEIGHT)


def tag_text(box: BoxMark, zoom: float) -> str:
    """The two letters of a class; from 150 % on a heading shows its level."""
    if box.box_class == "section-header" and box.level is not None and zoom >= LEVEL_ZOOM:
        return f"H{box.level}"
    return class_style(box.box_class).tag


def _tag(painter: QPainter, box: BoxMark, look: PageLook) -> None:
    style = class_style(box.box_class)
    rect = tag_rect(box, look)
    painter.setPen(pen(style.color, 1.0) if style.quiet else Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#FFFFFF") if style.quiet else QColor(style.color))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    half = 0.5 if style.quiet else 0.0
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), 2.0, 2.0)
    painter.setPen(QColor("#525C6B") if style.quiet else QColor("#FFFFFF"))
    painter.setFont(look.colors.tag_font if rect.width() > SLIM_WIDTH else look.colors.slim_font)
    painter.drawText(rect.adjusted(-2, 0, 2, 0), Qt.AlignmentFlag.AlignCenter, tag_text(box, look.zoom))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_order(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Numbered discs at the boxes' corners, joined by lines in reading order."""
    if not look.on("order"):
        return
    read = [b for b in marks.boxes if b.order]
    places = [(b, _disc_middle(b, look)) for b in read]
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen(ORDER, 1.0))
    painter.drawLines([QLineF(one[1], other[1]) for one, other in itertools.pairwise(places)])
    painter.setFont(look.colors.tag_font)
    for box, middle in places:
        if _near(box.rect, clip, look):
            _disc(painter, middle, str(box.order))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _disc_middle(box: BoxMark, look: PageLook) -> QPointF:
    """Left of the box's upper corner, below its tag, as far out as there is room, so that lines run beside the text."""
    corner, left = look.point((box.rect[0], box.rect[1])), box.room[0] * look.scale
    tagged = look.on("boxes") and look.zoom >= TAG_ZOOM and left >= TAG_WIDTH + 2
    x = max(_DISC / 2, corner.x() - min(_DISC / 2 + 2, max(0.0, left - 2)))
    return QPointF(x, corner.y() + _DISC / 2 + (TAG_HEIGHT if tagged else 0))


def _disc(painter: QPainter, middle: QPointF, text: str) -> None:
    rect = QRectF(middle.x() - _DISC / 2, middle.y() - _DISC / 2, _DISC, _DISC)
    painter.setPen(pen("#FFFFFF", 1.0))
    painter.setBrush(QColor(ORDER))
    painter.drawEllipse(rect)
    painter.setPen(QColor("#FFFFFF"))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _near(rect: Rect, clip: Rect, look: PageLook) -> bool:
    reach = _REACH / look.scale
    return rect[0] - reach < clip[2] and rect[2] + reach > clip[0] and rect[1] - reach < clip[3] and rect[3] + reach > clip[1]
