"""Tables that go on over a page or column break: linked, with the header printed again dropped from the later part."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from chunkstudio.layout.captions import caption_label, says_it_goes_on
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import width
from chunkstudio.layout.heading_rules import CONTINUED
from chunkstudio.layout.model import TableGrid

_FURNITURE = frozenset({"page-header", "page-footer"})
_MOST_HEADER_ROWS = 5
_SAME_PLACE = 6.0
"""Points by which the begin or end of a column may differ between two parts of one table."""

Extent = tuple[float, float]


def join_tables(pages: Sequence[Sequence[DraftBox]]) -> list[DraftBox]:
    """Set ``continues`` on tables that go on from the page before, and drop their repeated header rows.

    A continued table keeps ``header_rows`` 0: its header is that of the table it continues. Returns the captions that only
    say again what stands above the first part, which are page headers now.
    """
    repeats: list[DraftBox] = []
    for before, after in pairwise(pages):
        first = _last_table(before)
        second = _first_table(after) if first is not None else None
        if first is None or second is None or first.table is None or second.table is None or second.page - first.page != 1:
            continue
        head = _root(first)
        if not _captions_agree(head, second, after) or head.table is None:
            continue
        repeated = _repeated_rows(head.table, second.table)
        if not _goes_on(first, second, head.table, repeated):
            continue
        if repeated and not head.table.header_rows:
            head.table = _with_header(head.table, repeated)
            head.note("table", "table.header-by-repetition", rows=repeated)
        second.table = without_rows(second.table, repeated or second.table.header_rows)
        if _repeats_caption(head, second):
            repeats.append(_taken_off(second))
        second.continues = first
        second.note("continues", "continues.table", dropped=repeated, columns=second.table.columns)
    return repeats


def _root(box: DraftBox) -> DraftBox:
    while box.continues is not None:
        box = box.continues
    return box


def _last_table(page: Sequence[DraftBox]) -> DraftBox | None:
    """The last table, if only furniture, notes, captions, and what says that it goes on follow it."""
    for box in reversed(page):
        if box.box_class == "table":
            return box
        if box.box_class in _FURNITURE or box.box_class in ("footnote", "caption"):
            continue
        if _is_note(box) or says_it_goes_on(box.plain):
            continue
        return None
    return None


def _first_table(page: Sequence[DraftBox]) -> DraftBox | None:
    """The first table, if only furniture, captions, and repeated or short labels stand before it."""
    for box in page:
        if box.box_class == "table":
            return box
        if box.box_class in _FURNITURE or box.box_class == "caption" or CONTINUED.search(box.plain) or _is_note(box):
            continue
        return None
    return None


def _is_note(box: DraftBox) -> bool:
    return box.box_class == "text" and (
        len(box.plain) <= 40
        or bool(re.match(r"\s*(?:note|source|see notes|quelle|anmerkung|\(?[*†‡a-z1-9]\)?[\s.])", box.plain, re.IGNORECASE))
    )


def _captions_agree(head: DraftBox, second: DraftBox, page: Sequence[DraftBox]) -> bool:
    """A caption with another number speaks against one table; no caption, or one with the same number, does not."""
    caption = second.caption
    if caption is None:
        return True
    label = caption_label(caption.plain)
    if label is None or CONTINUED.search(caption.plain.rstrip(" .")):
        return label is None or head.caption is None or _same_label(head, label)
    return head.caption is not None and _same_label(head, label) and page is not None


def _repeats_caption(head: DraftBox, second: DraftBox) -> bool:
    """Whether the caption of a later part only says again what stands above the first one ("Table 3. Fees (continued)")."""
    if second.caption is None or head.caption is None:
        return False
    said = _letters(CONTINUED.sub("", second.caption.plain.rstrip(" .")))
    return bool(said) and _letters(head.caption.plain).startswith(said)


def _taken_off(second: DraftBox) -> DraftBox:
    """The caption of a later part, no longer its own but what runs at the head of the page."""
    caption = second.caption
    assert caption is not None
    caption.turn_into("page-header", "caption.continued", text=caption.plain[:60])
    caption.caption_of = second.caption = None
    return caption


def _letters(text: str) -> str:
    return re.sub(r"\W+", "", text).casefold()


def _same_label(head: DraftBox, label: tuple[str, str]) -> bool:
    return head.caption is not None and caption_label(head.caption.plain) == label


def _row_texts(grid: TableGrid, row: int) -> list[str]:
    return [_letters(cell.text) for cell in grid.cells if cell.row == row and cell.text.strip()]


def _repeated_rows(head: TableGrid, second: TableGrid) -> int:
    """How many leading rows of the second part repeat the first part's leading rows, word for word."""
    most = min(head.rows, second.rows, max(head.header_rows, second.header_rows, 1), _MOST_HEADER_ROWS)
    count = 0
    while count < most:
        mine, its = _row_texts(head, count), _row_texts(second, count)
        if not mine or mine != its or (not head.header_rows and all(text.isdigit() for text in mine)):
            break
        count += 1
    return count


def _goes_on(first: DraftBox, second: DraftBox, head: TableGrid, repeated: int) -> bool:
    if first.table is None or second.table is None:
        return False
    close = abs(first.rect[0] - second.rect[0]) < 14.0 and abs(width(first.rect) - width(second.rect)) < 0.08 * max(
        width(first.rect), 1.0
    )
    if repeated and (repeated >= head.header_rows or repeated == second.table.header_rows):
        return head.columns == second.table.columns or close
    if second.table.header_rows and head.header_rows:
        return False
    if first.table.columns != second.table.columns:
        return False
    return close or _columns_align(first.table, second.table)


def _columns_align(first: TableGrid, second: TableGrid) -> bool:
    """Every column begins or ends at the same place in both parts.

    The tables' own rectangles reach to their longest texts only, so that a part without a wide title is narrower.
    """
    one, two = _extents(first), _extents(second)
    return len(one) == len(two) == first.columns > 1 and all(
        min(abs(a - b) for a, b in zip(one[column], two[column], strict=True)) < _SAME_PLACE for column in one
    )


def _extents(grid: TableGrid) -> dict[int, Extent]:
    """Where the texts of each column begin and end, by its cells of one column."""
    extents: dict[int, Extent] = {}
    for cell in grid.cells:
        if cell.rect is not None and cell.column_span == 1 and cell.text:
            x0, _, x1, _ = cell.rect
            old = extents.get(cell.column, (x0, x1))
            extents[cell.column] = (min(old[0], x0), max(old[1], x1))
    return extents


def _with_header(grid: TableGrid, rows: int) -> TableGrid:
    cells = tuple(replace(cell, header=True) if cell.row < rows else cell for cell in grid.cells)
    return replace(grid, cells=cells, header_rows=rows)


def without_rows(grid: TableGrid, rows: int) -> TableGrid:
    """The grid without its first rows and without header rows; cells that span into the rest are cut short."""
    if rows <= 0:
        return replace(grid, header_rows=0)
    kept = []
    for cell in grid.cells:
        end = cell.row + cell.row_span
        if end <= rows:
            continue
        top = max(0, cell.row - rows)
        kept.append(replace(cell, row=top, row_span=end - rows - top, header=cell.header and cell.row >= rows))
    rects = grid.row_rects[rows:] if len(grid.row_rects) == grid.rows else grid.row_rects
    return replace(grid, rows=grid.rows - rows, cells=tuple(kept), header_rows=0, row_rects=rects)
