"""Opening, closing and reloading documents: dialog, drop, recent files, and files that change while they are open."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QMimeData, QObject, QSettings, QTimer, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from chunkstudio.gui.document_state import names_apart
from chunkstudio.gui.menus import RecentFiles
from chunkstudio.gui.message_bar import MessageBar, Notice
from chunkstudio.gui.session import Session

_FOLDER = "open/folder"
_REST_MS = 400


class DocumentActions(QObject):
    """What the File and Document menus do with files."""

    def __init__(self, window: QWidget, session: Session, settings: QSettings) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._settings = settings
        self.recent = RecentFiles(settings, self)
        self._known: set[str] = set()
        session.documents_changed.connect(self._note_opened)

    @Slot()
    def ask(self) -> None:
        """Let the user choose files."""
        folder = str(self._settings.value(_FOLDER, str(Path.home())))
        kinds = "PDF, Markdown and text (*.pdf *.PDF *.md *.markdown *.txt *.text);;All files (*)"
        names, _ = QFileDialog.getOpenFileNames(self._window, "Open documents", folder, kinds)
        if names:
            self.open([Path(name) for name in names])

    def open(self, paths: Iterable[Path]) -> None:
        """Open files and remember their folder."""
        files = list(paths)
        if files:
            self._settings.setValue(_FOLDER, str(files[0].parent))
            self._session.open_paths(files)

    @Slot()
    def open_recent(self) -> None:
        """Open the file of the menu entry that was chosen."""
        sender = self.sender()
        if isinstance(sender, QAction):
            self.open([Path(str(sender.data()))])

    def close_current(self) -> None:
        """Close the document that is shown."""
        state = self._session.current
        if state is not None:
            self._session.close_document(state.key)

    def close_all(self) -> None:
        """Close every document."""
        for state in self._session.documents:
            self._session.close_document(state.key)

    def step(self, by: int) -> None:
        """Show the next (1) or previous (-1) document."""
        keys = [state.key for state in self._session.documents]
        state = self._session.current
        if state is not None and keys:
            self._session.show_document(keys[(keys.index(state.key) + by) % len(keys)])

    def reload_current(self) -> None:
        """Read the shown document again."""
        state = self._session.current
        if state is not None:
            self._session.reload(state.key)

    def _note_opened(self) -> None:
        """Files that did open go into the list of recent ones."""
        for state in self._session.documents:
            if state.info is not None and state.key not in self._known:
                self.recent.add(state.path)
        self._known = {state.key for state in self._session.documents if state.info is not None}


class FileWatch(QObject):
    """Notices when an open file is changed or removed by someone else, and offers to read it again."""

    def __init__(self, session: Session, bar: MessageBar, reload_action: QAction) -> None:
        super().__init__(bar)
        self._session = session
        self._bar = bar
        self._reload = reload_action
        self._watcher = QFileSystemWatcher(self)
        self._touched: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REST_MS)
        self._timer.timeout.connect(self._look)
        self._watcher.fileChanged.connect(self._note)
        session.documents_changed.connect(self._follow)
        session.current_changed.connect(self._show_current)

    def _follow(self) -> None:
        fresh = {state.key for state in self._session.documents if not state.changed_on_disk}
        self._bar.keep(lambda notice: notice.action is not self._reload or notice.document not in fresh)
        wanted = {str(state.path.resolve()) for state in self._session.documents if state.info is not None}
        watched = set(self._watcher.files())
        if gone := list(watched - wanted):
            self._watcher.removePaths(gone)
        if new := [name for name in wanted - watched if Path(name).is_file()]:
            self._watcher.addPaths(new)

    @Slot(str)
    def _note(self, name: str) -> None:
        """Writers often replace a file in several steps, so the file is looked at when it has come to rest."""
        self._touched.add(name)
        self._timer.start()

    def _look(self) -> None:
        touched, self._touched = self._touched, set()
        for state in self._session.documents:
            if str(state.path.resolve()) in touched or state.key in touched:
                self._session.mark_changed_on_disk(state.key)
        self._follow()
        self._show_current()

    def _show_current(self) -> None:
        state = self._session.current
        if state is None or not state.changed_on_disk:
            return
        name = names_apart(self._session.documents)[state.key]
        if state.path.is_file():
            text = f"{name} was changed by another program."
            self._bar.show_notice(Notice("warning", text, "What is shown is the version from before.", self._reload, state.key))
        else:
            hint = "What is shown stays usable until you close it; it cannot be read again."
            self._bar.show_notice(Notice("warning", f"{name} was removed or renamed.", hint, None, state.key))


def droppable(data: QMimeData) -> list[Path]:
    """The local files of a drag that the window takes: documents and profiles."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile() and Path(url.toLocalFile()).is_file()]


def is_profile(path: Path) -> bool:
    """Whether a dropped file is a profile rather than a document."""
    return path.suffix.lower() in (".yaml", ".yml")
