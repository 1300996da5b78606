"""Lines of cuts and of differences on the page, over the ink; lines that step around a sentence are multiplied."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter

from chunkstudio.gui.overlay_colors import CHANGE_STYLES, Stroke, reason_style
from chunkstudio.gui.pages.marks import BoundaryMark, ChangeMark, PageMarks, Path, bounds
from chunkstudio.gui.pages.page_look import CUT_ZOOM, PageLook
from chunkstudio.gui.pages.strokes import diamond, lock_path, pen
from chunkstudio.layout.model import Rect

CUT_WIDTH = 2.0
STEP_WIDTH = 1.5
_REACH = 12.0


def paint_cuts(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Every cut near ``clip`` (points) in the line of its reason."""
    if look.on("boundaries"):
        changed = {c.index for c in marks.changes} if look.on("differences") else set()
        for mark in marks.boundaries:
            if mark.index in changed or not (mark.cut or mark.kept) or not _near(mark.path, clip, look):
                continue
            if mark.cut:
                paint_cut(painter, mark, look)
            elif look.zoom >= CUT_ZOOM:
                paint_kept(painter, mark, look)
    if look.on("differences"):
        for change in marks.changes:
            if _near(change.path or change.source, clip, look):
                paint_change(painter, change, look)


def paint_cut(painter: QPainter, mark: BoundaryMark, look: PageLook) -> None:
    """One cut: 2 px in the middle of the gap, or 1.5 px around the sentence."""
    style = reason_style(mark.reason)
    width = STEP_WIDTH if mark.stepped else CUT_WIDTH
    if look.zoom < CUT_ZOOM:
        _line(painter, mark.path, look, style.color, 1.0, "solid" if style.stroke == "double" else style.stroke)
        return
    if mark.stepped:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    if style.stroke == "double":
        _line(painter, mark.path, look, style.color, 1.5, "solid", -1.5)
        _line(painter, mark.path, look, style.color, 1.5, "solid", 1.5)
    else:
        _line(painter, mark.path, look, style.color, width, style.stroke)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
    if style.mark:
        _ends(painter, mark, look, style.color, style.mark)


def paint_kept(painter: QPainter, mark: BoundaryMark, look: PageLook) -> None:
    """A place that a manual rule keeps from being cut: dotted in the colour of manual cuts, hollow diamonds at its ends."""
    style = reason_style("manual")
    _line(painter, mark.path, look, style.color, 1.0, "dotted")
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen(style.color, 1.5))
    painter.setBrush(look.colors.paper)
    first, last = look.point(mark.path[0]), look.point(mark.path[-1])
    for x, y in ((first.x() + 6, first.y()), (last.x() - 6, last.y())):
        painter.drawPolygon(diamond(QPointF(x, y), 4.5))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def paint_candidate(painter: QPainter, mark: BoundaryMark, look: PageLook, color: QColor) -> None:
    """The dotted line of a place that is not cut, shown while the pointer is on it."""
    _line(painter, mark.path, look, color, 1.5, "dotted")


def paint_change(painter: QPainter, change: ChangeMark, look: PageLook) -> None:
    """A difference: solid where a cut came, dashed where one went, dotted and solid with an arrow where one moved."""
    style = CHANGE_STYLES[change.kind]
    if change.kind != "moved":
        _line(painter, change.path, look, style.color, style.width, style.stroke)
        return
    if change.source:
        _line(painter, change.source, look, style.color, style.width, "dotted")
    if change.path:
        _line(painter, change.path, look, style.color, 2.5, "solid")
    if change.source and change.path:
        _arrow(painter, change, look, QColor(style.color))


def _arrow(painter: QPainter, change: ChangeMark, look: PageLook, color: QColor) -> None:
    _, old_top, right, old_bottom = bounds(change.source)
    _, new_top, new_right, new_bottom = bounds(change.path)
    x = min(right, new_right) * look.scale - 12
    start, end = (old_top + old_bottom) / 2 * look.scale, (new_top + new_bottom) / 2 * look.scale
    head = 5.0 if end > start else -5.0
    if abs(end - start) < 8:
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen(color, 1.5))
    painter.drawLine(QPointF(x, start), QPointF(x, end - head))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon([QPointF(x - 4, end - head), QPointF(x + 4, end - head), QPointF(x, end)])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _line(
    painter: QPainter, path: Path, look: PageLook, color: str | QColor, width: float, stroke: Stroke, shift: float = 0.0
) -> None:
    painter.setPen(pen(color, width, stroke))
    s = look.scale
    points = [QPointF(look.snap_middle(x * s, width), look.snap_middle(y * s + shift, width)) for x, y in path]
    if len(points) == 2:
        painter.drawLine(points[0], points[1])
    else:
        painter.drawPolyline(points)


def _ends(painter: QPainter, mark: BoundaryMark, look: PageLook, color: str, kind: str) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(color))
    first, last = look.point(mark.path[0]), look.point(mark.path[-1])
    if kind == "diamond":
        painter.drawPolygon(diamond(QPointF(first.x() + 6, first.y()), 4.5))
        painter.drawPolygon(diamond(QPointF(last.x() - 6, last.y()), 4.5))
    else:
        painter.save()
        painter.translate(last.x() - 16, last.y() - 5)
        painter.fillRect(-3, -1, 14, 12, look.colors.paper)
        painter.drawPath(lock_path())
        painter.restore()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


def _near(path: Path, clip: Rect, look: PageLook) -> bool:
    x0, y0, x1, y1 = bounds(path)
    reach = _REACH / look.scale
    return x0 - reach < clip[2] and x1 + reach > clip[0] and y0 - reach < clip[3] and y1 + reach > clip[1]
