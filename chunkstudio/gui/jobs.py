"""Glue between the session, the layout workers and the engine thread: when to cut what, and what the window is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Slot

from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.access_memory import AccessMemory
from chunkstudio.gui.activity import Busy
from chunkstudio.gui.engine_thread import EngineAnswer, EngineRequest, EngineThread
from chunkstudio.gui.explorer import Explorer
from chunkstudio.gui.layout_jobs import LayoutJobs, not_as_opened
from chunkstudio.gui.session import Session

if TYPE_CHECKING:
    from chunkstudio.chunking.access import DocumentAccess
    from chunkstudio.gui.document_pages import DocumentPages
    from chunkstudio.layout.options import LayoutOptions
    from chunkstudio.layout.pool import LayoutPool
else:
    LayoutPool = Any

_BATCH_SECONDS = 0.5
_FIRST_SECONDS = 0.04
_FLOOD_PAGES = 8
_FLOOD_SECONDS = 0.6
_FLOOD_MS = 100
_RUN_SHARE = 8.0
_RUN_GROWTH = 2.0
"""How much longer than the last run the next one may take, since more pages are there."""
_PROGRESS_MS = 80


class WindowJobs(QObject):
    """Does the session's work (see :class:`chunkstudio.gui.session.Jobs`) and reports back to it.

    Pages that arrive are cut in batches: the first at once (where many pages were kept from the last time, when all of
    them are there), then at most twice a second (less often where a run takes long: provisional results get a ninth of
    the time), and once at the end.
    """

    def __init__(self, session: Session, make_pool: Callable[[], LayoutPool], memory: AccessMemory) -> None:
        super().__init__(session)
        self._session = session
        self._memory = memory
        self.layout = LayoutJobs(make_pool, self)
        self.engine = EngineThread(self._answer, self)
        self.explorer = session.explorer = Explorer(session, self)
        self._serial = 0
        self._dirty: set[str] = set()
        self._last_cut: dict[str, float] = {}
        self._running: dict[str, EngineRequest] = {}
        self._run_seconds: dict[str, float] = {}
        self._arrived_at: dict[str, float] = {}
        self._opened_at: dict[str, float] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._cut_dirty)
        self.layout.opened.connect(self._opened)
        self.layout.refused.connect(self._refused)
        self.layout.pages_arrived.connect(self._pages_arrived)
        self.layout.not_read_anew.connect(self._not_read_anew)
        self._progress_timer = QTimer(self)
        self._progress_timer.setSingleShot(True)
        self._progress_timer.setInterval(_PROGRESS_MS)
        self._progress_timer.timeout.connect(self._tell_progress)
        self.layout.progress_changed.connect(self._note_progress)
        session.current_changed.connect(self._prefer_current)
        session.rules.changed.connect(self._rules_changed)
        session.images.source = self.layout
        session.jobs = self

    # ---- the session's wishes ------------------------------------------------------------------------------------
    def open(self, key: str, path: Path, password: str | None) -> None:
        self._opened_at[key] = time.monotonic()
        self.layout.open(key, path, password, self._options())

    def close(self, key: str) -> None:
        self.layout.close(key)
        self._forget_runs(key)

    def _forget_runs(self, key: str) -> None:
        self.engine.forget(key)
        self._dirty.discard(key)
        for kept in (self._running, self._last_cut, self._run_seconds, self._arrived_at):
            kept.pop(key, None)

    def recut(self) -> None:
        """The profile changed: cut every open document again, the shown one first."""
        self._serial += 1
        options = self._options()
        for key in self.layout.open_keys():
            if not self.layout.set_options(key, options):
                self._request(key)

    def cancel(self) -> None:
        self.engine.cancel()
        self._running.clear()
        self.layout.cancel()
        for key in self.layout.open_keys():
            pages = self.layout.pages(key)
            if pages is not None and pages.cancelled:
                self._session.accept_stopped(key, True, len(pages.wanted))
        self._tell_progress()
        self._session.log("info", "Cancelled. What had arrived stays.")

    def look_at(self, key: str, pages: tuple[int, ...]) -> None:
        self.layout.look_at(key, pages)

    def set_labels(self, key: str, labels: tuple[str, ...] | None) -> None:
        """Access borders are cuts, so the document is cut again; narrower parts stay as they are."""
        pages, state = self.layout.pages(key), self._session.state(key)
        if pages is not None and state is not None:
            access = self._memory.with_labels(state, labels or ())
            if access is not None:
                self._session.accept_access(key, access)
            self._cut_under(key, access)

    def take_kept_access(self, key: str) -> bool:
        """Take the access that the workspace holds, if it is another; whether it is."""
        pages, state = self.layout.pages(key), self._session.state(key)
        if pages is None or state is None:
            return False
        try:
            access = self._memory.find_kept(state.path, pages.info.sha256)
        except ChunkStudioError as error:
            self._session.log("warning", error.message, error.hint, document=key, show=True)
            return False
        if access is None or access == state.access:
            return False
        self._session.accept_access(key, access)
        self._cut_under(key, access)
        return True

    def _cut_under(self, key: str, access: DocumentAccess | None) -> None:
        pages = self.layout.pages(key)
        if pages is not None and pages.access != access:
            pages.access = access
            self._request(key)

    @Slot(str)
    def _rules_changed(self, sha256: str) -> None:
        """Cut the documents with these bytes again; a run under the old rules is of no use any more."""
        self._serial += 1
        for key in self.layout.open_keys():
            pages = self.layout.pages(key)
            if pages is not None and pages.info.sha256 == sha256:
                self._request(key)

    def resume(self, key: str) -> None:
        self.layout.resume(key)
        pages = self.layout.pages(key)
        if pages is not None:
            self._session.accept_stopped(key, False, len(pages.wanted))

    def give_up(self) -> None:
        """End the workers, ask the threads to end, and report nothing any more. Threads that load or compile go on for long."""
        self._timer.stop()
        self._progress_timer.stop()
        self.explorer.give_up()
        self.engine.give_up()
        self._session.images.close()
        self.layout.stop()

    def stop(self) -> None:
        """End workers and threads; waits until they have ended."""
        self.give_up()
        self.explorer.stop()
        self.engine.stop()

    # ---- what arrives ---------------------------------------------------------------------------------------------
    @Slot(str)
    def _opened(self, key: str) -> None:
        pages, state = self.layout.pages(key), self._session.state(key)
        if pages is None or state is None:
            return
        if state.layout is not None:  # read anew: what is made of the old pages is of no use
            self._serial += 1
            self._forget_runs(key)
        try:
            pages.access = self._memory.find(state.path, pages.info.sha256)
            contradiction = self._memory.contradiction(state.path, pages.info.sha256)
            if contradiction is not None:
                self._session.log("warning", *contradiction, document=key, show=True)
        except ChunkStudioError as error:
            self._session.log("warning", error.message, error.hint, document=key, show=True)
        self._session.accept_opened(key, pages.info, pages.access)

    @Slot(str, object)
    def _refused(self, key: str, error: ChunkStudioError) -> None:
        pages = self.layout.pages(key)
        if pages is not None:
            self._session.accept_not_reloaded(key, final=pages.complete and key not in self._running)
            if error.code != "cancelled":
                hint = "What was read stays until you close it."
                self._session.log("warning", error.message, hint, document=key, show=True)
        elif error.code == "cancelled":
            self._session.close_document(key)
        else:
            self._session.accept_error(key, error)

    @Slot(str, object)
    def _not_read_anew(self, key: str, error: ChunkStudioError) -> None:
        hint = "What was read stays, under the settings it was read with. Open the file again, or undo the change."
        self._session.log("warning", error.message, hint, document=key, show=True)

    @Slot(str)
    def _pages_arrived(self, key: str) -> None:
        self._dirty.add(key)
        self._arrived_at[key] = time.monotonic()
        pages = self.layout.pages(key)
        if pages is not None and pages.complete:
            self._cut_dirty()
        elif not self._timer.isActive():
            pause = max(_BATCH_SECONDS, _RUN_SHARE * self._run_seconds.get(key, 0.0))
            since = time.monotonic() - self._last_cut.get(key, 0.0)
            self._timer.start(int(1000 * (max(0.0, pause - since) if key in self._last_cut else _FIRST_SECONDS)))

    @Slot()
    def _cut_dirty(self) -> None:
        for key in [key for key in self._dirty if not self._in_flood(key) and not self._soon_complete(key)]:
            self._request(key)
        if self._dirty:
            self._timer.start(_FLOOD_MS)

    def _in_flood(self, key: str) -> bool:
        """Whether kept pages of a file that was just opened still pour in: cutting a part of them would be in vain."""
        pages = self.layout.pages(key)
        if pages is None or pages.complete or key in self._last_cut:
            return False
        lately = time.monotonic() - self._opened_at.get(key, 0.0) < _FLOOD_SECONDS
        return lately and len(pages.wanted) + len(pages.quick) > _FLOOD_PAGES

    def _soon_complete(self, key: str) -> bool:
        """Whether the last pages will be there before a run on the others has ended: it would keep the last run waiting.

        They are no longer waited for once none has come for as long as that run would take: one may take very long.
        """
        pages = self.layout.pages(key)
        if pages is None or pages.complete or pages.cancelled or not pages.wanted:
            return False
        now = time.monotonic()
        each = (now - self._opened_at.get(key, 0.0)) / len(pages.wanted)
        waited = now - self._arrived_at.get(key, 0.0)
        return max(waited, (pages.total - len(pages.wanted)) * each) < _RUN_GROWTH * self._run_seconds.get(key, 0.0)

    def _request(self, key: str) -> None:
        pages = self.layout.pages(key)
        self._dirty.discard(key)
        if pages is None or not pages.anything:
            return
        self._last_cut[key] = time.monotonic()
        state = self._session.state(key)
        request = EngineRequest(
            key,
            self._serial,
            pages.stamp,
            pages.info,
            pages.snapshot(),
            self._session.profile,
            self._session.reference,
            pages.access,
            len(pages.wanted),
            pages.total,
            pages.complete,
            self._session.rules.rules(pages.info.sha256),
            state.visible_pages if state is not None else (),
        )
        self._running[key] = request
        self.engine.submit(request)
        self._note_progress()

    def _answer(self, answer: EngineAnswer) -> None:
        request = answer.request
        if self.engine.overtaken(request):
            return
        if answer.layout is not None:
            self._session.accept_layout(request.key, answer.layout, done=request.done, total=request.total)
        elif answer.preview is not None:
            self._session.accept_preview(request.key, answer.preview)
        elif answer.error is not None:
            self._session.accept_error(request.key, answer.error)
        else:
            self._accept(answer)
        if answer.ends and self._running.get(request.key) is request:
            del self._running[request.key]
            self._run_seconds[request.key] = answer.seconds
            self._note_progress()

    def _accept(self, answer: EngineAnswer) -> None:
        request = answer.request
        pages, state = self.layout.pages(request.key), self._session.state(request.key)
        if pages is None or state is None:
            return
        final = request.complete and pages.stamp == request.stamp and not answer.passing
        newly = final and not state.final
        self._session.accept_result(request.key, answer.result, answer.previous, final=final, ms=1000 * answer.seconds)
        if newly and request.key in self._opened_at:
            self._report_final(request.key, pages, answer)

    def _report_final(self, key: str, pages: DocumentPages, answer: EngineAnswer) -> None:
        seconds = time.monotonic() - self._opened_at.pop(key)
        text = f"{pages.info.file_name}: layout of {pages.total} pages complete, {len(answer.result.chunks)} chunks"
        self._session.log("ok", text, document=key, seconds=seconds)
        failed = pages.failed_pages()
        if failed:
            what = "1 page" if len(failed) == 1 else f"{len(failed)} pages"
            reason = not_as_opened(pages)
            hint = f"{reason.message} {reason.hint}" if reason is not None else "See Findings."
            hint = f"The other pages are complete. {hint}"
            self._session.log("warning", f"{what} of {pages.info.file_name} could not be read.", hint, document=key, show=True)

    # ---- progress -------------------------------------------------------------------------------------------------
    @Slot()
    def _note_progress(self) -> None:
        """Hundreds of pages may arrive in a moment; the window is told a dozen times a second."""
        if not self._progress_timer.isActive():
            self._progress_timer.start()

    @Slot()
    def _tell_progress(self) -> None:
        self._session.accept_busy(self._progress())

    def _progress(self) -> Busy | None:
        opening = self.layout.opening()
        if opening:
            return Busy(f"Opening {opening[0].name}")
        current = self._session.current
        keys = sorted(self.layout.open_keys(), key=lambda k: current is None or k != current.key)
        for key in keys:
            pages = self.layout.pages(key)
            if pages is not None and pages.under_way:
                name = "" if current is not None and key == current.key else f" of {pages.info.file_name}"
                return Busy(f"Layout {len(pages.wanted)} of {pages.total} pages{name}", len(pages.wanted), pages.total)
        if self._running:
            request = next(iter(self._running.values()))
            return Busy(f"Cutting {request.info.file_name}")
        return None

    @Slot()
    def _prefer_current(self) -> None:
        current = self._session.current
        if current is not None:
            self.engine.prefer(current.key)

    def _options(self) -> LayoutOptions:
        from chunkstudio.chunking.pipeline import layout_options

        options: LayoutOptions = layout_options(self._session.profile)
        return options
