"""Lists: the printed marker of each item, how deep it is nested, the item or paragraph that it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import to_frame
from chunkstudio.layout.list_markers import is_bullet, is_lone_marker, marker_kind, marker_value, printed_marker

_INTRO = re.compile(r"[:：]\s*$")
_FURNITURE = frozenset({"page-header", "page-footer", "footnote"})
_SAME_INDENT = 5.0


def mark_lists(pages: Sequence[Sequence[DraftBox]]) -> None:
    """Find items that the parser called text, and set marker, depth and parent of all items."""
    flow = [box for page in pages for box in page if box.box_class not in _FURNITURE]
    _find_items(flow)
    open_items: list[DraftBox] = []
    intro: DraftBox | None = None
    for index, box in enumerate(flow):
        if box.box_class != "list-item":
            if box.box_class not in ("picture", "table", "caption", "formula", "code"):
                open_items, intro = [], box if box.box_class == "text" else None
            continue
        box.marker = printed_marker(box.plain) or ""
        if not open_items and intro is None and index and flow[index - 1].box_class == "text":
            intro = flow[index - 1]
        _nest(box, open_items, intro)


def _find_items(flow: Sequence[DraftBox]) -> None:
    """Text that opens with a marker is an item: a bullet always, a number if a neighbour counts on or an intro precedes."""
    for index, box in enumerate(flow):
        if box.box_class == "list-item" and is_lone_marker(box.plain):
            box.turn_into("text", "list.marker-alone", marker=box.plain)
        if box.box_class != "text" or not box.lines:
            continue
        marker = printed_marker(box.plain)
        if marker is None or len(box.plain) <= len(marker) + 1:
            continue
        before = flow[index - 1] if index else None
        after = flow[index + 1] if index + 1 < len(flow) else None
        if is_bullet(marker):
            if marker not in "-–—*" or _kin(marker, before) or _kin(marker, after) or _introduces(before):
                box.turn_into("list-item", "list.bullet", marker=marker)
        elif _counts(marker, before, -1) or _counts(marker, after, 1) or (_introduces(before) and marker_value(marker) == 1):
            box.turn_into("list-item", "list.number", marker=marker)


def _introduces(box: DraftBox | None) -> bool:
    return box is not None and box.box_class in ("text", "list-item") and bool(_INTRO.search(box.plain))


def _kin(marker: str, other: DraftBox | None) -> bool:
    found = printed_marker(other.plain) if other is not None and other.lines else None
    return found is not None and marker_kind(found) == marker_kind(marker)


def _counts(marker: str, other: DraftBox | None, step: int) -> bool:
    found = printed_marker(other.plain) if other is not None and other.lines else None
    if found is None or is_bullet(found) or marker_kind(found)[-1:] != marker_kind(marker)[-1:]:
        return False
    mine, its = marker_value(marker), marker_value(found)
    return mine is not None and its is not None and its == mine + step


def _nest(box: DraftBox, open_items: list[DraftBox], intro: DraftBox | None) -> None:
    """Find the open item under which a new one stands: by indent on the same page, by marker over a page or column break."""
    left = _indent(box)
    if open_items and box.marker:
        kind = marker_kind(box.marker)
        same = next((i for i, item in enumerate(open_items) if item.marker and marker_kind(item.marker) == kind), None)
        comparable = open_items[-1].page == box.page and abs(_indent(open_items[0]) - left) < 150.0
        if same is not None and (not comparable or abs(_indent(open_items[same]) - left) <= 2 * _SAME_INDENT):
            del open_items[same:]
        elif comparable:
            while open_items and _indent(open_items[-1]) > left - _SAME_INDENT:
                open_items.pop()
    elif open_items:
        while open_items and _indent(open_items[-1]) > left - _SAME_INDENT:
            open_items.pop()
    box.depth = len(open_items)
    box.parent = open_items[-1] if open_items else intro
    open_items.append(box)
    box.note("list", "list.nested" if box.depth else "list.top", marker=box.marker, depth=box.depth, indent=left)


def _indent(box: DraftBox) -> float:
    return to_frame(box.lines[0].rect, box.frame)[0] if box.lines else box.rect[0]
