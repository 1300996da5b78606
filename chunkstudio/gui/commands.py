"""The command table: every action of the window once, feeding menus, toolbar, shortcuts, palette and shortcut sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from chunkstudio.gui.theme import Theme


@dataclass(frozen=True, slots=True)
class Needs:
    """When a command can be used, with what is missing otherwise ("an open document")."""

    what: str
    test: Callable[[], bool]

    def __call__(self) -> bool:
        return self.test()


@dataclass(frozen=True, slots=True)
class Command:
    """One action: ``id`` for code, ``text`` for people, what it does, and when it can be used.

    ``shortcuts`` are portable key names (``Ctrl+O``; Ctrl is Cmd on macOS), the first one is shown. ``checked`` makes
    it a switch and says whether it is on. ``menu`` is the menu (and its group) it stands in, "" for none.
    """

    id: str
    text: str
    run: Callable[[], object]
    menu: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    enabled: Callable[[], bool] = field(default=lambda: True)
    checked: Callable[[], bool] | None = None
    tip: str = ""
    in_palette: bool = True

    @property
    def missing(self) -> str:
        """What it needs to be used now ("needs an open document"); "" where it can be used or nobody knows."""
        return f"needs {self.enabled.what}" if isinstance(self.enabled, Needs) and not self.enabled() else ""


class CommandTable(QObject):
    """The commands of one window and their actions. Ids are unique; adding one twice raises ValueError."""

    def __init__(self, window: QWidget, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._theme = theme
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._last: list[str] = []

    def __iter__(self) -> Iterator[Command]:
        return iter(self._commands.values())

    def add(self, *commands: Command) -> None:
        """Add commands in the order in which menus show them."""
        for command in commands:
            if command.id in self._commands:
                raise ValueError(f"There are two commands {command.id}")
            self._commands[command.id] = command
            self._actions[command.id] = self._make_action(command)

    def command(self, name: str) -> Command:
        """A command by id. Raises KeyError."""
        return self._commands[name]

    def action(self, name: str) -> QAction:
        """The action of a command, for menus and buttons. Raises KeyError."""
        return self._actions[name]

    def run(self, name: str) -> None:
        """Do a command if it can be used now."""
        self.refresh()
        self._actions[name].trigger()

    def refresh(self) -> None:
        """Bring enabled and checked states up to date."""
        for name, command in self._commands.items():
            action = self._actions[name]
            action.setEnabled(command.enabled())
            if isinstance(command.enabled, Needs):
                _tell(action, _tip(command))
            if command.checked is not None:
                action.setChecked(command.checked())

    def conflicts(self) -> list[tuple[str, str, str]]:
        """Shortcuts that two commands claim: key, and both ids."""
        seen: dict[str, str] = {}
        out: list[tuple[str, str, str]] = []
        for command in self:
            for key in command.shortcuts:
                if key in seen:
                    out.append((key, seen[key], command.id))
                seen[key] = command.id
        return out

    def last_used(self) -> list[str]:
        """Ids of the last commands done, newest last: for the crash report."""
        return list(self._last)

    def _make_action(self, command: Command) -> QAction:
        action = QAction(command.text, self._window)
        action.setObjectName(command.id)
        action.setShortcuts([QKeySequence(key) for key in command.shortcuts])
        if command.icon:
            action.setIcon(self._theme.icon(command.icon))
            action.setIconVisibleInMenu(False)
        action.setToolTip(_tip(command))
        action.setCheckable(command.checked is not None)
        action.setProperty("command", command.id)
        action.triggered.connect(self._triggered)
        self._window.addAction(action)
        return action

    def _triggered(self) -> None:
        name = str(self.sender().property("command"))
        self._last = [*self._last[-19:], name]
        self._commands[name].run()
        self.refresh()


def _tip(command: Command) -> str:
    keys, missing = shortcut_text(command), command.missing
    tip = command.tip or command.text.replace("&", "").rstrip("…")
    tip = f"{tip} ({keys})" if keys else tip
    return f"{tip}: {missing}" if missing else tip


def _tell(action: QAction, tip: str) -> None:
    if action.toolTip() != tip:
        action.setToolTip(tip)


def shortcut_text(command: Command) -> str:
    """The first shortcut as this system writes it; "" without one."""
    if not command.shortcuts:
        return ""
    return QKeySequence(command.shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText)
