"""One picture over two captions side by side is two figures: cut between the captions, so that each has its own."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from chunkstudio.layout.captions import caption_label
from chunkstudio.layout.drafts import DraftBox
from chunkstudio.layout.geometry import common_x, common_y, height, width

_NEAR = 40.0


def split_figures(drafts: Sequence[DraftBox]) -> list[DraftBox]:
    """The drafts of a page with such pictures cut; their lines go to the part that holds their middle."""
    captions = [draft for draft in drafts if draft.box_class in ("caption", "text") and caption_label(draft.plain) is not None]
    pictures = [draft for draft in drafts if draft.box_class == "picture"]
    nearest = {id(c): min(pictures, key=lambda p: _distance(c, p)) for c in captions} if pictures else {}
    out: list[DraftBox] = []
    for draft in drafts:
        own = _captions_of(draft, [c for c in captions if nearest[id(c)] is draft]) if draft.box_class == "picture" else []
        out += _cut(draft, own) if len(own) >= 2 else [draft]
    return out


def _distance(caption: DraftBox, picture: DraftBox) -> float:
    if common_x(caption.rect, picture.rect) <= 0:
        return 1e9
    return abs(min(0.0, common_y(caption.rect, picture.rect)))


def _captions_of(picture: DraftBox, captions: Sequence[DraftBox]) -> list[DraftBox]:
    """Captions in one row right above or below a picture, each within its width, left to right."""
    for below in (True, False):
        row: list[DraftBox] = []
        for caption in sorted(captions, key=lambda box: box.rect[0]):
            gap = caption.rect[1] - picture.rect[3] if below else picture.rect[1] - caption.rect[3]
            inside = common_x(caption.rect, picture.rect) > 0.7 * width(caption.rect)
            if not -6.0 <= gap <= _NEAR or not inside or width(caption.rect) > 0.7 * width(picture.rect):
                continue
            if row and (common_x(row[-1].rect, caption.rect) > 0 or not _one_row(row[-1], caption)):
                continue
            row.append(caption)
        if len(row) >= 2:
            return row
    return []


def _one_row(a: DraftBox, b: DraftBox) -> bool:
    return common_y(a.rect, b.rect) > 0.5 * min(height(a.rect), height(b.rect))


def _cut(picture: DraftBox, captions: Sequence[DraftBox]) -> list[DraftBox]:
    x0, y0, x1, y1 = picture.rect
    cuts = [x0, *((a.rect[2] + b.rect[0]) / 2 for a, b in pairwise(captions)), x1]
    out = []
    for left, right in pairwise(cuts):
        part = picture.copy()
        part.rect = (left, y0, right, y1)
        part.lines = tuple(line for line in picture.lines if left <= (line.rect[0] + line.rect[2]) / 2 < right)
        part.note("split", "split.captions-beside", captions=len(captions))
        out.append(part)
    return out
