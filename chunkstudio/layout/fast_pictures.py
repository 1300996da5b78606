"""Pictures on a page: raster images, and places dense with ruled lines that are no table (charts, diagrams)."""

from __future__ import annotations

from collections.abc import Sequence

from chunkstudio.layout.geometry import area, common_x, common_y, share_inside
from chunkstudio.layout.model import ParsedPage, Rect, union

_SMALLEST_SHARE = 0.002
_BACKGROUND_SHARE = 0.6
_TILE_GAP = 3.0


def picture_areas(page: ParsedPage) -> list[Rect]:
    """Areas of images on the displayed page, tiles of one image joined. A background under text is no picture."""
    whole = page.width * page.height or 1.0
    joined = _joined([image for image in page.images if area(image) > 0])
    out: list[Rect] = []
    for rect in joined:
        share = area(rect) / whole
        if share < _SMALLEST_SHARE:
            continue
        inside = sum(share_inside(line.rect, rect) > 0.6 for line in page.lines)
        if share >= _BACKGROUND_SHARE and inside >= 3:
            continue
        out.append(rect)
    return out


def _joined(rects: Sequence[Rect]) -> list[Rect]:
    out: list[Rect] = []
    for rect in sorted(rects, key=lambda r: (r[1], r[0]))[:400]:
        touching = [o for o in out if common_x(rect, o) > -_TILE_GAP and common_y(rect, o) > -_TILE_GAP]
        for other in touching:
            out.remove(other)
        out.append(union([rect, *touching]))
    return out
