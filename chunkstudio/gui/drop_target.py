"""Files can be dropped anywhere in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow

from chunkstudio.gui.document_actions import droppable
from chunkstudio.gui.pages.drop_frame import DropFrame
from chunkstudio.gui.theme import Theme


class DropTarget(QObject):
    """Takes drags of files for a window and hands their paths over; a frame shows that they are welcome."""

    def __init__(self, window: QMainWindow, theme: Theme, take: Callable[[list[Path]], None]) -> None:
        super().__init__(window)
        self._window = window
        self._take = take
        self._frame = DropFrame(theme, window)
        self._frame.hide()
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept files, refuse everything else."""
        if watched is not self._window:
            return False
        if isinstance(event, QDragEnterEvent) and droppable(event.mimeData()):
            event.acceptProposedAction()
            self._frame.setGeometry(self._window.rect())
            self._frame.show()
            self._frame.raise_()
            return True
        if event.type() == QEvent.Type.DragLeave:
            self._frame.hide()
        elif event.type() == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self._frame.hide()
            paths = droppable(event.mimeData())
            if paths:
                event.acceptProposedAction()
                self._take(paths)
                return True
        return False
