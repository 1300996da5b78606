"""The menu bar, built from the command table."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from chunkstudio.gui.commands import CommandTable

MENUS = ("File", "Edit", "View", "Document", "Profile", "Evaluate", "Workspace", "Window", "Help")
_RECENT = "recent/files"
_RECENT_LIMIT = 10


class RecentList(Protocol):
    """Files that were open before."""

    def paths(self) -> list[Path]: ...
    def clear(self) -> None: ...


class RecentFiles(QObject):
    """The last files opened, newest first, at most ten; files that are gone are dropped when the list is read."""

    changed = Signal()

    def __init__(self, settings: QSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings

    def paths(self) -> list[Path]:
        """The files that still exist."""
        stored = self._settings.value(_RECENT, [])
        names = stored if isinstance(stored, list) else [stored] if stored else []
        return [path for path in map(Path, map(str, names)) if path.is_file()]

    def add(self, path: Path) -> None:
        """Put a file in front."""
        rest = [p for p in self.paths() if p != path]
        self._settings.setValue(_RECENT, [str(p) for p in [path, *rest][:_RECENT_LIMIT]])
        self.changed.emit()

    def clear(self) -> None:
        """Forget all."""
        self._settings.remove(_RECENT)
        self.changed.emit()


class MenuBar:
    """Fills a menu bar: a command with ``menu="File/2"`` stands in the second group of File."""

    def __init__(self, bar: QMenuBar, table: CommandTable, window: QWidget) -> None:
        self.menus: dict[str, QMenu] = {}
        for name in MENUS:
            menu = QMenu(f"&{name}", window)
            menu.setToolTipsVisible(True)
            menu.aboutToShow.connect(table.refresh)
            bar.addMenu(menu)
            self.menus[name] = menu
        groups: dict[str, str] = {}
        for command in table:
            name, _, group = command.menu.partition("/")
            if not name:
                continue
            menu = self.menus[name]
            if groups.get(name, group) != group:
                menu.addSeparator()
            groups[name] = group
            menu.addAction(table.action(command.id))


class RecentMenu:
    """The submenu of recent files."""

    def __init__(self, menu: QMenu, recent: RecentList, opener: QObject) -> None:
        self._menu = menu
        self._recent = recent
        self._opener = opener
        menu.aboutToShow.connect(self._fill)

    def _fill(self) -> None:
        self._menu.clear()
        paths = self._recent.paths()
        for number, path in enumerate(paths, 1):
            mark = f"&{number}  " if number < 10 else "1&0  "
            action = self._menu.addAction(f"{mark}{path.name.replace('&', '&&')}")
            action.setToolTip(str(path))
            action.setData(str(path))
            action.triggered.connect(self._opener.open_recent)  # type: ignore[attr-defined]
        if not paths:
            self._menu.addAction("No recent files").setEnabled(False)
            return
        self._menu.addSeparator()
        self._menu.addAction("Clear").triggered.connect(self._recent.clear)
