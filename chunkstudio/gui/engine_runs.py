"""One run of the engine, step by step: document pass, preview, whole result, and the result of the saved version."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from chunkstudio.chunking.assembly_kernel import warm
from chunkstudio.chunking.pipeline import Pipeline, layout_options
from chunkstudio.chunking.profile import Profile
from chunkstudio.errors import ChunkStudioError
from chunkstudio.gui.engine_thread import EngineAnswer, EngineRequest
from chunkstudio.layout.breaks import stop_if, with_breaks
from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import LayoutDocument, ParsedPage
from chunkstudio.layout.page_pass import forget_pages

Stopped = Callable[[], bool]
_MANY_PAGES = 20
_PAGES_AHEAD = 3


@dataclass
class _Kept:
    """What is kept for a document between runs."""

    draft: Pipeline = field(default_factory=Pipeline)
    saved: Pipeline = field(default_factory=Pipeline)
    layouts: dict[Any, LayoutDocument] = field(default_factory=dict)
    pages: tuple[ParsedPage, ...] = ()
    stamp: int = -1
    saved_result: Any = None
    saved_for: tuple[Any, ...] = ()
    answered: tuple[Any, ...] = ()
    """What the last whole result was wanted with."""

    def hold(self, pages: tuple[ParsedPage, ...]) -> None:
        """Work on these pages from now on; what is kept of others is freed."""
        here = {id(page) for page in pages}
        forget_pages(page for page in self.pages if id(page) not in here)
        self.pages = pages


def _wishes(request: EngineRequest) -> tuple[Any, ...]:
    return request.profile, request.baseline, request.access, request.rules


class EngineRuns:
    """Runs requests and keeps stage results by document. Belongs to the engine's thread."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def forget(self, key: str) -> None:
        """Free what was kept for a document."""
        kept = self._kept.pop(key, None)
        if kept is not None:
            forget_pages(kept.pages)

    def steps(self, request: EngineRequest, stopped: Stopped, dropped: Stopped = lambda: False) -> Iterator[EngineAnswer]:
        """The answers of one run in order: layout if it is new, else a preview; then the result.

        Where many pages are there at once (they were kept from the last time), the boxes of the pages in view come first.
        Where something is wanted otherwise and pages have come, preview and result on the pages from before come first
        (``passing``): the document pass over a long document takes seconds. Ends early, without a result, when ``stopped``
        says so, in the first document pass when ``dropped`` does: that pass is of use to the next request as well, and
        until it has come to its end a slider in motion has nothing to act on. Raises ChunkStudioError.
        """
        try:
            yield from self._steps(request, stopped, dropped)
        except ChunkStudioError as error:
            if error.code != "cancelled":
                raise

    def _steps(self, request: EngineRequest, stopped: Stopped, dropped: Stopped) -> Iterator[EngineAnswer]:
        started = time.perf_counter()
        kept = self._kept.setdefault(request.key, _Kept())
        kept.hold(request.pages)
        options = layout_options(request.profile)
        if kept.stamp != request.stamp and options in kept.layouts:
            if kept.answered != _wishes(request):
                yield from self._answers(kept, request, started, stopped, dropped, passing=True)
            dropped = stopped  # what is wanted now has its answer on the pages shown, so the pass can begin anew
        known = kept.stamp == request.stamp and options in kept.layouts
        if kept.stamp < 0 and sum(bool(page.lines) for page in request.pages) > _MANY_PAGES:
            yield EngineAnswer(request, layout=_first_look(request), seconds=time.perf_counter() - started)
        layout = self._layout(kept, request, request.profile, dropped)
        stop_if(stopped)
        if not known:
            yield EngineAnswer(request, layout=layout, seconds=time.perf_counter() - started)
        yield from self._answers(kept, request, started, stopped, dropped, previewed=known)

    def _answers(
        self,
        kept: _Kept,
        request: EngineRequest,
        started: float,
        stopped: Stopped,
        dropped: Stopped,
        *,
        previewed: bool = True,
        passing: bool = False,
    ) -> Iterator[EngineAnswer]:
        """Preview and whole result on the layout that is kept."""
        layout = kept.layouts[layout_options(request.profile)]
        given = {"access": request.access, "rules": request.rules}
        if previewed:
            preview = kept.draft.preview(layout, request.profile, **given, cancelled=dropped)
            yield EngineAnswer(request, preview=preview, seconds=time.perf_counter() - started)
        result = kept.draft.run(layout, request.profile, **given, cancelled=stopped)
        previous = self._previous(kept, request, result, stopped)
        _make_views(result, stopped)
        kept.answered = _wishes(request)
        yield EngineAnswer(request, result=result, previous=previous, passing=passing, seconds=time.perf_counter() - started)

    def _layout(self, kept: _Kept, request: EngineRequest, profile: Profile, dropped: Stopped) -> LayoutDocument:
        """The document pass for a profile; kept until one on other pages has come to its end."""
        options = layout_options(profile)
        if kept.stamp == request.stamp and options in kept.layouts:
            return kept.layouts[options]
        with with_breaks(dropped):
            layout = assemble(request.info, request.pages, options, provisional=not request.complete)
        if kept.stamp != request.stamp:
            kept.layouts.clear()
            kept.stamp = request.stamp
        kept.layouts[options] = layout
        return layout

    def _previous(self, kept: _Kept, request: EngineRequest, result: Any, stopped: Stopped) -> Any:
        """The result under the saved version; None while the draft equals it, the last known one if pages differ.

        None as well where the saved version cannot be run, by a tokenizer that is gone say: the draft's result still counts.
        """
        wanted = (kept.stamp, request.baseline, request.access, request.rules)
        if request.profile == request.baseline:
            kept.saved_result, kept.saved_for = result, wanted
            return None
        if kept.saved_for != wanted:
            options = layout_options(request.baseline)
            passing = kept.stamp != request.stamp and options not in kept.layouts
            if passing or options.page_key() != layout_options(request.profile).page_key():
                return kept.saved_result if kept.saved_for[1:2] == (request.baseline,) else None
            if options not in kept.layouts:
                self._layout(kept, request, request.baseline, stopped)
            given = {"access": request.access, "rules": request.rules, "cancelled": stopped}
            try:
                kept.saved_result = kept.saved.run(kept.layouts[options], request.baseline, **given)
            except ChunkStudioError as error:
                if error.code == "cancelled":
                    raise
                kept.saved_result = None
            kept.saved_for = wanted
        return kept.saved_result


def _first_look(request: EngineRequest) -> LayoutDocument:
    """The document pass over the pages in view alone, which takes no time; the others are bare."""
    first = min(request.visible, default=1)
    near = range(first - 1, max(request.visible, default=1) + _PAGES_AHEAD)
    pages = [page if page.number in near else _bare(page) for page in request.pages]
    try:
        return assemble(request.info, pages, layout_options(request.profile), provisional=True)
    finally:
        forget_pages(page for page in pages if page.number not in near)


def _bare(page: ParsedPage) -> ParsedPage:
    return ParsedPage(page.number, page.width, page.height, page.rotation, page.parser, page.label)


def _make_views(result: Any, stopped: Stopped) -> None:
    """Make what panels read of a result and what it makes when first asked for, so that the window's thread never does."""
    for name in ("tables", "figures", "sections", "cuts", "diagnostics"):
        stop_if(stopped)
        getattr(result, name)
    if len(result.units):
        result.chunk_of_unit(0)
    stop_if(stopped)
    result.get("")


def warm_engine(stopped: Stopped = lambda: False) -> None:
    """Cut a line of text, so that modules, tokenizer and compiled parts are loaded before the first document.

    Leaves out what is still to be loaded when ``stopped`` says so.
    """
    if not stopped():
        warm()
    if not stopped():
        Pipeline().run(LayoutDocument.from_text("Warm words. A second sentence."), Profile())
