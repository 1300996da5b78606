"""How pages are painted right now: zoom, layers, colours, fonts. Frozen, so that finished pictures can be kept by it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont

from chunkstudio.gui.pages.page_stack import PIXELS_PER_POINT
from chunkstudio.gui.theme import Theme
from chunkstudio.layout.model import Rect

TAG_ZOOM = 0.6
"""Under this zoom no tags, no boxes' letters, no scores of places not cut."""
CUT_ZOOM = 0.3
"""Under this zoom rails and cuts only."""
LEVEL_ZOOM = 1.5
"""From this zoom on headings show their level."""
SENTENCE_ZOOM = 2.0
"""Above this zoom boundaries inside a box are shown too."""


@dataclass(frozen=True, slots=True)
class PageColors:
    """Colours of the page view, taken from the theme once for each change of it."""

    desk: QColor
    paper: QColor
    border: QColor
    control: QColor
    raised: QColor
    text: QColor
    muted: QColor
    accent: QColor
    on_accent: QColor
    warn: QColor
    error: QColor
    dark: bool
    tag_font: QFont
    slim_font: QFont
    label_font: QFont
    label_bold: QFont
    small_font: QFont

    @classmethod
    def of(cls, theme: Theme) -> PageColors:
        """The colours and fonts that the theme has now."""
        c = theme.color
        slim = theme.font("tag", 600)
        slim.setPixelSize(max(1, slim.pixelSize() - 1))
        slim.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -0.3)
        return cls(
            c("desk"),
            c("paper"),
            c("border"),
            c("control"),
            c("raised"),
            c("text"),
            c("muted"),
            c("accent"),
            c("on_accent"),
            c("warn"),
            c("error"),
            theme.dark,
            theme.font("tag", 600),
            slim,
            theme.font("body", 400),
            theme.font("body", 600),
            theme.font("small", 500),
        )


ON_PAPER_ACCENT = QColor("#2F55C8")
"""Paper is light in both themes, so that marks on it take the light theme's accent."""


@dataclass(frozen=True, slots=True)
class PageLook:
    """Zoom (1.0 is 100 %), device pixel ratio, layers that are on, box classes that are off, and colours."""

    zoom: float
    ratio: float
    layers: frozenset[str]
    hidden: frozenset[str]
    colors: PageColors

    @property
    def scale(self) -> float:
        """Logical pixels a point."""
        return self.zoom * PIXELS_PER_POINT

    @property
    def device_scale(self) -> float:
        """Device pixels a point: what page images are rendered at."""
        return self.scale * self.ratio

    def on(self, layer: str) -> bool:
        """Whether a layer is shown at this zoom."""
        if layer not in self.layers:
            return False
        return self.zoom >= CUT_ZOOM or layer in ("chunks", "boundaries", "differences", "evidence")

    def snap(self, value: float) -> float:
        """The nearest edge between device pixels, in logical pixels."""
        return math.floor(value * self.ratio + 0.5) / self.ratio

    def snap_middle(self, value: float, width: float) -> float:
        """Where the middle of a line of this width must lie so that its edges fall between device pixels."""
        pixels = max(1, round(width * self.ratio))
        if pixels % 2 == 0:
            return self.snap(value)
        return (math.floor(value * self.ratio) + 0.5) / self.ratio

    def rect(self, rect: Rect) -> QRectF:
        """A rectangle of the page in logical pixels."""
        s = self.scale
        return QRectF(rect[0] * s, rect[1] * s, (rect[2] - rect[0]) * s, (rect[3] - rect[1]) * s)

    def outline(self, rect: Rect, width: float, grow: float = 0.0) -> QRectF:
        """The middle line of a crisp frame around a rectangle, ``grow`` pixels further out."""
        s = self.scale
        left, top = self.snap_middle(rect[0] * s - grow, width), self.snap_middle(rect[1] * s - grow, width)
        right, bottom = self.snap_middle(rect[2] * s + grow, width), self.snap_middle(rect[3] * s + grow, width)
        return QRectF(left, top, max(right - left, 1.0), max(bottom - top, 1.0))

    def point(self, point: tuple[float, float]) -> QPointF:
        """A point of the page in logical pixels."""
        return QPointF(point[0] * self.scale, point[1] * self.scale)
