"""The views Inspect, Tune, Evaluate and Compare: which panels stand where, how large, and which overlay layers are on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QMainWindow, QTabBar

from chunkstudio.gui.dock_frame import DockFrame
from chunkstudio.gui.session_state import COMPARE_LAYERS, EVALUATE_LAYERS, INSPECT_LAYERS, TUNE_LAYERS

STATE_VERSION = 2
_ROOMY = 1280
_LARGE = 1900
_NARROW = (208, 320)
Group = tuple[str, ...]
_LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
_BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class ViewPreset:
    """An arrangement of panels. Each group is a row of tabs, its first one shown.

    Groups at the left and right stand below each other with the given heights, those at the bottom beside each other
    with the given widths (0: whatever is left). ``bottom_left`` says who has the lower left corner.
    """

    name: str
    left: tuple[Group, ...]
    right: tuple[Group, ...]
    bottom: tuple[Group, ...]
    left_width: int
    right_width: int
    bottom_height: int
    left_heights: tuple[int, ...]
    right_heights: tuple[int, ...]
    bottom_widths: tuple[int, ...]
    bottom_left: Qt.DockWidgetArea
    layers: frozenset[str]


INSPECT = ViewPreset(
    name="inspect",
    left=(("outline", "thumbnails", "documents"), ("linked",)),
    right=(("boundary", "profile_editor"), ("chunk",)),
    bottom=(("chunk_table", "score_strip", "histogram", "tables", "findings", "rules", "workspace", "activity"),),
    left_width=256,
    right_width=352,
    bottom_height=228,
    left_heights=(560, 228),
    right_heights=(620, 168),
    bottom_widths=(0,),
    bottom_left=_LEFT,
    layers=INSPECT_LAYERS,
)

TUNE = ViewPreset(
    name="tune",
    left=(("effect", "outline", "thumbnails"),),
    right=(("profile_editor", "boundary", "chunk"),),
    bottom=(("score_strip", "chunk_table", "findings", "rules", "documents", "workspace"), ("histogram", "activity")),
    left_width=264,
    right_width=416,
    bottom_height=240,
    left_heights=(0,),
    right_heights=(0,),
    bottom_widths=(648, 376),
    bottom_left=_BOTTOM,
    layers=TUNE_LAYERS,
)

EVALUATE = ViewPreset(
    name="evaluate",
    left=(("questions", "search", "findings"),),
    right=(("answer", "boundary", "profile_editor"),),
    bottom=(("recall", "checks", "chunk_table", "workspace", "activity"),),
    left_width=336,
    right_width=408,
    bottom_height=244,
    left_heights=(0,),
    right_heights=(0,),
    bottom_widths=(0,),
    bottom_left=_LEFT,
    layers=EVALUATE_LAYERS,
)

COMPARE = ViewPreset(
    name="compare",
    left=(("differences", "workspace"),),
    right=(("aligned", "boundary", "chunk"),),
    bottom=(("histogram", "score_strip"), ("recall", "versions")),
    left_width=288,
    right_width=400,
    bottom_height=240,
    left_heights=(0,),
    right_heights=(0,),
    bottom_widths=(330, 420),
    bottom_left=_LEFT,
    layers=COMPARE_LAYERS,
)

VIEW_PRESETS: dict[str, ViewPreset] = {p.name: p for p in (INSPECT, TUNE, EVALUATE, COMPARE)}


def arrange(window: QMainWindow, frames: Mapping[str, DockFrame], preset: ViewPreset) -> None:
    """Put every panel where the preset wants it; those that it does not name are hidden, behind the first at the left."""
    window.setCorner(Qt.Corner.BottomLeftCorner, preset.bottom_left)
    window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
    for frame in frames.values():
        frame.setFloating(False)
        window.removeDockWidget(frame)
    _column(window, frames, preset.left, _LEFT)
    _column(window, frames, preset.right, _RIGHT)
    _column(window, frames, preset.bottom, _BOTTOM)
    named = {name for group in (*preset.left, *preset.right, *preset.bottom) for name in group}
    for frame in (f for name, f in frames.items() if name not in named):
        window.tabifyDockWidget(frames[preset.left[0][0]], frame)
        frame.hide()
    frames[preset.left[0][0]].raise_()
    keep_tabs_in_place(window)
    size_panels(window, frames, preset)
    for frame in frames.values():
        frame.refresh_line()


def keep_tabs_in_place(window: QMainWindow) -> None:
    """Show the tab rows that have tabs: after a new arrangement Qt leaves some of them hidden, and empty ones in sight.

    Tabs are shortened where room is scarce; scrolled ones could end up out of sight after a change of size.
    """
    for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        bar.setUsesScrollButtons(False)
        bar.setAccessibleName("Panels")
        bar.setVisible(bar.count() > 1)
        bar.update()


def _column(window: QMainWindow, frames: Mapping[str, DockFrame], groups: tuple[Group, ...], area: Qt.DockWidgetArea) -> None:
    along = Qt.Orientation.Horizontal if area == _BOTTOM else Qt.Orientation.Vertical
    before: DockFrame | None = None
    for group in groups:
        # Splitting comes before tabs: beside a panel with tabs, Qt would make the second one a tab too.
        first = frames[group[0]]
        window.addDockWidget(area, first)
        if before is not None:
            window.splitDockWidget(before, first, along)
        before = first
    for group in groups:
        for name in group[1:]:
            window.tabifyDockWidget(frames[group[0]], frames[name])
        for name in group:
            frames[name].show()
        frames[group[0]].raise_()


def size_panels(window: QMainWindow, frames: Mapping[str, DockFrame], preset: ViewPreset) -> None:
    """Give the areas their sizes; has effect once the window has its own size."""
    horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    sides = [frames[preset.left[0][0]], frames[preset.right[0][0]]]
    window.resizeDocks(sides, list(side_widths(preset, window.width())), horizontal)
    window.resizeDocks([frames[preset.bottom[0][0]]], [preset.bottom_height], vertical)
    _share(window, frames, preset.left, preset.left_heights, vertical)
    _share(window, frames, preset.right, preset.right_heights, vertical)
    _share(window, frames, preset.bottom, preset.bottom_widths, horizontal)


def side_widths(preset: ViewPreset, window_width: int) -> tuple[int, int]:
    """Widths of the left and the right panels: on a small screen they are narrower, so that pages stay readable.

    On a large one they are wider, so that headings can be read.
    """
    if window_width >= _LARGE:
        return preset.left_width * 4 // 3, preset.right_width * 5 // 4
    if window_width >= _ROOMY:
        return preset.left_width, preset.right_width
    return min(preset.left_width, _NARROW[0]), min(preset.right_width, _NARROW[1])


def _share(
    window: QMainWindow,
    frames: Mapping[str, DockFrame],
    groups: tuple[Group, ...],
    sizes: tuple[int, ...],
    along: Qt.Orientation,
) -> None:
    if len(groups) > 1:
        window.resizeDocks([frames[g[0]] for g in groups], list(sizes), along)


class ViewMemory:
    """Keeps how the user left each view."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def save(self, window: QMainWindow, preset: ViewPreset) -> None:
        """Remember the arrangement of the view that is shown."""
        self._settings.setValue(f"views/{preset.name}/state", window.saveState(STATE_VERSION))
        self._settings.setValue("views/last", preset.name)

    def restore(self, window: QMainWindow, preset: ViewPreset) -> bool:
        """Bring back the remembered arrangement; False when there is none that fits this version."""
        state = self._settings.value(f"views/{preset.name}/state")
        if not state:
            return False
        window.setCorner(Qt.Corner.BottomLeftCorner, preset.bottom_left)
        window.setCorner(Qt.Corner.BottomRightCorner, _RIGHT)
        restored = bool(window.restoreState(state, STATE_VERSION))
        keep_tabs_in_place(window)
        return restored

    def forget(self) -> None:
        """Back to the arrangements that the program comes with."""
        for name in VIEW_PRESETS:
            self._settings.remove(f"views/{name}/state")

    def last(self) -> ViewPreset:
        """The view that was shown last; Inspect at first."""
        return VIEW_PRESETS.get(str(self._settings.value("views/last", "inspect")), INSPECT)
