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
        Ends early, without a result, when ``stopped`` says so, in the document pass when ``dropped`` does: that pass is of
        use to the next request as well, and a slider in motion would never let it come to its end. Raises ChunkStudioError.
        """
        try:
            yield from self._steps(request, stopped, dropped)
        except ChunkStudioError as error:
            if error.code != "cancelled":
                raise

    def _steps(self, request: EngineRequest, stopped: Stopped, dropped: Stopped) -> Iterator[EngineAnswer]:
        started = time.perf_counter()
        kept = self._kept.setdefault(request.key, _Kept())
        known = kept.stamp == request.stamp and layout_options(request.profile) in kept.layouts
        if kept.stamp < 0 and sum(bool(page.lines) for page in request.pages) > _MANY_PAGES:
            yield EngineAnswer(request, layout=_first_look(request), seconds=time.perf_counter() - started)
        layout = self._layout(kept, request, request.profile, dropped)
        stop_if(stopped)
        if known:
            given = {"access": request.access, "rules": request.rules, "cancelled": dropped}
            preview = kept.draft.preview(layout, request.profile, **given)
            yield EngineAnswer(request, preview=preview, seconds=time.perf_counter() - started)
        else:
            yield EngineAnswer(request, layout=layout, seconds=time.perf_counter() - started)
        result = kept.draft.run(layout, request.profile, access=request.access, rules=request.rules, cancelled=stopped)
        previous = self._previous(kept, request, result, stopped)
        _make_views(result, stopped)
        yield EngineAnswer(request, result=result, previous=previous, seconds=time.perf_counter() - started)

    def _layout(self, kept: _Kept, request: EngineRequest, profile: Profile, dropped: Stopped) -> LayoutDocument:
        """The document pass for a profile; kept until other pages arrive."""
        if kept.stamp != request.stamp:
            kept.layouts.clear()
            kept.stamp = request.stamp
            here = {id(page) for page in request.pages}
            forget_pages(page for page in kept.pages if id(page) not in here)
            kept.pages = request.pages
        options = layout_options(profile)
        if options not in kept.layouts:
            with with_breaks(dropped):
                kept.layouts[options] = assemble(request.info, request.pages, options, provisional=not request.complete)
        return kept.layouts[options]

    def _previous(self, kept: _Kept, request: EngineRequest, result: Any, stopped: Stopped) -> Any:
        """The result under the saved version; None while the draft equals it, the last known one if pages differ.

        None as well where the saved version cannot be run, by a tokenizer that is gone say: the draft's result still counts.
        """
        wanted = (request.stamp, request.baseline, request.access, request.rules)
        if request.profile == request.baseline:
            kept.saved_result, kept.saved_for = result, wanted
            return None
        if kept.saved_for != wanted:
            if layout_options(request.baseline).page_key() != layout_options(request.profile).page_key():
                return kept.saved_result if kept.saved_for[1:2] == (request.baseline,) else None
            layout = self._layout(kept, request, request.baseline, stopped)
            given = {"access": request.access, "rules": request.rules, "cancelled": stopped}
            try:
                kept.saved_result = kept.saved.run(layout, request.baseline, **given)
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
