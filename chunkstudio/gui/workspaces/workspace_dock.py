"""The workspace panel: the workspace's documents, versions and approvals, and what can be done with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from chunkstudio.gui.docks.panel import Panel
from chunkstudio.gui.item_models.rows_model import RowsModel
from chunkstudio.gui.session import Session
from chunkstudio.gui.style import PRIMARY
from chunkstudio.gui.theme import Theme
from chunkstudio.gui.widgets.labels import ElidedLabel, PlainLabel
from chunkstudio.gui.widgets.row_delegate import RowDelegate
from chunkstudio.gui.widgets.row_table import RowTable
from chunkstudio.gui.widgets.segmented import SegmentedChoice
from chunkstudio.gui.workspaces.outside_line import OutsideLine
from chunkstudio.gui.workspaces.workspace_rows import DETAIL, NAME, STATE, ApprovalRows, DocumentRows, VersionRows

if TYPE_CHECKING:
    from chunkstudio.gui.workspaces.actions import WorkspaceActions

_TABS = (("documents", "Documents"), ("versions", "Versions"), ("approvals", "Approvals"))
_SCRATCH = "No workspace is open. What you do is kept for this computer only. Make a workspace to keep documents, rules, profile versions, approvals and exports together in one file."  # noqa: E501
_SLIM, _WIDE, _ROOMY = 380, 620, 760
_LEAST_ROWS = 48
_EMPTY = {
    "documents": "No documents yet. Open one and add it.",
    "versions": "No versions yet. Save version keeps the profile as it is now.",
    "approvals": "Nothing is approved yet. Approve checks everything first.",
}


class WorkspaceDock(Panel):
    """Follows the workspace; without one it offers to make or open one."""

    title = "Workspace"
    object_name = "workspace"

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, parent)
        assert session.workspace is not None
        self.deeds: WorkspaceActions = session.workspace
        self.desk = self.deeds.desk
        self.name = ElidedLabel(theme, use="title", weight=600)
        self.badge = PlainLabel(theme, role="warn", weight=600, wrap=True)
        self.tabs = SegmentedChoice(theme, _TABS)
        self.tabs.setAccessibleName("Part of the workspace")
        self.tables: dict[str, RowTable] = {}
        self.delegates: dict[str, RowDelegate] = {}
        self.models: dict[str, RowsModel[Any]] = {
            "documents": DocumentRows(self),
            "versions": VersionRows(self),
            "approvals": ApprovalRows(self),
        }
        self.sentence = PlainLabel(theme, role="muted", wrap=True)
        self.progress = QProgressBar()
        self.busy_words = ElidedLabel(theme, role="muted", use="small")
        self._build()
        self.tabs.chosen.connect(self._show_tab)
        self.desk.opened.connect(self.mark)
        self.desk.contents_changed.connect(self.mark)
        self.desk.contents_changed.connect(self._recount)
        self.desk.documents.outside_changed.connect(self.mark)
        self.desk.background.busy_changed.connect(self._show_busy)
        self.tabs.set_value("documents")

    # ---- parts ----------------------------------------------------------------------------------------------------
    def _build(self) -> None:
        self.scratch = self._scratch_page()
        self.content = self._content_page()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.scratch)
        self.pages.addWidget(self.content)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.pages)

    def _scratch_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addWidget(PlainLabel(self.theme, _SCRATCH, role="muted", wrap=True))
        make = self._button("New workspace…", self.deeds.ask_new, primary=True)
        opened = self._button("Open workspace…", self.deeds.ask_open)
        row = QHBoxLayout()
        row.addWidget(make)
        row.addWidget(opened)
        row.addStretch(1)
        column.addLayout(row)
        column.addStretch(1)
        page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        return page

    def _button(self, text: str, do: Any, *, primary: bool = False) -> QPushButton:
        button = QPushButton(text)
        button.setProperty(PRIMARY, primary)
        button.clicked.connect(do)
        return button

    def _content_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        self.rechunk = self._button("Re-chunk…", self.deeds.ask_rechunk)
        self.approve = self._button("Approve…", self.deeds.ask_approve)
        self.export = self._button("Export…", self.deeds.ask_export)
        words, buttons = QVBoxLayout(), QHBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.name)
        words.addWidget(self.badge)
        for button in (self.rechunk, self.approve, self.export):
            buttons.addWidget(button)
        self.first = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.first.setSpacing(12)
        self.first.addWidget(self.tabs)
        self.first.addLayout(words, 1)
        self.head = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self.head.setContentsMargins(16, 0, 16, 0)
        self.head.setSpacing(8)
        self.head.addLayout(self.first, 1)
        self.head.addLayout(buttons)
        column.addLayout(self.head)
        self.stack = QStackedWidget()
        for name, _ in _TABS:
            self.stack.addWidget(self._table(name))
        column.addWidget(self.stack, 1)
        self.sentence.setContentsMargins(16, 4, 16, 16)
        column.addWidget(self.sentence)
        self.outside = OutsideLine(self.deeds, self.theme)
        column.addWidget(self.outside)
        column.addWidget(self._busy_line())
        page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        return page

    def _table(self, name: str) -> RowTable:
        table = RowTable(self.theme)
        table.setAccessibleName(dict(_TABS)[name])
        table.setMinimumHeight(_LEAST_ROWS)  # in a low panel rows scroll, and the head stays whole
        table.setModel(self.models[name])
        self.delegates[name] = RowDelegate(self.theme, table)
        table.setItemDelegate(self.delegates[name])
        table.set_columns({NAME: 116, STATE: 92}, DETAIL)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        table.customContextMenuRequested.connect(self._menu)
        table.activated_row.connect(self._activated)
        table.doubleClicked.connect(self._double_clicked)
        self.tables[name] = table
        return table

    def _busy_line(self) -> QWidget:
        self.busy_line = QWidget()
        row = QHBoxLayout(self.busy_line)
        row.setContentsMargins(16, 4, 8, 8)
        stop = QToolButton()
        stop.setText("Cancel")
        stop.clicked.connect(self.desk.background.cancel)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(72)
        row.addWidget(self.busy_words, 1)
        row.addWidget(self.progress)
        row.addWidget(stop)
        self.busy_line.hide()
        return self.busy_line

    # ---- showing --------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        desk = self.desk
        self.pages.setCurrentWidget(self.content if desk.work is not None else self.scratch)
        if desk.work is None or desk.path is None:
            return
        self.name.setText(desk.path.stem + (" (read only)" if not desk.can_write else ""))
        contents = desk.contents
        rows: dict[str, tuple[Any, ...]] = {"documents": (), "versions": (), "approvals": ()}
        if contents is not None:
            rows = {"documents": contents.documents, "versions": contents.versions, "approvals": contents.approvals}
        for name, label in _TABS:
            self.models[name].set_rows(rows[name])
            self.tabs.set_label(name, f"{label} {len(rows[name]):,}" if rows[name] else label)
        self._tell_state()
        self.outside.show_documents(desk.documents.outside)
        self._show_tab(self.tabs.value or "documents")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """At a side of the window the parts of the head stand below each other, and the details below the names."""
        super().resizeEvent(event)
        narrow = self.width() < _WIDE
        for part, least in ((self.first, _SLIM), (self.head, _WIDE)):
            below = self.width() < least
            part.setDirection(QBoxLayout.Direction.TopToBottom if below else QBoxLayout.Direction.LeftToRight)
        for name, table in self.tables.items():
            self.delegates[name].set_two_lines(narrow)
            table.set_row_height(44 if narrow else 24)
            table.setColumnHidden(DETAIL, narrow)
            table.set_columns({STATE: 92} if narrow else {NAME: 240, STATE: 104}, NAME if narrow else DETAIL)
        self._tell_state()

    def _tell_state(self) -> None:
        """The badge: how many documents are not what the saved version would make of them."""
        contents = self.desk.contents
        counts = contents.states if contents is not None else {}
        words = [f"{counts[s]:,} {s}" for s in ("stale", "new", "failed", "missing") if counts.get(s)]
        fresh = bool(counts) and not words
        version = self.session.baseline.version[:4]
        text = f"{version}: {', '.join(words)}" if words else f"{version}: all fresh"
        self.badge.setText(text if words or fresh else "")
        self.badge.set_look("ok" if fresh else "warn")
        outdated = len(contents.outdated) if contents is not None else 0
        self.rechunk.setText("Re-chunk what changed…" if self.width() >= _ROOMY else "Re-chunk…")
        self.rechunk.setVisible(self.desk.can_write and bool(outdated))
        self.approve.setVisible(self.desk.can_write and bool(contents is not None and contents.documents))
        self.export.setVisible(contents is not None and any(s.chunk_set for s in contents.documents))

    def _recount(self) -> None:
        """The tab's count, which is seen behind other tabs too: how many documents would be chunked again."""
        contents = self.desk.contents
        self.set_count(len(contents.outdated) or None if contents is not None else None)

    def _show_tab(self, name: str) -> None:
        names = [n for n, _ in _TABS]
        self.stack.setCurrentIndex(names.index(name))
        empty = not self.models[name].rows
        self.stack.setVisible(not empty)
        self.sentence.setText(_EMPTY[name] if empty else "")
        self.sentence.setVisible(empty)

    def _show_busy(self, busy: Any) -> None:
        self.busy_line.setVisible(busy is not None)
        if busy is not None:
            self.busy_words.setText(busy.text)
            self.progress.setRange(0, busy.total)
            self.progress.setValue(busy.done)

    # ---- doing ----------------------------------------------------------------------------------------------------
    def _double_clicked(self, index: Any) -> None:
        self._activated(index.row())

    def _activated(self, row: int) -> None:
        name = self.tabs.value
        what = self.models[name].rows[row]
        if name == "documents":
            self.deeds.open_document(what.document)
        elif name == "versions":
            self.deeds.versions.open(what)

    def _menu(self, at: QPoint) -> None:
        name = self.tabs.value
        table = self.tables[name]
        row = table.rowAt(at.y())
        if row < 0:
            return
        menu = QMenu(self)
        self.fill_menu(menu, name, self.models[name].rows[row])
        menu.aboutToHide.connect(menu.deleteLater)
        if menu.actions():
            menu.popup(table.viewport().mapToGlobal(at))

    def fill_menu(self, menu: QMenu, name: str, row: Any) -> None:
        """What can be done with a row; nothing that changes the workspace where it is open for reading only."""
        deeds, can = self.deeds, self.desk.can_write
        if name == "documents":
            if row.document.path is not None and (row.state != "missing" or row.changed):
                menu.addAction("Open").triggered.connect(lambda: deeds.open_document(row.document))
            if "revision" in row.changed and row.state == "stale":
                menu.addAction("What the new revision changed…").triggered.connect(lambda: deeds.show_revision(row.document))
            if can:
                menu.addAction("Access labels…").triggered.connect(lambda: deeds.ask_labels(row.document))
                menu.addAction("Remove from the workspace").triggered.connect(lambda: deeds.remove_document(row.document))
        elif name == "versions":
            self._fill_version(menu, row, can)
        elif can and not row.revoked:
            menu.addAction("Revoke…").triggered.connect(lambda: deeds.ask_revoke(row))

    def _fill_version(self, menu: QMenu, row: Any, can: bool) -> None:
        deeds = self.deeds.versions
        menu.addAction("Open as profile").triggered.connect(lambda: deeds.open(row))
        menu.addAction("Compare…").triggered.connect(lambda: deeds.compare(row))
        menu.addAction("Branch…").triggered.connect(lambda: deeds.branch(row))
        menu.addAction("Export as YAML…").triggered.connect(lambda: deeds.ask_export(row))
        if not can:
            return
        menu.addSeparator()
        menu.addAction("Restore").triggered.connect(lambda: deeds.restore(row))
        menu.addAction("Tag…").triggered.connect(lambda: deeds.ask_tag(row))
        for tag in row.tags:
            menu.addAction(f"Remove tag {tag}").triggered.connect(lambda _=False, tag=tag: deeds.untag(tag))
        if row.state in ("draft", "evaluated"):
            menu.addAction("Retire").triggered.connect(lambda: deeds.retire(row))
