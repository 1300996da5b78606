"""What the page view shows without a document: how to open one, what was open last, and the samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from chunkstudio.gui.pages.file_row import FileRows, entry_of
from chunkstudio.gui.pages.sample_list import samples
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel

CARD_WIDTH, CARD_LEAST = 560, 320
_RECENT, _WORKSPACES = 5, 3


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


class StartCard(Card):
    """``open_wanted`` asks for the file dialog, ``file_wanted`` carries the path of a recent document or a sample,
    ``workspace_wanted`` that of a recent workspace."""

    open_wanted = Signal()
    file_wanted = Signal(object)
    workspace_wanted = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setAccessibleName("Open a document to see its chunks")
        self._headline = PlainLabel(theme, "Open a document to see its chunks", use="title", weight=600, wrap=True)
        self.column.addWidget(self._headline)
        self.column.addWidget(
            PlainLabel(
                theme,
                "Drop a PDF, Markdown or text file here, or start with a sample.",
                role="muted",
                use="ui",
                wrap=True,
            )
        )
        row = QHBoxLayout()
        self.open_button = QPushButton(theme.icon("open", "on_accent"), "Open file…")
        self.open_button.setProperty(PRIMARY, True)
        self.open_button.setMinimumSize(136, 32)
        self.open_button.clicked.connect(self.open_wanted)
        row.addWidget(self.open_button)
        row.addSpacing(12)
        row.addWidget(PlainLabel(theme, "Ctrl+O", role="muted"))
        row.addStretch(1)
        self.column.addSpacing(4)
        self.column.addLayout(row)
        self.recent = FileRows(theme, "Recent documents")
        self.workspaces = FileRows(theme, "Recent workspaces")
        self.samples = FileRows(theme, "Samples")
        wishes = ((self.recent, self.file_wanted), (self.workspaces, self.workspace_wanted), (self.samples, self.file_wanted))
        for rows, wanted in wishes:
            rows.chosen.connect(wanted)
            self.column.addWidget(rows)
        self.show_recent(())
        self.column.addWidget(PlainLabel(theme, "Files stay on this computer.", role="muted"))
        theme.theme_changed.connect(self._enlarge)
        self._enlarge()

    def show_recent(self, paths: Sequence[Path], workspaces: Sequence[Path] = ()) -> None:
        """Offer the first of these documents and workspaces; the samples take less room then."""
        files = [entry_of(path) for path in paths[:_RECENT]]
        kept = [replace(entry_of(path), icon="workspace", name=path.stem) for path in workspaces[:_WORKSPACES]]
        self.recent.show_files(files, low=True)
        self.workspaces.show_files(kept, low=True)
        self.samples.show_files(samples(), low=bool(files or kept))

    def _enlarge(self) -> None:
        font = self._theme.font("title", 600)
        font.setPixelSize(round(font.pixelSize() * 1.4))
        self._headline.setFont(font)
