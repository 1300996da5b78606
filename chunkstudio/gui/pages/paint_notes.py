"""Small notes on a page: text repeated by the next chunk, boxes that are still provisional, a page that failed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.overlay_colors import OVERLAP
from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.page_look import TAG_ZOOM, PageLook
from chunkstudio.gui.pages.strokes import pen
from chunkstudio.layout.model import Rect, union


def paint_notes(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Notes of a page; nothing under 60 %, where they could not be read."""
    if look.zoom < TAG_ZOOM:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if look.on("overlap"):
        for overlap in marks.overlaps:
            _repeat(painter, marks, look, union(overlap.rects), clip)
    if marks.note:
        _pill(painter, marks, look, marks.note, look.colors.error)
    elif marks.provisional and (look.on("boxes") or look.on("chunks")):
        _pill(painter, marks, look, "provisional", QColor("#525C6B"))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _repeat(painter: QPainter, marks: PageMarks, look: PageLook, rect: Rect, clip: Rect) -> None:
    if rect[3] < clip[1] or rect[1] > clip[3]:
        return
    s = look.scale
    x = min(rect[2] * s + 4, marks.width * s - 16)
    frame = QRectF(look.snap(x), look.snap((rect[1] + rect[3]) / 2 * s - 9), 13, 18)
    painter.setPen(pen(OVERLAP, 1.0))
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3)
    paint_icon(painter, "repeat", frame.adjusted(1, 3, -1, -3), QColor(OVERLAP))


def _pill(painter: QPainter, marks: PageMarks, look: PageLook, text: str, color: QColor) -> None:
    painter.setFont(look.colors.small_font)
    wide = painter.fontMetrics().horizontalAdvance(text) + 16
    frame = QRectF(marks.width * look.scale - wide - 8, 6, wide, 18)
    painter.setPen(pen(color, 1.0, "dashed"))
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
    painter.setPen(color)
    painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, text)
