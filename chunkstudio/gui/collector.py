"""Keeps the cyclic garbage collector out of the window's way.

A full pass walks every value of every open document and holds the interpreter for a tenth of a second and more. Layouts
and results hold no cycles and go by counting; what Qt's wrappers leave behind is swept up while nobody waits.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

from chunkstudio.gui.session import Session

_TICK_MS = 1000
_MOST_YOUNG = 20_000
_REST_SECONDS = 5.0
_SELDOM_SECONDS = 600.0


class Collector(QObject):
    """Collects young garbage each second while nothing is under way, and all of it after a document was closed and at rest.

    Automatic collection is off until :meth:`stop`, which puts it back as it was.
    """

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._was_on = gc.isenabled()
        self._touched = self._swept = time.monotonic()
        self._documents = len(session.documents)
        self._due = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.tick)
        for signal in (session.hover_changed, session.page_shown, session.pointer_moved, session.selection_changed):
            signal.connect(self._touch)
        session.profile_changed.connect(self._touch)
        session.busy_changed.connect(self._busy_changed)
        session.result_changed.connect(self._put_aside)
        session.documents_changed.connect(self._documents_changed)
        gc.disable()
        self._timer.start(_TICK_MS)

    def stop(self) -> None:
        """Leave collecting to Python again."""
        self._timer.stop()
        gc.unfreeze()
        if self._was_on:
            gc.enable()

    def tick(self) -> None:
        """What is due now; nothing while work is under way."""
        if self._session.busy is not None:
            return
        now = time.monotonic()
        at_rest = now - self._touched > _REST_SECONDS
        if at_rest and (self._due or now - self._swept > _SELDOM_SECONDS):
            self._sweep(now)
        elif gc.get_count()[0] > _MOST_YOUNG:
            self._put_aside()  # a result of some kind, not garbage: walking it would be felt
        else:
            gc.collect(0)

    def _sweep(self, now: float) -> None:
        self._due, self._swept = False, now
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    def _touch(self, *_: object) -> None:
        self._touched = time.monotonic()

    def _put_aside(self, *_: object) -> None:
        """What was made by now is not walked again before the next sweep; this takes no time however much it is."""
        gc.freeze()

    def _busy_changed(self) -> None:
        self._touch()
        if self._session.busy is None:
            self._put_aside()

    def _documents_changed(self) -> None:
        count = len(self._session.documents)
        self._due = self._due or count < self._documents
        self._documents = count
        self._touch()
