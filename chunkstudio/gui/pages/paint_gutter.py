"""Paints the gutters: rails, chunk names, labels of cuts with their leaders, quiet scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.overlay_colors import CHANGE_STYLES, EVIDENCE_FILL, EVIDENCE_FRAME, REASON_STYLES, chunk_color
from chunkstudio.gui.pages.gutter import LABEL_WIDTH, LINE, RAIL, TICK, Label, Rail
from chunkstudio.gui.pages.page_look import PageColors
from chunkstudio.gui.pages.strokes import faded, lock_path, pen

ACCESS = REASON_STYLES["access"].color
ACCESS_DARK = "#FF8FB8"


@dataclass(frozen=True, slots=True)
class Emphasis:
    """What is chosen and hovered: position of a chunk, row of a boundary; -1 for none."""

    chunk: int = -1
    hovered_chunk: int = -1
    row: int = -1
    hovered_row: int = -1


def paint_rails(painter: QPainter, rails: Sequence[Rail], colors: PageColors, state: Emphasis, *, access: bool) -> None:
    """Rails in the chunks' colours; a bracket in accent around the chosen one, a thin one around the hovered one."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for rail in rails:
        rect = QRectF(rail.x, rail.top, rail.width, max(1.0, rail.bottom - rail.top))
        painter.fillRect(rect, QColor(chunk_color(rail.chunk, dark=colors.dark)))
        if access and rail.acl is not None:
            _access_rail(painter, rail)
    for rail in rails:
        if rail.chunk in (state.chunk, state.hovered_chunk):
            _bracket(painter, rail, colors, 2.0 if rail.chunk == state.chunk else 1.0)


def paint_side_rails(painter: QPainter, rails: Sequence[Rail], own: Sequence[Rail], colors: PageColors) -> None:
    """Rails of the other side in two greys by turns, since its chunks share no colours with ours; A and B over the two."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for rail in rails:
        shade = faded(colors.text, 0.62 if rail.chunk % 2 else 0.34)
        painter.fillRect(QRectF(rail.x, rail.top, rail.width, max(1.0, rail.bottom - rail.top - 1)), shade)
    painter.setFont(colors.label_bold)
    for letter, group in (("A", rails), ("B", own)) if rails else ():
        if group:
            x = min(r.x for r in group) if letter == "A" else max(r.x for r in group)
            painter.fillRect(QRectF(x - 4, 0, RAIL + 8, LINE + 2), colors.raised)
            painter.setPen(colors.text)
            painter.drawText(QRectF(x - 4, 0, RAIL + 8, LINE + 2), Qt.AlignmentFlag.AlignCenter, letter)


def _bracket(painter: QPainter, rail: Rail, colors: PageColors, width: float) -> None:
    painter.setPen(pen(colors.accent, width))
    x, end = rail.x - 4, rail.x + rail.width
    top, bottom = rail.top + 1, max(rail.top + 2, rail.bottom - 1)
    painter.drawPolyline([QPointF(end, top), QPointF(x, top), QPointF(x, bottom), QPointF(end, bottom)])


def _access_rail(painter: QPainter, rail: Rail) -> None:
    """Stripes whose direction tells the label: rising, flat, falling or crossed."""
    rect = QRectF(rail.x - 8, rail.top, 4, max(1.0, rail.bottom - rail.top))
    turn = sum(ord(c) for label in rail.acl or () for c in label) % 4
    styles = (Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.HorPattern, Qt.BrushStyle.FDiagPattern, Qt.BrushStyle.DiagCrossPattern)
    painter.fillRect(rect, faded(ACCESS, 0.25))
    painter.fillRect(rect, QBrush(QColor(ACCESS), styles[turn]))


def paint_left(painter: QPainter, labels: Sequence[Label], colors: PageColors, state: Emphasis) -> None:
    """Chunk names in bold with their tokens below, right aligned; the chosen one in accent."""
    for label in labels:
        _chunk_label(painter, label, colors, state)


def _chunk_label(painter: QPainter, label: Label, colors: PageColors, state: Emphasis) -> None:
    chosen = label.index in (state.chunk, state.hovered_chunk)
    right = not label.left
    lines = [(label.above, colors.small_font, colors.muted)] if label.above else []
    lines.append((label.strong, colors.label_bold, colors.accent if chosen else colors.text))
    if label.weak and not right:
        lines.append((label.weak, colors.label_font, colors.muted))
    if label.on_page:
        _pad(painter, label, lines, colors, right)
    y = label.y - label.height / 2
    for text, font, color in lines:
        painter.setFont(font)
        painter.setPen(color)
        if right:
            painter.drawText(QRectF(label.x, y, LABEL_WIDTH, LINE), Qt.AlignmentFlag.AlignLeft, text)
        else:
            painter.drawText(QRectF(label.x - 70, y, 70, LINE), Qt.AlignmentFlag.AlignRight, text)
        y += LINE
    if label.access:
        _access(painter, label, y, colors)
    if right and label.weak:
        shift = QFontMetricsF(colors.label_bold).horizontalAdvance(label.strong) + 8
        painter.setFont(colors.label_font)
        painter.setPen(colors.muted)
        place = QRectF(label.x + shift, label.y - label.height / 2, LABEL_WIDTH, LINE)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft, label.weak)


def _access(painter: QPainter, label: Label, y: float, colors: PageColors) -> None:
    """A lock and as much of the access labels as the gutter has room for; the tooltip of the chunk has the rest."""
    color = QColor(ACCESS_DARK if colors.dark else ACCESS)
    text = QFontMetricsF(colors.small_font).elidedText(label.access, Qt.TextElideMode.ElideRight, 46)
    wide = QFontMetricsF(colors.small_font).horizontalAdvance(text)
    painter.setFont(colors.small_font)
    painter.setPen(color)
    painter.drawText(QRectF(label.x - 60, y, 60, LINE), Qt.AlignmentFlag.AlignRight, text)
    paint_icon(painter, "lock", QRectF(label.x - wide - 13, y + 1, 11, 11), color)


def _pad(painter: QPainter, label: Label, lines: Sequence[tuple[str, QFont, QColor]], colors: PageColors, right: bool) -> None:
    """Ground for a label that lies over the page."""
    wide = max(QFontMetricsF(font).horizontalAdvance(text) for text, font, _ in lines) + (70 if right and label.weak else 0)
    left = label.x - 4 if right else label.x - wide - 5
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pen(colors.border, 1.0))
    painter.setBrush(colors.raised)
    painter.drawRoundedRect(QRectF(left + 0.5, label.y - label.height / 2 - 1.5, wide + 9, label.height + 3), 4, 4)


def paint_right(painter: QPainter, labels: Sequence[Label], colors: PageColors, state: Emphasis) -> None:
    """Framed labels of cuts with a leader from the page, filled labels of differences and evidence, quiet scores."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    for label in labels:
        if label.style == "chunk":
            _chunk_label(painter, label, colors, state)
        elif label.style == "candidate":
            _candidate(painter, label, colors, state)
        else:
            _framed(painter, label, colors, state)


def _candidate(painter: QPainter, label: Label, colors: PageColors, state: Emphasis) -> None:
    named = label.index in (state.row, state.hovered_row)
    if named:
        _framed(painter, label, colors, state)
        return
    if label.on_page:
        wide = QFontMetricsF(colors.label_font).horizontalAdvance(label.strong)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(faded(colors.raised, 0.86))
        painter.drawRoundedRect(QRectF(label.x + 2, label.y - label.height / 2, wide + 8, label.height), 3, 3)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(pen(colors.control, 1.0))
    start = label.page_edge if not label.on_page else label.x - TICK - 2
    painter.drawLine(QPointF(start, label.target), QPointF(start + TICK, label.target))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setFont(colors.label_font)
    painter.setPen(colors.muted)
    place = QRectF(label.x + 6, label.y - label.height / 2, LABEL_WIDTH, label.height)
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, label.strong)


def _framed(painter: QPainter, label: Label, colors: PageColors, state: Emphasis) -> None:
    ground, frame, ink = _tones(label, colors, state)
    strong, weak = QFontMetricsF(colors.label_bold), QFontMetricsF(colors.label_font)
    wide = strong.horizontalAdvance(label.strong) + (weak.horizontalAdvance(label.weak) + 4 if label.weak else 0) + 12
    rect = QRectF(label.x, label.y - 10, max(wide, 40.0), 20)
    painter.setPen(pen(frame if label.style == "cut" else colors.control, 1.0))
    if not label.on_page:
        knee = (label.page_edge + label.x) / 2
        painter.drawPolyline(
            [
                QPointF(label.page_edge, label.target),
                QPointF(knee, label.target),
                QPointF(knee, label.y),
                QPointF(label.x, label.y),
            ]
        )
    painter.setPen(pen(frame, 1.0))
    painter.setBrush(ground)
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
    painter.setPen(ink)
    painter.setFont(colors.label_bold)
    painter.drawText(rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, label.strong)
    if label.weak:
        shift = strong.horizontalAdvance(label.strong) + 4
        painter.setFont(colors.label_bold if label.index == state.row and label.style == "cut" else colors.label_font)
        painter.drawText(rect.adjusted(6 + shift, 0, 20, 0), Qt.AlignmentFlag.AlignVCenter, label.weak)
        if label.tone == "access" and label.style == "cut":
            _lock(painter, rect, ink)


def _lock(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    painter.save()
    painter.translate(rect.right() + 4, rect.center().y() - 5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPath(lock_path())
    painter.restore()


def _tones(label: Label, colors: PageColors, state: Emphasis) -> tuple[QColor, QColor, QColor]:
    """Ground, frame and ink of a framed label."""
    if label.style == "evidence":
        return QColor(EVIDENCE_FILL), QColor(EVIDENCE_FRAME), QColor("#1A2029")
    if label.index == state.row:
        return colors.accent, colors.accent, colors.on_accent
    if label.style == "change":
        ground = QColor(CHANGE_STYLES[label.tone].color)
        return ground, ground, QColor("#FFFFFF")
    frame = colors.accent if label.index == state.hovered_row else colors.control
    return colors.raised, frame, colors.text
