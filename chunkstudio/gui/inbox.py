"""The way from other threads into the window's: a queue that wakes the window once, however much is posted."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot

from chunkstudio.gui.right_of_way import window_first

T = TypeVar("T")

_TURN_SECONDS = 0.008


class _Bell(QObject):
    """Rings in the window's thread; kept apart since a generic class cannot be a QObject."""

    rung = Signal()

    def __init__(self, answer: Callable[[], None]) -> None:
        super().__init__()
        self._answer = answer
        self.rung.connect(self.answer, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def answer(self) -> None:
        with window_first.turn():
            self._answer()


class Inbox(Generic[T]):
    """Items posted from any thread reach ``receive`` in the thread that made the inbox, in order.

    At most 8 ms a turn of the event loop are spent on them, so that a flood does not hold up painting.
    """

    def __init__(self, receive: Callable[[T], None]) -> None:
        self._receive = receive
        self._items: deque[T] = deque()
        self._ringing = False
        self._closed = False
        self._bell = _Bell(self._drain)

    def post(self, item: T) -> None:
        """Hand over an item; safe in every thread. Items posted after :meth:`close` are dropped."""
        if self._closed:
            return
        self._items.append(item)
        if not self._ringing:
            self._ring()

    def close(self) -> None:
        """Deliver nothing any more."""
        self._closed = True
        self._items.clear()

    def _ring(self) -> None:
        self._ringing = True
        try:
            self._bell.rung.emit()
        except RuntimeError:
            self._closed = True  # the window is gone; nobody waits

    def _drain(self) -> None:
        self._ringing = False
        until = time.perf_counter() + _TURN_SECONDS
        while self._items and not self._closed:
            self._receive(self._items.popleft())
            if self._items and time.perf_counter() > until:
                self._ring()
                return
