"""The legend: what colours, letters and lines mean; each class can be switched off here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from chunkstudio.gui.overlay_colors import (
    CHANGE_STYLES,
    CHUNK_TINTS,
    CLASS_STYLES,
    EXCLUDED,
    OVERLAP,
    REASON_STYLES,
    TINT_STRENGTH,
    ClassStyle,
    ReasonStyle,
)
from chunkstudio.gui.pages.strokes import diamond, faded, hatching, lock_path, pen
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel


class Swatch(QWidget):
    """A sample of a mark, painted on paper exactly as the page view paints it."""

    def __init__(self, theme: Theme, style: ClassStyle | ReasonStyle | str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._style = style
        self.setFixedSize(84, 20)

    def sizeHint(self) -> QSize:
        return QSize(84, 20)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tag and frame of a class, line of a reason, or hatching and tints."""
        del event
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("paper"))
        if isinstance(self._style, ClassStyle):
            self._class(painter, self._style)
        elif isinstance(self._style, ReasonStyle):
            self._reason(painter, self._style)
        else:
            self._named(painter, self._style)
        painter.end()

    def _class(self, painter: QPainter, style: ClassStyle) -> None:
        tag = QRectF(2, 4, 16, 12)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen(style.color, 1.0) if style.quiet else Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#FFFFFF") if style.quiet else QColor(style.color))
        half = 0.5 if style.quiet else 0.0
        painter.drawRoundedRect(tag.adjusted(half, half, -half, -half), 2, 2)
        painter.setPen(QColor("#525C6B") if style.quiet else QColor("#FFFFFF"))
        painter.setFont(self._theme.font("tag", 600))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, style.tag)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(hatching(EXCLUDED, 0.6, 1.0, 5.0, 1.0) if style.stroke == "dotted" else Qt.BrushStyle.NoBrush)
        painter.setPen(pen(style.color, style.width, style.stroke))
        painter.drawRect(QRectF(23.5, 3.5, 57, 13))

    def _reason(self, painter: QPainter, style: ReasonStyle) -> None:
        middle = 10.0
        for shift in (-1.5, 1.5) if style.stroke == "double" else (0.0,):
            painter.setPen(pen(style.color, 1.5 if style.stroke == "double" else 2.0, style.stroke))
            painter.drawLine(QPointF(4, middle + shift), QPointF(80, middle + shift))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(style.color))
        if style.mark == "diamond":
            painter.drawPolygon(diamond(QPointF(8, middle), 4.5))
            painter.drawPolygon(diamond(QPointF(76, middle), 4.5))
        elif style.mark == "lock":
            painter.fillRect(QRectF(64, 4, 12, 12), self._theme.color("paper"))
            painter.translate(66, 5)
            painter.drawPath(lock_path())

    def _named(self, painter: QPainter, name: str) -> None:
        area = QRectF(2, 2, 80, 16)
        if name == "chunks":
            for i, color in enumerate(CHUNK_TINTS):
                part = QRectF(2 + i * 20, 2, 20, 16)
                painter.fillRect(part, faded(color, TINT_STRENGTH))
                painter.fillRect(QRectF(part.left(), 2, 4, 16), QColor(color))
        elif name in CHANGE_STYLES:
            change = CHANGE_STYLES[name]
            painter.setPen(pen(change.color, change.width, change.stroke))
            painter.drawLine(QPointF(4, 10), QPointF(80, 10))
        else:
            color = OVERLAP if name == "overlap" else EXCLUDED
            painter.fillRect(area, hatching(color, 0.55, 1.0))


class LegendPopup(QFrame):
    """A popup that closes when something else is clicked or Escape is pressed."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName("Legend")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self._session = session
        self._theme = theme
        self.switches: dict[str, QCheckBox] = {}
        palette = self.palette()
        palette.setColor(self.backgroundRole(), theme.color("base"))
        self.setPalette(palette)
        columns = QHBoxLayout(self)
        columns.setContentsMargins(16, 12, 16, 16)
        columns.setSpacing(24)
        for column in (self._classes(), self._lines()):
            column.setAlignment(Qt.AlignmentFlag.AlignTop)
            columns.addLayout(column)

    def _classes(self) -> QVBoxLayout:
        column, grid = QVBoxLayout(), QGridLayout()
        column.addWidget(PlainLabel(self._theme, "Boxes", use="ui", weight=600))
        grid.setVerticalSpacing(4)
        for row, (name, style) in enumerate(CLASS_STYLES.items()):
            box = QCheckBox(style.label)
            box.setChecked(name not in self._session.hidden_classes)
            box.setAccessibleName(f"Show boxes of class {style.label}")
            box.toggled.connect(lambda on, cls=name: self._session.set_class_visible(cls, on))
            self.switches[name] = box
            grid.addWidget(Swatch(self._theme, style), row, 0)
            grid.addWidget(box, row, 1)
        column.addLayout(grid)
        every = QPushButton("Show all classes")
        every.clicked.connect(self._show_all)
        column.addWidget(every)
        column.addStretch(1)
        return column

    def _show_all(self) -> None:
        for box in self.switches.values():
            box.setChecked(True)

    def _lines(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.addWidget(PlainLabel(self._theme, "Cuts by reason", use="ui", weight=600))
        column.addLayout(self._rows([(style, style.label) for style in REASON_STYLES.values()]))
        column.addSpacing(8)
        column.addWidget(PlainLabel(self._theme, "Areas", use="ui", weight=600))
        areas = [("chunks", "Chunks in turn"), ("overlap", "Repeated by the next chunk"), ("excluded", "In no chunk")]
        column.addLayout(self._rows(areas))
        column.addSpacing(8)
        column.addWidget(PlainLabel(self._theme, "Differences", use="ui", weight=600))
        names = ("added", "removed", "moved")
        column.addLayout(self._rows([(n, f"{CHANGE_STYLES[n].sign} {CHANGE_STYLES[n].label}") for n in names]))
        column.addStretch(1)
        return column

    def _rows(self, rows: Sequence[tuple[ReasonStyle | str, str]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(4)
        for i, (style, text) in enumerate(rows):
            grid.addWidget(Swatch(self._theme, style), i, 0)
            grid.addWidget(PlainLabel(self._theme, text), i, 1)
        return grid
