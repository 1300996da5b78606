"""The window goes first: a thread that works for long stands aside while the window paints or answers.

Python shares the interpreter out to its threads in equal parts, and Qt lets go of it at every call, so that a turn of the
window beside a thread that computes takes twice its time and more. Such a thread asks now and then whether it is still
wanted; it also waits there until the turn is over.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_LONGEST_SECONDS = 0.05


class RightOfWay:
    """Between one thread that goes first and any number that stand aside. Safe between threads.

    A turn that lasts longer than 50 ms (a dialog with an event loop of its own, say) holds nobody up any more.
    """

    def __init__(self) -> None:
        self._free = threading.Event()
        self._free.set()
        self._since = 0.0
        self._depth = 0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """While this lasts, others stand aside; a turn within it is part of it. For the one thread only."""
        if self._depth == 0:
            self._since = time.monotonic()
            self._free.clear()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._free.set()

    def stand_aside(self) -> None:
        """Wait while the other has its turn; returns at once where it has none."""
        if not self._free.is_set():
            left = self._since + _LONGEST_SECONDS - time.monotonic()
            if left > 0:
                self._free.wait(left)


window_first = RightOfWay()
"""The window's thread has its turns here; engine, explorer and evaluation stand aside."""
