"""Stamps in the margin of a single page: a line that runs across the page's direction and says whose file it is.

Repetition can't tell them, and their place alone must not. Three things together do: they run up or down a page of level
text, nothing else stands in their strip, and they are a label: a date, a number, an address, a single word. Other
sideways lines stay text, after that of their page.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.drafts import DraftBox, PageBoxes
from chunkstudio.layout.furniture_candidates import is_label
from chunkstudio.layout.geometry import common_x

_LEVEL = frozenset({"upright", "mirrored"})
_FURNITURE = frozenset({"page-header", "page-footer"})
_MOST_LINES = 2


def mark_stamps(pages: Sequence[PageBoxes], boxes: Sequence[Sequence[DraftBox]]) -> None:
    """Set class page-footer on stamps. ``boxes[i]`` are the boxes of ``pages[i]``; a page's only content stays content."""
    for page, own in zip(pages, boxes, strict=True):
        if page.frame not in _LEVEL or all(box.frame in _LEVEL for box in own):
            continue
        level = [box for box in own if box.frame in _LEVEL and box.lines]
        for box in own:
            text = box.box_class not in ("table", "picture", *_FURNITURE) and 0 < len(box.lines) <= _MOST_LINES
            if text and box.frame not in _LEVEL and is_label(box.plain) and _alone(box, level):
                box.turn_into("page-footer", "furniture.margin-stamp", text=box.plain[:60])


def _alone(box: DraftBox, level: Sequence[DraftBox]) -> bool:
    """True if there is level text on the page, all of it to the right of the box or all of it to the left."""
    beside = [other for other in level if other.box_class not in _FURNITURE]
    return (
        bool(beside)
        and all(common_x(box.rect, other.rect) <= 0 for other in beside)
        and (all(other.rect[0] >= box.rect[2] for other in beside) or all(other.rect[2] <= box.rect[0] for other in beside))
    )
