"""The toolbar: open, undo, redo; the views; page, zoom, find; the profile with its version; export."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QIntValidator, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QMenu, QPushButton, QSizePolicy, QToolBar, QToolButton, QWidget

from chunkstudio.gui.commands import CommandTable
from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.session import Session
from chunkstudio.gui.style import PRIMARY, WRONG, Flag
from chunkstudio.gui.style_paint import StylePainter
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import PlainLabel
from chunkstudio.gui.widgets.search_field import SearchField
from chunkstudio.gui.widgets.segmented import SegmentedChoice
from chunkstudio.gui.widgets.undo_keys import asks_for_undo

_ROOMY = 1200
_ROOM_FOR_COUNT = 160
_MOST_DIGITS = 6
_VIEWS = (("inspect", "Inspect"), ("tune", "Tune"), ("evaluate", "Evaluate"), ("compare", "Compare"))


class ToolBar(QToolBar):
    """Fixed at the top of the window, 44 px high."""

    view_chosen = Signal(str)

    def __init__(self, session: Session, theme: Theme, table: CommandTable) -> None:
        super().__init__("Toolbar")
        self.setObjectName("toolbar")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setFixedHeight(44)
        self.setIconSize(QSize(18, 18))
        self._theme = theme
        self._table = table
        self.views = SegmentedChoice(theme, _VIEWS)
        self.views.setAccessibleName("View")
        self.views.chosen.connect(self.view_chosen)
        self.page = PageField(session, theme)
        self.zoom = QToolButton()
        self.zoom.setText("100 %")
        self.zoom.setMinimumWidth(68)
        self.zoom.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.zoom.setToolTip("Zoom")
        self.zoom.setAccessibleName("Zoom")
        self.find_field = FindField(theme)
        self.profile = ProfileButton(session, theme)
        self.export = QPushButton(theme.icon("export", "on_accent"), "Export")
        self._spared: tuple[QAction, ...] = ()
        self._export_icons = (theme.icon("export", "on_accent"), theme.icon("export", "text"))
        self.export.setProperty(PRIMARY, True)
        self.export.clicked.connect(self._export)

    def fill(self) -> None:
        """Put the parts in; call once the command table is complete."""
        self._gap(4)
        for name in ("open", "undo", "redo"):
            self._button(name)
        self._line()
        self.addWidget(self.views)
        self._line()
        self._button("page.previous")
        self.addWidget(self.page)
        self._button("page.next")
        self._gap(8)
        smaller = self._button("zoom.out")
        self.addWidget(self.zoom)
        self._spared = (smaller, self._button("zoom.in"))
        self._gap(8)
        self.addWidget(self.find_field)
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(space)
        self.addWidget(self.profile)
        self._gap(8)
        self.addWidget(self.export)
        self._gap(8)

    def set_zoom_menu(self, menu: QMenu) -> None:
        """The entries of the zoom button."""
        self.zoom.setMenu(menu)

    def show_zoom(self, zoom: float) -> None:
        """Tell the zoom (1.0: one point is one pixel at 72 dpi)."""
        self.zoom.setText(f"{round(zoom * 100)} %")

    def set_main_button(self, on: bool) -> None:
        """Only one button of a view is filled: in Tune that is "Save version", not "Export"."""
        self.export.setProperty(PRIMARY, on)
        self.export.setIcon(self._export_icons[0 if on else 1])
        self.export.update()

    def set_has_document(self, on: bool, *, chunks: bool) -> None:
        """Without a document the fields for page, zoom and find have no meaning, without ``chunks`` Export has none."""
        for widget in (self.page, self.zoom, self.find_field):
            widget.setEnabled(on)
        self.export.setEnabled(chunks)
        self.export.setToolTip(self._table.action("export").toolTip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a small window the two zoom buttons give way: Qt would hide the profile and Export, which come last."""
        super().resizeEvent(event)
        for action in self._spared:
            action.setVisible(event.size().width() >= _ROOMY)

    def _button(self, name: str) -> QAction:
        button = QToolButton()
        button.setDefaultAction(self._table.action(name))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setFixedSize(32, 32)
        button.setAccessibleName(self._table.command(name).text.replace("&", ""))
        return self.addWidget(button)

    def _gap(self, width: int) -> None:
        gap = QWidget()
        gap.setFixedWidth(width)
        self.addWidget(gap)

    def _line(self) -> None:
        self.addWidget(_Line(self._theme))

    def _export(self) -> None:
        self._table.run("export")


class _Line(QWidget):
    """A hairline between groups."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedWidth(17)
        theme.theme_changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(QRectF(8, 12, 1, self.height() - 24), self._theme.color("border"))
        painter.end()
        del event


class _PageEdit(QLineEdit):
    """Leaves undo to the window unless a number is half typed. ``left``: Escape, after which the number is as before."""

    left = Signal()

    def event(self, event: QEvent) -> bool:
        if asks_for_undo(event) and not self.isModified():
            event.ignore()
            return False
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()  # else the window would stop its work with it
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.setModified(False)
            self.left.emit()
            return
        super().keyPressEvent(event)


class PageField(QWidget):
    """The page number, to read and to type, and how many there are; a number beyond the last page means the last one.

    ``left``: the keyboard is to go back to the pages.
    """

    left = Signal()

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self.edit = _PageEdit()
        self.edit.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.edit.setFixedWidth(52)
        self.edit.setValidator(QIntValidator(0, 10**_MOST_DIGITS - 1, self.edit))
        self.edit.setAccessibleName("Page")
        self.edit.setToolTip("Page: type a number and press Enter")
        self.total = PlainLabel(theme, role="muted", use="ui")
        self.total.setMinimumWidth(44)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.edit)
        row.addWidget(self.total)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.edit.returnPressed.connect(self._go)
        self.edit.editingFinished.connect(self._show)
        self.edit.left.connect(self.left)
        for signal in (session.page_shown, session.current_changed, session.layout_changed):
            signal.connect(self._show)
        self._show()

    def _show(self, *_: object) -> None:
        state = self._session.current
        total = state.pages_total if state is not None else 0
        if not self.edit.hasFocus() or not self.edit.isModified():
            self.edit.setText(str(self._session.current_page) if total else "")
        self.total.setText(f"of {total}" if total else "")

    def _go(self) -> None:
        if self.edit.text():
            self.edit.setModified(False)
            state = self._session.current
            last = state.pages_total if state is not None else 1
            self._session.show_page(min(max(int(self.edit.text()), 1), last))
            self.left.emit()


class FindField(SearchField):
    """Search in the shown document; Enter goes on, Shift+Enter back. ``left``: Escape in the empty field."""

    step = Signal(int)
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "Find in document")
        self.setMinimumWidth(96)
        self.setMaximumWidth(240)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.returnPressed.connect(self._forward)
        self._count = PlainLabel(theme, role="muted", use="small", parent=self)
        self._count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._count.hide()

    @property
    def count(self) -> str:
        """What the field says of its hits; "" where it says nothing."""
        return self._count.text() if not self._count.isHidden() else ""

    def sizeHint(self) -> QSize:
        return QSize(240, self.height())

    def show_count(self, words: str, short: str, *, wrong: bool) -> None:
        """Tell how many hits there are: ``short`` in the field, ``words`` in the tooltip and to screen readers.

        Without any the frame is in the error colour as well.
        """
        self.setToolTip(words)
        self.setAccessibleDescription(words)
        self.setProperty(WRONG, wrong)
        self._count.set_look("error" if wrong else "muted")
        self._count.setText(short)
        self._place_count()
        self.update()

    def _place_count(self) -> None:
        """Left of the button that empties the field; the text ends before it. A short field has room for the text only."""
        self._count.setVisible(bool(self._count.text()) and self.width() >= _ROOM_FOR_COUNT)
        wide = self._count.sizeHint().width() if not self._count.isHidden() else 0
        self._count.setGeometry(self.width() - 28 - wide, 0, wide, self.height())
        self.setTextMargins(0, 0, wide, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_count()

    def takes_escape(self, event: QKeyEvent) -> bool:
        """Always: in the empty field Escape leads back to the pages."""
        return event.key() == Qt.Key.Key_Escape

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not self.text():
            self.left.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.step.emit(-1)
            return
        super().keyPressEvent(event)

    def _forward(self) -> None:
        self.step.emit(1)


class ProfileButton(QToolButton):
    """Name of the profile and which version it is; opens the profile menu."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__()
        self._session = session
        self._theme = theme
        self._fill: Callable[[QMenu], None] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setMenu(QMenu(self))
        self.menu().aboutToShow.connect(self._refill)
        self.setFixedHeight(28)
        self.setMinimumWidth(130)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        session.profile_changed.connect(self._tell)
        theme.theme_changed.connect(self.update)
        self._tell()

    def set_menu_filler(self, fill: Callable[[QMenu], None]) -> None:
        """Who puts the entries in each time that the menu opens."""
        self._fill = fill

    def sizeHint(self) -> QSize:
        return QSize(280, 28)

    def _refill(self) -> None:
        self.menu().clear()
        if self._fill is not None:
            self._fill(self.menu())

    def _tell(self) -> None:
        name, version = self._words()
        self.setToolTip(f"Profile {name}, {version}")
        self.setAccessibleName(f"Profile {name}, {version}")
        self.update()

    def _words(self) -> tuple[str, str]:
        from chunkstudio.gui.profile_presets import version_words

        profile = self._session.profile
        return profile.name or "Unnamed", version_words(profile, self._session.baseline)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = self._theme, QPainter(self)
        state = Flag.State_Enabled | (Flag.State_MouseOver if self.underMouse() else Flag.State_None)
        state |= Flag.State_Sunken if self.isDown() else Flag.State_None
        style = StylePainter(theme)
        style.button(painter, self.rect(), state, primary=False, flat=False)
        if self.hasFocus():
            style.focus_ring(painter, self.rect())
        name, version = self._words()
        middle = self.height() / 2
        paint_icon(painter, "profile", QRectF(8, middle - 8, 16, 16), theme.color("text"))
        paint_icon(painter, "down", QRectF(self.width() - 20, middle - 6, 12, 12), theme.color("muted"))
        small = QFontMetrics(theme.font("body"))
        wide = small.horizontalAdvance(version)
        painter.setFont(theme.font("body"))
        painter.setPen(theme.color("muted"))
        end = self.width() - 28
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(QRectF(end - wide, 0, wide + 2, self.height()), flags, version)
        font = theme.font("ui", 600)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room = end - wide - 12 - 32
        text = QFontMetrics(font).elidedText(name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(32, 0, room, self.height()), flags, text)
        painter.end()
