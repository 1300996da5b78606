"""The theme: colours by role, fonts by use, tinted icons; light, dark, or as the system says."""

from __future__ import annotations

import sys
from functools import cache
from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication

from chunkstudio.gui.icons import GlyphEngine
from chunkstudio.gui.palettes import DARK, LIGHT, Role

Mode = Literal["light", "dark", "system"]
FontUse = Literal["ui", "body", "small", "tag", "title", "number", "mono"]

_PIXELS: dict[FontUse, int] = {"ui": 13, "body": 12, "small": 11, "tag": 9, "title": 15, "number": 28, "mono": 12}


class Theme(QObject):
    """Colours, fonts and icons of the window. ``theme_changed`` fires after mode, font or scale changed."""

    theme_changed = Signal()

    def __init__(self, mode: Mode = "light", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = mode
        self._scale = 1.0
        self._system_font = False
        self._white_paper = False
        self._colors: dict[Role, QColor] = {}
        self._rebuild()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def mode(self) -> Mode:
        """What was asked for: ``light``, ``dark`` or ``system``."""
        return self._mode

    @property
    def dark(self) -> bool:
        """Whether the dark palette is shown now."""
        if self._mode == "system":
            return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return self._mode == "dark"

    def set_mode(self, mode: Mode) -> None:
        """Show another palette at once."""
        if mode != self._mode:
            self._mode = mode
            self._announce()

    def configure(self, mode: Mode, font_scale: float, system_font: bool, white_paper: bool) -> None:
        """Take all of the user's wishes at once: palette, size of every font (1.0 is 100 %, clamped to 0.75..2.0),
        the system's font instead of Inter, and white paper also in the dark theme."""
        wishes = (mode, min(2.0, max(0.75, font_scale)), system_font, white_paper)
        if wishes != (self._mode, self._scale, self._system_font, self._white_paper):
            self._mode, self._scale, self._system_font, self._white_paper = wishes
        self._announce()

    def color(self, role: Role) -> QColor:
        """Colour of a role (a copy). Raises KeyError for an unknown role."""
        return QColor(self._colors[role])

    def font(self, use: FontUse = "ui", weight: int = 400) -> QFont:
        """Font for a use; ``weight`` 400 normal, 500 buttons, 600 chosen or decided. Figures are tabular."""
        if use == "mono":
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        elif self._system_font:
            font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        else:
            font = QFont([_inter(), "Helvetica Neue", "Segoe UI", "Noto Sans", "DejaVu Sans"])
            # Inter comes as one variable file: Qt matches its regular face for every weight unless the axis is set.
            font.setVariableAxis(QFont.Tag("wght"), float(weight))
        font.setPixelSize(round(_PIXELS[use] * self._scale))
        font.setWeight(QFont.Weight(weight))
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def icon(self, name: str, role: Role = "text", *, on: Role = "accent") -> QIcon:
        """A tinted icon that follows theme changes; ``on`` tints its checked state. Raises KeyError if unknown."""
        from chunkstudio.gui.icons import GLYPHS

        GLYPHS[name]
        return QIcon(GlyphEngine(name, lambda: self._colors[role], lambda: self._colors["disabled"], lambda: self._colors[on]))

    def palette(self) -> QPalette:
        """The Qt palette of the theme, made of the roles."""
        out = QPalette()
        role = QPalette.ColorRole
        pairs: dict[QPalette.ColorRole, Role] = {
            role.Window: "window",
            role.WindowText: "text",
            role.Base: "base",
            role.AlternateBase: "alt",
            role.ToolTipBase: "tip",
            role.ToolTipText: "on_tip",
            role.PlaceholderText: "muted",
            role.Text: "text",
            role.Button: "raised",
            role.ButtonText: "text",
            role.BrightText: "error",
            role.Highlight: "accent",
            role.HighlightedText: "on_accent",
            role.Link: "accent",
            role.LinkVisited: "accent",
            role.Light: "raised",
            role.Midlight: "hover",
            role.Mid: "border",
            role.Dark: "control",
            role.Shadow: "border",
            role.Accent: "accent",
        }
        for target, source in pairs.items():
            out.setColor(target, self._colors[source])
        for target in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
            out.setColor(QPalette.ColorGroup.Disabled, target, self._colors["disabled"])
        out.setColor(QPalette.ColorGroup.Disabled, role.Highlight, self._colors["track"])
        return out

    def apply(self, app: QApplication) -> None:
        """Give palette and font to the application; the style is set once by :mod:`chunkstudio.gui.app`."""
        app.setPalette(self.palette())
        app.setFont(self.font("ui"))

    def _rebuild(self) -> None:
        table = dict(DARK if self.dark else LIGHT)
        if self._white_paper:
            table["paper"] = LIGHT["paper"]
        self._colors = {name: QColor(value) for name, value in table.items()}

    def _announce(self) -> None:
        self._rebuild()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            self.apply(app)
        self.theme_changed.emit()

    def _system_changed(self, _scheme: Qt.ColorScheme) -> None:
        if self._mode == "system":
            self._announce()


@cache
def _inter() -> str:
    """Family name of Inter, loaded once from its package; the system's family where that fails."""
    try:
        import fontpkg_inter
    except ImportError:
        print("The package fontpkg-inter is missing; the system's font is used.", file=sys.stderr)
        return QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    for path in sorted((fontpkg_inter.ROOT / "files").glob("Inter*.ttf")):
        QFontDatabase.addApplicationFont(str(path))
    return str(fontpkg_inter.FAMILY)
