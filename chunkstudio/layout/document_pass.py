"""The document pass: all parsed pages become one LayoutDocument, by our own rules, whatever parser gave the regions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from chunkstudio.layout import captions, continuation, furniture, lists, toc
from chunkstudio.layout.agreement import agreement_figures
from chunkstudio.layout.box_text import document_evidence, set_text
from chunkstudio.layout.breaks import take_break, with_a_break_each
from chunkstudio.layout.cover_lines import drop_cover_lines
from chunkstudio.layout.document_title import document_title, new_path_places, printed_title
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.finished_pages import document_coverage, finished_page, number_boxes
from chunkstudio.layout.heading_levels import set_contents_levels, set_levels
from chunkstudio.layout.heading_rules import HeadingContext
from chunkstudio.layout.headings import find_headings, heading_context, headings_of
from chunkstudio.layout.hidden_boxes import hidden_boxes
from chunkstudio.layout.layout_hash import layout_hash
from chunkstudio.layout.layout_warnings import layout_warnings
from chunkstudio.layout.model import DocumentInfo, LayoutDocument, ParsedPage
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.outline_levels import apply_outline
from chunkstudio.layout.page_pass import page_boxes
from chunkstudio.layout.side_furniture import lines_beside
from chunkstudio.layout.table_continuation import join_tables
from chunkstudio.layout.table_notes import mark_table_notes
from chunkstudio.layout.table_output import tables_as_markdown
from chunkstudio.layout.text_file import text_document

_PAGES = 16
"""Pages between two breaks where a page takes little."""


def assemble(
    info: DocumentInfo,
    pages: Sequence[ParsedPage],
    options: LayoutOptions,
    *,
    provisional: bool = False,
    without: Collection[str] = (),
) -> LayoutDocument:
    """One document from the pages parsed so far (in any order; missing ones are left out).

    Pure: the same pages give the same document and hash. Costs a few milliseconds a page; with ``provisional`` (more pages
    will come) what depends on a single page is kept for the next call. ``without`` names heading rules to switch off, to
    see what they do. Takes breaks (:mod:`chunkstudio.layout.breaks`).
    """
    ordered = sorted(pages, key=lambda page: page.number)
    text = next((page.source for page in ordered if page.source is not None), None)
    if text is not None:
        layout = text_document(text, info.file_name, options)
        return replace(layout, info=info, warnings=(*info.warnings, *layout.warnings), provisional=provisional)
    beside = lines_beside(ordered, furniture.needed(len(ordered)))
    worked = [
        page_boxes(page, options, keep=provisional, beside=beside.get(page.number, ())) for page in with_a_break_each(ordered)
    ]
    flow = [[box.copy() for box in page.boxes] for page in with_a_break_each(worked, _PAGES)]
    printed = furniture.mark_furniture(worked, flow)
    toc.mark_contents(flow, info.page_count)
    title = _headings(info, worked, flow, options, frozenset(without))
    mark_table_notes(flow)
    lists.mark_lists(flow)
    _exclude(flow, options)
    _texts(worked, flow)
    captions.pair_captions(flow)
    _exclude([join_tables(flow)], options)
    if options.table_output == "markdown":
        tables_as_markdown(flow)
    take_break()
    return _document(info, worked, flow, printed, title, provisional)


def _document(
    info: DocumentInfo,
    worked: Sequence[PageBoxes],
    flow: Sequence[list[DraftBox]],
    printed: Mapping[int, str],
    title: DraftBox | None,
    provisional: bool,
) -> LayoutDocument:
    for page, boxes in zip(worked, flow, strict=True):
        boxes += hidden_boxes(page.page)
    number_boxes(flow)
    pages = [page.page for page in worked]
    finished = [
        finished_page(page, flow[i], printed.get(i, ""), info) for i, page in enumerate(with_a_break_each(worked, _PAGES))
    ]
    name, source = document_title(info, title.text if title is not None else "")
    return LayoutDocument(
        info=info,
        pages=tuple(finished),
        title=name,
        title_source=source,
        layout_hash=layout_hash(info, finished, name, source),
        warnings=layout_warnings(info, pages, flow),
        coverage=document_coverage(worked),
        agreement=agreement_figures(info.outline, pages, headings_of(flow)),
        provisional=provisional,
    )


def _headings(
    info: DocumentInfo,
    worked: Sequence[PageBoxes],
    flow: list[list[DraftBox]],
    options: LayoutOptions,
    without: frozenset[str],
) -> DraftBox | None:
    """Find headings and their levels; give the printed title, if there is one."""
    context = heading_context(worked, flow)
    context.without = without
    find_headings(flow, context)
    if options.use_outline:
        apply_outline(info.outline, flow, context, options.max_level)
    title = _title(flow, context)
    if "heading.cover-line" not in context.without and not options.use_outline:
        drop_cover_lines(flow, title, context.body.size)
    every = headings_of(flow)
    views = [context.view(box) for box in every if box is not title and box.level is None]
    set_levels(views, context, options.max_level, new_path_places([view.box for view in views], title, flow))
    if options.toc == "exclude":
        set_contents_levels([context.view(box) for box in toc.titles_of(flow)], views)
    return title


def _title(flow: list[list[DraftBox]], context: HeadingContext) -> DraftBox | None:
    views = [context.view(box) for box in headings_of(flow)]
    found = printed_title(views, flow, context)
    if found is None:
        return None
    found.box.turn_into("title", "title.largest-first", size=found.style.size)
    found.box.level = 0
    found.box.note("level", "level.title")
    return found.box


def _exclude(flow: Sequence[Sequence[DraftBox]], options: LayoutOptions) -> None:
    for boxes in flow:
        for box in boxes:
            if box.box_class in ("page-header", "page-footer"):
                drop = options.headers_footers == "exclude" or (options.headers_footers == "auto" and furniture.repeats(box))
                if drop:
                    box.excluded = "page-header" if box.box_class == "page-header" else "page-footer"
            elif box.box_class == "toc" and options.toc == "exclude":
                box.excluded = "toc"


def _texts(worked: Sequence[PageBoxes], flow: Sequence[Sequence[DraftBox]]) -> None:
    evidence = document_evidence(worked)
    for boxes in with_a_break_each(flow, _PAGES):
        for box in boxes:
            set_text(box, evidence)
    continuation.link_continued(flow, evidence)
