"""Page images as they arrive from the render process: asked for piece by piece, kept up to a limit, drawn at any scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QImage, QPainter

from chunkstudio.gui.page_images import ImageKey, PageImages
from chunkstudio.gui.pages.tile_grid import SizedCache, TileKey, round_scale, tile_edge, tile_rect, tiles_for
from chunkstudio.gui.session import Session
from chunkstudio.layout.model import Rect

IMAGE_BYTES = 80 * 1024 * 1024
"""How much memory page images may take, unless those in view alone take more."""

_TRIES = 3
_ROUNDED = QMargins(0, 0, 1, 1)

Need = tuple[int, float, float, Rect, int]
"""Page, its width and height in points, the part that is seen, and the priority of its image."""


class RenderedPages(QObject):
    """Images of all documents' pages. ``arrived`` tells document and page of which a piece is there now.

    ``retry_wanted`` asks the owner to ask again, after an image failed. One that ``adopts`` also keeps whole pages that
    others asked for: a blurred page is better than none.
    """

    arrived = Signal(str, int)
    retry_wanted = Signal()

    def __init__(
        self, images: PageImages, limit: int = IMAGE_BYTES, parent: QObject | None = None, *, adopts: bool = True
    ) -> None:
        super().__init__(parent)
        self._images = images
        self._adopts = adopts
        self._cache: SizedCache[tuple[str, TileKey], QImage] = SizedCache(limit)
        self._limit = limit
        self._first: set[tuple[str, TileKey]] = set()
        self._waiting: dict[ImageKey, TileKey] = {}
        self._generation: dict[tuple[str, int], int] = {}
        self._pieces: dict[tuple[str, int], set[TileKey]] = {}
        self._tries: dict[ImageKey, int] = {}
        self._versions: dict[str, str] = {}
        images.image_ready.connect(self._accept)
        images.image_failed.connect(self._failed)

    def ask(self, document: str, needs: Sequence[Need], scale: float) -> None:
        """Request what is missing of the parts seen, and withdraw requests that nobody needs any more."""
        self.ask_each(document, {scale: needs})

    def ask_each(self, document: str, needs: Mapping[float, Sequence[Need]]) -> None:
        """The same for pages that are shown at different scales; pieces of the highest priority stay until the next call."""
        wanted: dict[ImageKey, tuple[TileKey, int]] = {}
        urgent = max((need[4] for group in needs.values() for need in group), default=0)
        self._first.clear()
        for scale, group in needs.items():
            for page, width, height, seen, priority in group:
                for key in tiles_for(page, width, height, scale, seen):
                    if priority == urgent:
                        self._first.add((document, key))
                    if self._cache.get((document, key)) is None:
                        wanted[self._name(document, key, width, height)] = (key, priority)
        for name in [n for n in self._waiting if n not in wanted]:
            del self._waiting[name]
            self._images.cancel(*name)
        for name, (key, priority) in wanted.items():
            if self._tries.get(name, 0) <= _TRIES and self._images.request(*name, priority):
                self._waiting[name] = key

    def generation(self, document: str, page: int) -> int:
        """Counts the pieces of a page that arrived; a picture made with an older count is stale."""
        return self._generation.get((document, page), 0)

    def waiting(self) -> int:
        """How many pieces are under way."""
        return len(self._waiting)

    def used(self) -> int:
        """Bytes that are kept."""
        return self._cache.size

    def keep_only(self, versions: Mapping[str, str]) -> None:
        """Drop the images of documents that were closed, or whose file has another hash than before."""
        for document, version in list(self._versions.items()):
            if versions.get(document, "") != version:
                self.forget(document)
                del self._versions[document]
        self._versions |= {document: version for document, version in versions.items() if version}

    def forget(self, document: str) -> None:
        """Drop the images of a document that changed or was closed."""
        for entry in [e for e in self._cache if e[0] == document]:
            self._cache.drop(entry)
        for pages in [p for p in self._pieces if p[0] == document]:
            del self._pieces[pages]
            self._generation[pages] = self._generation.get(pages, 0) + 1
        self._waiting = {n: k for n, k in self._waiting.items() if n[0] != document}
        self._tries = {n: k for n, k in self._tries.items() if n[0] != document}

    def draw(self, painter: QPainter, document: str, page: int, size: tuple[float, float], scale: float, area: QRect) -> bool:
        """Multiply the page's ink onto the painter; ``area`` is in device pixels at ``scale`` and lies at the origin.

        Without a sharp piece the nearest blurred ones are stretched. False when there is nothing to draw yet.
        """
        pieces = self._candidates(document, page, round_scale(scale))
        if not pieces:
            return False
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        sharp = self._sharp(document, pieces, size, scale, area)
        for image, source, target in sharp:
            painter.drawImage(target, image, source)
        if not sharp:
            painter.drawImage(0, 0, self._patched(document, pieces, size, scale, area))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        return True

    def _candidates(self, document: str, page: int, scale: float) -> list[TileKey]:
        """Pieces of a page that are here, those nearest in scale last."""
        keys = [k for k in self._pieces.get((document, page), ()) if self._cache.get((document, k)) is not None]
        return sorted(keys, key=lambda k: (-abs(_ratio(k.scale, scale)), k.row, k.column))

    def _sharp(
        self, document: str, pieces: list[TileKey], size: tuple[float, float], scale: float, area: QRect
    ) -> list[tuple[QImage, QRect, QPoint]]:
        """The sharp pieces, which part of each, and where it goes; empty unless they cover the whole area."""
        edge, missing, out = tile_edge(*size, scale), area.width() * area.height(), []
        for key in pieces:
            image = self._cache.get((document, key)) if key.scale == round_scale(scale) else None
            if image is None:
                continue
            corner = QPoint(key.column * edge, key.row * edge)
            # a renderer may round the last row or column of pixels away: it is white margin
            place = QRect(corner, image.size().grownBy(_ROUNDED)).intersected(area)
            missing -= max(0, place.width()) * max(0, place.height())
            source = place.translated(-corner).intersected(image.rect())
            if not source.isEmpty():
                out.append((image, source, place.topLeft() - area.topLeft()))
        return out if missing <= 0 else []

    def _patched(self, document: str, pieces: list[TileKey], size: tuple[float, float], scale: float, area: QRect) -> QImage:
        """White paper with all pieces on it, the sharp ones on top."""
        out = QImage(area.size(), QImage.Format.Format_RGB32)
        out.fill(Qt.GlobalColor.white)
        painter = QPainter(out)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for key in pieces:
            image = self._cache.get((document, key))
            x0, y0, _, _ = tile_rect(key, *size)
            if image is None:
                continue
            zoom = scale / key.scale
            target = QRectF(x0 * scale - area.x(), y0 * scale - area.y(), image.width() * zoom, image.height() * zoom)
            if target.intersects(QRectF(out.rect())):
                painter.drawImage(target, image)
        painter.end()
        return out

    def _name(self, document: str, key: TileKey, width: float, height: float) -> ImageKey:
        whole = tile_edge(width, height, key.scale) >= max(width, height) * key.scale
        return (document, key.page, key.scale, None if whole else tile_rect(key, width, height))

    @Slot(str, int, float, object)
    def _failed(self, document: str, page: int, scale: float, clip: Rect | None) -> None:
        """A worker ended or was restarted: ask again, a few times."""
        name: ImageKey = (document, page, scale, clip)
        if self._waiting.pop(name, None) is None:
            return
        self._tries[name] = self._tries.get(name, 0) + 1
        if self._tries[name] <= _TRIES:
            self.retry_wanted.emit()

    def _make_room(self, size: int) -> None:
        """Let a new piece take the place of any but those in view: nobody asks for these again while the view rests."""
        here = [image for entry in self._first if (image := self._cache.get(entry)) is not None]  # now used last
        self._cache.limit = max(self._limit, sum(image.sizeInBytes() for image in here) + size)

    @Slot(str, int, float, object, QImage)
    def _accept(self, document: str, page: int, scale: float, clip: Rect | None, image: QImage) -> None:
        key = self._waiting.pop((document, page, scale, clip), None)
        if key is None and clip is None and self._adopts:
            key = TileKey(page, scale, 0, 0)
        if key is None or image.isNull():
            return
        self._make_room(image.sizeInBytes())
        self._cache.put((document, key), image, image.sizeInBytes())
        known = self._pieces.setdefault((document, page), set())
        known.add(key)
        self._pieces[document, page] = {k for k in known if self._cache.get((document, k)) is not None}
        self._generation[document, page] = self.generation(document, page) + 1
        self.arrived.emit(document, page)


def _ratio(one: float, other: float) -> float:
    """How far two scales are apart; coarser ones count as further."""
    return one / other - 1 if one >= other else 3 * (other / one - 1)


def file_versions(session: Session) -> dict[str, str]:
    """The hash of each open document's file, by its key; "" while it is not known."""
    return {state.key: state.info.sha256 if state.info else "" for state in session.documents}
