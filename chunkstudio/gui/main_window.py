"""The main window: it only assembles. What its parts do is in their own modules."""

from __future__ import annotations

from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QTabWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from chunkstudio.gui.access_memory import AccessMemory
from chunkstudio.gui.commands import CommandTable
from chunkstudio.gui.document_actions import DocumentActions, FileWatch, is_profile
from chunkstudio.gui.document_notices import DocumentNotices
from chunkstudio.gui.document_state import names_apart
from chunkstudio.gui.draft_notice import DraftNotice
from chunkstudio.gui.drop_target import DropTarget
from chunkstudio.gui.evaluation.window_parts import EvaluationParts
from chunkstudio.gui.export_actions import ExportActions
from chunkstudio.gui.finder import Finder
from chunkstudio.gui.hold_key import HoldKey
from chunkstudio.gui.menus import MenuBar, RecentMenu
from chunkstudio.gui.message_bar import MessageBar, Notice
from chunkstudio.gui.pages.page_view import PageView
from chunkstudio.gui.panel_commands import go_to_panel
from chunkstudio.gui.panels import make_frames
from chunkstudio.gui.preferences import Preferences
from chunkstudio.gui.profile_actions import ProfileActions
from chunkstudio.gui.right_of_way import window_first
from chunkstudio.gui.session import Session
from chunkstudio.gui.status import StatusBar
from chunkstudio.gui.steps import Steps
from chunkstudio.gui.theme import Mode, Theme
from chunkstudio.gui.toolbar import ToolBar
from chunkstudio.gui.turns import turns
from chunkstudio.gui.view_switch import ViewSwitch
from chunkstudio.gui.window_commands import window_commands
from chunkstudio.gui.workspaces.actions import SUFFIX, WorkspaceActions
from chunkstudio.gui.workspaces.outside_notice import OutsideNotice

_GEOMETRY = "window/geometry"
_FIRST, _FRAME = QSize(1440, 900), QSize(16, 44)  # a frame's size is known only once the window is shown
_TURNS = (QEvent.Type.UpdateRequest, QEvent.Type.LayoutRequest)


def first_size(available: QSize) -> QSize:
    """How large the window is the first time: its frame fits the screen too, so that the status line is in sight."""
    return _FIRST.boundedTo(available - _FRAME)


class MainWindow(QMainWindow):
    """One window on one session."""

    def __init__(
        self, session: Session, theme: Theme, preferences: Preferences, settings: QSettings, memory: AccessMemory
    ) -> None:
        super().__init__()
        self.session, self.theme, self.preferences, self._settings = session, theme, preferences, settings
        self.setDockOptions(QMainWindow.DockOption.AllowTabbedDocks | QMainWindow.DockOption.AllowNestedDocks)
        self.setDocumentMode(True)
        self.table = CommandTable(self, theme)
        self.bar = MessageBar(theme)
        self.pages = PageView(session, theme)
        self.workspaces = WorkspaceActions(self, session, theme, settings)
        memory.kept = self.workspaces.desk.access_of
        self.frames = make_frames(session, theme, self)
        self.views = ViewSwitch(self, self.frames, session, settings)
        self.documents = DocumentActions(self, session, settings)
        self.profiles = ProfileActions(self, session, settings)
        self.exports = ExportActions(self, session, theme, settings, memory)
        self.steps = Steps(session)
        self.toolbar = ToolBar(session, theme, self.table)
        self.finder = Finder(session, self.toolbar.find_field)
        assert session.evaluation is not None
        self.evaluation = EvaluationParts(self, session, session.evaluation, theme, settings, self.pages)
        self.table.add(*window_commands(self), *self.evaluation.commands())
        self.toolbar.fill()
        self.drops = DropTarget(self, theme, self._dropped)
        self.hold = HoldKey(self, session)
        self.notices = DocumentNotices(session, self.bar)
        self.draft_notice = DraftNotice(session, self.bar)
        self.outside_notice = OutsideNotice(self.workspaces.desk, self.bar, self.table.action("workspace.add"))
        self.watch = FileWatch(session, self.bar, self.table.action("document.reload"))
        self._was_busy = False
        self._build()
        self._connect()
        self._crash_dialog: QWidget | None = None
        self._settled = False

    # ---- assembly -------------------------------------------------------------------------------------------------
    def _build(self) -> None:
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.bar)
        column.addWidget(self.evaluation.bar)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)
        self.pages.setAcceptDrops(False)
        self.pages.canvas.setAcceptDrops(False)
        self.addToolBar(self.toolbar)
        self.setStatusBar(StatusBar(self.session, self.theme))
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self._build_menus()
        self.resize(first_size(self.screen().availableSize()))
        geometry = self._settings.value(_GEOMETRY)
        if geometry:
            self.restoreGeometry(geometry)
        self.views.begin()

    def _build_menus(self) -> None:
        menus = MenuBar(self.menuBar(), self.table, self)
        first = self.table.action("export")
        recent = QMenu("Open &recent", self)
        menus.menus["File"].insertMenu(first, recent)
        menus.menus["File"].insertSeparator(first)
        self._recent = RecentMenu(recent, self.documents.recent, self.documents)
        workspaces = QMenu("Recent wor&kspaces", self)
        menus.menus["File"].insertMenu(self.table.action("workspace.close"), workspaces)
        self._recent_workspaces = RecentMenu(workspaces, self.workspaces, self.workspaces)
        presets = QMenu("&Presets", self)
        menus.menus["Profile"].insertMenu(self.table.action("profile.save"), presets)
        presets.aboutToShow.connect(self._fill_presets)
        self._presets = presets
        panels = QMenu("&Panels", self)
        menus.menus["Window"].insertMenu(self.table.action("window.reset"), panels)
        self.views.fill_menu(panels)
        self.menus = menus
        zoom = QMenu(self)
        for name in ("zoom.width", "zoom.page", "zoom.actual"):
            zoom.addAction(self.table.action(name))
        self.toolbar.set_zoom_menu(zoom)
        self.toolbar.profile.set_menu_filler(self._fill_profile_menu)

    def _connect(self) -> None:
        session = self.session
        session.documents_changed.connect(self._tell)
        session.current_changed.connect(self._tell)
        session.profile_changed.connect(self._tell)
        session.result_changed.connect(self._tell_soon)
        session.busy_changed.connect(self._busy_changed)
        session.selection_changed.connect(self.table.refresh)
        session.undo_stack.indexChanged.connect(self._tell_undo)
        self.evaluation.commands_changed.connect(self.table.refresh)
        session.rules.changed.connect(self._tell)
        self.workspaces.desk.contents_changed.connect(self.table.refresh)
        self.workspaces.desk.documents.outside_changed.connect(self.table.refresh)
        self.workspaces.versions.view_wanted.connect(self.views.switch)
        self.pages.open_wanted.connect(self.documents.ask)
        self.documents.recent.changed.connect(self._offer_recent)
        self.workspaces.recent_changed.connect(self._offer_recent)
        self.workspaces.panel_wanted.connect(self.show_workspace)
        self.pages.start_card.workspace_wanted.connect(self.workspaces.open)
        self.pages.zoom_changed.connect(self.toolbar.show_zoom)
        self.toolbar.find_field.left.connect(self.pages.setFocus)
        self.toolbar.page.left.connect(self.pages.setFocus)
        self.toolbar.view_chosen.connect(self.views.switch)
        self.views.switched.connect(self._view_switched)
        self._tell()
        self._tell_undo()
        self._offer_recent()

    # ---- what the window tells ---------------------------------------------------------------------------------
    def _tell(self, *_: object) -> None:
        state = self.session.current
        name = names_apart(self.session.documents)[state.key] if state else ""
        self.setWindowTitle(f"{name}[*] — ChunkStudio" if state else "ChunkStudio[*]")
        self.setWindowModified(self.session.profile != self.session.baseline)
        has_chunks = state is not None and state.result is not None
        self.table.refresh()
        self.toolbar.set_has_document(state is not None and state.pages_total > 0, chunks=has_chunks)

    def _offer_recent(self) -> None:
        self.pages.start_card.show_recent(self.documents.recent.paths(), self.workspaces.paths())

    def _tell_soon(self, _key: str) -> None:
        """A result has come: what can be done now may be said a turn later, when the pages show it."""
        turns().add(self, "tell", self._tell)

    def _tell_undo(self, *_: object) -> None:
        stack = self.session.undo_stack
        if not isValid(stack):
            return  # it empties itself while the window is taken down
        for name, verb, text in (("undo", "Undo", stack.undoText()), ("redo", "Redo", stack.redoText())):
            action = self.table.action(name)
            action.setText(f"&{verb} {text}" if text else f"&{verb}")
            keys = action.shortcut().toString()
            action.setToolTip(f"{verb} {text} ({keys})" if text else f"Nothing to {name} ({keys})")
        self.table.refresh()

    def _busy_changed(self) -> None:
        busy = self.session.busy is not None
        if busy != self._was_busy:
            self._was_busy = busy
            self.table.refresh()

    def _view_switched(self, name: str) -> None:
        self.toolbar.views.set_value(name)
        if self.session.comparison is not None:
            self.session.comparison.show(name)
        self.toolbar.set_main_button(name != "tune")
        self.table.refresh()

    def _fill_presets(self) -> None:
        self._presets.clear()
        self.profiles.fill_presets(self._presets)

    def _fill_profile_menu(self, menu: QMenu) -> None:
        self.profiles.fill_menu(menu, self.table)

    def _dropped(self, paths: list[Path]) -> None:
        for path in filter(is_profile, paths):
            self.profiles.open(path)
        self.open_paths([path for path in paths if not is_profile(path)])

    def open_paths(self, paths: list[Path]) -> None:
        """Open workspaces and documents."""
        for path in (p for p in paths if p.suffix == SUFFIX):
            self.workspaces.open(path)
        self.documents.open([path for path in paths if path.suffix != SUFFIX])

    # ---- commands -------------------------------------------------------------------------------------------------
    def toolbar_page_focus(self) -> None:
        """Put the keyboard into the page field."""
        self.toolbar.page.edit.setFocus()
        self.toolbar.page.edit.selectAll()

    def set_theme(self, mode: Mode) -> None:
        """Show another palette and prefer it from now on."""
        self.preferences.set("theme", mode)

    def has_theme(self, mode: Mode) -> bool:
        """Whether this palette is preferred."""
        return self.preferences.values.theme == mode

    def toggle_full_screen(self) -> None:
        """Full screen and back."""
        if self.isFullScreen():
            self.showNormal()
        else:
            self.showFullScreen()

    def show_workspace(self) -> None:
        """Bring the workspace panel to the front and put the keyboard into it."""
        go_to_panel(self, "workspace")

    def show_palette(self) -> None:
        """The command palette."""
        from chunkstudio.gui.command_palette import CommandPalette

        self.table.refresh()
        CommandPalette(self.table, self.theme, self).open()

    def show_preferences(self) -> None:
        """The preferences dialog."""
        from chunkstudio.gui.dialogs.preferences import PreferencesDialog

        PreferencesDialog(self.preferences, self.theme, self).open()

    def show_shortcuts(self) -> None:
        """The sheet of shortcuts."""
        from chunkstudio.gui.dialogs.shortcuts import ShortcutSheet

        ShortcutSheet(self.table, self.theme, self).open()

    def show_about(self) -> None:
        """About the program."""
        from chunkstudio.gui.dialogs.about import AboutDialog

        AboutDialog(self.theme, self.facts(), self).open()

    def copy_facts(self) -> None:
        """Put versions and the last commands on the clipboard."""
        QGuiApplication.clipboard().setText(self.facts())
        self.session.message.emit("ok", "Details copied.", "Paste them into a report.")

    def facts(self) -> str:
        """Versions and the last commands, for a report."""
        from chunkstudio.gui.crash_report import program_facts

        return program_facts(self.table.last_used())

    def show_crash(self, details: str) -> None:
        """Show a fault that nobody caught; further ones are added to the same dialog."""
        from chunkstudio.gui.dialogs.crash import CrashDialog

        if self._crash_dialog is None:
            self._crash_dialog = CrashDialog(self.theme, "Something failed that should not.", self)
        dialog = cast(CrashDialog, self._crash_dialog)
        dialog.add(details)
        dialog.show()

    def tell_left_crash(self, details: str) -> None:
        """Offer the report of a run that ended in a crash."""
        action = QAction("Show report", self)
        action.setData(details)
        action.triggered.connect(self._show_left_crash)
        text = "ChunkStudio ended unexpectedly the last time."
        self.bar.show_notice(Notice("warning", text, "Your profile draft was kept.", action))

    def _show_left_crash(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self.show_crash(str(sender.data()))

    # ---- window events ------------------------------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        """All painting and arranging of what is in the window comes through here."""
        if event.type() in _TURNS:
            with window_first.turn():
                return super().event(event)
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._settled:
            self._settled = True
            QTimer.singleShot(0, self.views.settle)
            self.pages.start_card.open_button.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.table.refresh()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is asked: the profile draft is kept on disk, and documents are not changed by this program."""
        self._settings.setValue(_GEOMETRY, self.saveGeometry())
        self.views.keep()
        self.session.cancel_work()
        super().closeEvent(event)
