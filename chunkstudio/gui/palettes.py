"""The two palettes as plain data: role -> colour. Each pair of text and ground has a contrast of 4.5:1 or more."""

from __future__ import annotations

from typing import Literal

Role = Literal[
    "window",
    "base",
    "alt",
    "raised",
    "desk",
    "paper",
    "border",
    "control",
    "text",
    "muted",
    "disabled",
    "accent",
    "second",
    "on_accent",
    "select",
    "hover",
    "ok",
    "ok_bg",
    "warn",
    "warn_bg",
    "error",
    "error_bg",
    "track",
    "tip",
    "on_tip",
    "added",
    "removed",
    "moved",
]

LIGHT: dict[Role, str] = {
    "window": "#F2F4F7",
    "base": "#FFFFFF",
    "alt": "#F8F9FB",
    "raised": "#FFFFFF",
    "desk": "#E2E6EB",
    "paper": "#FFFFFF",
    "border": "#D3D8E0",
    "control": "#828C9B",
    "text": "#1A2029",
    "muted": "#525C6B",
    "disabled": "#8C95A3",
    "accent": "#2F55C8",
    "second": "#4F6FD0",
    "on_accent": "#FFFFFF",
    "select": "#DFE6FA",
    "hover": "#E9ECF2",
    "ok": "#18714A",
    "ok_bg": "#E2F2EA",
    "warn": "#8A5300",
    "warn_bg": "#FBEFD9",
    "error": "#B3261E",
    "error_bg": "#FBE6E4",
    "track": "#D3D8E0",
    "tip": "#1F2630",
    "on_tip": "#F4F6F9",
    "added": "#0A5CA8",
    "removed": "#A63A00",
    "moved": "#3B1F73",
}

DARK: dict[Role, str] = {
    "window": "#1D2127",
    "base": "#15181D",
    "alt": "#1A1E24",
    "raised": "#272C34",
    "desk": "#0D0F12",
    "paper": "#F0EFEB",
    "border": "#343A44",
    "control": "#737D8C",
    "text": "#E6E9EE",
    "muted": "#A2ABB8",
    "disabled": "#6B7480",
    "accent": "#92AEFF",
    "second": "#B9CBFF",
    "on_accent": "#0E1630",
    "select": "#2A3557",
    "hover": "#262B33",
    "ok": "#63CF9B",
    "ok_bg": "#17302A",
    "warn": "#F0B45A",
    "warn_bg": "#35291A",
    "error": "#FF9187",
    "error_bg": "#3A2122",
    "track": "#3A414C",
    "tip": "#343B46",
    "on_tip": "#F1F3F6",
    "added": "#7DB4F0",
    "removed": "#F2A365",
    "moved": "#CFA6F0",
}


def contrast(one: str, other: str) -> float:
    """WCAG contrast ratio (1..21) of two ``#RRGGBB`` colours."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
