"""Faults that nobody caught: written to a file, shown once with text to copy, never sent anywhere."""

from __future__ import annotations

import faulthandler
import platform
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import IO

from PySide6.QtCore import QMessageLogContext, QStandardPaths, QtMsgType, qInstallMessageHandler, qVersion

from chunkstudio.gui.inbox import Inbox

_QUIET = ("This plugin does not support propagateSizeHints", "This plugin does not support raise", "QFont::setPixelSize")


class CrashReporter:
    """Takes over the hooks for uncaught faults until :meth:`uninstall`. ``show`` is called in the window's thread."""

    def __init__(self, folder: Path, show: Callable[[str], None], last_commands: Callable[[], list[str]]) -> None:
        self._file = folder / "crash.log"
        self._show = show
        self._last_commands = last_commands
        self._inbox: Inbox[str] = Inbox(self._report)
        self._qt_lines: deque[str] = deque(maxlen=50)
        self._stream: IO[str] | None = None
        self._old = (sys.excepthook, threading.excepthook)
        self.count = 0

    def install(self) -> str:
        """Set the hooks. Returns what the last run left behind when it ended in a crash, else ""."""
        left = self._left_behind()
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._file.open("w", encoding="utf-8")
            faulthandler.enable(self._stream)
        except OSError as fault:
            print(f"No crash file can be kept: {fault}", file=sys.stderr)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        qInstallMessageHandler(self._qt_message)
        return left

    def uninstall(self) -> None:
        """Give the hooks back; an orderly end leaves no crash file."""
        sys.excepthook, threading.excepthook = self._old
        qInstallMessageHandler(None)
        self._inbox.close()
        faulthandler.disable()
        if self._stream is not None:
            self._stream.close()
            self._stream = None
            if self.count == 0:
                self._file.unlink(missing_ok=True)

    def facts(self) -> str:
        """Versions, the last commands, and what Qt said, for a report."""
        return "\n".join([program_facts(self._last_commands()), *self._qt_lines])

    def _left_behind(self) -> str:
        try:
            return self._file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    def _uncaught(self, kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            from PySide6.QtWidgets import QApplication

            QApplication.quit()
            return
        self._keep("".join(traceback.format_exception(kind, fault, trace)))

    def _uncaught_in_thread(self, fault: threading.ExceptHookArgs) -> None:
        if fault.exc_value is not None and fault.exc_type is not SystemExit:
            text = "".join(traceback.format_exception(fault.exc_type, fault.exc_value, fault.exc_traceback))
            self._keep(text)

    def _keep(self, text: str) -> None:
        self.count += 1
        sys.stderr.write(text)
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
        self._inbox.post(text)

    def _report(self, text: str) -> None:
        self._show(f"{text}\n{self.facts()}")

    def _qt_message(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        del context
        if kind == QtMsgType.QtDebugMsg or text.startswith(_QUIET):
            return
        self._qt_lines.append(text)
        if kind != QtMsgType.QtInfoMsg:
            sys.stderr.write(f"Qt: {text}\n")


def data_folder() -> Path:
    """Where the program keeps its own files (drafts, crash log); made when first written to."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation))


def program_facts(commands: list[str]) -> str:
    """Versions of what matters, and the last commands."""
    from chunkstudio import __version__

    return "\n".join(
        (
            f"ChunkStudio {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
            f"Last commands: {', '.join(commands) or 'none'}",
        )
    )
