"""What lies under the ink: paper, chunk tints, evidence, hatching. The page image is multiplied over it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from chunkstudio.gui.overlay_colors import (
    EVIDENCE_FILL,
    EVIDENCE_FRAME,
    EXCLUDED,
    OVERLAP,
    TINT_STRENGTH,
    chunk_color,
)
from chunkstudio.gui.pages.marks import PageMarks, Path, bounds
from chunkstudio.gui.pages.page_look import PageLook
from chunkstudio.gui.pages.strokes import faded, hatching, pen, polygon
from chunkstudio.layout.model import Rect


def paint_under_ink(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Tints, hatching and evidence of what lies within ``clip`` (points) of the page at the painter's origin."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    if look.on("chunks"):
        for band in marks.bands:
            if _meets(band.rect, clip):
                painter.setBrush(faded(chunk_color(band.chunk), TINT_STRENGTH))
                painter.drawPolygon(snapped(band.outline, look))
    if look.on("overlap"):
        painter.setBrush(hatching(OVERLAP, 0.55, look.ratio))
        for overlap in marks.overlaps:
            painter.drawRects([look.rect(r) for r in overlap.rects if _meets(r, clip)])
    if look.on("excluded"):
        painter.setBrush(hatching(EXCLUDED, 0.75, look.ratio, 5.0, 1.0))
        painter.drawRects([look.rect(b.rect) for b in marks.boxes if b.excluded and _meets(b.rect, clip)])
    if look.on("evidence"):
        _evidence_fill(painter, marks, look, clip)


def paint_fading(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Over the ink: what is in no chunk fades by a third."""
    if not look.on("excluded"):
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(look.colors.paper, 0.34))
    painter.drawRects([look.rect(b.rect) for b in marks.boxes if b.excluded and _meets(b.rect, clip)])


def paint_evidence_frames(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    """Frames of evidence: solid with a check where it was found, dashed with a cross where it was missed."""
    if not look.on("evidence"):
        return
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for mark in marks.evidence:
        painter.setPen(pen(EVIDENCE_FRAME, 1.5 if mark.found else 2.0, "solid" if mark.found else "dashed"))
        for rect in mark.rects:
            if _meets(rect, clip):
                painter.drawRect(look.outline(rect, 2.0, 1.0))


def paint_multiplied_band(painter: QPainter, path: Path, look: PageLook, color: QColor, height: float) -> None:
    """A band along a line, under the ink by multiplication."""
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    x0, y0, x1, y1 = bounds(path)
    s = look.scale
    painter.fillRect(QRectF(x0 * s, y0 * s - height / 2, (x1 - x0) * s, (y1 - y0) * s + height), color)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)


def snapped(path: Path, look: PageLook) -> QPolygonF:
    """A polygon whose corners lie between device pixels, so that neighbouring tints meet without a seam."""
    return polygon([QPointF(look.snap(x * look.scale), look.snap(y * look.scale)) for x, y in path])


def _evidence_fill(painter: QPainter, marks: PageMarks, look: PageLook, clip: Rect) -> None:
    for mark in marks.evidence:
        painter.setBrush(faded(EVIDENCE_FILL, 0.85 if mark.found else 0.4))
        painter.drawRects([look.rect(r).adjusted(-1, -1, 1, 1) for r in mark.rects if _meets(r, clip)])


def _meets(rect: Rect, clip: Rect) -> bool:
    return rect[0] < clip[2] and rect[2] > clip[0] and rect[1] < clip[3] and rect[3] > clip[1]
