"""Page images: asked for by page, scale and clip; they come back as a signal in the window's thread."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from chunkstudio.gui.inbox import Inbox
from chunkstudio.layout.model import Rect

ImageKey = tuple[str, int, float, Rect | None]


class ImageSource(Protocol):
    """Whoever renders pages: the pool client of the window, or a test."""

    def submit_image(self, key: str, page: int, scale: float, clip: Rect | None, priority: int) -> Future[Any] | None:
        """A future that yields an image with ``width height stride rgb``; None when the document is not open."""
        ...


class PageImages(QObject):
    """Requests for page images. ``scale`` is in device pixels a point, ``clip`` a rectangle in points (None: whole page)."""

    image_ready = Signal(str, int, float, object, QImage)
    image_failed = Signal(str, int, float, object)
    """A request that was not withdrawn came to nothing, e.g. because its worker ended."""

    def __init__(self, source: ImageSource | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source = source
        self._pending: dict[ImageKey, Future[Any]] = {}
        self._inbox: Inbox[tuple[ImageKey, Future[Any]]] = Inbox(self._deliver)
        self.destroyed.connect(self._inbox.close)

    def request(self, key: str, page: int, scale: float, clip: Rect | None = None, priority: int = 10) -> bool:
        """Ask for an image; a request already under way is not repeated. False when the document cannot be rendered."""
        name: ImageKey = (key, page, scale, clip)
        if name in self._pending:
            return True
        future = self.source.submit_image(key, page, scale, clip, priority) if self.source else None
        if future is None:
            return False
        self._pending[name] = future

        def done(finished: Future[Any]) -> None:
            self._inbox.post((name, finished))

        future.add_done_callback(done)
        return True

    def cancel(self, key: str, page: int, scale: float, clip: Rect | None = None) -> None:
        """Withdraw a request that nobody needs any more (it scrolled out of view)."""
        future = self._pending.pop((key, page, scale, clip), None)
        if future is not None:
            future.cancel()

    def forget(self, key: str) -> None:
        """Withdraw every request of a document that is being closed."""
        for name in [n for n in self._pending if n[0] == key]:
            self._pending.pop(name).cancel()

    def close(self) -> None:
        """Deliver nothing any more: workers that end tell so from threads of their own."""
        self._inbox.close()

    def pending(self) -> int:
        """How many requests are under way."""
        return len(self._pending)

    def _deliver(self, item: tuple[ImageKey, Future[Any]]) -> None:
        name, future = item
        if self._pending.get(name) is not future:
            return
        del self._pending[name]
        if not future.cancelled() and future.exception() is None:
            self.image_ready.emit(*name, to_qimage(future.result()))
        else:
            self.image_failed.emit(*name)


def to_qimage(image: Any) -> QImage:
    """A QImage that owns its pixels, from ``width height stride rgb`` (8 bits a channel)."""
    view = QImage(image.rgb, image.width, image.height, image.stride, QImage.Format.Format_RGB888)
    return view.convertToFormat(QImage.Format.Format_RGB32)
