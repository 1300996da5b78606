"""The order in which the boxes of one page are read.

A recursive cut of the page: a gutter that no box crosses separates columns, a box that crosses the gutter (a title, a
wide table) separates what is above from what is below. Bands that share a gutter are read column by column; rows of
labels and values are read row by row. Footnotes come after the text that they interrupt, notes of a table with it, notes
that close a part of a page before the next.
The cut works in the page's reading frame, so that sideways, vertical and right-to-left pages need no rules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import Frame, common_x, common_y, height, share_of_width, to_frame, width
from chunkstudio.layout.model import Rect

MIN_GUTTER = 5.0
"""Points of white space that separate two columns at least (printed gutters go down to 10 pt; boxes may bulge)."""
_TERMS = 2
_NOTE_GAP = 24.0
_LARGER = 1.05
_LEADS = frozenset({"caption", "section-header", "title"})


@dataclass(slots=True)
class _Item:
    rect: Rect
    members: list[DraftBox]
    leads: bool = False

    @property
    def flat(self) -> bool:
        return all(len(box.lines) <= 2 for box in self.members)


def ordered(boxes: Sequence[DraftBox], frame: Frame) -> list[DraftBox]:
    """The boxes of one page in reading order: page headers, body, footnotes at the page's end, page footers."""
    heads = [box for box in boxes if box.box_class == "page-header"]
    feet = [box for box in boxes if box.box_class == "page-footer"]
    bound = _below_tables(boxes, frame)
    notes = [
        box for box in boxes if box.box_class == "footnote" and id(box) not in bound and not _text_follows(box, boxes, frame)
    ]
    placed = {id(box) for box in (*heads, *feet, *notes)}
    stamps = [box for box in boxes if id(box) not in placed and _across(box, frame)]
    placed |= {id(box) for box in stamps}
    body = [box for box in boxes if id(box) not in placed]
    items = _bound_items(body, frame)
    out = [box for item in _order(items, 0) for box in item.members]
    tail = [box for item in _order(_plain_items(notes, frame), 0) for box in item.members]
    return [*_by_row(heads, frame), *out, *_by_row(stamps, frame), *tail, *_by_row(feet, frame)]


def _across(box: DraftBox, frame: Frame) -> bool:
    """Text that runs in another direction than the page's: a stamp in the margin, a note beside a figure."""
    level = {"upright": 0, "mirrored": 0}
    return box.box_class not in ("table", "picture") and level.get(box.frame, box.frame) != level.get(frame, frame)


def _by_row(boxes: Sequence[DraftBox], frame: Frame) -> list[DraftBox]:
    def key(box: DraftBox) -> tuple[float, float]:
        rect = to_frame(box.rect, frame)
        return (round((rect[1] + rect[3]) / 2 / 4.0), rect[0])

    return sorted(boxes, key=key)


def _text_follows(note: DraftBox, boxes: Sequence[DraftBox], frame: Frame) -> bool:
    """True if a table, or a heading or paragraph in larger type, stands below the note in its own column."""
    rect = to_frame(note.rect, frame)
    for box in boxes:
        at = to_frame(box.rect, frame)
        if at[1] < rect[3] - 2.0 or share_of_width(rect, at) <= 0.5:
            continue
        words = box.box_class in ("section-header", "title") or (box.box_class in ("text", "list-item") and len(box.lines) > 1)
        if box.box_class == "table" or (words and box.size > _LARGER * note.size):
            return True
    return False


def _below_tables(boxes: Sequence[DraftBox], frame: Frame) -> set[int]:
    """The identities of the notes printed right below a table or picture, or below another such note."""
    found: set[int] = set()
    above = [to_frame(box.rect, frame) for box in boxes if box.box_class in ("table", "picture")]
    notes = [(to_frame(box.rect, frame), box) for box in boxes if box.box_class == "footnote"]
    for rect, note in sorted(notes, key=lambda pair: pair[0][1]):
        if any(share_of_width(rect, at) > 0.6 and -3.0 <= rect[1] - at[3] <= _NOTE_GAP for at in above):
            found.add(id(note))
            above.append(rect)
    return found


def _plain_items(boxes: Sequence[DraftBox], frame: Frame) -> list[_Item]:
    return [_Item(to_frame(box.rect, frame), [box], box.box_class in _LEADS) for box in boxes]


def _bound_items(boxes: Sequence[DraftBox], frame: Frame) -> list[_Item]:
    """Items to order; a caption right above or below a table or picture is one item with it."""
    items = _plain_items(boxes, frame)
    for item in list(items):
        if item.members[0].box_class != "caption" or len(item.members) > 1:
            continue
        target = min(
            (other for other in items if other is not item and _is_object(other)),
            key=lambda o: _distance(item, o),
            default=None,
        )
        if target is None or _distance(item, target) > 30.0 or _between(item, target, items):
            continue
        above = item.rect[1] < target.rect[1]
        target.members = [*item.members, *target.members] if above else [*target.members, *item.members]
        target.rect = _hull(item.rect, target.rect)
        items.remove(item)
    return items


def _is_object(item: _Item) -> bool:
    return any(box.box_class in ("table", "picture") for box in item.members)


def _distance(a: _Item, b: _Item) -> float:
    gap = -common_y(a.rect, b.rect)
    return max(0.0, gap) if share_of_width(a.rect, b.rect) > 0.3 and gap > -12.0 else 1e9


def _between(a: _Item, b: _Item, items: Sequence[_Item]) -> bool:
    hull = _hull(a.rect, b.rect)
    for other in items:
        if other is a or other is b:
            continue
        if common_x(other.rect, hull) > 2.0 and common_y(other.rect, hull) > 2.0:
            return True
    return False


def _hull(a: Rect, b: Rect) -> Rect:
    return (min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _order(items: list[_Item], depth: int) -> list[_Item]:
    if len(items) < 2 or depth > 24:
        return sorted(items, key=lambda item: (item.rect[1], item.rect[0]))
    lead = _spanning_lead(items)
    if lead is not None:
        return [lead, *_order([item for item in items if item is not lead], depth + 1)]
    columns = _columns(items)
    if columns is not None:
        return [item for column in columns for item in _order(column, depth + 1)]
    bands = _bands(items)
    if len(bands) > 1:
        return [
            item
            for group in _grouped(bands)
            for item in (_order(group, depth + 1) if len(group) < len(items) else _rows(group))
        ]
    return _overlapping(items, depth)


def _spanning_lead(items: Sequence[_Item]) -> _Item | None:
    """A heading alone above all columns, printed in the middle of them rather than flush with one: it leads them all."""
    first = min(items, key=lambda item: item.rect[1])
    if not first.leads or any(item is not first and item.rect[1] < first.rect[3] - 2.0 for item in items):
        return None
    rest = [item for item in items if item is not first]
    if len(rest) < 2 or not _gutters(rest):
        return None
    hull = _extent(rest)
    centred = abs((first.rect[0] + first.rect[2]) / 2 - (hull[0] + hull[2]) / 2) < 0.06 * width(hull)
    flush = any(abs(first.rect[0] - item.rect[0]) < 5.0 for item in rest)
    return first if centred and not flush else None


def _rows(items: list[_Item]) -> list[_Item]:
    return [item for band in _bands(items) for item in (_order(band, 20) if len(band) > 1 else band)]


def _gutters(items: Sequence[_Item]) -> list[float]:
    """Middles of the vertical white strips that no item crosses."""
    edges = sorted((item.rect[0], item.rect[2]) for item in items)
    out, reach = [], edges[0][1]
    for x0, x1 in edges[1:]:
        if x0 - reach >= MIN_GUTTER:
            out.append((x0 + reach) / 2)
        reach = x1 if x1 > reach else reach
    return out


def _split_at(items: Sequence[_Item], gutters: Sequence[float]) -> list[list[_Item]]:
    columns: list[list[_Item]] = [[] for _ in range(len(gutters) + 1)]
    for item in items:
        middle = (item.rect[0] + item.rect[2]) / 2
        columns[sum(1 for gutter in gutters if middle > gutter)].append(item)
    return [column for column in columns if column]


def _columns(items: list[_Item]) -> list[list[_Item]] | None:
    """Columns in reading order, or None where the strips separate the cells of rows rather than columns of text."""
    gutters = _gutters(items)
    if not gutters:
        return None
    columns = _split_at(items, gutters)
    if len(columns) < 2 or _row_like(columns):
        return None
    return _sidebars_last(columns)


def _row_like(columns: Sequence[Sequence[_Item]]) -> bool:
    """Labels and values: the items of one strip are a line or two high, and each stands on a row with one across the gutter.

    Items of lists are none: they run down their column, however well their lines stand in rows with those beside.
    A heading above its terms does not count among them.
    Strips without any item beside another are no columns either, but pieces set to the left and right in turn."""
    beside = False
    for column in columns:
        others = [item for other in columns if other is not column for item in other]
        paired = sum(any(_begin_together(item, other) for other in others) for item in column)
        top = min(column, key=lambda item: item.rect[1])
        led = top.leads and paired >= _TERMS and not any(_on_row(top, other) for other in others)
        beside = beside or any(_on_row(item, other) for item in column for other in others)
        listed = sum(_runs_down(item, others) for item in column)
        flat = sum(item.flat for item in column)
        if paired >= 0.8 * (len(column) - led) and flat >= 0.8 * len(column) and listed < 0.5 * len(column):
            return True
    return not beside


def _runs_down(item: _Item, others: Sequence[_Item]) -> bool:
    """An item of a list or contents, or a heading; but a term whose paragraph begins beside it is none."""
    box_class = item.members[0].box_class
    if box_class == "section-header":
        wide = [other for other in others if other.members[0].box_class == "text" and width(other.rect) > 2 * width(item.rect)]
        return not any(_begin_together(item, other) for other in wide)
    return box_class in ("list-item", "toc")


def _on_row(a: _Item, b: _Item) -> bool:
    return common_y(a.rect, b.rect) > 0.5 * min(height(a.rect), height(b.rect)) > 0


def _begin_together(a: _Item, b: _Item) -> bool:
    """Two items on one row: both flat, or one a paragraph whose first line stands on the other's row."""
    if a.flat and b.flat:
        return _on_row(a, b)
    return abs(a.rect[1] - b.rect[1]) <= 0.5 * min(height(a.rect), height(b.rect))


def _extent(column: Sequence[_Item]) -> Rect:
    rect = column[0].rect
    for item in column[1:]:
        rect = _hull(rect, item.rect)
    return rect


def _sidebars_last(columns: list[list[_Item]]) -> list[list[_Item]]:
    """A narrow, sparsely filled strip beside a wide column is read after it."""
    if len(columns) != 2:
        return columns
    a, b = columns
    wide_a, wide_b = width(_extent(a)), width(_extent(b))
    narrow, broad = (a, b) if wide_a < wide_b else (b, a)
    if min(wide_a, wide_b) > 0.45 * max(wide_a, wide_b):
        return columns
    filled = sum(height(item.rect) for item in narrow)
    if filled < 0.5 * height(_extent(broad)):
        return [broad, narrow]
    return columns


def _bands(items: Sequence[_Item]) -> list[list[_Item]]:
    """Groups of items between horizontal white strips, top to bottom."""
    bands: list[list[_Item]] = []
    reach = 0.0
    for item in sorted(items, key=lambda it: (it.rect[1], it.rect[0])):
        slack = min(2.0, 0.2 * height(item.rect))
        if bands and item.rect[1] + slack < reach:
            bands[-1].append(item)
        else:
            bands.append([item])
            reach = item.rect[3]
        reach = max(reach, item.rect[3])
    return bands


def _grouped(bands: list[list[_Item]]) -> list[list[_Item]]:
    """Neighbouring bands merged while they share a gutter; a heading or caption above a wide item goes with that item."""
    groups: list[list[_Item]] = []
    in_rows = False
    for index, band in enumerate(bands):
        rows = bool(groups) and _are_rows([*groups[-1], *band])
        lone = in_rows and len(band) == 1  # what follows the last row of terms belongs to no column of theirs
        joined = bool(groups) and not rows and not lone and _shares_gutter(groups[-1], band)
        if joined and not _leads_wide(band, index, bands, groups[-1]):
            groups[-1] = [*groups[-1], *band]
            continue
        in_rows = rows
        groups.append(list(band))
    return groups


def _are_rows(items: Sequence[_Item]) -> bool:
    gutters = _gutters(items)
    return bool(gutters) and _row_like(_split_at(items, gutters))


def _shares_gutter(group: Sequence[_Item], band: Sequence[_Item]) -> bool:
    both = [*group, *band]
    gutters = _gutters(both)
    return bool(gutters) and len(_split_at(both, gutters)) > 1


def _leads_wide(band: Sequence[_Item], index: int, bands: Sequence[Sequence[_Item]], group: Sequence[_Item]) -> bool:
    """A one-sided band of headings or captions right above a band that crosses the group's gutter."""
    if not all(item.leads for item in band) or index + 1 >= len(bands):
        return False
    return not _shares_gutter(group, bands[index + 1])


def _overlapping(items: list[_Item], depth: int) -> list[_Item]:
    """Neither a strip across nor one down: take out what lies across most others, order the rest around it."""
    if all(_on_row(items[0], item) for item in items[1:]):
        return sorted(items, key=lambda item: item.rect[0])
    usual = median(width(item.rect) for item in items)
    crossing = [item for item in items if width(item.rect) > 1.4 * usual]
    rest = [item for item in items if item not in crossing]
    if not crossing or not rest or len(crossing) > 0.4 * len(items):
        return sorted(items, key=lambda item: (item.rect[1], item.rect[0]))
    out: list[_Item] = []
    for item in sorted(crossing, key=lambda it: it.rect[1]):
        above = [other for other in rest if (other.rect[1] + other.rect[3]) / 2 <= (item.rect[1] + item.rect[3]) / 2]
        rest = [other for other in rest if other not in above]
        out += [*_order(above, depth + 1), item]
    return [*out, *_order(rest, depth + 1)]
