"""Icons: Phosphor glyphs from the QtAwesome package, drawn as text in the theme's colour of the moment.

The font is read straight from the package: QtAwesome's own loader would read all of its nine fonts at start.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

GLYPHS: dict[str, str] = {
    "open": "folder-open",
    "undo": "arrow-u-up-left",
    "redo": "arrow-u-up-right",
    "previous": "caret-left",
    "next": "caret-right",
    "up": "caret-up",
    "down": "caret-down",
    "zoom-in": "magnifying-glass-plus",
    "zoom-out": "magnifying-glass-minus",
    "search": "magnifying-glass",
    "profile": "sliders-horizontal",
    "export": "download-simple",
    "save": "floppy-disk",
    "filter": "funnel-simple",
    "layers": "stack",
    "eye": "eye",
    "eye-off": "eye-slash",
    "info": "info",
    "warning": "warning",
    "error": "warning-circle",
    "ok": "check-circle",
    "check": "check",
    "close": "x",
    "cancel": "x-circle",
    "busy": "spinner",
    "lock": "lock-simple",
    "table": "table",
    "figure": "image",
    "section": "tree-structure",
    "footnote": "list-dashes",
    "arrow-up": "arrow-up",
    "arrow-down": "arrow-down",
    "arrow-right": "arrow-right",
    "corner": "arrow-elbow-down-right",
    "join": "git-merge",
    "rule": "push-pin",
    "repeat": "repeat",
    "document": "file-text",
    "workspace": "briefcase",
    "manual": "book-open",
    "columns": "columns",
    "scan": "frame-corners",
    "question": "chat-circle-dots",
    "help": "question",
    "settings": "gear",
    "more": "dots-three",
    "reset": "arrow-counter-clockwise",
    "changed": "pencil-simple",
    "copy": "copy",
    "trash": "trash",
    "plus": "plus",
    "minus": "minus",
    "moved": "arrows-down-up",
    "fit-width": "arrows-out-line-horizontal",
    "fit-page": "arrows-out-simple",
    "clock": "clock",
    "keyboard": "keyboard",
    "command": "command",
    "sun": "sun",
    "moon": "moon",
    "page": "file",
    "list": "list-bullets",
    "folder": "folder",
    "starts": "arrow-line-up",
    "ends": "arrow-line-down",
    "sort-up": "arrow-up",
    "sort-down": "arrow-down",
}
"""Our names for icons and the glyph each one shows."""

ColorSource = Callable[[], QColor]


@cache
def _charmap() -> dict[str, int]:
    """Code point by Phosphor glyph name."""
    path = next(iter(sorted(_font_folder().glob("phosphor-charmap-*.json"))))
    names: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return {name.removeprefix("ph-"): int(code, 16) for name, code in names.items()}


@cache
def _family() -> str:
    """Family name of the icon font, loaded once for the application."""
    path = next(p for p in sorted(_font_folder().glob("phosphor-*.ttf")))
    families = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
    return families[0] if families else ""


def _font_folder() -> Path:
    spec = importlib.util.find_spec("qtawesome")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("The package QtAwesome, which carries the icons, is not installed")
    return Path(spec.submodule_search_locations[0]) / "fonts"


def glyph(name: str) -> str:
    """The character that shows the icon ``name``. Raises KeyError for an unknown icon."""
    return chr(_charmap()[GLYPHS[name]])


def paint_icon(painter: QPainter, name: str, rect: QRectF, color: QColor) -> None:
    """Draw an icon into ``rect`` (device independent pixels)."""
    font = QFont(_family())
    font.setPixelSize(max(1, round(min(rect.width(), rect.height()))))
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    painter.save()
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, glyph(name))
    painter.restore()


class GlyphEngine(QIconEngine):
    """Paints one glyph; asks for its colours at every painting, so that a theme change needs no new icons."""

    def __init__(self, name: str, normal: ColorSource, disabled: ColorSource, active: ColorSource) -> None:
        super().__init__()
        self._name = name
        self._colors = (normal, disabled, active)

    def clone(self) -> QIconEngine:
        return GlyphEngine(self._name, *self._colors)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        normal, disabled, active = self._colors
        if mode == QIcon.Mode.Disabled:
            color = disabled()
        elif state == QIcon.State.On or mode == QIcon.Mode.Selected:
            color = active()
        else:
            color = normal()
        paint_icon(painter, self._name, QRectF(rect), color)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """``size`` is in device independent pixels; the picture has ``scale`` times as many pixels."""
        picture = QPixmap(size * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return picture
