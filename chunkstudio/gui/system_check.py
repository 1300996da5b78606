"""What must be there before Qt can show a window. Imports no Qt, so that it can say what is missing instead of failing."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import sys
from pathlib import Path

_PACKAGES = {
    "libEGL": "libegl1",
    "libGL": "libgl1",
    "libGLX": "libgl1",
    "libxkbcommon-x11": "libxkbcommon-x11-0",
    "libxkbcommon": "libxkbcommon0",
    "libxcb-cursor": "libxcb-cursor0",
    "libxcb-icccm": "libxcb-icccm4",
    "libxcb-image": "libxcb-image0",
    "libxcb-keysyms": "libxcb-keysyms1",
    "libxcb-render-util": "libxcb-render-util0",
    "libxcb-shape": "libxcb-shape0",
    "libxcb-xkb": "libxcb-xkb1",
    "libxcb": "libxcb1",
    "libfontconfig": "libfontconfig1",
    "libfreetype": "libfreetype6",
    "libdbus-1": "libdbus-1-3",
    "libglib-2": "libglib2.0-0",
    "libX11": "libx11-6",
}
_USUAL = "libegl1 libgl1 libxkbcommon-x11-0 libxcb-cursor0 libfontconfig1 libdbus-1-3"


def missing_library(fault: BaseException) -> str:
    """One sentence for an import or loading error that names the Debian packages to install."""
    text = str(fault)
    found = re.search(r"\blib[\w+.-]*?\.so[.\d]*", text)
    name = found[0] if found else ""
    package = next((deb for lib, deb in sorted(_PACKAGES.items(), key=lambda p: -len(p[0])) if name.startswith(lib)), "")
    if not name:
        return f"The window needs PySide6, which cannot be loaded ({text}); install it with: pip install PySide6-Essentials"
    what = package or _USUAL
    return f"The window needs the system library {name}, which is missing; on Debian or Ubuntu: sudo apt install {what}"


def display_problem() -> str:
    """Why no window can appear on this system, as one sentence; "" when nothing speaks against it."""
    if not sys.platform.startswith("linux"):
        return ""
    platform = os.environ.get("QT_QPA_PLATFORM", "").split(":")[0].split(";")[0]
    if platform in ("offscreen", "minimal", "vnc", "eglfs", "linuxfb"):
        return ""
    if platform == "" and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return "There is no display to show the window on; use a desktop session, or the commands (see chunkstudio --help)."
    if platform == "xcb" or (platform == "" and not os.environ.get("WAYLAND_DISPLAY")):
        return _x11_problem()
    return ""


def _x11_problem() -> str:
    """Qt ends the program where its X11 plugin cannot be loaded, so it is tried first."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        return ""
    plugin = Path(spec.submodule_search_locations[0]) / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.is_file():
        return ""
    try:
        ctypes.CDLL(str(plugin))
    except OSError as fault:
        return missing_library(fault)
    return ""
