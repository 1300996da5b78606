"""The page pass: regions and lines of one page become boxes in reading order, with every line in one of them.

A pure function of the parsed page, so results may be kept by the page's identity: while pages of a document arrive one
after another, each is worked on once.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock

from chunkstudio.layout import captions, code_blocks, coverage, margin_numbers, page_notes, reading_order
from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.figure_splitting import split_figures
from chunkstudio.layout.geometry import Frame, line_frame, main_frame
from chunkstudio.layout.heading_styles import looks_of
from chunkstudio.layout.hyphens import hyphened_words
from chunkstudio.layout.line_assignment import assign_lines, without_nested
from chunkstudio.layout.line_order import in_reading_order, rows_of
from chunkstudio.layout.list_markers import printed_marker
from chunkstudio.layout.model import Line, ParsedPage, Region, union
from chunkstudio.layout.options import LayoutOptions
from chunkstudio.layout.paragraphs import join_lone_markers, join_oversplit, split_draft
from chunkstudio.layout.side_furniture import boxes_of, without
from chunkstudio.layout.table_mirror import mirrored

_KEPT_PAGES = 2500
_FURNITURE_ROWS = 4
_FLOWING = frozenset({"title", "section-header", "text", "list-item", "caption", "footnote", "toc"})

Beside = tuple[Line, ...]


class _PageMemory:
    """Results by page identity; holds the page itself, so that an identity is never used twice. Safe between threads."""

    def __init__(self) -> None:
        self._results: OrderedDict[int, tuple[PageBoxes, Beside]] = OrderedDict()
        self._lock = Lock()

    def get(self, page: ParsedPage, beside: Beside) -> PageBoxes | None:
        with self._lock:
            found = self._results.get(id(page))
            if found is None or found[1] != beside:
                return None
            self._results.move_to_end(id(page))
            return found[0]

    def put(self, page: ParsedPage, beside: Beside, result: PageBoxes) -> None:
        with self._lock:
            self._results[id(page)] = (result, beside)
            while len(self._results) > _KEPT_PAGES:
                self._results.popitem(last=False)

    def drop(self, page: ParsedPage) -> None:
        with self._lock:
            self._results.pop(id(page), None)


_memory = _PageMemory()


def page_boxes(page: ParsedPage, options: LayoutOptions, *, keep: bool = True, beside: Beside = ()) -> PageBoxes:
    """The boxes of one page in reading order. Costs a few milliseconds; nothing for a page whose result is kept.

    ``beside`` are lines of the page that are furniture beside its text (:mod:`chunkstudio.layout.side_furniture`).
    ``keep`` is for callers that come again with the same page; :func:`forget_pages` frees what they kept.
    """
    found = _memory.get(page, beside)
    if found is None:
        found = _work(page, beside, options)
        if keep:
            _memory.put(page, beside, found)
    return found


def forget_pages(pages: Iterable[ParsedPage]) -> None:
    """Free what is kept of some pages (a document was closed)."""
    for page in pages:
        _memory.drop(page)


def _work(page: ParsedPage, beside: Beside, options: LayoutOptions) -> PageBoxes:
    del options  # nothing here depends on them yet; they are part of the contract
    rest = without(page, beside)
    frame = main_frame(rest.lines)
    numbers, lines = margin_numbers.taken_out(rest.lines, rest.regions)
    drafts, free = _from_regions(rest, lines, frame)
    free = coverage.join_neighbours(drafts, free)
    drafts += coverage.boxes_from(free, page.number)
    drafts = split_figures(drafts)
    drafts = join_oversplit(join_lone_markers(drafts))
    drafts = code_blocks.mark_code(drafts, lines)
    drafts = [part for draft in drafts for part in _finished(draft)]
    captions.mark_captions(drafts)
    drafts = page_notes.marked(drafts, page, frame)
    if numbers:
        drafts.append(margin_numbers.box_of(numbers, page.number))
    drafts += boxes_of(beside, page.number)
    boxes = reading_order.ordered(drafts, frame)
    for place, box in enumerate(boxes):
        box.page = page.number
        box.note("order", "order.columns", place=place, frame=frame)
    words = coverage.words_in(line.text for line in page.lines)
    hyphened = frozenset(hyphened_words(page.lines))
    share = coverage.coverage_of(sum(words.values()), (line.text for line in page.lines), _kept(boxes))
    return PageBoxes(page, tuple(boxes), frame, words, hyphened, looks_of(boxes), share)


def _from_regions(page: ParsedPage, lines: Sequence[Line], frame: Frame) -> tuple[list[DraftBox], list[Line]]:
    """One draft for each region that holds something; and the lines that are in no region or missing from a table's cells."""
    regions = without_nested(page.regions)
    held, free = assign_lines(lines, regions)
    drafts: list[DraftBox] = []
    for region, lines_held in zip(regions, held, strict=True):
        own, turned = _one_direction(region, lines_held)
        free += turned
        if region.box_class in ("page-header", "page-footer") and len(rows_of(own, "upright")) > _FURNITURE_ROWS:
            free += own
            continue
        draft = _draft(region, own, page, frame)
        if draft.table is not None:
            free += coverage.missing_from_grid(own, draft.table)
            if frame == "mirrored":
                draft.table = mirrored(draft.table)
                draft.note("table", "table.right-to-left", columns=draft.table.columns)
        elif draft.box_class == "picture":
            prose = coverage.prose_of_picture(draft, page.width * page.height)
            draft.lines = tuple(line for line in draft.lines if line not in prose)
            drafts += coverage.boxes_from(prose, page.number, "coverage.prose-in-picture")
            draft.rect = coverage.without_edge_prose(draft.rect, prose)
        elif not draft.lines:
            continue
        drafts.append(draft)
    return drafts, free


def _one_direction(region: Region, lines: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    """Lines of the region's main direction of writing, and the others (a stamp in the margin beside upright text)."""
    if region.box_class in ("table", "picture") or len(lines) < 2:
        return list(lines), []
    sideways = {"up": 1, "down": 2, "turned": 3}
    kind = sideways.get(main_frame(lines), 0)
    own = [line for line in lines if sideways.get(line_frame(line), 0) == kind]
    return own, [line for line in lines if sideways.get(line_frame(line), 0) != kind]


def _draft(region: Region, lines: Sequence[Line], page: ParsedPage, frame: Frame) -> DraftBox:
    own = coverage.frame_of(lines, frame)
    rect = region.rect
    if region.box_class not in ("table", "picture") and lines:
        rect = union([line.rect for line in lines])
    draft = DraftBox(rect, region.box_class, in_reading_order(lines, own), region.table, region.level, own, page=page.number)
    draft.note("class", region.rule or f"{page.parser}.region", score=region.score)
    if draft.box_class == "table" and sum(line.vertical for line in lines) > len(lines) / 2:
        draft.table = None
        draft.turn_into("text", "table.vertical-writing", lines=len(lines))
    elif draft.box_class == "table" and (draft.table is None or not any(cell.text.strip() for cell in draft.table.cells)):
        draft.table = None
        draft.turn_into("text", "table.without-cells", lines=len(lines))
    return draft


def _finished(draft: DraftBox) -> list[DraftBox]:
    """Lines in order, paragraphs split; a text box that opens with a list marker is left to the list rules."""
    draft.lines = in_reading_order(draft.lines, draft.frame)
    if draft.box_class not in _FLOWING:
        return [draft]
    parts = split_draft(draft)
    for part in parts if len(parts) > 1 else ():
        part.lines = in_reading_order(part.lines, part.frame)
    if len(parts) > 1 and draft.box_class == "list-item":
        return _joined_items(parts)
    return parts


def _joined_items(parts: list[DraftBox]) -> list[DraftBox]:
    """Pieces of a list region that have no marker belong to the item before them."""
    out: list[DraftBox] = []
    for part in parts:
        if out and part.box_class == "list-item" and printed_marker(part.plain) is None:
            out[-1].lines = (*out[-1].lines, *part.lines)
            out[-1].rect = union([out[-1].rect, part.rect])
        else:
            out.append(part)
    return out


def _kept(boxes: Sequence[DraftBox]) -> list[str]:
    texts: list[str] = []
    for box in boxes:
        if box.table is not None:
            texts += [cell.text for cell in box.table.cells]
        else:
            texts += [line.text for line in box.lines]
    return texts
