"""Thumbnails of all pages with the chunks' colours beside them; only what is in view is rendered."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.overlay_colors import chunk_color
from chunkstudio.gui.pages.mark_keeper import shared_keeper
from chunkstudio.gui.pages.marks import PageMarks
from chunkstudio.gui.pages.page_stack import PageStack, stack_pages
from chunkstudio.gui.pages.rendered_pages import RenderedPages, file_versions
from chunkstudio.gui.session import Session
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.empty_state import ContentOrSentence

_NO_DOCUMENT = "The pages of a document appear here as soon as one is open."
_LOCKED = "This document is locked. Its pages appear here once its password is given."
_READING = "The pages appear here as soon as the file is open."
Index = QModelIndex | QPersistentModelIndex
THUMB_WIDTH = 132
_FOOT = 26
_BYTES = 24 * 1024 * 1024
MarksOf = Callable[[int], PageMarks | None]


class ThumbnailModel(QAbstractListModel):
    """One row for each page of the stack."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stack: PageStack = stack_pages(())
        self.labels: tuple[str, ...] = ()

    def show_stack(self, stack: PageStack, labels: tuple[str, ...]) -> None:
        """Show the pages of another document."""
        self.beginResetModel()
        self.stack, self.labels = stack, labels
        self.endResetModel()

    def rowCount(self, parent: Index | None = None) -> int:
        """Pages; a page has no rows of its own."""
        return 0 if parent is not None and parent.isValid() else len(self.stack.numbers)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The page's number, with its printed label where that differs."""
        row = index.row()
        if not 0 <= row < len(self.stack.numbers):
            return None
        number = self.stack.numbers[row]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            label = self.labels[number - 1] if number <= len(self.labels) else ""
            return f"Page {number}" if role == Qt.ItemDataRole.AccessibleTextRole else page_words(number, label)
        return None


def page_words(number: int, label: str) -> str:
    """``12``, or ``12 · xii`` where the page is labelled otherwise."""
    return f"{number} · {label}" if label and label != str(number) else str(number)


class ThumbnailDelegate(QStyledItemDelegate):
    """Paints a page at the size of its row."""

    def __init__(self, owner: ThumbnailList) -> None:
        super().__init__(owner)
        self._owner = owner

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as the page at the width of a thumbnail, three times as high at most."""
        del option
        x0, y0, x1, y1 = self._owner.model.stack.rects[index.row()]
        return QSize(THUMB_WIDTH + 40, _FOOT + ceil(min(3 * THUMB_WIDTH, THUMB_WIDTH * (y1 - y0) / (x1 - x0))))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paper, image, chunk bars, and the number below."""
        stack, number = self._owner.model.stack, self._owner.model.stack.numbers[index.row()]
        x0, y0, x1, y1 = stack.rects[index.row()]
        area: QRect = option.rect
        high = area.height() - _FOOT
        scale = min(THUMB_WIDTH / (x1 - x0), high / (y1 - y0))
        page = QRectF(area.center().x() - (x1 - x0) * scale / 2, area.top() + 6, (x1 - x0) * scale, (y1 - y0) * scale)
        painter.save()
        self._page(painter, number, (x1 - x0, y1 - y0), page, scale)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        self._frame(painter, page, area, str(index.data()), chosen=chosen)
        painter.restore()

    def _page(self, painter: QPainter, number: int, size: tuple[float, float], page: QRectF, scale: float) -> None:
        theme, owner = self._owner.theme, self._owner
        ratio = owner.devicePixelRatioF()
        painter.fillRect(page, theme.color("paper"))
        painter.save()
        painter.translate(round(page.left()), round(page.top()))
        marks = owner.marks(number)
        for band in marks.bands if marks is not None else ():
            color = QColor(chunk_color(band.chunk, dark=theme.dark))
            x = -7.0 if band.at_edge else page.width() + 3 if band.rect[2] >= size[0] * 0.98 else band.rect[0] * scale - 2
            top, bottom = band.rect[1] * scale, band.rect[3] * scale
            painter.fillRect(QRectF(x, top, 4, max(1.0, bottom - top - 0.5)), color)
        painter.scale(1 / ratio, 1 / ratio)
        pixels = QRect(0, 0, round(size[0] * scale * ratio), round(size[1] * scale * ratio))
        owner.rendered.draw(painter, owner.document, number, size, scale * ratio, pixels)
        painter.restore()

    def _frame(self, painter: QPainter, page: QRectF, area: QRect, words: str, *, chosen: bool) -> None:
        theme = self._owner.theme
        painter.setBrush(Qt.BrushStyle.NoBrush)
        edge = painter.pen()
        edge.setColor(theme.color("accent" if chosen else "border"))
        edge.setWidthF(2.0 if chosen else 1.0)
        painter.setPen(edge)
        grow = 1.0 if chosen else 0.5
        painter.drawRect(page.adjusted(-grow, -grow, grow, grow))
        painter.setFont(theme.font("small", 600 if chosen else 400))
        painter.setPen(theme.color("accent" if chosen else "muted"))
        place = QRectF(area.left(), page.bottom() + 2, area.width(), 16)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


class ThumbnailList(QWidget):
    """The pages of the current document; a click goes there, and the page in view is marked."""

    title = "Pages"
    object_name = "pages"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(self.object_name)
        self.setWindowTitle(self.title)
        self.session = session
        self.theme = theme
        self.document = ""
        self._marks: MarksOf = lambda _: None
        self.rendered = RenderedPages(session.images, _BYTES, self, adopts=False)
        self.model = ThumbnailModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(ThumbnailDelegate(self))
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        self.view.setAccessibleName("Thumbnails of the pages")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        self.pages = ContentOrSentence(theme, self.view, _NO_DOCUMENT)
        column.addWidget(self.pages)
        self._soon = QTimer(self, singleShot=True, interval=80)
        self._soon.timeout.connect(self.ask_images)
        self._connect()
        self._show_document()

    def _connect(self) -> None:
        session = self.session
        session.current_changed.connect(self._show_document)
        session.documents_changed.connect(lambda: self.rendered.keep_only(file_versions(session)))
        session.documents_changed.connect(self._show_or_tell)
        session.layout_changed.connect(self._document_changed)
        session.result_changed.connect(self._document_changed)
        session.page_shown.connect(self._mark_page)
        self.view.clicked.connect(self._go)
        self.view.activated.connect(self._go)
        self.view.verticalScrollBar().valueChanged.connect(lambda _: self._soon.start())
        self.rendered.retry_wanted.connect(self._soon.start)
        self.rendered.arrived.connect(lambda *_: self.view.viewport().update())
        self.theme.theme_changed.connect(self.view.viewport().update)

    def marks(self, number: int) -> PageMarks | None:
        """Marks of a page, None while its boxes are not known."""
        return self._marks(number)

    def ask_images(self) -> None:
        """Ask for the thumbnails in view; they wait behind the pages of the page view."""
        if not self.document or not self.isVisible():
            return
        view, stack = self.view, self.model.stack
        first, last = view.indexAt(view.rect().topLeft() + QPointF(40, 8).toPoint()).row(), len(stack.numbers)
        needs: dict[float, list[Any]] = {}
        for row in range(max(0, first), last):
            spot = view.visualRect(self.model.index(row, 0))
            if spot.top() > view.height():
                break
            x0, y0, x1, y1 = stack.rects[row]
            scale = min(THUMB_WIDTH / (x1 - x0), 3 * THUMB_WIDTH / (y1 - y0)) * self.devicePixelRatioF()
            needs.setdefault(scale, []).append((stack.numbers[row], x1 - x0, y1 - y0, (0.0, 0.0, x1 - x0, y1 - y0), 3))
        self.rendered.ask_each(self.document, needs)

    def _show_document(self) -> None:
        state = self.session.current
        if state is None:
            self.document = ""
            self.model.show_stack(stack_pages(()), ())
            self._show_or_tell()
            return
        self.document = state.key
        self._update_marks()
        self._mark_page(self.session.current_page)

    def _document_changed(self, key: str) -> None:
        if key == self.document:
            self._update_marks()

    def _update_marks(self) -> None:
        state = self.session.current
        if state is None:
            return
        keeper = shared_keeper(self.session)
        stack = keeper.stack(state)
        if stack is not self.model.stack:
            self.model.show_stack(stack, state.info.page_labels if state.info else ())
        self._show_or_tell()
        self._marks = keeper.marks(state, self.session.shown_result, "").page
        self.view.viewport().update()
        self._soon.start()

    def _show_or_tell(self) -> None:
        """The pages, or why there are none."""
        state = self.session.current
        if self.model.stack.numbers:
            self.pages.show_content()
        elif state is None:
            self.pages.show_sentence(_NO_DOCUMENT)
        elif state.needs_password:
            self.pages.show_sentence(_LOCKED)
        else:
            self.pages.show_sentence(state.error.message if state.error is not None else _READING)

    def _mark_page(self, number: int) -> None:
        row = self.model.stack.index_of(number)
        if row is not None:
            index = self.model.index(row, 0)
            self.view.setCurrentIndex(index)
            self.view.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def _go(self, index: QModelIndex) -> None:
        if index.isValid():
            self.session.show_page(self.model.stack.numbers[index.row()])

    def showEvent(self, event: Any) -> None:
        """Images are asked for when the list is first seen."""
        super().showEvent(event)
        self._soon.start()
