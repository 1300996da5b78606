"""The frame of one panel: its tab or title line, and the panel itself, made when it is first needed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QSizePolicy, QToolButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from chunkstudio.gui.style import Flag
from chunkstudio.gui.style_paint import StylePainter
from chunkstudio.gui.theme import Theme


class TitleLine(QWidget):
    """Stands in for the tab of a panel that shares its place with no other; drag it to move the panel."""

    def __init__(self, frame: QDockWidget, theme: Theme) -> None:
        super().__init__(frame)
        self._frame = frame
        self._theme = theme
        self.setFixedHeight(32)
        shut = QToolButton(self)
        shut.setIcon(theme.icon("close", "muted"))
        shut.setIconSize(QSize(12, 12))
        shut.setFixedSize(22, 22)
        shut.setToolTip("Close this panel; Window > Panels brings it back")
        shut.setAccessibleName("Close panel")
        shut.clicked.connect(frame.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 6, 0)
        row.addStretch(1)
        row.addWidget(shut)
        frame.windowTitleChanged.connect(self.update)
        theme.theme_changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(160, 32)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        style = StylePainter(self._theme)
        text = self._frame.windowTitle()
        rect = self.rect()
        painter.fillRect(rect, self._theme.color("window"))
        painter.fillRect(rect.adjusted(0, rect.height() - 1, 0, 0), self._theme.color("border"))
        tab = rect.adjusted(0, 0, 0, 0)
        tab.setWidth(min(rect.width() - 30, style.tab_width(text)))
        state = Flag.State_Enabled | Flag.State_Selected
        style.tab_ground(painter, tab, state)
        style.tab_label(painter, tab, text, state)
        painter.end()


def _no_line(parent: QWidget) -> QWidget:
    """No title line: the tab says it. Its size is that of an empty layout; Qt asks for it dozens of times a turn."""
    line = QWidget(parent)
    QHBoxLayout(line).setContentsMargins(0, 0, 0, 0)
    return line


class _Holder(QWidget):
    """Keeps the panel's place while the panel itself is hidden: an empty dock would lose its size."""

    def __init__(self) -> None:
        super().__init__()
        self._least = QSize(120, 60)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetNoConstraint)

    def take(self, panel: QWidget) -> None:
        """Put the panel in."""
        self._least = panel.minimumSizeHint().expandedTo(QSize(120, 60)).boundedTo(QSize(300, 120))
        column = self.layout()
        assert column is not None
        column.addWidget(panel)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(256, 160)

    def minimumSizeHint(self) -> QSize:
        return self._least


class DockFrame(QDockWidget):
    """Holds one panel. The panel is made by ``make`` when it is first shown, or by :meth:`fill`."""

    def __init__(self, name: str, title: str, make: Callable[[], QWidget], theme: Theme, window: QMainWindow) -> None:
        super().__init__(title, window)
        self.setObjectName(name)
        self._make: Callable[[], QWidget] | None = make
        self._window = window
        self._line = TitleLine(self, theme)
        self._no_line = _no_line(self)
        self._in_front = False
        self.panel: QWidget | None = None
        self._holder = _Holder()
        self.setWidget(self._holder)
        self.setTitleBarWidget(self._line)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.visibilityChanged.connect(self._visibility_changed)
        self.topLevelChanged.connect(self.refresh_line)
        self.dockLocationChanged.connect(self.refresh_line)

    @property
    def in_front(self) -> bool:
        """Whether the panel can be seen: it is shown, and no other tab is before it."""
        return self._in_front and not self.isHidden()

    def fill(self) -> QWidget:
        """Make the panel now if it is not there yet."""
        if self.panel is None and self._make is not None:
            panel = self.panel = self._make()
            self._make = None
            panel.setVisible(self._in_front)
            self._holder.take(panel)
            heading = getattr(panel, "heading_changed", None)
            if heading is not None:
                heading.connect(self.setWindowTitle)
            if panel.windowTitle():
                self.setWindowTitle(panel.windowTitle())
        assert self.panel is not None
        return self.panel

    def refresh_line(self, *_: object) -> None:
        """Show the title line only where there is no tab."""
        if self.isFloating():
            self.setTitleBarWidget(None)  # type: ignore[arg-type]
            return
        alone = not any(not other.isHidden() for other in self._window.tabifiedDockWidgets(self))
        wanted: QWidget = self._line if alone else self._no_line
        if self.titleBarWidget() is not wanted:
            self.setTitleBarWidget(wanted)
            self._line.setVisible(alone)

    def _visibility_changed(self, visible: bool) -> None:
        if not isValid(self._window):
            return  # the window is being destroyed
        self._in_front = visible
        if visible:
            self.fill()
        if self.panel is not None:
            # Qt only moves the panels of other tabs out of sight; hidden ones do no work.
            self.panel.setVisible(visible)
        self.refresh_line()
