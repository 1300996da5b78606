"""The keyboard's way from panel to panel and to the menu of what is chosen; the palette names each panel."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QWidget

from chunkstudio.gui.commands import Command
from chunkstudio.gui.panels import PANELS

if TYPE_CHECKING:
    from chunkstudio.gui.main_window import MainWindow

_BY_KEY = Qt.FocusReason.ShortcutFocusReason  # with it Qt shows where the keyboard is; Tab's reason counts for Tab alone


def panel_commands(w: MainWindow) -> list[Command]:
    """Next and previous panel, the menu of what is chosen, and each panel by name."""
    return [
        Command("panel.next", "&Next panel", partial(step_panel, w, 1), "Window/2", ("F6",)),
        Command("panel.previous", "Pre&vious panel", partial(step_panel, w, -1), "Window/2", ("Shift+F6",)),
        Command("menu.chosen", "&Menu of what is chosen", open_menu, "Window/2", ("Shift+F10",)),
        *(Command(f"panel.{entry.name}", f"Panel: {entry.title}", partial(go_to_panel, w, entry.name)) for entry in PANELS),
    ]


def go_to_panel(w: MainWindow, name: str) -> None:
    """Bring a panel to the front and put the keyboard into it."""
    w.views.show_panel(name)
    _enter(w.frames[name].fill())


def step_panel(w: MainWindow, by: int) -> None:
    """Put the keyboard into the next (1) or previous (-1) of the panels in front, the pages and the bars above them.

    They come from left to right, those in one column from above.
    """
    panels = [frame.fill() for frame in w.frames.values() if frame.in_front]
    bars = [bar for bar in (w.bar, w.evaluation.bar) if bar.isVisible()]
    stops = sorted([w.pages, *bars, *panels], key=lambda stop: _corner(stop, w))
    now = QApplication.focusWidget()
    here = next((i for i, stop in enumerate(stops) if now is not None and (stop is now or stop.isAncestorOf(now))), None)
    stop = stops[0 if here is None else (here + by) % len(stops)]
    if stop is w.pages:
        w.pages.setFocus(_BY_KEY)  # the pages themselves, not the layers above them
    else:
        _enter(stop)


def open_menu() -> None:
    """What the right button opens, by key: the menu of what is chosen where the keyboard is."""
    at = QApplication.focusWidget()
    if at is not None:
        cursor = at.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle)
        place = cursor.toRect().center() if hasattr(cursor, "toRect") else cursor.center() if cursor else at.rect().center()
        reason = QContextMenuEvent.Reason.Keyboard
        QApplication.postEvent(at, QContextMenuEvent(reason, place, at.mapToGlobal(place)))


def _corner(stop: QWidget, window: QWidget) -> tuple[int, int]:
    place = stop.mapTo(window, QPoint(0, 0))
    return place.x(), place.y()


def _enter(stop: QWidget) -> None:
    """Give the keyboard to the first part of a panel that takes it, or to the panel itself where none does."""
    part = stop.nextInFocusChain()
    while part is not None and part is not stop and not _takes_keys(part, stop):
        part = part.nextInFocusChain()
    (stop if part is None else part).setFocus(_BY_KEY)


def _takes_keys(part: QWidget, stop: QWidget) -> bool:
    wanted = bool(part.focusPolicy() & Qt.FocusPolicy.TabFocus) and part.focusProxy() is None
    return wanted and stop.isAncestorOf(part) and part.isVisible() and part.isEnabled()
