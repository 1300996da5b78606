"""What the page view shows without a document: how to open one, and the samples."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.pages.sample_list import Sample, samples
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

CARD_WIDTH, CARD_LEAST = 560, 320


class Card(QFrame):
    """A flat panel with a hairline around it, as wide as its text needs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setMinimumWidth(CARD_LEAST)
        self.setMaximumWidth(CARD_WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(32, 28, 32, 20)
        self.column.setSpacing(12)
        theme.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(CARD_WIDTH, self.heightForWidth(CARD_WIDTH) if self.hasHeightForWidth() else hint.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Ground and frame in the theme's colours."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.color("border"))
        painter.setBrush(self._theme.color("base"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        painter.end()


class SampleRow(QPushButton):
    """A whole row that opens a sample."""

    def __init__(self, theme: Theme, sample: Sample, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.sample = sample
        self.setAccessibleName(f"Open the sample {sample.name}")
        self.setAccessibleDescription(sample.about)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(52)

    def sizeHint(self) -> QSize:
        return QSize(200, 52)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Icon, name, line below it, and an arrow; a hairline at the bottom."""
        del event
        c, painter = self._theme.color, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect(), c("select" if self.isDown() else "hover"))
        paint_icon(painter, self.sample.icon, QRectF(2, 16, 20, 20), c("accent"))
        painter.setFont(self._theme.font("ui", 600))
        painter.setPen(c("text"))
        painter.drawText(QRectF(38, 7, self.width() - 70, 20), Qt.AlignmentFlag.AlignVCenter, self.sample.name)
        painter.setFont(self._theme.font("body"))
        painter.setPen(c("muted"))
        painter.drawText(QRectF(38, 26, self.width() - 70, 18), Qt.AlignmentFlag.AlignVCenter, self.sample.about)
        paint_icon(painter, "next", QRectF(self.width() - 20, 19, 14, 14), c("muted"))
        painter.fillRect(QRectF(0, self.height() - 1, self.width(), 1), c("border"))
        if self.hasFocus():
            painter.setPen(c("accent"))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -2), 4, 4)
        painter.end()


class StartCard(Card):
    """``open_wanted`` asks for the file dialog, ``sample_wanted`` carries the path of a sample."""

    open_wanted = Signal()
    sample_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName("Open a document to see its chunks")
        self._headline = PlainLabel(theme, "Open a document to see its chunks", use="title", weight=600, wrap=True)
        self.column.addWidget(self._headline)
        self.column.addWidget(
            PlainLabel(theme, "Drop a PDF anywhere in this window, or start with a sample.", role="muted", use="ui", wrap=True)
        )
        row = QHBoxLayout()
        self.open_button = QPushButton(theme.icon("open", "on_accent"), "Open PDF…")
        self.open_button.setProperty(PRIMARY, True)
        self.open_button.setMinimumSize(136, 32)
        self.open_button.clicked.connect(self.open_wanted)
        row.addWidget(self.open_button)
        row.addSpacing(12)
        row.addWidget(PlainLabel(theme, "Ctrl+O", role="muted"))
        row.addStretch(1)
        self.column.addSpacing(4)
        self.column.addLayout(row)
        self._add_samples(theme)
        self.column.addWidget(PlainLabel(theme, "Files stay on this computer.", role="muted"))
        theme.theme_changed.connect(self._enlarge)
        self._enlarge()

    def _enlarge(self) -> None:
        font = self._theme.font("title", 600)
        font.setPixelSize(round(font.pixelSize() * 1.4))
        self._headline.setFont(font)

    def _add_samples(self, theme: Theme) -> None:
        known = samples()
        if not known:
            return
        self.column.addSpacing(8)
        self.column.addWidget(PlainLabel(theme, "Samples", weight=600))
        rows = QVBoxLayout()
        rows.setSpacing(0)
        for sample in known:
            row = SampleRow(theme, sample)
            row.clicked.connect(lambda _=False, path=sample.path: self.sample_wanted.emit(path))
            rows.addWidget(row)
        self.column.addLayout(rows)
