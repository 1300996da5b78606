"""The window's style: Fusion, with flat controls, one focus ring and thin scroll bars painted in the theme's colours."""

# ruff: noqa: ARG002, ARG005 - every painter has the signature that Qt calls it with

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QTabBar,
    QToolButton,
    QWidget,
)

from chunkstudio.gui.icons import paint_icon
from chunkstudio.gui.style_paint import StylePainter
from chunkstudio.gui.theme import Theme

Element = QStyle.PrimitiveElement
Control = QStyle.ControlElement
Complex = QStyle.ComplexControl
Sub = QStyle.SubControl
Metric = QStyle.PixelMetric
Flag = QStyle.StateFlag

PRIMARY = "primary"
"""Dynamic property of the one main button of a view."""
ON_DESK = "on_desk"
"""Dynamic property of a scrolling area that lies on the desk behind the pages."""
WRONG = "wrong"
"""Dynamic property of an input whose value is refused."""

_METRICS: dict[QStyle.PixelMetric, int] = {
    Metric.PM_ScrollBarExtent: 12,
    Metric.PM_ScrollBarSliderMin: 32,
    Metric.PM_DockWidgetSeparatorExtent: 3,
    Metric.PM_DockWidgetTitleMargin: 6,
    Metric.PM_DockWidgetFrameWidth: 0,
    Metric.PM_TabBarTabHSpace: 20,
    Metric.PM_TabBarTabVSpace: 12,
    Metric.PM_TabBarTabOverlap: 0,
    Metric.PM_TabBarBaseOverlap: 0,
    Metric.PM_TabBarTabShiftHorizontal: 0,
    Metric.PM_TabBarTabShiftVertical: 0,
    Metric.PM_ToolBarItemSpacing: 4,
    Metric.PM_ToolBarItemMargin: 2,
    Metric.PM_ToolBarFrameWidth: 0,
    Metric.PM_ToolBarHandleExtent: 0,
    Metric.PM_MenuBarItemSpacing: 0,
    Metric.PM_MenuBarPanelWidth: 0,
    Metric.PM_MenuBarVMargin: 0,
    Metric.PM_MenuBarHMargin: 8,
    Metric.PM_MenuPanelWidth: 1,
    Metric.PM_MenuVMargin: 4,
    Metric.PM_SplitterWidth: 3,
    Metric.PM_ButtonMargin: 12,
    Metric.PM_SmallIconSize: 16,
    Metric.PM_ToolBarIconSize: 18,
    Metric.PM_TabBarIconSize: 16,
    Metric.PM_IndicatorWidth: 16,
    Metric.PM_IndicatorHeight: 16,
    Metric.PM_ExclusiveIndicatorWidth: 16,
    Metric.PM_ExclusiveIndicatorHeight: 16,
    Metric.PM_SliderThickness: 20,
    Metric.PM_SliderLength: 14,
    Metric.PM_HeaderMargin: 8,
    Metric.PM_LineEditIconMargin: 6,
}

_HINTS: dict[QStyle.StyleHint, int] = {
    QStyle.StyleHint.SH_EtchDisabledText: 0,
    QStyle.StyleHint.SH_DitherDisabledText: 0,
    QStyle.StyleHint.SH_UnderlineShortcut: 0,
    QStyle.StyleHint.SH_ScrollBar_LeftClickAbsolutePosition: 0,
    QStyle.StyleHint.SH_ToolTip_WakeUpDelay: 450,
    QStyle.StyleHint.SH_ComboBox_Popup: 0,
    QStyle.StyleHint.SH_TabBar_ElideMode: int(Qt.TextElideMode.ElideRight.value),
    QStyle.StyleHint.SH_TabBar_PreferNoArrows: 1,
    QStyle.StyleHint.SH_DockWidget_ButtonsHaveFrame: 0,
    QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons: 0,
}

_ICON_GAP = 8

Paint = Callable[[Any, QPainter, QWidget | None], None]


class ChunkStyle(QProxyStyle):
    """Fusion with our own painting where LOOK differs from it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("Fusion")
        self._theme = theme
        self._paint = StylePainter(theme)
        self._primitives = self._primitive_painters()
        self._controls = self._control_painters()

    def _primitive_painters(self) -> dict[QStyle.PrimitiveElement, Paint]:
        return {
            Element.PE_PanelButtonCommand: self._button,
            Element.PE_PanelButtonTool: self._tool_button,
            Element.PE_FrameLineEdit: self._nothing,
            Element.PE_PanelLineEdit: self._line_edit,
            Element.PE_IndicatorCheckBox: lambda o, p, w: self._paint.check(p, o.rect, o.state, round_=False),
            Element.PE_IndicatorItemViewItemCheck: lambda o, p, w: self._paint.check(p, o.rect, o.state, round_=False),
            Element.PE_IndicatorRadioButton: lambda o, p, w: self._paint.check(p, o.rect, o.state, round_=True),
            Element.PE_FrameFocusRect: self._paint.focus_rect,
            Element.PE_FrameTabBarBase: self._tab_base,
            Element.PE_FrameStatusBarItem: self._nothing,
            Element.PE_PanelStatusBar: self._status_bar,
            Element.PE_PanelItemViewRow: self._nothing,
            Element.PE_PanelItemViewItem: self._item,
            Element.PE_IndicatorBranch: self._branch,
            Element.PE_IndicatorDockWidgetResizeHandle: self._separator,
            Element.PE_Frame: self._frame,
            Element.PE_FrameMenu: self._menu_frame,
            Element.PE_PanelMenu: self._menu_panel,
            Element.PE_PanelTipLabel: lambda o, p, w: self._paint.box(p, o.rect, self._paint.color("tip"), None),
            Element.PE_IndicatorHeaderArrow: self._header_arrow,
            Element.PE_IndicatorArrowDown: self._arrow_down,
            Element.PE_IndicatorArrowUp: lambda o, p, w: self._arrow(o.rect, p, "up", o.state),
            Element.PE_IndicatorArrowLeft: lambda o, p, w: self._arrow(o.rect, p, "previous", o.state),
            Element.PE_IndicatorArrowRight: lambda o, p, w: self._arrow(o.rect, p, "next", o.state),
        }

    def _control_painters(self) -> dict[QStyle.ControlElement, Paint]:
        return {
            Control.CE_TabBarTabShape: lambda o, p, w: self._paint.tab_ground(p, o.rect, o.state),
            Control.CE_TabBarTabLabel: lambda o, p, w: self._paint.tab_label(p, o.rect, o.text, o.state),
            Control.CE_HeaderSection: lambda o, p, w: self._paint.header(p, o.rect),
            Control.CE_HeaderEmptyArea: lambda o, p, w: self._paint.header(p, o.rect),
            Control.CE_ProgressBarGroove: self._nothing,
            Control.CE_ProgressBarContents: self._progress,
            Control.CE_ProgressBarLabel: self._nothing,
            Control.CE_ToolBar: lambda o, p, w: p.fillRect(o.rect, self._paint.color("window")),
            Control.CE_MenuBarEmptyArea: lambda o, p, w: p.fillRect(o.rect, self._paint.color("window")),
            Control.CE_MenuBarItem: self._menu_bar_item,
            Control.CE_Splitter: self._separator,
        }

    # ---- dispatch -----------------------------------------------------------------------------------------------
    def drawPrimitive(
        self, element: QStyle.PrimitiveElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        paint = self._primitives.get(element)
        if paint is not None:
            paint(option, painter, widget)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self, element: QStyle.ControlElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        paint = self._controls.get(element)
        if paint is not None:
            paint(option, painter, widget)
            return
        if element == Control.CE_ItemViewItem:  # a chosen row is pale here: words in the colour of a chosen text would vanish
            option.palette.setColor(QPalette.ColorRole.HighlightedText, self._paint.color("text"))
        if element == Control.CE_PushButtonLabel and widget is not None and widget.property(PRIMARY):
            color = self._paint.color("on_accent" if option.state & Flag.State_Enabled else "disabled")
            option.palette.setColor(QPalette.ColorRole.ButtonText, color)
        if element == Control.CE_PushButtonLabel and self._has_icon_and_text(option):
            self._icon_label(option, painter)
            return
        super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self, control: QStyle.ComplexControl, option: Any, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        if control == Complex.CC_ScrollBar:
            self._scroll_bar(option, painter, widget)
        elif control == Complex.CC_ComboBox:
            self._combo(option, painter)
        elif control == Complex.CC_SpinBox:
            self._spin_box(option, painter, widget)
        elif control == Complex.CC_Slider and option.orientation == Qt.Orientation.Horizontal:
            self._slider(option, painter)
        else:
            super().drawComplexControl(control, option, painter, widget)

    # ---- measures -----------------------------------------------------------------------------------------------
    def pixelMetric(self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None) -> int:
        known = _METRICS.get(metric)
        return known if known is not None else super().pixelMetric(metric, option, widget)

    def styleHint(
        self, hint: QStyle.StyleHint, option: QStyleOption | None = None, widget: QWidget | None = None, data: Any = None
    ) -> int:
        known = _HINTS.get(hint)
        if known is not None:
            return known
        return super().styleHint(hint, option, widget, data)

    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        out = super().sizeFromContents(kind, option, size, widget)  # type: ignore[arg-type]
        if kind == QStyle.ContentsType.CT_TabBarTab and isinstance(widget, QTabBar):
            return QSize(self._paint.tab_width(cast(Any, option).text), 32)
        if kind == QStyle.ContentsType.CT_MenuBarItem:
            return QSize(out.width() + 10, 28)
        if kind == QStyle.ContentsType.CT_MenuItem:
            return QSize(out.width() + 16, max(out.height(), 26) if out.height() > 12 else 9)
        if kind in (QStyle.ContentsType.CT_LineEdit, QStyle.ContentsType.CT_ComboBox, QStyle.ContentsType.CT_SpinBox):
            return QSize(out.width(), max(28, out.height()))
        if kind == QStyle.ContentsType.CT_PushButton:
            return QSize(max(out.width() + (_ICON_GAP if self._has_icon_and_text(option) else 0), 64), max(28, out.height()))
        return out

    def subControlRect(
        self, control: QStyle.ComplexControl, option: Any, part: QStyle.SubControl, widget: QWidget | None = None
    ) -> QRect:
        if control == Complex.CC_ScrollBar and part in (Sub.SC_ScrollBarAddLine, Sub.SC_ScrollBarSubLine):
            return QRect()
        if control == Complex.CC_ScrollBar and part == Sub.SC_ScrollBarGroove:
            return QRect(option.rect)
        if control == Complex.CC_ScrollBar and part == Sub.SC_ScrollBarSlider:
            return self._handle_rect(option)
        if control == Complex.CC_ComboBox and part == Sub.SC_ComboBoxEditField:
            return QRect(option.rect).adjusted(6, 2, -24, -2)
        return super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]

    def subElementRect(self, part: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None) -> QRect:
        rect = super().subElementRect(part, option, widget)  # type: ignore[arg-type]
        if part == QStyle.SubElement.SE_LineEditContents and getattr(option, "lineWidth", 0) > 0:
            return rect.adjusted(4, 0, -4, 0)
        return rect

    def standardIcon(
        self, icon: QStyle.StandardPixmap, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> QIcon:
        if icon == QStyle.StandardPixmap.SP_LineEditClearButton:
            return self._theme.icon("close", "muted")
        return super().standardIcon(icon, option, widget)

    def _handle_rect(self, option: Any) -> QRect:
        """Where the handle of a scroll bar lies: no arrows at the ends."""
        rect: QRect = option.rect
        upright = option.orientation == Qt.Orientation.Vertical
        room = rect.height() if upright else rect.width()
        span = option.maximum - option.minimum
        if span <= 0:
            return rect
        long = max(32, min(room, room * max(1, option.pageStep) // (span + max(1, option.pageStep))))
        at = QStyle.sliderPositionFromValue(
            option.minimum, option.maximum, option.sliderPosition, room - long, option.upsideDown
        )
        return (
            QRect(rect.left(), rect.top() + at, rect.width(), long)
            if upright
            else QRect(rect.left() + at, rect.top(), long, rect.height())
        )

    # ---- painters ------------------------------------------------------------------------------------------------
    def _nothing(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        """Parts of Fusion that the flat look leaves out."""

    def _button(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        primary = bool(widget is not None and widget.property(PRIMARY))
        flat = bool(getattr(option, "features", 0) and option.features & option.ButtonFeature.Flat)
        self._paint.button(painter, option.rect, option.state, primary=primary, flat=flat)

    def _tool_button(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        self._paint.tool_button(painter, option.rect, option.state)

    def _line_edit(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        if getattr(option, "lineWidth", 1) > 0:
            wrong = bool(widget is not None and widget.property(WRONG))
            self._paint.field(painter, option.rect, option.state, wrong=wrong)

    def _tab_base(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        rect: QRect = option.rect if widget is None else widget.rect()
        painter.fillRect(rect, self._paint.color("window"))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), self._paint.color("border"))

    def _status_bar(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        rect: QRect = option.rect
        painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), self._paint.color("border"))

    def _item(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        brush = option.backgroundBrush
        if brush.style() != Qt.BrushStyle.NoBrush:
            painter.fillRect(option.rect, brush)
        state = option.state if widget is None or widget.isEnabled() else option.state & ~Flag.State_Enabled
        first = option.viewItemPosition in (option.ViewItemPosition.Beginning, option.ViewItemPosition.OnlyOne)
        self._paint.row(painter, option.rect, state, first=first)
        if state & Flag.State_HasFocus and isinstance(widget, QAbstractItemView) and not state & Flag.State_Selected:
            self._paint.focus_ring(painter, option.rect)

    def _branch(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        if not option.state & Flag.State_Children:
            return
        rect: QRect = option.rect
        spot = QRectF(rect.center().x() - 5, rect.center().y() - 5, 12, 12)
        paint_icon(painter, "down" if option.state & Flag.State_Open else "next", spot, self._paint.color("muted"))

    def _separator(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        rect: QRect = option.rect
        painter.fillRect(rect, self._paint.color("window"))
        upright = rect.height() > rect.width()
        middle = rect.center()
        line = QRect(middle.x(), rect.top(), 1, rect.height()) if upright else QRect(rect.left(), middle.y(), rect.width(), 1)
        active = option.state & (Flag.State_MouseOver | Flag.State_Sunken)
        painter.fillRect(line, self._paint.color("accent" if active else "border"))

    def _frame(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        if getattr(option, "lineWidth", 1) > 0:
            self._paint.box(painter, option.rect, None, self._paint.color("border"), radius=0)

    def _menu_frame(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        self._paint.box(painter, option.rect, None, self._paint.color("border"), radius=0)

    def _menu_panel(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        painter.fillRect(option.rect, self._paint.color("raised"))

    def _header_arrow(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        up = option.sortIndicator == option.SortIndicator.SortUp
        rect: QRect = option.rect
        spot = QRectF(rect.center().x() - 5, rect.center().y() - 6, 12, 12)
        paint_icon(painter, "sort-up" if up else "sort-down", spot, self._paint.color("muted"))

    def _arrow_down(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        rect: QRect = option.rect
        if isinstance(widget, QToolButton):  # Fusion puts the arrow of a menu button into its lower corner
            rect = QRect(widget.width() - 14, 0, 12, widget.height())
        self._arrow(rect, painter, "down", option.state)

    def _arrow(self, rect: QRect, painter: QPainter, name: str, state: QStyle.StateFlag) -> None:
        spot = QRectF(rect.center().x() - 5, rect.center().y() - 5, 12, 12)
        paint_icon(painter, name, spot, self._paint.color("muted" if state & Flag.State_Enabled else "disabled"))

    def _progress(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        span = option.maximum - option.minimum
        share = (option.progress - option.minimum) / span if span > 0 else -1.0
        self._paint.progress(painter, option.rect, share)

    def _menu_bar_item(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        painter.fillRect(option.rect, self._paint.color("window"))
        if option.state & (Flag.State_Selected | Flag.State_Sunken):
            self._paint.box(painter, option.rect.adjusted(1, 2, -1, -2), self._paint.color("select"), None)
        painter.setPen(self._paint.color("text" if option.state & Flag.State_Enabled else "disabled"))
        shown = Qt.TextFlag.TextShowMnemonic if self._shows_mnemonics(option, widget) else Qt.TextFlag.TextHideMnemonic
        painter.drawText(option.rect, Qt.AlignmentFlag.AlignCenter | shown | Qt.TextFlag.TextSingleLine, option.text)

    def _shows_mnemonics(self, option: Any, widget: QWidget | None) -> bool:
        return bool(self.styleHint(QStyle.StyleHint.SH_UnderlineShortcut, option, widget))

    def _scroll_bar(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        holder = widget.parentWidget() if widget is not None else None
        area = holder.parentWidget() if holder is not None else None
        painter.fillRect(option.rect, self._paint.color("desk" if area is not None and area.property(ON_DESK) else "base"))
        if option.maximum > option.minimum:
            upright = option.orientation == Qt.Orientation.Vertical
            self._paint.scroll_handle(painter, self._handle_rect(option), option.state, upright=upright)

    def _has_icon_and_text(self, option: Any) -> bool:
        return bool(getattr(option, "text", "")) and not getattr(option, "icon", QIcon()).isNull()

    def _icon_label(self, option: Any, painter: QPainter) -> None:
        """Icon and words of a button, in the middle and far enough apart."""
        on = bool(option.state & Flag.State_Enabled)
        shown = Qt.TextFlag.TextShowMnemonic if self._shows_mnemonics(option, None) else Qt.TextFlag.TextHideMnemonic
        flags = Qt.AlignmentFlag.AlignVCenter | shown | Qt.TextFlag.TextSingleLine
        size: QSize = option.iconSize
        wide = option.fontMetrics.size(int(shown), option.text).width()
        left = option.rect.center().x() - (size.width() + _ICON_GAP + wide) // 2
        place = QRect(QPoint(left, option.rect.center().y() - size.height() // 2), size)
        option.icon.paint(painter, place, mode=QIcon.Mode.Normal if on else QIcon.Mode.Disabled)
        painter.setPen(option.palette.color(QPalette.ColorRole.ButtonText))
        painter.drawText(option.rect.adjusted(place.right() + 1 + _ICON_GAP - option.rect.left(), 0, 0, 0), flags, option.text)

    def _combo(self, option: Any, painter: QPainter) -> None:
        self._paint.field(painter, option.rect, option.state)
        rect: QRect = option.rect
        spot = QRectF(rect.right() - 20, rect.center().y() - 5, 12, 12)
        paint_icon(painter, "down", spot, self._paint.color("muted" if option.state & Flag.State_Enabled else "disabled"))

    def _spin_box(self, option: Any, painter: QPainter, widget: QWidget | None) -> None:
        wrong = bool(widget is not None and widget.property(WRONG))
        self._paint.field(painter, option.rect, option.state, wrong=wrong)
        for part, name in ((Sub.SC_SpinBoxUp, "up"), (Sub.SC_SpinBoxDown, "down")):
            if not option.subControls & part:
                continue
            spot = self.subControlRect(Complex.CC_SpinBox, option, part, widget)
            middle: QPoint = spot.center()
            paint_icon(painter, name, QRectF(middle.x() - 4, middle.y() - 4, 9, 9), self._paint.color("muted"))

    def _slider(self, option: Any, painter: QPainter) -> None:
        span = option.maximum - option.minimum
        at = (option.sliderPosition - option.minimum) / span if span else 0.0
        self._paint.slider(painter, option.rect, 1 - at if option.upsideDown else at, option.state)
