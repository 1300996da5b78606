"""Fonts that follow the theme: another size in the preferences reaches every field, not only those made later."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from chunkstudio.gui.theme import FontUse, Theme


def follow_font(widget: QWidget, theme: Theme, use: FontUse = "body", weight: int = 400) -> None:
    """Give a widget one of the theme's fonts, now and whenever the theme changes."""

    def restyle() -> None:
        if isValid(widget):
            widget.setFont(theme.font(use, weight))

    restyle()
    theme.theme_changed.connect(restyle)
