"""The running program: application, preferences, theme, session, jobs and window, made and ended in order."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings, QTimer
from PySide6.QtWidgets import QApplication

from chunkstudio.chunking.profile import Profile
from chunkstudio.chunking.tokens import profile_tokenizer
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.access_memory import AccessMemory
from chunkstudio.gui.collector import Collector
from chunkstudio.gui.crash_report import CrashReporter, data_folder
from chunkstudio.gui.draft_keeper import DraftKeeper, kept_profiles
from chunkstudio.gui.evaluation.comparison_state import Comparison
from chunkstudio.gui.evaluation.evaluation_session import EvaluationSession
from chunkstudio.gui.jobs import WindowJobs
from chunkstudio.gui.main_window import MainWindow
from chunkstudio.gui.preferences import Preferences, app_settings
from chunkstudio.gui.qt_types import make_qt_types
from chunkstudio.gui.scratch_rules import ScratchRules
from chunkstudio.gui.session import Session
from chunkstudio.gui.style import ChunkStyle
from chunkstudio.gui.theme import Theme

if TYPE_CHECKING:
    from chunkstudio.layout.pool import LayoutPool

# Painting lets go of the interpreter at every Qt call; each time it waits as long as this for the engine's thread.
_SWITCH_SECONDS = 0.00005


class Studio(QObject):
    """One window and all that it needs. :meth:`end` frees workers, threads and files."""

    def __init__(self, settings: QSettings, folder: Path, profile: Profile | None = None) -> None:
        super().__init__()
        make_qt_types()
        sys.setswitchinterval(_SWITCH_SECONDS)
        self.settings = settings
        self.preferences = Preferences(settings, self)
        self.theme = Theme(self.preferences.values.theme, self)
        self._style = ChunkStyle(self.theme)
        application().setStyle(self._style)
        self.session = Session(profile, self)
        self.memory = AccessMemory(settings)
        self.jobs = WindowJobs(self.session, self._make_pool, self.memory)
        try:
            self._assemble(folder, profile)
        except BaseException:
            self.jobs.stop()  # threads that run already may not be taken down with it
            if hasattr(self, "evaluation"):
                self.evaluation.stop()
            raise

    def _assemble(self, folder: Path, profile: Profile | None) -> None:
        self.keeper = DraftKeeper(self.session, folder)
        self.scratch = ScratchRules(folder)
        self.session.rules.set_keeper(self.scratch)
        self._apply_preferences()
        goes_on = profile is None and self.preferences.values.restore_draft
        if goes_on:
            self._restore(folder)
        self.comparison = self.session.comparison = Comparison(self.session, self)
        self.evaluation = self.session.evaluation = EvaluationSession(self.session, folder)
        self.window = MainWindow(self.session, self.theme, self.preferences, self.settings, self.memory)
        if goes_on:
            self.window.draft_notice.tell()
        self.collector = Collector(self.session, self)
        self.crashes = CrashReporter(folder, self.window.show_crash, self.window.table.last_used)
        self.preferences.changed.connect(self._apply_preferences)
        self._warming = QTimer(self)
        self._warming.setSingleShot(True)
        self._warming.timeout.connect(self._warm)

    @classmethod
    def start(cls, paths: Sequence[Path], profile: Path | None, *, leave: bool = False) -> int:
        """Run the program until its window closes. Raises ChunkStudioError for a refused profile.

        With ``leave`` the process ends with its window, see :meth:`leave`.
        """
        chosen = Profile.load(profile) if profile is not None else None
        app = application()
        studio = cls(app_settings(), data_folder(), chosen)
        try:
            left = studio.crashes.install()
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            studio.show(paths)
            if left:
                studio.window.tell_left_crash(left)
            code = int(app.exec())
            if leave:
                studio.leave(code)
            return code
        finally:
            studio.end()
            studio.take_down()

    def show(self, paths: Sequence[Path] = ()) -> None:
        """Show the window, open files, and warm up what they need once it can be seen.

        The tokenizer is read before: that holds up every thread for a twentieth of a second, which a window would feel.
        """
        profile = self.session.profile
        with contextlib.suppress(ChunkStudioError):  # the first document is told of it
            profile_tokenizer(profile.assembly.tokenizer, profile.retrieval.embedder)
        self.window.show()
        if paths:
            self.window.open_paths(list(paths))
        self._warming.start(0)

    def end(self) -> None:
        """Free everything; may be called more than once. Waits until every thread has ended."""
        self.jobs.give_up()  # first, so that its threads end while the others are waited for
        self._keep()
        self.window.evaluation.stop()
        self.evaluation.stop()
        self.jobs.stop()
        self.session.undo_stack.clear()  # a stack that the collector takes apart with its steps frees some of them twice
        self.collector.stop()  # last: garbage of the window may only be collected in its own thread
        self.crashes.uninstall()

    def leave(self, code: int) -> NoReturn:
        """End the process at once, with everything kept that is to be kept and no worker left.

        Loading and compiling go on in threads for seconds and cannot be stopped, and an interpreter that is taken apart
        meanwhile crashes. Nothing of it is needed any more.
        """
        self.jobs.give_up()
        self._keep()
        self.crashes.uninstall()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):  # closed by the caller, or its reader has gone
                stream.flush()
        os._exit(code)

    def take_down(self) -> None:
        """Delete the window while there is an application, not in the order in which an interpreter that ends finds things."""
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def _keep(self) -> None:
        """Write what is to be kept, and let what is being written come to its end."""
        self._warming.stop()
        self.keeper.flush()
        self.evaluation.keeper.flush()
        self.window.exports.stop()
        self.window.workspaces.desk.stop()
        self.settings.sync()

    def _warm(self) -> None:
        gc.freeze()
        self.jobs.layout.warm(neural=self.session.profile.layout.parser == "neural")
        self.jobs.engine.warm()
        self.jobs.explorer.warm()

    def _restore(self, folder: Path) -> None:
        kept = kept_profiles(folder)
        if kept is not None:
            version, draft = kept
            self.session.load_profile(version, "open the last profile")
            self.session.set_profile(draft, "go on with the last draft")
            self.session.undo_stack.clear()

    def _apply_preferences(self, _name: str = "") -> None:
        values = self.preferences.values
        self.theme.configure(values.theme, values.font_percent / 100, values.font == "System", values.white_paper)

    def _make_pool(self) -> LayoutPool:
        from chunkstudio.layout.pool import LayoutPool

        values = self.preferences.values
        return LayoutPool(values.workers, time_limit=float(values.page_seconds), background=True)


def application() -> QApplication:
    """The application object, made with our name when there is none yet."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("ChunkStudio")
    app.setApplicationDisplayName("ChunkStudio")
    app.setDesktopFileName("chunkstudio")
    return app
