"""Regions of a page by our own analysis of its text, rules and images: no model, some milliseconds a page.

Order of work: pictures, contents lines, tables by rules, tables by alignment, then blocks of the text that is left, each
with a class by its look. A pure function of the page.
"""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.fast_blocks import Block, blocks_of
from chunkstudio.layout.fast_classes import PageLook, class_of, is_leader_line, page_look
from chunkstudio.layout.fast_pictures import picture_areas
from chunkstudio.layout.fast_tables import table_areas
from chunkstudio.layout.geometry import Frame, common_x, line_frame, share_inside
from chunkstudio.layout.model import BoxClass, Line, ParsedPage, Rect, Region, union

_BAND = 0.09
_LEAST_LEADERS = 3
_ENOUGH_TEXT = 200


def fast_regions(page: ParsedPage) -> tuple[Region, ...]:
    """Regions of a parsed page, tables and pictures first, then text from top to bottom; every line lies in one."""
    pictures = picture_areas(page)
    free = [line for line in page.lines if not any(share_inside(line.rect, p) > 0.6 for p in pictures)]
    contents, free = _contents(free)
    tables = table_areas(page, free)
    taken = {id(line) for table in tables for line in table.lines}
    free = [line for line in free if id(line) not in taken]
    regions = [Region(p, "picture", rule="fast.picture") for p in pictures]
    regions += [Region(t.rect, "table", t.grid, rule=t.rule) for t in tables]
    if contents is not None:
        regions.append(contents)
    if not free:
        return tuple(regions)
    running = [line for line in free if not line.mono]
    enough = sum(len(line.text) for line in running) >= _ENOUGH_TEXT
    look = page_look(running if enough else page.lines, page.width, page.height, page.number)
    objects = [*pictures, *(t.rect for t in tables)]
    blocks = [block for frame in _frames(free) for block in blocks_of([x for x in free if line_frame(x) == frame], frame)]
    regions += _classed(blocks, look, objects)
    return tuple(regions)


def _frames(lines: Sequence[Line]) -> list[Frame]:
    return list(dict.fromkeys(line_frame(line) for line in lines))


def _contents(lines: Sequence[Line]) -> tuple[Region | None, list[Line]]:
    """One region for the contents list of a page: lines with leaders, and the lines between them."""
    leaders = [line for line in lines if is_leader_line(line)]
    if len(leaders) < _LEAST_LEADERS:
        return None, list(lines)
    rect = union([line.rect for line in leaders])
    left = min(line.rect[0] for line in lines if rect[1] - 1 <= line.rect[1] <= rect[3])
    rect = (min(left, rect[0]), rect[1], rect[2], rect[3])
    inside = {id(line) for line in lines if share_inside(line.rect, rect) > 0.5}
    if len(leaders) < 0.4 * len(inside):
        return None, list(lines)
    return Region(rect, "toc", rule="fast.toc.leaders"), [line for line in lines if id(line) not in inside]


def _classed(blocks: Sequence[Block], look: PageLook, objects: Sequence[Rect]) -> list[Region]:
    regions: list[Region] = []
    for block in blocks:
        furniture = _furniture(block, blocks, look, objects)
        box_class, rule = furniture or class_of(block, _space_above(block, blocks, objects), look, objects)
        regions.append(Region(block.page_rect, box_class, rule=rule))
    return regions


def _space_above(block: Block, blocks: Sequence[Block], objects: Sequence[Rect]) -> float:
    """Free points between a block and what stands above it; a block at the top of its column has plenty."""
    rect, limit = block.rect, block.rect[1] - 1.0
    higher = [b.rect for b in blocks if b.rect[1] < limit and b.frame == block.frame]
    if block.frame == "upright":
        higher += [other for other in objects if other[1] < limit]
    return min([rect[1] - other[3] for other in higher if common_x(rect, other) > 0], default=100.0)


def _furniture(block: Block, blocks: Sequence[Block], look: PageLook, objects: Sequence[Rect]) -> tuple[BoxClass, str] | None:
    """A short block alone in the outer band of the page is perhaps a running head; repetition decides later."""
    rect = block.page_rect
    high, low = rect[3] < _BAND * look.height, rect[1] > (1 - _BAND) * look.height
    if not (high or low) or len(block.lines) > 2 or block.frame != "upright":
        return None
    if len(block.text) > 160 or block.size >= 1.2 * look.size:
        return None
    others = [b.page_rect for b in blocks if b is not block] + list(objects)
    gap = 1.3 * block.size
    if high:
        below = [o for o in others if o[3] > rect[3] + 1.0 and o[1] - rect[3] < gap]
        if not below and any(o[1] > rect[3] for o in others):
            return "page-header", "fast.furniture.top-band"
    if low:
        above = [o for o in others if o[1] < rect[1] - 1.0 and rect[1] - o[3] < gap]
        if not above and any(o[3] < rect[1] for o in others):
            return "page-footer", "fast.furniture.bottom-band"
    return None
