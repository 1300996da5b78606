"""An open document's layout under other options, made again from the pages that have arrived."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from chunkstudio.chunking.pipeline import layout_options
from chunkstudio.gui.document_state import DocumentState
from chunkstudio.gui.session import Session
from chunkstudio.layout.document_pass import assemble
from chunkstudio.layout.model import DocumentInfo, LayoutDocument, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.retrieval.trials import TrialDocument

_SECONDS_A_PAGE = 120.0


class Relayout:
    """Called with options; may be called from any thread. Only pages with hidden text are parsed again, and only where
    hidden text is to be kept or dropped; None where every page would have to be."""

    def __init__(
        self, pool: Any, document: Any, info: DocumentInfo, pages: tuple[ParsedPage, ...], options: LayoutOptions
    ) -> None:
        self._pool, self._document = pool, document
        self._info, self._pages, self._options = info, pages, options

    def __call__(self, options: LayoutOptions) -> LayoutDocument | None:
        if options.page_key() == self._options.page_key():
            return assemble(self._info, self._pages, options)
        if options.page_key() != replace(self._options, hidden_text=options.hidden_text).page_key():
            return None
        wanted: dict[int, Future[ParsedPage]] = {
            p.number: self._pool.submit_page(self._document, p.number, options) for p in self._pages if p.hidden
        }
        again = {number: future.result(_SECONDS_A_PAGE) for number, future in wanted.items()}
        return assemble(self._info, tuple(again.get(p.number, p) for p in self._pages), options)


def trial_document(session: Session, state: DocumentState) -> TrialDocument:
    """A document with the labels and rules it was cut with, to try profiles on; with other layouts where all its pages have
    arrived."""
    from chunkstudio.gui.jobs import WindowJobs

    assert state.result is not None
    layout = state.result.layout
    rules = session.rules.rules(layout.info.sha256)
    jobs = session.jobs
    pages = jobs.layout.pages(state.key) if isinstance(jobs, WindowJobs) else None
    if pages is None or not isinstance(jobs, WindowJobs):
        return TrialDocument(layout, state.access, rules)
    access = pages.access  # not the side file again, which may have been changed or broken since
    if not pages.complete:
        return TrialDocument(layout, access, rules)
    options = layout_options(state.result.profile)
    again = Relayout(jobs.layout.pool, pages.document, pages.info, pages.snapshot(), pages.options)
    return TrialDocument(layout, access, rules, options, again)
