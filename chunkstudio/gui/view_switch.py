"""Switching between the views, keeping how the user left each, and showing panels."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSettings, QTimer, Signal
from PySide6.QtWidgets import QMainWindow, QMenu

from chunkstudio.gui.dock_frame import DockFrame
from chunkstudio.gui.presets import VIEW_PRESETS, ViewMemory, ViewPreset, arrange, keep_tabs_in_place, size_panels
from chunkstudio.gui.session import Session


class ViewSwitch(QObject):
    """The view that is shown. ``switched`` carries its name."""

    switched = Signal(str)

    def __init__(self, window: QMainWindow, frames: dict[str, DockFrame], session: Session, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self.frames = frames
        self._session = session
        self._memory = ViewMemory(settings)
        self.current: ViewPreset = self._memory.last()
        self._filling = self._soon(self._fill_next)
        self._tidying = self._soon(self._tidy_tabs)

    def _soon(self, slot: Callable[[], None]) -> QTimer:
        """A timer that fires in the next turn of the event loop, and not any more once the window is gone."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(slot)
        return timer

    def begin(self) -> None:
        """Arrange the view of last time; call before the window is shown."""
        arrange(self._window, self.frames, self.current)
        self._window.restoreDockWidget(next(iter(self.frames.values())))
        self._session.set_layers(self.current.layers)

    def settle(self) -> None:
        """Give the panels their sizes once the window has its own; then make the hidden panels, one at a time."""
        if not self._memory.restore(self._window, self.current):
            size_panels(self._window, self.frames, self.current)
        self._refresh_lines()
        self.switched.emit(self.current.name)
        self._filling.start(0)

    def switch(self, name: str) -> None:
        """Show another view; the one that is left is remembered as it is."""
        if name == self.current.name:
            return
        self._memory.save(self._window, self.current)
        self.current = VIEW_PRESETS[name]
        arrange(self._window, self.frames, self.current)
        if not self._memory.restore(self._window, self.current):
            size_panels(self._window, self.frames, self.current)
        self._refresh_lines()
        self._session.set_layers(self.current.layers)
        self.switched.emit(name)

    def reset(self) -> None:
        """Back to the arrangement that the program comes with."""
        self._memory.forget()
        arrange(self._window, self.frames, self.current)
        self._session.set_layers(self.current.layers)
        self._refresh_lines()

    def keep(self) -> None:
        """Remember the view as it is now; the window is about to close."""
        self._filling.stop()
        self._memory.save(self._window, self.current)

    def show_panel(self, name: str) -> None:
        """Bring a panel to the front, wherever it is."""
        frame = self.frames[name]
        frame.show()
        frame.raise_()
        frame.fill().setFocus()

    def fill_menu(self, menu: QMenu) -> None:
        """A switch for each panel."""
        menu.clear()
        for frame in self.frames.values():
            menu.addAction(frame.toggleViewAction())

    def _refresh_lines(self) -> None:
        for frame in self.frames.values():
            frame.refresh_line()
        self._tidying.start(0)

    def _tidy_tabs(self) -> None:
        keep_tabs_in_place(self._window)

    def _fill_next(self) -> None:
        """Panels behind other tabs are made after the window can be seen; their counts stand in the tabs."""
        waiting = next((f for f in self.frames.values() if f.panel is None), None)
        if waiting is not None:
            waiting.fill()
            self._filling.start(0)
