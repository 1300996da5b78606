"""The strip above the pages: one button for each layer, with an eye that is open while the layer is shown."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.pages.legend import LegendPopup
from chunkstudio.gui.session import LAYERS, Session
from chunkstudio.gui.theme import Theme

HEIGHT = 36

LAYER_NAMES: dict[str, tuple[str, str]] = {
    "boxes": ("Boxes", "Layout boxes with their class"),
    "chunks": ("Chunks", "Where each chunk starts and ends, and its tokens"),
    "boundaries": ("Boundaries", "Cuts with score and reason, and places that were not cut"),
    "overlap": ("Overlap", "Text that the next chunk repeats"),
    "order": ("Order", "The order in which boxes are read"),
    "excluded": ("Excluded", "What is in no chunk"),
    "evidence": ("Evidence", "Places that answer questions"),
    "access": ("Access", "Who may read which part"),
    "differences": ("Differences", "Cuts that differ from the saved version"),
}
"""Name and help of each layer."""


class LayerButton(QToolButton):
    """A toggle with eye and name; its state shows in icon, ground and weight."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.layer = name
        self._theme = theme
        self._label, about = LAYER_NAMES[name]
        self.setText(self._label)
        self.setCheckable(True)
        self.setToolTip(about)
        self.setAccessibleName(f"Layer {self._label}")
        self.setAccessibleDescription(about)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.ArrowCursor)

    def sizeHint(self) -> QSize:
        self.setFont(self._theme.font("body", 500))
        return QSize(self.fontMetrics().horizontalAdvance(self._label) + 31, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Eye and name; ground in select colour while on."""
        del event
        c = self._theme.color
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        ground = c("select") if on else c("hover") if self.underMouse() else None
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawRoundedRect(self.rect(), 4, 4)
        ink = c("accent") if on else c("muted")
        paint_icon(painter, "eye" if on else "eye-off", QRect(6, (self.height() - 14) // 2, 14, 14).toRectF(), ink)
        painter.setFont(self._theme.font("body", 500))
        painter.setPen(ink)
        painter.drawText(self.rect().adjusted(24, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self._label)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(c("accent"), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)
        painter.end()


class LayerStrip(QWidget):
    """Layers without room go into the menu "…", those switched on first in the strip."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Layers")
        self.buttons = {name: LayerButton(theme, name, self) for name in LAYERS}
        for name, button in self.buttons.items():
            button.toggled.connect(lambda on, layer=name: session.set_layer(layer, on))
        self._more = self._tool("more", "More layers", "Layers for which the strip has no room")
        self._menu = QMenu(self)
        self._more.clicked.connect(lambda: self._menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft())))
        self.legend_button = self._tool("info", "Legend", "What colours and lines mean, and which classes are shown")
        self.legend_button.clicked.connect(self.show_legend)
        self._stack = self._tool("layers", "All layers", "Show the usual layers, or none")
        self._stack.clicked.connect(self._toggle_all)
        session.layers_changed.connect(self._show_state)
        theme.theme_changed.connect(self._restyle)
        self._restyle()
        self._show_state()

    def follow(self, before: QWidget) -> None:
        """Have Tab come here after another control: layers in the order in which they are seen, then the legend."""
        controls = [before, self._stack, *self.buttons.values(), self._more, self.legend_button]
        for one, next_one in pairwise(controls):
            QWidget.setTabOrder(one, next_one)

    def show_legend(self) -> LegendPopup:
        """Open the legend below its button."""
        popup = LegendPopup(self._session, self._theme, self)
        corner = self.legend_button.mapToGlobal(self.legend_button.rect().bottomRight())
        popup.adjustSize()
        popup.move(corner.x() - popup.width(), corner.y() + 4)
        popup.show()
        popup.setFocus()
        return popup

    def _tool(self, icon: str, name: str, about: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(self._theme.icon(icon, "muted"))
        button.setIconSize(QSize(16, 16))
        button.setAutoRaise(True)
        button.setToolTip(about)
        button.setAccessibleName(name)
        button.setFixedSize(28, 24)
        return button

    def _toggle_all(self) -> None:
        from chunkstudio.gui.session import INSPECT_LAYERS

        self._session.set_layers(frozenset() if self._session.layers else INSPECT_LAYERS)

    def _show_state(self) -> None:
        for name, button in self.buttons.items():
            button.blockSignals(True)
            button.setChecked(name in self._session.layers)
            button.blockSignals(False)
            button.update()
        self._arrange()

    def _restyle(self) -> None:
        palette = self.palette()
        palette.setColor(self.backgroundRole(), self._theme.color("window"))
        self.setPalette(palette)
        self.setAutoFillBackground(True)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each layer that has room its place."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        x, y, gap = 40, (self.height() - 24) // 2, 6
        self._stack.move(8, y)
        self.legend_button.move(self.width() - 36, y)
        wide = {name: button.sizeHint().width() for name, button in self.buttons.items()}
        room = self.width() - 36 - x - 8
        shown = _fitting(wide, room, gap, self._session.layers)
        if len(shown) < len(wide):
            shown = _fitting(wide, room - 34, gap, self._session.layers)
        for name, button in self.buttons.items():
            button.setVisible(name in shown)
            if name in shown:
                button.setGeometry(x, y, wide[name], 24)
                x += wide[name] + gap
        hidden = [name for name in wide if name not in shown]
        self._more.setVisible(bool(hidden))
        self._more.move(x, y)
        self._fill_menu(hidden)

    def _fill_menu(self, hidden: list[str]) -> None:
        menu = self._menu
        menu.clear()
        for name in hidden:
            action = menu.addAction(LAYER_NAMES[name][0])
            action.setCheckable(True)
            action.setChecked(name in self._session.layers)
            action.toggled.connect(lambda on, layer=name: self._session.set_layer(layer, on))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A hairline below."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, self._theme.color("border"))
        painter.end()


def _fitting(widths: dict[str, int], room: int, gap: int, on: frozenset[str]) -> set[str]:
    """Names that fit into ``room`` pixels: those that are on first, then the others in their order."""
    shown: set[str] = set()
    for name in [*(n for n in widths if n in on), *(n for n in widths if n not in on)]:
        need = widths[name] + (gap if shown else 0)
        if need <= room:
            shown.add(name)
            room -= need
        elif name not in on:
            break
    return shown
