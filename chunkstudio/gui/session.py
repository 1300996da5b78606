"""Session: the only state of the window. Values go down by its signals, wishes come up by its methods; ids travel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject

from chunkstudio.chunking.access import DocumentAccess
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui import linkage
from chunkstudio.gui.activity import Busy, Event, Level
from chunkstudio.gui.document_state import DocumentState, document_key, document_place
from chunkstudio.gui.reselection import found_again
from chunkstudio.gui.selection import NOTHING, Kind, Selection
from chunkstudio.gui.session_state import INSPECT_LAYERS, LAYERS, TUNE_LAYERS, SessionState
from chunkstudio.layout.model import DocumentInfo, LayoutDocument, Rect

if TYPE_CHECKING:
    from chunkstudio.chunking.chunked_document import ChunkedDocument
else:
    ChunkedDocument = Any


__all__ = ["INSPECT_LAYERS", "LAYERS", "TUNE_LAYERS", "Jobs", "Session"]


class Jobs(Protocol):
    """Who does the work for the session; its answers come back through the ``accept_...`` methods."""

    def open(self, key: str, path: Path, password: str | None) -> None: ...
    def close(self, key: str) -> None: ...
    def recut(self) -> None: ...
    def cancel(self) -> None: ...
    def look_at(self, key: str, pages: tuple[int, ...]) -> None: ...
    def set_labels(self, key: str, labels: tuple[str, ...] | None) -> None: ...
    def take_kept_access(self, key: str) -> bool: ...
    def resume(self, key: str) -> None: ...


class Session(SessionState):
    """The wishes of the widgets and the answers of the jobs. All methods belong to the window's thread."""

    def __init__(self, profile: Profile | None = None, parent: QObject | None = None) -> None:
        super().__init__(profile, parent)
        self.jobs: Jobs | None = None
        self.message_document = ""
        """Key of the document that the message being told is about; "" while it is about none."""
        self.version_keeper: Callable[[], None] | None = None
        self.stop_errand: Callable[[], None] = lambda: None
        self._draft.changed.connect(self._profile_changed)
        self.rules.failed.connect(self._rule_failed)

    # ---- wishes: documents ---------------------------------------------------------------------------------------
    def open_paths(self, paths: Iterable[str | Path]) -> None:
        """Open files and show the first of them; a file that is open already is only shown."""
        keys = [self._open(Path(path)) for path in paths]
        if keys:
            self.show_document(keys[0])

    def _open(self, path: Path) -> str:
        key = document_key(path)
        known = self._states.get(key)
        if known is None or (known.error is not None and known.layout is None):
            place = document_place(path)
            self._states[key] = DocumentState(key, place, title=path.name)
            self.documents_changed.emit()
            if self.jobs is not None:
                self.jobs.open(key, place, None)
        return key

    def reload(self, key: str) -> None:
        """Read a file again that changed on disk; profile, selection and ACL stay, and what was read if it cannot be opened."""
        state = self._states.get(key)
        if state is None or self.jobs is None:
            return
        self._put(replace(state, error=None, final=False))
        self.documents_changed.emit()
        self.jobs.open(key, state.path, self.passwords.get(key))

    def provide_password(self, key: str, text: str) -> None:
        """Try a password on a locked file; the answer comes as ``documents_changed``."""
        state = self._states.get(key)
        if state is not None and self.jobs is not None:
            self.passwords[key] = text
            self._put(replace(state, error=None, needs_password=False))
            self.jobs.open(key, state.path, text)

    def close_document(self, key: str) -> None:
        """Close a document and free its file; the one after it is shown."""
        if key not in self._states:
            return
        keys = list(self._states)
        at = keys.index(key)
        del self._states[key]
        self.passwords.pop(key, None)
        self.images.forget(key)
        if self.jobs is not None:
            self.jobs.close(key)
        if key == self._current:
            rest = keys[at + 1 :] or keys[:at][-1:]
            self._show(rest[0] if rest else None)
        self.documents_changed.emit()

    def show_document(self, key: str) -> None:
        """Show another open document."""
        if key in self._states and key != self._current:
            self._show(key)

    def _show(self, key: str | None) -> None:
        self._current = key
        self._page = 1 if key else 0
        self._set_selection(NOTHING)
        self.set_hover(None)
        self.current_changed.emit()

    def set_acl(self, key: str, labels: tuple[str, ...] | None) -> None:
        """Who may read a document; None when nobody said. Narrower parts stay: raises ``bad_acl`` if one would be wider."""
        if self.jobs is not None:
            self.jobs.set_labels(key, labels)
        self._change(key, acl=labels, acl_said=True)
        self.documents_changed.emit()

    def take_kept_access(self, keys: Iterable[str]) -> None:
        """The workspace may hold other readers of these documents than are shown: they hold from now on."""
        jobs = self.jobs
        taken = [key for key in keys if jobs is not None and jobs.take_kept_access(key)]
        if taken:  # told when all of them are, since what is shown is kept in the workspace then
            self.documents_changed.emit()

    # ---- wishes: profile ---------------------------------------------------------------------------------------
    def edit_profile(self, path: str, value: Any, *, dragging: bool = False) -> ChunkStudioError | None:
        """Change one setting. While ``dragging`` the changes are one undo step, ended by a call without it.

        Returns the refusal (``bad_profile`` with field and allowed range) for the editor to show; None when accepted.
        """
        return self._draft.edit({path: value}, path=path, dragging=dragging)

    def edit_settings(self, values: dict[str, Any], label: str, *, dragging: bool = False) -> ChunkStudioError | None:
        """Change several settings as one step, e.g. budget and minimum whose handles push each other."""
        return self._draft.edit(values, label=label, path=next(iter(values)), dragging=dragging)

    def set_profile(self, profile: Profile, label: str) -> None:
        """Take a whole profile as the draft, as one step named ``label``."""
        self._draft.replace(profile, label)

    def load_profile(self, profile: Profile, label: str) -> None:
        """Take a profile from a file: it is the saved version, and the draft."""
        self._draft.load(profile, label)

    def save_version(self) -> None:
        """Make the draft the saved version; with a workspace its keeper does (and asks for a note)."""
        if self.version_keeper is not None:
            self.version_keeper()
        else:
            self.mark_saved()

    def mark_saved(self) -> None:
        """The draft was kept as a version: changes are compared with it from now on."""
        self._draft.save_version()
        self.log("ok", f"Saved version {self.profile.version[:4]} of {self.profile.name}")

    def reset_profile(self) -> None:
        """Back to the saved version, as one step."""
        self._draft.replace(self.baseline, "reset to the saved version")

    def set_reference(self, profile: Profile | None) -> None:
        """Compare the draft with this profile instead of the saved version; None goes back to it."""
        if profile != self._reference:
            self._reference = profile
            if self.jobs is not None:
                self.jobs.recut()

    def _profile_changed(self) -> None:
        self.profile_changed.emit()
        if self.jobs is not None:
            self.jobs.recut()

    def _rule_failed(self, error: ChunkStudioError) -> None:
        self.log("error", error.message, error.hint, show=True)

    # ---- wishes: view ------------------------------------------------------------------------------------------
    def select(self, kind: Kind | None, name: str = "", *, reveal: bool = False) -> None:
        """Choose a thing by its public id (a boundary by the unit before it); ``reveal`` brings it into view."""
        result = self.shown_result
        self._set_selection(linkage.make_selection(result, kind, name))
        place = linkage.place_of(result, self._selection) if reveal else None
        if place is not None:
            self.page_requested.emit(*place)

    def _set_selection(self, chosen: Selection) -> None:
        if chosen != self._selection:
            self._selection = chosen
            self.selection_changed.emit()

    def set_hover(self, kind: Kind | None, name: str = "") -> None:
        """Tell what the pointer is over; None when it left."""
        hovered = linkage.make_selection(self.shown_result, kind, name)
        if hovered != self._hover:
            self._hover = hovered
            self.hover_changed.emit()

    def set_layer(self, name: str, on: bool) -> None:
        """Switch one overlay layer."""
        self.set_layers(self._layers | {name} if on else self._layers - {name})

    def set_layers(self, names: frozenset[str]) -> None:
        """Switch all overlay layers at once."""
        if names != self._layers:
            self._layers = names
            self.layers_changed.emit()

    def set_class_visible(self, box_class: str, on: bool) -> None:
        """Show or hide the boxes of one class."""
        hidden = self._hidden - {box_class} if on else self._hidden | {box_class}
        if hidden != self._hidden:
            self._hidden = hidden
            self.layers_changed.emit()

    def show_page(self, number: int, rect: Rect | None = None) -> None:
        """Bring a page (from 1) and a rectangle of it in points into view."""
        self.page_requested.emit(number, rect)

    def report_page(self, number: int, visible: tuple[int, ...]) -> None:
        """The page view tells which page is in the middle and which are visible (these are worked on first)."""
        state = self.current
        if state is not None and visible != state.visible_pages:
            self._put(replace(state, visible_pages=visible))
            if self.jobs is not None:
                self.jobs.look_at(state.key, visible)
        if number != self._page:
            self._page = number
            self.page_shown.emit(number)

    def report_pointer(self, page: int, x: float, y: float) -> None:
        """The page view tells where the pointer is, in points; page 0 when it left."""
        self.pointer_moved.emit(page, x, y)

    def set_find(self, words: str, hits: tuple[Any, ...], index: int) -> None:
        """Show the hits of a search; ``index`` is the current one, -1 for none."""
        if (words, hits, index) != self._find:
            self._find = (words, hits, index)
            self.find_changed.emit()

    def hold_before(self, on: bool) -> None:
        """Show everything as it was before the changes while the key is held."""
        if on != self._before:
            self._before = on
            self.before_view_changed.emit()

    def cancel_work(self) -> None:
        """Stop the work that :attr:`busy` tells of; what is there already stays."""
        if self._errand is not None:
            self.stop_errand()
        elif self.jobs is not None:
            self.jobs.cancel()

    def resume_work(self, key: str) -> None:
        """Go on with the pages of a document whose layout was cancelled."""
        if self.jobs is not None:
            self.jobs.resume(key)

    def log(
        self, level: Level, text: str, hint: str = "", *, document: str = "", seconds: float = 0.0, show: bool = False
    ) -> None:
        """Add an event to the activity list; ``show`` also puts it into the message bar."""
        self._events.append(Event(level, text, hint, document, seconds))
        del self._events[:-500]
        self.activity_changed.emit()
        if show:
            self.message_document = document
            self.message.emit(level, text, hint)
            self.message_document = ""

    # ---- answers of the jobs -------------------------------------------------------------------------------------
    def accept_opened(self, key: str, info: DocumentInfo, access: DocumentAccess | None) -> None:
        """The file is open: its pages are known, none is parsed yet."""
        title = info.title or info.file_name
        self.images.forget(key)
        self.accept_access(key, access)
        self._change(key, info=info, title=title, pages_total=info.page_count, error=None, needs_password=False)
        self._change(key, final=False, pages_done=0, stopped=False, changed_on_disk=False)
        self.documents_changed.emit()
        self.layout_changed.emit(key)

    def accept_access(self, key: str, access: DocumentAccess | None) -> None:
        """Who may read a document, with its narrower parts; who asked for it tells ``documents_changed``."""
        acl, narrower = (access.acl, access.narrower) if access is not None else (None, ())
        self._change(key, acl=acl, narrower=narrower, acl_said=False)

    def accept_error(self, key: str, error: ChunkStudioError) -> None:
        """The file cannot be read, or a run failed; what was there stays.

        The message bar tells it unless the page view does, which shows why the current document has no pages.
        """
        locked = error.code in ("encrypted", "wrong_password")
        self._change(key, error=error, needs_password=locked)
        self.documents_changed.emit()
        if not locked and error.code != "cancelled":
            state = self._states.get(key)
            on_page = key == self._current and state is not None and state.layout is None
            self.log("error", error.message, error.hint, document=key, show=not on_page)

    def accept_not_reloaded(self, key: str, *, final: bool) -> None:
        """The file could not be opened again: what was read before stays, ``final`` if it was."""
        self._change(key, final=final)
        self.documents_changed.emit()

    def accept_stopped(self, key: str, stopped: bool, done: int) -> None:
        """The layout was given up with ``done`` pages, or goes on."""
        self._change(key, stopped=stopped, pages_done=done)
        self.documents_changed.emit()

    def accept_layout(self, key: str, layout: LayoutDocument, *, done: int, total: int, final: bool = False) -> None:
        """Pages arrived: ``done`` of ``total`` have the layout that counts. ``final`` comes with the result on it."""
        before = self._states.get(key)
        if before is None:
            return
        self._put(replace(before, layout=layout, pages_done=done, pages_total=total, final=final and before.final))
        self.layout_changed.emit(key)

    def accept_preview(self, key: str, preview: Any) -> None:
        """Cuts of the newest profile, before its whole result."""
        self._change(key, preview=preview)
        self.preview_changed.emit(key)

    def accept_result(
        self, key: str, result: ChunkedDocument, previous: ChunkedDocument | None = None, *, final: bool = True, ms: float = 0.0
    ) -> None:
        """A whole result. ``previous`` is the one under the saved version, None if draft and version are equal."""
        state = self._states.get(key)
        if state is None:
            return
        old = state.result
        self._put(
            replace(
                state, layout=result.layout, result=result, previous=previous, preview=None, final=final, error=None, run_ms=ms
            )
        )
        if key == self._current:
            self._selection, moved = found_again(old, result, self._selection), self._selection
            self.result_changed.emit(key)
            if moved != self._selection:
                self.selection_changed.emit()
        else:
            self.result_changed.emit(key)

    def accept_busy(self, busy: Busy | None) -> None:
        """Progress of the work, None when it is done."""
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit()

    def accept_errand(self, busy: Busy | None) -> None:
        """Progress of what a person sent out besides the jobs, None when it is done; :attr:`stop_errand` ends it."""
        if busy != self._errand:
            self._errand = busy
            self.busy_changed.emit()

    def mark_changed_on_disk(self, key: str, changed: bool = True) -> None:
        """The file was changed or removed by someone else while open."""
        self._change(key, changed_on_disk=changed)
        self.documents_changed.emit()

    def _change(self, key: str, **values: Any) -> None:
        state = self._states.get(key)
        if state is not None:
            self._put(replace(state, **values))

    def _put(self, state: DocumentState) -> None:
        if state.key in self._states:
            self._states[state.key] = state

    def add_document(self, state: DocumentState) -> None:
        """Show a document that was made elsewhere (by hand, from text): no file is read for it."""
        self._states[state.key] = state
        self.documents_changed.emit()
        self._show(state.key)
